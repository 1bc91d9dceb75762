import { z } from 'zod';
import { invalidInput } from '#app/core/errors.ts';
import type { SourceProduct, SourceVariant, StoreProduct } from '#app/core/own-store.ts';
import { rule } from '#app/core/rule.ts';
import { MAX_PAGE, type WooClient } from './client.server.ts';
import { decodeEntities } from './entities.ts';

/** Ids of posts: the store counts them from 1. */
const id = z.number().int().positive();
const text = z.string().catch('');

/** What a product and a variation have in common. */
const soldShape = {
  id,
  sku: text,
  global_unique_id: text,
  price: text,
  regular_price: text,
  on_sale: z.boolean().catch(false),
  manage_stock: z.union([z.boolean(), z.literal('parent')]).catch(false),
  stock_quantity: z.number().nullable().catch(null),
  stock_status: text,
  weight: text,
};
const productSchema = z.object({
  ...soldShape,
  name: text,
  status: text,
  type: text,
  description: text,
  short_description: text,
  images: z.array(z.object({ src: z.string() })).catch([]),
  attributes: z.array(z.object({ name: text, variation: z.boolean().catch(false) })).catch([]),
  variations: z.array(id).catch([]),
});
const variationSchema = z.object({
  ...soldShape,
  status: text,
  attributes: z.array(z.object({ name: text, option: text })).catch([]),
});
type Sold = z.output<z.ZodObject<typeof soldShape>>;
type WooProduct = z.output<typeof productSchema>;
type WooVariation = z.output<typeof variationSchema>;

const currencySchema = z.object({ code: z.string() });
const settingSchema = z.object({ value: text });

/** What the weight unit of a store is called here. */
const WEIGHT_UNITS: Readonly<Record<string, string>> = { kg: 'KILOGRAMS', g: 'GRAMS', lbs: 'POUNDS', oz: 'OUNCES' };
/** The value of an option that a variation leaves to the buyer. */
const ANY_VALUE = 'Any';

/** The currency that a store's prices are in. */
export async function readCurrency(client: WooClient): Promise<string> {
  return (await client.find('data/currencies/current', currencySchema))?.code ?? '';
}

/** A page of a store's products by title; a cursor is the number of a page. Throws invalid_input (422) for any other. */
export async function listProducts(
  client: WooClient,
  o: { q: string; after: string | null; limit: number; currency: string },
): Promise<{ products: StoreProduct[]; next: string | null }> {
  if (o.after !== null && !/^[1-9]\d{0,5}$/.test(o.after))
    throw invalidInput([{ path: 'after', rule: 'cursor', message: rule('cursor') }]);
  const page = Number(o.after ?? 1);
  const search = o.q.trim() === '' ? undefined : o.q.trim();
  const query = { page, per_page: o.limit, orderby: 'title', order: 'asc', status: 'any', search };
  const { items, isLast } = await client.list('products', query, productSchema);
  return {
    products: items.map((one) => ({
      id: BigInt(one.id),
      title: decodeEntities(one.name),
      status: toStatus(one),
      image: one.images[0]?.src ?? null,
      variants: Math.max(1, one.variations.length),
      price: { amount: one.price === '' ? '0' : one.price, currency: o.currency },
    })),
    next: isLast ? null : String(page + 1),
  };
}

/** A page of a store's variants: those of a page of its products. */
export async function listVariants(
  client: WooClient,
  after: string | null,
): Promise<{ variants: Pick<SourceVariant, 'id' | 'sku'>[]; next: string | null }> {
  const page = Number(after ?? 1);
  const query = { page, per_page: MAX_PAGE, orderby: 'id', order: 'asc', status: 'any' };
  const { items, isLast } = await client.list('products', query, productSchema);
  const variants: Pick<SourceVariant, 'id' | 'sku'>[] = [];
  for (const one of items) {
    if (one.type !== 'variable') variants.push({ id: BigInt(one.id), sku: one.sku });
    else for (const { id: own, sku } of await readVariations(client, one.id)) variants.push({ id: BigInt(own), sku });
  }
  return { variants, next: isLast ? null : String(page + 1) };
}

