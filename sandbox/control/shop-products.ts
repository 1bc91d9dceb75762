import type { Sandbox } from '../core/kernel.ts';
import { Refusal } from '../core/kernel.ts';
import { parseMinor } from '../core/money.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import type { Product, Shop } from '../core/state.ts';
import { createFile } from '../platform/store/files.ts';
import { shopOf } from '../platform/store/lookup.ts';
import { createProduct, deleteProduct, updateProduct, updateVariants } from '../platform/store/products.ts';
import type { ProductWrite, VariantWrite } from '#sandbox/platform/store/write-product.ts';
import { controlBody } from './guard.ts';
import { readFlag, readList, readNumber, readObject, readOneOf, readText, requireText, type Body } from './input.ts';

const STATUSES = ['ACTIVE', 'DRAFT', 'ARCHIVED'] as const;

/** What a merchant does with the products of any shop: makes one, changes it and its variants by SKU, deletes it. */
export function shopProductControlRoutes(sandbox: Sandbox): Route[] {
  return [
    route('POST', '/control/shop-products', (request) => {
      const body = controlBody(request);
      const shop = shopOf(sandbox, requireText(body, 'shop'));
      requireText(body, 'title');
      const variants = readVariants(shop, body);
      const option = readText(body, 'option');
      const values = variants.map(({ value }) => value);
      const originalSource = readText(body, 'image');
      const picture =
        originalSource === undefined ? undefined : createFile(sandbox, shop, { originalSource, contentType: 'IMAGE' });
      const product = createProduct(sandbox, shop, {
        ...readTexts(body),
        ...(option === undefined ? {} : { options: [{ name: option, values }] }),
        ...(picture ? { mediaIds: [picture.id] } : {}),
        variants: variants.map(({ write, value }) => ({
          ...write,
          optionValues: [option === undefined ? 'Default Title' : value],
        })),
      });
      return json(201, { id: String(product.id) });
    }),
    route('POST', '/control/shop-products/{id}', (request) => {
      const body = controlBody(request);
      const shop = shopOf(sandbox, requireText(body, 'shop'));
      const product = requireProduct(shop, request.params['id']);
      if (readFlag(body, 'deleted') === true) {
        deleteProduct(sandbox, shop, product);
        return json(200, { id: String(product.id) });
      }
      updateProduct(sandbox, shop, product, readTexts(body));
      const writes = readVariants(shop, body).map(({ write }): VariantWrite => {
        const variant = product.variants.find(({ sku }) => sku === write.sku);
        if (!variant) throw new Refusal(`There is no variant with the SKU ${write.sku ?? ''}.`, ['variants']);
        return { ...write, id: variant.id };
      });
      if (writes.length > 0) updateVariants(sandbox, shop, product, writes);
      return json(200, { id: String(product.id) });
    }),
  ];
}

function requireProduct(shop: Shop, id: string | undefined): Product {
  const product = shop.products[id ?? ''];
  if (!product) throw new Refusal('There is no such product.', ['id'], 'NOT_FOUND');
  return product;
}

function readTexts(body: Body): ProductWrite {
  const [title, descriptionHtml] = [readText(body, 'title'), readText(body, 'description')];
  const status = readOneOf(body, 'status', STATUSES);
  return {
    ...(title === undefined ? {} : { title }),
    ...(descriptionHtml === undefined ? {} : { descriptionHtml }),
    ...(status === undefined ? {} : { status }),
  };
}

function readVariants(shop: Shop, body: Body): { write: VariantWrite; value: string }[] {
  const [location] = shop.locations;
  return (readList(body, 'variants') ?? []).map((entry) => {
    const variant = readObject(entry, 'variants');
    const [price, stock, sku] = [readText(variant, 'price'), readNumber(variant, 'stock'), readText(variant, 'sku')];
    const priceMinor = price === undefined ? undefined : parseMinor(price, shop.currency);
    if (priceMinor === null) throw new Refusal('price must be an amount.', ['variants']);
    return {
      value: readText(variant, 'value') ?? '',
      write: {
        ...(sku === undefined ? {} : { sku }),
        ...(priceMinor === undefined ? {} : { priceMinor }),
        ...(stock === undefined || !location
          ? {}
          : { tracked: true, stock: [{ locationId: location.id, available: stock }] }),
      },
    };
  });
}
