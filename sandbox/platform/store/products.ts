import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { toGid } from '../../core/gid.ts';
import type { Product, Shop, Variant } from '../../core/state.ts';
import { productPayload } from '../payloads/product.ts';
import { fileUrl } from './files.ts';
import {
  DEFAULT_OPTION,
  freeHandle,
  type VariantWrite,
  type ProductWrite,
  writeProduct,
  writeVariant,
} from './write-product.ts';

/** Makes a product and tells the app (products/create). Its handle is made from the title and is unique. */
export function createProduct(sandbox: Sandbox, shop: Shop, input: ProductWrite): Product {
  const title = (input.title ?? '').trim();
  if (title === '') throw new Refusal("Title can't be blank", ['input', 'title'], 'BLANK');
  const at = sandbox.clock.iso();
  const product: Product = {
    id: nextId(sandbox),
    handle: '',
    title,
    descriptionHtml: '',
    vendor: input.vendor ?? shop.name,
    productType: '',
    status: 'ACTIVE',
    tags: [],
    seo: { title: null, description: null },
    options: [],
    variants: [],
    mediaIds: [],
    publishedOn: [],
    createdAt: at,
    updatedAt: at,
  };
  product.handle = freeHandle(shop, input.handle ?? title, product);
  writeProduct(sandbox, shop, product, {
    ...input,
    handle: undefined,
    options: input.options ?? [DEFAULT_OPTION],
    variants: input.variants ?? [
      { optionValues: (input.options ?? [DEFAULT_OPTION]).map((option) => option.values[0] ?? '') },
    ],
  });
  shop.products[String(product.id)] = product;
  emitProduct(sandbox, shop, product, 'products/create');
  return product;
}

/** Changes a product and tells the app (products/update). */
export function updateProduct(sandbox: Sandbox, shop: Shop, product: Product, input: ProductWrite): void {
  if (input.title?.trim() === '') throw new Refusal("Title can't be blank", ['input', 'title'], 'BLANK');
  writeProduct(sandbox, shop, product, input);
  touchProduct(sandbox, shop, product);
}

/** Changes single variants of a product, the others stay, and tells the app (products/update). */
export function updateVariants(
  sandbox: Sandbox,
  shop: Shop,
  product: Product,
  writes: readonly VariantWrite[],
): Variant[] {
  const changed = writes.map((write, index) => {
    const variant = product.variants.find((candidate) => candidate.id === write.id);
    if (!variant)
      throw new Refusal(
        'Product variant does not exist',
        ['variants', String(index), 'id'],
        'PRODUCT_VARIANT_DOES_NOT_EXIST',
      );
    return { variant, write };
  });
  for (const { variant, write } of changed) writeVariant(sandbox, shop, product, variant, write);
  touchProduct(sandbox, shop, product);
  return changed.map((entry) => entry.variant);
}

/** Removes a product with its metafields and tells the app (products/delete). Orders keep their lines. */
export function deleteProduct(sandbox: Sandbox, shop: Shop, product: Product): void {
  shop.products = Object.fromEntries(Object.entries(shop.products).filter(([id]) => id !== String(product.id)));
  shop.metafields = shop.metafields.filter((metafield) => metafield.ownerGid !== toGid('Product', product.id));
  sandbox.webhooks.emit(shop, 'products/delete', {
    id: product.id,
    admin_graphql_api_id: toGid('Product', product.id),
  });
  sandbox.save();
}

/** Publishes to, or takes from, sales channels. Tells the app only when something changed. */
export function publishProduct(
  sandbox: Sandbox,
  shop: Shop,
  product: Product,
  publicationIds: readonly number[],
  wanted: 'on' | 'off',
): void {
  const before = product.publishedOn.length;
  if (wanted === 'off')
    product.publishedOn = product.publishedOn.filter((entry) => !publicationIds.includes(entry.publicationId));
  else
    for (const publicationId of publicationIds)
      if (!product.publishedOn.some((entry) => entry.publicationId === publicationId))
        product.publishedOn.push({ publicationId, at: sandbox.clock.iso() });
  if (product.publishedOn.length !== before) touchProduct(sandbox, shop, product);
}

/** Notes that a product changed now and tells the app (products/update). */
export function touchProduct(sandbox: Sandbox, shop: Shop, product: Product): void {
  product.updatedAt = sandbox.clock.iso();
  emitProduct(sandbox, shop, product, 'products/update');
}

function emitProduct(sandbox: Sandbox, shop: Shop, product: Product, topic: string): void {
  sandbox.webhooks.emit(
    shop,
    topic,
    productPayload(shop, product, (fileId) => fileUrl(sandbox, shop, fileId)),
  );
  sandbox.save();
}
