import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { pageFields } from '#app/core/paging.ts';
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
  listEndpoint as listVendorsEndpoint,
  vendorListQuery,
} from '#app/features/vendor-admin/vendor-admin.contract.ts';
import { readVendorList } from '#app/features/vendor-admin/vendor-admin.service.server.ts';
import { DIRECTORY_HAVING, DIRECTORY_SORTS } from '#app/features/vendor-admin/vendor-list.ts';
import { listPendingApplications } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { markUntrusted, MAX_ROWS } from '../assistant-answer.ts';
import { defineReading, defineTool, readInput } from '../tool.server.ts';

const audience = 'marketplace' as const;

const listVendorsTool = defineReading({
  name: 'list_vendors',
  title: 'List vendors',
  description:
    'Lists vendors with their orders and products, and what each is owed where the key may read money. 50 a page.',
  audience,
  like: listVendorsEndpoint,
  input: z.strictObject({
    q: vendorListQuery.shape.q.meta({ description: 'Words of names and e-mail addresses' }),
    sort: z.enum(DIRECTORY_SORTS).default('orders'),
    having: z
      .enum(DIRECTORY_HAVING)
      .default('any')
      .meta({ description: 'unpaid: something is owed; waiting: products wait; managed: run by the marketplace' }),
    cursor: pageFields.cursor.meta({ description: 'Goes on where an answer ended' }),
  }),
  run: async (ctx, input) => {
    const { rows, found, cursor, applicationCounts } = await readVendorList(ctx, readInput(vendorListQuery, input));
    return {
      vendors: rows.map((row) => ({
        id: row.id,
        name: markUntrusted('vendor', row.vendor),
        since: row.createdAt,
        hasAccount: row.hasAccount,
        hasSignedIn: row.hasSignedIn,
        orders: row.orders,
        ordersToShip: row.unfulfilled,
        products: row.products,
        drafts: row.draftProducts,
        owed: can(ctx.viewer, 'read_finance') ? row.unpaid : null,
        isManagedByMarketplace: row.isManagedByMarketplace,
        isDeleted: row.isDeleted,
      })),
      count: found,
      applicationsWaiting: applicationCounts.pending,
      next: cursor === null ? null : { cursor },
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
    page: z.number(rule('whole_number')).int(rule('whole_number')).min(1, rule('at_least_one')).optional(),
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
