import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { listProductsEndpoint, listQuery } from '#app/features/products/listing/product-list.contract.ts';
import { listProducts } from '#app/features/products/listing/product-list.service.server.ts';
import { STOCK_FILTERS } from '#app/features/products/product.ts';
import { readProductEndpoint } from '#app/features/products/products.contract.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import { setStockAndPrices } from '#app/features/products/stock-and-prices/set-stock-and-prices.service.server.ts';
import {
  setStockAndPricesEndpoint,
  stockAndPricesBody,
} from '#app/features/products/stock-and-prices/stock-and-prices.contract.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { markUntrusted, MAX_ROWS, takeRows } from '../assistant-answer.ts';
import { nameVendor } from '../name-vendor.ts';
import { defineReading, defineTool, readInput } from '../tool.server.ts';

const STATUSES = { all: 'ALL', active: 'ACTIVE', draft: 'DRAFT', waiting: 'WAITING' } as const;
const ORDERS = { newest: 'UPDATED_AT', fewest: 'INVENTORY_TOTAL', title: 'TITLE', best: 'RELEVANCE' } as const;
const toNames = <Name extends string>(of: Record<Name, string>) => Object.keys(of) as [Name, ...Name[]];

const MAX_QUERY = 100;
const MAX_CURSOR = 600;
const listInput = z.strictObject({
  q: z
    .string()
    .trim()
    .max(MAX_QUERY, rule('max_characters', { maximum: MAX_QUERY }))
    .default('')
    .meta({ description: 'Words of titles, or SKUs' }),
  status: z
    .enum(toNames(STATUSES))
    .default('all')
    .meta({ description: 'waiting: drafts that wait for the approval of the marketplace' }),
  stock: z.enum(STOCK_FILTERS).default('any').meta({ description: 'oos: out of stock' }),
  sort: z.enum(toNames(ORDERS)).default('newest').meta({ description: 'fewest: those with the lowest stock first' }),
  after: z.string().max(MAX_CURSOR).optional().meta({ description: 'Goes on where an answer ended' }),
});

const listProductsTool = defineReading({
  name: 'list_products',
  title: 'List products',
  description:
    'Lists products: by words, out of stock, with the lowest stock first, or waiting for approval. 25 a page.',
  like: listProductsEndpoint,
  input: listInput,
  run: async (ctx, { q, status, stock, sort, after }) => {
    const query = readInput(listQuery, { q, status: STATUSES[status], stock, sort: ORDERS[sort], after });
    const { products, counts, cursor } = await listProducts(ctx, query);
    return {
      products: products.map((row) => ({
        id: row.id,
        ...nameVendor(ctx, row.vendor),
        title: markUntrusted('vendor', row.title),
        status: row.status,
        submission: row.submission,
        price: row.price,
        stock: row.inventoryTotal,
        variants: row.variantCount,
        updatedAt: row.updatedAt,
      })),
      counts: { all: counts.ALL, active: counts.ACTIVE, draft: counts.DRAFT, waiting: counts.WAITING },
      next: cursor === null ? null : { after: cursor },
    };
  },
});

const getProduct = defineReading({
  name: 'get_product',
  title: 'Read a product',
  description: 'One product with the SKU, price and stock of its variants, and what the marketplace says of it.',
  like: readProductEndpoint,
  input: z.strictObject({
    productId: idSchema.meta({ description: 'The id of the product, as list_products says it' }),
  }),
  run: async (ctx, { productId }) => {
    const { product, notes, change } = await readProduct(ctx, productId);
    const variants = takeRows(product.variants);
    return {
      id: product.id,
      title: markUntrusted('vendor', product.title),
      description: markUntrusted('vendor', product.bodyHtml),
      status: product.status,
      submission: product.submission,
      currency: product.currency,
      updatedAt: product.updatedAt,
      variants: variants.rows.map((one) => ({
        id: one.id,
        title: markUntrusted('vendor', one.title),
        sku: one.sku,
        price: one.price,
        compareAtPrice: one.compareAt,
        stock: one.trackStock ? one.stock : null,
      })),
      moreVariants: variants.more,
      waitingForMarketplace:
        change && change.waiting.length > 0 ? { fields: change.waiting, since: change.since } : null,
      comments: notes.slice(0, MAX_COMMENTS).map(({ role, text, createdAt }) => ({
        at: createdAt,
        text: markUntrusted(role === 'admin' ? 'marketplace' : 'vendor', text),
      })),
    };
  },
});

const MAX_COMMENTS = 10;

const MAX_SKU = 255;
const MAX_STOCK = 1_000_000_000;
const price = z.union([z.string().trim().max(40), z.number()]);
const setInput = z.strictObject({
  items: z
    .array(
      z.strictObject({
        sku: z
          .string(rule('required_field'))
          .trim()
          .min(1, rule('required_field'))
          .max(MAX_SKU, rule('max_characters', { maximum: MAX_SKU })),
        stock: z
          .number()
          .int(rule('whole_number'))
          .min(0, rule('min_number', { minimum: 0 }))
          .max(MAX_STOCK)
          .optional()
          .meta({ description: 'What shall be available in all' }),
        price: price.optional().meta({ description: 'In the currency of the store; needs the scope products:write' }),
        compareAtPrice: price.nullable().optional().meta({ description: 'The price before; null takes it away' }),
      }),
    )
    .min(1, rule('required'))
    .max(MAX_ROWS, rule('max_at_once', { maximum: MAX_ROWS })),
});

const setStockAndPricesTool = defineTool({
  name: 'set_stock_and_prices',
  title: 'Set stock and prices',
  description:
    'Sets stock and prices of up to 50 SKUs, with an answer for each: changed, unchanged, held (the price waits for the marketplace) or refused.',
  effect: 'changes',
  isRepeatable: true,
  like: setStockAndPricesEndpoint,
  input: setInput,
  run: async (ctx, input) => {
    const t = translate(ctx.viewer.locale);
    const { items, ...counts } = await setStockAndPrices(ctx, readInput(stockAndPricesBody, input));
    return {
      ...counts,
      currency: ctx.viewer.store.currency,
      items: items.map(({ sku, outcome, refusal }) => ({
        sku,
        outcome,
        refusal: refusal && refusalText(t, refusal),
      })),
    };
  },
});

/** What assistants find and do about products. */
export const productTools = [listProductsTool, getProduct, setStockAndPricesTool];
