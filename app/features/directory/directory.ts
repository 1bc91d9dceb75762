/** A vendor with what it has in the store, as the marketplace's list shows it. */
export type DirectoryEntry = {
  id: bigint;
  name: string;
  handle: string;
  createdAt: Date;
  account: { email: string; people: number; signedIn: boolean } | undefined;
  orders: number;
  unfulfilled: number;
  products: number;
  activeProducts: number;
  draftProducts: number;
  /** What it is owed, by currency; nothing owed is left out. */
  unpaid: { amountMinor: bigint; currency: string }[];
};

export const DIRECTORY_SORTS = ['orders', 'products', 'name', 'unpaid', 'newest'] as const;
export type DirectorySort = (typeof DIRECTORY_SORTS)[number];
export const DIRECTORY_VIEWS = ['all', 'account', 'without'] as const;
export type DirectoryView = (typeof DIRECTORY_VIEWS)[number];

/** Entries in the order of a sort; the default is by orders, then by products, most first, then by name. */
export function sortDirectory(entries: readonly DirectoryEntry[], sort: DirectorySort): DirectoryEntry[] {
  const byName = (a: DirectoryEntry, b: DirectoryEntry) => a.name.localeCompare(b.name) || Number(a.id - b.id);
  const owed = (entry: DirectoryEntry) => entry.unpaid[0]?.amountMinor ?? 0n;
  const orders: Record<DirectorySort, (a: DirectoryEntry, b: DirectoryEntry) => number> = {
    orders: (a, b) => b.orders - a.orders || b.products - a.products,
    products: (a, b) => b.products - a.products || b.orders - a.orders,
    unpaid: (a, b) => (owed(a) === owed(b) ? 0 : owed(b) > owed(a) ? 1 : -1),
    newest: (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
    name: () => 0,
  };
  return [...entries].sort((a, b) => orders[sort](a, b) || byName(a, b));
}

/** Entries of a view whose name, handle or address holds the searched text. */
export function filterDirectory(
  entries: readonly DirectoryEntry[],
  o: { view: DirectoryView; q: string },
): DirectoryEntry[] {
  const wanted = o.q.trim().toLowerCase();
  return entries.filter((entry) => {
    if (o.view === 'account' && !entry.account) return false;
    if (o.view === 'without' && entry.account) return false;
    return [entry.name, entry.handle, entry.account?.email ?? ''].some((text) => text.toLowerCase().includes(wanted));
  });
}
