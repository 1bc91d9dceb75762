/** Addresses below a layout that screens once had, and where they lead. */
export const OLD_PLACES: Readonly<Record<string, string>> = {
  '/settings/usage': '/settings',
};

/** Where an old address leads, behind the same layout and with its query over that of the new place; Home for one that is no old place. */
export function findNewPlace(address: URL): string {
  const layout = /^\/[^/]+/.exec(address.pathname)?.[0] ?? '';
  const [path = '/', own = ''] = (OLD_PLACES[address.pathname.slice(layout.length).replace(/\/$/, '')] ?? '/').split(
    '?',
  );
  const query = new URLSearchParams(own);
  for (const [name, value] of address.searchParams) query.set(name, value);
  const search = query.toString();
  return `${layout}${path}${search === '' ? '' : `?${search}`}`;
}
