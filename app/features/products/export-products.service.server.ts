import { asCurrency, formatAmount } from '#app/core/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv, type Cell } from '#app/server/csv.server.ts';
import type { ListFilterQuery } from './product-list.contract.ts';
import * as list from './product-list.repo.server.ts';
import { readFilter } from './product-list.service.server.ts';

/** Products of one reading; each may have 2,048 variants, which are a row each. */
const PRODUCTS_AT_ONCE = 50;

/** The columns of the export, which programs read: their names stay English in every language. */
const COLUMNS = [
  'product_id',
  'handle',
  'title',
  'vendor',
  'status',
  'submission',
  'product_type',
  'tags',
  'variant_id',
  'variant',
  'sku',
  'barcode',
  'price',
  'compare_at_price',
  'currency',
  'stock',
  'stock_tracked',
  'created_at',
  'updated_at',
] as const;

/**
 * The products that a filter finds as CSV, a row for each variant, read some at a time while it is sent. They come in the
 * order of their ids, so that one that is changed meanwhile is neither missed nor there twice. That somebody took it is noted.
 * Another vendor's or an unknown name is not_found (404).
 */
export async function exportProducts(ctx: Ctx, query: ListFilterQuery): Promise<ReadableStream<Uint8Array>> {
  const { viewer } = ctx;
  const scope = scopeOf(viewer);
  const filter = await ctx.db.fast(scope, async (tx) => {
    const found = await readFilter(tx, query);
    await recordAudit(tx, [
      {
        subject: 'product',
        subjectId: 'all',
        vendorId: viewer.vendorScope === '*' ? null : viewer.vendorScope,
        action: 'exported',
        actor: viewer.actor,
        at: ctx.clock.now(),
      },
    ]);
    return found;
  });
  const currency = asCurrency(viewer.store.currency);
  let after: bigint | undefined;
  let ended = false;
  return streamCsv(COLUMNS, async () => {
    if (ended) return undefined;
    const from =
      after === undefined ? undefined : { place: { key: String(after), id: after }, towards: 'after' as const };
    const { products, variants } = await ctx.db.fast(scope, async (tx) => {
      const rows = await list.listProducts(tx, {
        ...filter,
        sort: 'ID',
        reverse: false,
        from,
        limit: PRODUCTS_AT_ONCE,
      });
      return {
        products: rows,
        variants: await list.listVariantsOf(
          tx,
          rows.map((row) => row.id),
        ),
      };
    });
    after = products.at(-1)?.id;
    ended = products.length < PRODUCTS_AT_ONCE;
    return products.flatMap((product) =>
      (variants.get(product.id) ?? [undefined]).map((variant) => cellsOf(product, variant, currency)),
    );
  });
}

function cellsOf(
  product: list.ListedProduct,
  variant: list.ExportedVariant | undefined,
  currency: ReturnType<typeof asCurrency>,
): Cell[] {
  const amount = (minor: bigint | null | undefined) =>
    minor === null || minor === undefined ? '' : formatAmount(minor, currency);
  return [
    String(product.id),
    product.handle,
    product.title,
    product.vendorName,
    product.status,
    product.submission,
    product.productType,
    product.tags.join(', '),
    variant ? String(variant.id) : '',
    variant?.title ?? '',
    variant?.sku ?? '',
    variant?.barcode ?? '',
    amount(variant?.priceMinor),
    amount(variant?.compareAtMinor),
    currency,
    variant?.stock ?? 0,
    variant?.trackStock === false ? 'false' : 'true',
    product.createdAt.toISOString(),
    product.platformUpdatedAt.toISOString(),
  ];
}
