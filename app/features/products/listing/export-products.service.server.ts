import { storeTime } from '#app/core/calendar.ts';
import { asCurrency, formatAmount, type Currency } from '#app/core/money/money.ts';
import { scopeOf, type Viewer } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { isOfferField } from '#app/features/catalog/catalog.ts';
import { readCurated } from '#app/features/specifications/specifications.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv, type Cell } from '#app/server/csv.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { ListFilterQuery } from './product-list.contract.ts';
import * as list from './product-list.repo.server.ts';
import { readFilter } from './product-list.service.server.ts';
import { readableFields } from '../editing/product-specifications.service.server.ts';
import type { StoredMetafield } from '../products.repo.server.ts';

/** Products of one reading; each may have 2,048 variants, which are a row each. */
const PRODUCTS_AT_ONCE = 50;

/** What a row is made of: a variant of a product (none where it has none yet), and what the product says, in its first row. */
type Row = {
  product: list.ListedProduct;
  variant: list.ExportedVariant | undefined;
  content: list.ExportedContent | undefined;
  metafields: readonly StoredMetafield[];
  variantMetafields: readonly StoredMetafield[];
  currency: Currency;
  timezone: string;
};
type Column = { name: string; cell: (row: Row) => Cell };

const amount = ({ currency }: Row, minor: bigint | null | undefined): string =>
  minor === null || minor === undefined ? '' : formatAmount(minor, currency);
const fields = (list: readonly StoredMetafield[]): string =>
  list.length === 0
    ? ''
    : JSON.stringify(list.map(({ namespace, key, type, value }) => ({ namespace, key, type, value })));
const optionColumns = [0, 1, 2].flatMap((at): Column[] => [
  { name: `option${at + 1}_name`, cell: ({ variant }) => variant?.options[at]?.name ?? '' },
  { name: `option${at + 1}_value`, cell: ({ variant }) => variant?.options[at]?.value ?? '' },
]);

/**
 * The columns of the export, which programs read: their names stay English in every language. With what an import reads in
 * them: a row for each variant, rows of one title are one product, an untracked stock in words, pictures with commas between.
 */
const COLUMNS: readonly Column[] = [
  { name: 'product_id', cell: ({ product }) => String(product.id) },
  { name: 'handle', cell: ({ product }) => product.handle },
  { name: 'title', cell: ({ product }) => product.title },
  { name: 'vendor', cell: ({ product }) => product.vendorName },
  { name: 'status', cell: ({ product }) => product.status },
  { name: 'submission', cell: ({ product }) => product.submission },
  { name: 'product_type', cell: ({ product }) => product.productType },
  { name: 'tags', cell: ({ product }) => product.tags.join(', ') },
  { name: 'variant_id', cell: ({ variant }) => (variant ? String(variant.id) : '') },
  { name: 'variant', cell: ({ variant }) => variant?.title ?? '' },
  { name: 'sku', cell: ({ variant }) => variant?.sku ?? '' },
  { name: 'barcode', cell: ({ variant }) => variant?.barcode ?? '' },
  { name: 'price', cell: (row) => amount(row, row.variant?.priceMinor) },
  { name: 'compare_at_price', cell: (row) => amount(row, row.variant?.compareAtMinor) },
  { name: 'currency', cell: ({ currency }) => currency },
  { name: 'stock', cell: ({ variant }) => (variant?.trackStock === false ? UNTRACKED : (variant?.stock ?? 0)) },
  { name: 'stock_tracked', cell: ({ variant }) => (variant?.trackStock === false ? 'false' : 'true') },
  { name: 'weight', cell: ({ variant }) => plainWeight(variant?.weight) },
  { name: 'weight_unit', cell: ({ variant }) => (variant?.weight ? (variant.weightUnit ?? 'KILOGRAMS') : '') },
  { name: 'length', cell: ({ variant }) => variant?.dimensions?.length ?? '' },
  { name: 'width', cell: ({ variant }) => variant?.dimensions?.width ?? '' },
  { name: 'height', cell: ({ variant }) => variant?.dimensions?.height ?? '' },
  { name: 'length_unit', cell: ({ variant }) => variant?.dimensions?.dimUnit ?? '' },
  { name: 'local_pickup', cell: ({ variant }) => (variant ? (variant.localPickup ? 'true' : 'false') : '') },
  ...optionColumns,
  { name: 'images', cell: ({ content }) => formatPictures(content) },
  { name: 'description', cell: ({ content }) => content?.bodyHtml ?? '' },
  { name: 'metafields', cell: ({ metafields }) => fields(metafields) },
  { name: 'variant_metafields', cell: ({ variantMetafields }) => fields(variantMetafields) },
  { name: 'created_at', cell: ({ product, timezone }) => storeTime(product.createdAt, timezone) },
  { name: 'updated_at', cell: ({ product, timezone }) => storeTime(product.platformUpdatedAt, timezone) },
];

/** How an import is told that nobody counts. */
const UNTRACKED = 'Untracked';

/** A weight without needless zeros. */
const plainWeight = (weight: string | null | undefined): string => (weight ? String(Number(weight)) : '');

/** Addresses of pictures; commas and spaces inside them are encoded, as an import separates by both. */
function formatPictures(content: list.ExportedContent | undefined): string {
  return (content?.media ?? [])
    .flatMap(({ contentType, src }) => (contentType === 'IMAGE' && src ? [src] : []))
    .map((src) => src.replaceAll(',', '%2C').replaceAll(' ', '%20'))
    .join(', ');
}

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
  const { timezone } = viewer.store;
  let after: bigint | undefined;
  let ended = false;
  return streamCsv(
    COLUMNS.map(({ name }) => name),
    async () => {
      if (ended) return undefined;
      const from =
        after === undefined ? undefined : { place: { key: String(after), id: after }, towards: 'after' as const };
      const order = { sort: 'ID', reverse: false, from, limit: PRODUCTS_AT_ONCE } as const;
      const { products, rows } = await ctx.db.fast(scope, async (tx) => {
        const found = await list.listProducts(tx, { ...filter, ...order });
        return { products: found, rows: await readRows(tx, viewer, found) };
      });
      after = products.at(-1)?.id;
      ended = products.length < PRODUCTS_AT_ONCE;
      return rows.map((row) => COLUMNS.map(({ cell }) => cell({ ...row, currency, timezone })));
    },
  );
}

/** The rows of a reading. Fields that the marketplace hides from vendors are in none of them. */
async function readRows(
  tx: SqlTx,
  viewer: Viewer,
  products: readonly list.ListedProduct[],
): Promise<Omit<Row, 'currency' | 'timezone'>[]> {
  const ids = products.map(({ id }) => id);
  const variants = await list.listVariantsOf(tx, ids);
  const contents = await list.listContentOf(tx, ids);
  const curated = await readCurated(tx);
  return products.flatMap((product) =>
    (variants.get(product.id) ?? [undefined]).map((variant, index) => {
      // What the product says stands once: many variants of a long description would make a file of many times its size.
      const content = index === 0 ? contents.get(product.id) : undefined;
      const own = readableFields(viewer, curated, 'PRODUCT', content?.metafields ?? []);
      return {
        product,
        variant,
        content,
        metafields: own.filter((field) => !isOfferField(field)),
        variantMetafields: readableFields(viewer, curated, 'PRODUCTVARIANT', variant?.metafields ?? []),
      };
    }),
  );
}
