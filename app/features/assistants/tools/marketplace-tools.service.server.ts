import { z } from 'zod';
import { appendTo } from '#app/core/append-to.ts';
import { AppError } from '#app/core/errors.ts';
import { foldForSearch } from '#app/core/text/folding.ts';
import { idSchema } from '#app/core/ids.ts';
import { asCurrency, money, toDto, type Money } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import {
  readReconciliationEndpoint,
  reconciliationQuery,
} from '#app/features/finance/reconciliation/reconciliation.contract.ts';
import { readBooks } from '#app/features/finance/reconciliation/reconciliation.service.server.ts';
import { listQuery } from '#app/features/products/listing/product-list.contract.ts';
import { listProducts } from '#app/features/products/listing/product-list.service.server.ts';
import { runProductActionEndpoint } from '#app/features/products/products.contract.ts';
import { runProductAction } from '#app/features/products/review/decide-product.service.server.ts';
import { listChangesEndpoint } from '#app/features/products/review/product-changes.contract.ts';
import { listChanges } from '#app/features/products/review/product-changes.service.server.ts';
import {
  countPendingApplications,
  listPendingApplications,
} from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { countOrdersByVendor } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { countProductsByVendor } from '#app/features/products/listing/product-counts.service.server.ts';
import { listBalances } from '#app/platform/ledger/ledger.service.server.ts';
import { listVendors, type VendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { markUntrusted, MAX_ROWS } from '../assistant-answer.ts';
import { defineReading, defineTool, readInput } from '../tool.server.ts';

const audience = 'marketplace' as const;
const MAX_QUERY = 200;
const MAX_PAGE = 400;
const pageInput = z
  .number(rule('whole_number'))
  .int(rule('whole_number'))
  .min(1, rule('at_least_one'))
  .max(MAX_PAGE)
  .optional();

/** Of the API's list of vendors: who may call it, and with which scope. */
const likeVendors = {
  name: 'vendors.list',
  access: { kind: 'admin', scope: 'vendors:read' },
  limit: undefined,
} as const;

type VendorEntry = {
  vendor: VendorRow;
  orders: { orders: number; unfulfilled: number };
  products: { products: number; draft: number };
  owed: Money[];
};
const SORTS = ['orders', 'owed', 'newest', 'name'] as const;
const COMPARE: Readonly<Record<(typeof SORTS)[number], (one: VendorEntry, other: VendorEntry) => number>> = {
  orders: (one, other) => other.orders.orders - one.orders.orders,
  owed: (one, other) => Number((other.owed[0]?.amountMinor ?? 0n) - (one.owed[0]?.amountMinor ?? 0n)),
  newest: (one, other) => other.vendor.createdAt.getTime() - one.vendor.createdAt.getTime(),
  name: () => 0,
};

/** Every vendor that is not deleted, by name, with its orders, products and what it is owed. */
async function readVendors(tx: SqlTx): Promise<VendorEntry[]> {
  const [orders, products] = [await countOrdersByVendor(tx), await countProductsByVendor(tx)];
  const owed = new Map<bigint, Money[]>();
  for (const { vendorId, currency, payableMinor } of await listBalances(tx))
    if (payableMinor !== 0n) appendTo(owed, vendorId, money(payableMinor, asCurrency(currency)));
  return (await listVendors(tx))
    .filter(({ deletedAt }) => deletedAt === null)
    .map((vendor) => ({
      vendor,
      orders: orders.get(vendor.id) ?? { orders: 0, unfulfilled: 0 },
      products: products.get(vendor.id) ?? { products: 0, draft: 0 },
      owed: owed.get(vendor.id) ?? [],
    }));
}

const listVendorsTool = defineReading({
  name: 'list_vendors',
  title: 'List vendors',
  description:
    'Lists vendors with their orders and products, and what each is owed where the key may read money. 50 a page.',
  audience,
  like: likeVendors,
  input: z.strictObject({
    q: z
      .string()
      .trim()
      .max(MAX_QUERY, rule('max_characters', { maximum: MAX_QUERY }))
      .default(''),
    sort: z.enum(SORTS).default('orders'),
    which: z.enum(['all', 'owed', 'ships', 'drafts']).default('all').meta({
      description: 'owed: something is owed; ships: orders wait to be shipped; drafts: has drafts of products',
    }),
    page: pageInput,
  }),
  run: async (ctx, { q, sort, which, page = 1 }) => {
    const readsMoney = can(ctx.viewer, 'read_finance');
    if ((sort === 'owed' || which === 'owed') && !readsMoney)
      throw new AppError('missing_scope', { scope: 'money:read' });
    const { entries, waiting } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
      entries: await readVendors(tx),
      waiting: await countPendingApplications(tx),
    }));
    const isWanted = {
      all: () => true,
      owed: (one: VendorEntry) => one.owed.length > 0,
      ships: (one: VendorEntry) => one.orders.unfulfilled > 0,
      drafts: (one: VendorEntry) => one.products.draft > 0,
    }[which];
    const words = foldForSearch(q);
    const found = entries
      .filter((one) => isWanted(one) && foldForSearch(one.vendor.name).includes(words))
      .sort(COMPARE[sort]);
    return {
      vendors: found.slice((page - 1) * MAX_ROWS, page * MAX_ROWS).map(({ vendor, orders, products, owed }) => ({
        id: String(vendor.id),
        name: markUntrusted('vendor', vendor.name),
        since: vendor.createdAt.toISOString(),
        orders: orders.orders,
        ordersToShip: orders.unfulfilled,
        products: products.products,
        drafts: products.draft,
        owed: readsMoney ? owed.map(toDto) : null,
        isManagedByMarketplace: vendor.managedByMarketplace,
      })),
      count: found.length,
      applicationsWaiting: waiting,
      next: page * MAX_ROWS < found.length ? { page: page + 1 } : null,
    };
  },
});