/** Products whole. One that the list leaves out is asked for by its id: only what the store says is gone is gone. */
export async function readProducts(client: WooClient, ids: readonly bigint[]): Promise<SourceProduct[]> {
  if (ids.length === 0) return [];
  const query = { include: ids.join(','), per_page: MAX_PAGE, status: 'any' };
  const { items } = await client.list('products', query, productSchema);
  const byId = new Map(items.map((one) => [BigInt(one.id), one]));
  for (const wanted of ids) {
    if (byId.has(wanted)) continue;
    const found = await client.find(`products/${wanted}`, productSchema);
    if (found && found.status !== 'trash') byId.set(wanted, found);
  }
  const unit = await readWeightUnit(client, [...byId.values()]);
  const found: SourceProduct[] = [];
  for (const product of byId.values()) {
    const variations = product.type === 'variable' ? await readVariations(client, product.id) : null;
    found.push(toSource(product, { variations, unit }));
  }
  return found;
}

/** The store's unit of weights, where any has one and whoever made the keys may read it. */
async function readWeightUnit(client: WooClient, products: readonly WooProduct[]): Promise<string | undefined> {
  if (products.every(({ weight, type }) => weight === '' && type !== 'variable')) return undefined;
  const found = await client.find('settings/products/woocommerce_weight_unit', settingSchema).catch(() => undefined);
  return WEIGHT_UNITS[found?.value ?? ''];
}

async function readVariations(client: WooClient, productId: number): Promise<WooVariation[]> {
  const found: WooVariation[] = [];
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const query = { page, per_page: MAX_PAGE, orderby: 'menu_order', order: 'asc' };
    const read = await client.list(`products/${productId}/variations`, query, variationSchema);
    found.push(...read.items);
    ({ isLast } = read);
  }
  return found;
}

/** Groups and products of other shops cannot be put into a cart: they are on sale nowhere but there. */
const SELLABLE = new Set(['simple', 'variable']);
const toStatus = ({ status, type }: Pick<WooProduct, 'status' | 'type'>): StoreProduct['status'] =>
  status === 'publish' && SELLABLE.has(type) ? 'ACTIVE' : 'DRAFT';

function toSource(
  product: WooProduct,
  { variations, unit }: { variations: readonly WooVariation[] | null; unit: string | undefined },
): SourceProduct {
  const names = product.attributes.filter(({ variation }) => variation).map(({ name }) => decodeEntities(name));
  const variants = variations
    ?.filter(({ status }) => status === 'publish')
    .map((one) => toVariant(one, { parent: product, options: toOptions(one, names), unit })) ?? [
    toVariant(product, { parent: product, options: [], unit }),
  ];
  return {
    id: BigInt(product.id),
    title: decodeEntities(product.name),
    // What has no variant that is sold is not on sale.
    status: variants.length === 0 ? 'DRAFT' : toStatus(product),
    bodyHtml: product.description === '' ? product.short_description : product.description,
    images: product.images.map(({ src }) => src),
    variants,
    // A variation's own reports name its product as well.
    stockIds: variants.map((variant) => variant.id),
  };
}

function toOptions({ attributes }: WooVariation, names: readonly string[]): SourceVariant['options'] {
  const values = new Map(attributes.map(({ name, option }) => [decodeEntities(name), decodeEntities(option)]));
  return names.map((name) => ({ name, value: values.get(name) ?? ANY_VALUE }));
}

function toVariant(
  sold: Sold,
  { parent, options, unit }: { parent: Sold; options: SourceVariant['options']; unit: string | undefined },
): SourceVariant {
  const weight = Number(sold.weight === '' ? parent.weight : sold.weight);
  const counted = sold.manage_stock === 'parent' ? parent : sold;
  const isGone = sold.stock_status === 'outofstock';
  return {
    id: BigInt(sold.id),
    sku: sold.sku === parent.sku && sold.id !== parent.id ? '' : sold.sku,
    barcode: sold.global_unique_id,
    price: sold.price,
    compareAt: sold.on_sale && sold.regular_price !== '' ? sold.regular_price : null,
    options,
    // What is not counted is there or not.
    trackStock: counted.manage_stock === true || isGone,
    stock: isGone ? 0 : Math.trunc(counted.manage_stock === true ? (counted.stock_quantity ?? 0) : 0),
    weight: unit !== undefined && weight > 0 ? { value: weight, unit } : null,
  };
}
