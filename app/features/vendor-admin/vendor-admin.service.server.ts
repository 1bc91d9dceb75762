import { appendTo } from '#app/core/append-to.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { can, marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  countApplicationsByStatus,
  listPendingApplications,
} from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { listBalances } from '#app/platform/ledger/ledger.service.server.ts';
import { countOrdersByVendor } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { countProductsByVendor } from '#app/features/products/listing/product-counts.service.server.ts';
import { listVendorAccounts } from '#app/platform/identity/users/accounts.service.server.ts';
import { listVendors, type VendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import {
  DIRECTORY_PAGE_SIZE,
  type SwitchableVendorDto,
  type VendorListQuery,
  type VendorRowDto,
} from './vendor-admin.contract.ts';
import {
  encodeVendorListCursor,
  filterVendorList,
  isListed,
  placeAfter,
  sortVendorList,
  type VendorListEntry,
} from './vendor-list.ts';

const PENDING_SHOWN = 50;
/** More are found in the list of vendors. */
const SWITCHABLE_SHOWN = 500;

/** A page of the marketplace's vendors, split by whether they have an account, with counts and pending applications. */
export function readVendorList(ctx: Ctx, query: VendorListQuery) {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { rows, found: _found, ...page } = await readPage(ctx, tx, query);
    return {
      ...page,
      applications: await listPendingApplications(tx, PENDING_SHOWN),
      applicationCounts: await countApplicationsByStatus(tx),
      vendors: rows.filter((row) => row.hasAccount),
      vendorsWithoutAccount: rows.filter((row) => !row.hasAccount),
    };
  });
}

/** The same page as its screen shows it: its rows in their order, and how many vendors were found. */
export function readVendorPage(ctx: Ctx, query: VendorListQuery) {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => readPage(ctx, tx, query));
}

async function readPage(ctx: Ctx, tx: SqlTx, query: VendorListQuery) {
  const all = await readEntries(tx);
  // Who may not read money learns nothing of it by the order and the filters of the list either.
  const entries = can(ctx.viewer, 'read_finance') ? all : all.map((entry) => ({ ...entry, unpaid: [] }));
  const found = sortVendorList(filterVendorList(entries, query), query.sort, query.reverse);
  const from = query.cursor === undefined ? (query.page - 1) * DIRECTORY_PAGE_SIZE : placeAfter(found, query.cursor);
  const until = from + DIRECTORY_PAGE_SIZE;
  const last = found[until - 1];
  const account = entries.filter((entry) => entry.account).length;
  return {
    rows: found.slice(from, until).map(toRow),
    counts: { all: entries.length, account, without: entries.length - account },
    pageCount: Math.max(1, Math.ceil(found.length / DIRECTORY_PAGE_SIZE)),
    cursor: last && until < found.length ? encodeVendorListCursor(until, last.id) : null,
    found: found.length,
  };
}

/** The vendors that an admin may act for, most orders first, then most products: the first 500, and how many there are. */
export async function listSwitchableVendors(ctx: Ctx): Promise<{ vendors: SwitchableVendorDto[]; count: number }> {
  const all = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readEntries);
  const entries = all.filter((entry) => !entry.deleted);
  return {
    vendors: sortVendorList(entries, 'orders').slice(0, SWITCHABLE_SHOWN).map(toSwitchable),
    count: entries.length,
  };
}

function toSwitchable(entry: VendorListEntry): SwitchableVendorDto {
  const { id, vendor, orders, products, unpaid } = toRow(entry);
  const [due] = unpaid;
  return { id, name: vendor, orders, products, ...(due ? { due } : {}) };
}

/** Every vendor of the scope that is listed, with its figures. */
export async function readEntries(tx: SqlTx): Promise<VendorListEntry[]> {
  const vendors = await listVendors(tx);
  const accounts = await listVendorAccounts(tx);
  const figures = await readFigures(tx);
  return vendors.map((vendor) => toEntry(vendor, accounts.get(vendor.id), figures)).filter(isListed);
}

/** One vendor of the scope with its figures; undefined where it is not listed. */
export async function readEntry(
  tx: SqlTx,
  vendor: VendorRow,
  account: VendorListEntry['account'],
): Promise<VendorListEntry | undefined> {
  const entry = toEntry(vendor, account, await readFigures(tx));
  return isListed(entry) ? entry : undefined;
}

type Figures = Awaited<ReturnType<typeof readFigures>>;

/** What vendors have in the store: each kept by the feature that it belongs to. */
async function readFigures(tx: SqlTx) {
  const orders = await countOrdersByVendor(tx);
  const products = await countProductsByVendor(tx);
  const balances = await listBalances(tx);
  const owed = new Map<bigint, VendorListEntry['unpaid']>();
  for (const { vendorId, currency, payableMinor } of balances) {
    if (payableMinor !== 0n) appendTo(owed, vendorId, { amountMinor: payableMinor, currency });
  }
  return { orders, products, owed };
}

function toEntry(
  vendor: VendorRow,
  account: VendorListEntry['account'],
  { orders, products, owed }: Figures,
): VendorListEntry {
  const { id, name, handle, status, createdAt, autoApprove, managedByMarketplace, deletedAt } = vendor;
  return {
    id,
    name,
    handle,
    createdAt,
    autoApprove,
    managed: managedByMarketplace,
    deleted: deletedAt !== null,
    created: status === 'active',
    account,
    orders: orders.get(id)?.orders ?? 0,
    unfulfilled: orders.get(id)?.unfulfilled ?? 0,
    products: products.get(id)?.products ?? 0,
    activeProducts: products.get(id)?.active ?? 0,
    draftProducts: products.get(id)?.draft ?? 0,
    unpaid: owed.get(id) ?? [],
  };
}

/** An entry as it is answered. */
export function toRow(entry: VendorListEntry): VendorRowDto {
  const { account } = entry;
  return {
    id: String(entry.id),
    vendor: entry.name,
    handle: entry.handle,
    createdAt: entry.createdAt.toISOString(),
    hasAccount: account !== undefined,
    isCreated: entry.created,
    email: account?.email ?? null,
    people: account?.people ?? 0,
    hasSignedIn: account?.signedIn ?? false,
    orders: entry.orders,
    unfulfilled: entry.unfulfilled,
    products: entry.products,
    activeProducts: entry.activeProducts,
    draftProducts: entry.draftProducts,
    unpaid: entry.unpaid.map(({ amountMinor, currency }) => toDto(money(amountMinor, asCurrency(currency)))),
    autoApprove: entry.autoApprove,
    isManagedByMarketplace: entry.managed,
    isDeleted: entry.deleted,
  };
}
