/** Addresses below a layout that screens once had, and where they lead. */
export const OLD_PLACES: Readonly<Record<string, string>> = {
  '/settings/usage': '/settings',
  '/messages': '/inbox?view=messages',
  '/conversations': '/inbox?view=conversations',
  '/offers': '/inbox?view=offers',
};

/** Where lists stood: the place of one list says nothing in another. */
const PLACE_KEYS = ['page', 'cursor', 'before'];

/** Where an old address leads, behind the same layout and with its query; Home for one that is no old place. */
export function findNewPlace(address: URL): string {
  const layout = /^\/[^/]+/.exec(address.pathname)?.[0] ?? '';
  const old = address.pathname.slice(layout.length).replace(/\/$/, '');
  const [path = '/', own = ''] = (OLD_PLACES[old] ?? '/').split('?');
  const query = new URLSearchParams(own);
  const given = new URLSearchParams(address.searchParams);
  if (query.has('view')) {
    // The tabs of the old lists are states of one kind, whose tab is named by the new place.
    const tab = given.get('view');
    for (const key of ['view', ...PLACE_KEYS]) given.delete(key);
    if (tab && tab !== 'all') query.set('state', tab);
  }
  for (const [name, value] of given) query.set(name, value);
  const search = query.toString();
  return `${layout}${path}${search === '' ? '' : `?${search}`}`;
}
