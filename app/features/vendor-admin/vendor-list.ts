import { foldForSearch } from '#app/core/text/folding.ts';
/** A vendor with what it has in the store, as the marketplace's list shows it. */
export type VendorListEntry = {
  id: bigint;
  name: string;
  handle: string;
  createdAt: Date;
  /** It was made a vendor; a name that only products or orders carry was not. */
  created: boolean;
  account: { email: string; people: number; signedIn: boolean } | undefined;
  orders: number;
  unfulfilled: number;
  products: number;
  activeProducts: number;
  draftProducts: number;
  /** What it is owed, by currency; nothing owed is left out. */
  unpaid: { amountMinor: bigint; currency: string }[];
  autoApprove: boolean | null;
  managed: boolean;
  /** Its account was taken away; it stays listed while something carries its name. */
  deleted: boolean;
};

export const DIRECTORY_SORTS = ['orders', 'products', 'name', 'unpaid', 'newest'] as const;
export type VendorListSort = (typeof DIRECTORY_SORTS)[number];
export const DIRECTORY_VIEWS = ['all', 'account', 'without'] as const;
export type VendorListView = (typeof DIRECTORY_VIEWS)[number];
/** What a list can be narrowed to: those who are owed something, have products that wait, are run by the marketplace. */
export const DIRECTORY_HAVING = ['any', 'unpaid', 'waiting', 'managed', 'invited'] as const;
export type VendorListHaving = (typeof DIRECTORY_HAVING)[number];

/** Whether the directory lists a vendor at all: a deleted one only while orders, products or money carry its name. */
export function isListed(entry: VendorListEntry): boolean {
  return !entry.deleted || entry.orders > 0 || entry.products > 0 || entry.unpaid.length > 0;
}

/** Entries in the order of a sort, or turned round; the default is by orders, then by products, most first, then by name. */
export function sortVendorList(
  entries: readonly VendorListEntry[],
  sort: VendorListSort,
  isReversed = false,
): VendorListEntry[] {
  const byName = (a: VendorListEntry, b: VendorListEntry) => a.name.localeCompare(b.name) || Number(a.id - b.id);
  const owed = (entry: VendorListEntry) => entry.unpaid[0]?.amountMinor ?? 0n;
  const orders: Record<VendorListSort, (a: VendorListEntry, b: VendorListEntry) => number> = {
    orders: (a, b) => b.orders - a.orders || b.products - a.products,
    products: (a, b) => b.products - a.products || b.orders - a.orders,
    unpaid: (a, b) => (owed(a) === owed(b) ? 0 : owed(b) > owed(a) ? 1 : -1),
    newest: (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
    name: () => 0,
  };
  const sorted = [...entries].sort((a, b) => orders[sort](a, b) || byName(a, b));
  return isReversed ? sorted.reverse() : sorted;
}

const HAS: Record<VendorListHaving, (entry: VendorListEntry) => boolean> = {
  any: () => true,
  unpaid: (entry) => entry.unpaid.length > 0,
  waiting: (entry) => entry.draftProducts > 0,
  managed: (entry) => entry.managed,
  invited: (entry) => entry.account !== undefined && !entry.account.signedIn,
};

/** Entries of a view whose name, handle or address holds the searched text, and that have what was asked for. */
export function filterVendorList(
  entries: readonly VendorListEntry[],
  o: { view: VendorListView; q: string; having: VendorListHaving },
): VendorListEntry[] {
  const wanted = foldForSearch(o.q);
  return entries.filter((entry) => {
    if (!HAS[o.having](entry)) return false;
    if (o.view === 'account' && !entry.account) return false;
    if (o.view === 'without' && entry.account) return false;
    return [entry.name, entry.handle, entry.account?.email ?? ''].some((text) => foldForSearch(text).includes(wanted));
  });
}

/** The place after an entry: where it stood, and whose it was, so that going on skips and repeats nobody. */
export const encodeVendorListCursor = (index: number, id: bigint): string => `${index}.${id}`;
const PLACE = /^(\d{1,6})\.(\d{1,19})$/;
export const isVendorListCursor = (text: string): boolean => PLACE.test(text);

/** From where a list goes on after a place: behind that entry wherever it stands now, else where it stood. */
export function placeAfter(entries: readonly VendorListEntry[], place: string): number {
  const [, index = '0', id = '0'] = PLACE.exec(place) ?? [];
  const now = entries.findIndex((entry) => entry.id === BigInt(id));
  return now >= 0 ? now + 1 : Math.min(Number(index), entries.length);
}