const listApprovals = defineReading({
  name: 'list_approvals',
  title: 'List what waits for approval',
  description:
    'New products and changes that wait for the marketplace, the first of each, and applications of vendors where the key may read vendors.',
  audience,
  like: listChangesEndpoint,
  input: z.strictObject({}),
  run: async (ctx) => {
    const products = await listProducts(ctx, readInput(listQuery, { status: 'WAITING' }));
    const changes = await listChanges(ctx, { state: 'open' });
    const applications = ctx.viewer.scopes?.has('vendors:read')
      ? await ctx.db.fast(scopeOf(ctx.viewer), (tx) => listPendingApplications(tx, MAX_ROWS))
      : null;
    return {
      products: products.products.map((row) => ({
        id: row.id,
        title: markUntrusted('vendor', row.title),
        vendor: markUntrusted('vendor', row.vendor),
        price: row.price,
        stock: row.inventoryTotal,
        updatedAt: row.updatedAt,
      })),
      productsWaiting: products.counts.WAITING,
      changes: changes.changes.map((row) => ({
        id: row.id,
        productId: row.productId,
        title: markUntrusted('vendor', row.title),
        vendor: markUntrusted('vendor', row.vendor),
        fields: row.fields,
        since: row.openedAt,
      })),
      changesWaiting: changes.counts.open,
      applications:
        applications?.map((row) => ({
          id: row.id,
          name: markUntrusted('vendor', row.vendorName),
          hint: markUntrusted('vendor', row.hint),
          receivedAt: row.receivedAt,
        })) ?? null,
    };
  },
});

const DECISIONS = { approve: 'approve', send_back: 'unapprove' } as const;
const MAX_NOTE = 2_000;
const decideProduct = defineTool({
  name: 'decide_product',
  title: 'Approve a product or send it back',
  description:
    'Approves a product that waits, which puts it on sale, or sends it back to its vendor with a note. What was decided alike is refused.',
  audience,
  effect: 'changes',
  isRepeatable: false,
  like: runProductActionEndpoint,
  input: z.strictObject({
    productId: idSchema.meta({ description: 'The id of the product, as list_approvals says it' }),
    decision: z.enum(['approve', 'send_back']),
    note: z
      .string()
      .trim()
      .max(MAX_NOTE, rule('max_characters', { maximum: MAX_NOTE }))
      .optional()
      .meta({ description: 'What the vendor reads' }),
  }),
  run: (ctx, { productId, decision, note }) =>
    runProductAction(ctx, { productId, action: DECISIONS[decision], note: note ?? null }),
});

const listFindings = defineReading({
  name: 'list_findings',
  title: 'List what does not add up',
  description:
    'What the last comparison of orders, payouts, balances and ledger found, newest first, with what was expected and what was found.',
  audience,
  like: readReconciliationEndpoint,
  input: z.strictObject({
    state: reconciliationQuery.shape.state,
    page: pageInput,
  }),
  run: async (ctx, input) => {
    const query = readInput(reconciliationQuery, input);
    const { run, counts, pageCount, exceptions } = await readBooks(ctx, query);
    return {
      comparedAt: run?.finishedAt ?? null,
      counts,
      findings: exceptions.map(({ id, kind, vendor, order, payoutId, expected, found, firstSeenAt, setAside }) => ({
        id,
        kind,
        vendor: markUntrusted('vendor', vendor?.name),
        order,
        payoutId,
        expected,
        found,
        since: firstSeenAt,
        setAside: setAside && { at: setAside.at, note: markUntrusted('marketplace', setAside.note) },
      })),
      next: query.page < pageCount ? { page: query.page + 1 } : null,
    };
  },
});

/** What assistants of the marketplace have beyond those of vendors. */
export const marketplaceTools = [listVendorsTool, listApprovals, decideProduct, listFindings];
