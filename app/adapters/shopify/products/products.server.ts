import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type { MetafieldWrite } from './product-input.server.ts';
import {
  DELETE_PRODUCT,
  LIST_PRODUCT_IDS,
  READ_PRODUCTS,
  READ_VARIANTS,
  READ_MEDIA,
  READ_METAFIELDS,
  SET_STATUS,
  type ProductNode,
  type MediaNode,
  type VariantNode,
} from './products.operations.server.ts';
import { completeVariants } from './variant-rest.server.ts';
import type {
  DeleteProductMutation,
  ListProductIdsQuery,
  ReadMediaQuery,
  ReadMetafieldsQuery,
  ReadProductsQuery,
  ReadVariantsQuery,
  SetProductStatusMutation,
} from '../operations.generated.ts';

export type PlatformStatus = 'DRAFT' | 'ACTIVE' | 'ARCHIVED' | 'UNLISTED';
export type PlatformLevel = { locationId: bigint; available: number; at: Date };
export type PlatformVariant = {
  id: bigint;
  position: number;
  title: string;
  sku: string;
  barcode: string;
  /** Decimal strings in the store's currency. */
  price: string;
  compareAt: string | null;
  taxable: boolean;
  options: { name: string; value: string }[];
  inventoryItemId: bigint;
  trackStock: boolean;
  requiresShipping: boolean;
  weight: { value: number; unit: string } | null;
  stock: number;
  levels: PlatformLevel[];
  mediaId: string | null;
  metafields: MetafieldWrite[];
};
export type PlatformMedia = { id: string; src: string | null; alt: string; contentType: string; failed?: string };
export type PlatformProduct = {
  id: bigint;
  title: string;
  handle: string;
  status: PlatformStatus;
  vendor: string;
  productType: string;
  tags: string[];
  bodyHtml: string;
  seo: { title: string; description: string };
  metafields: PlatformMetafield[];
  createdAt: Date;
  updatedAt: Date;
  media: PlatformMedia[];
  options: { id: string; name: string; values: string[] }[];
  /** The platform's ids of the values of each option, in the order of the options. */
  valueIds: ReadonlyMap<string, string>[];
  variants: PlatformVariant[];
};

/** A metafield as it is: `values` are its choices, one for a plain value, several for a list. */
export type PlatformMetafield = MetafieldWrite & { values: string[] };

/** A metafield with its value taken apart: a list type holds JSON. */
export function readMetafield(field: MetafieldWrite): PlatformMetafield {
  const { namespace, key, type, value } = field;
  return { namespace, key, type, value, values: type.startsWith('list.') ? listOf(value) : [value] };
}

function listOf(value: string): string[] {
  try {
    const items: unknown = JSON.parse(value);
    return Array.isArray(items)
      ? items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
      : [value];
  } catch {
    return [value];
  }
}

/** Products are read in groups of this size, so that one reading stays below the platform's limit of 1,000 points. */
const READ_TOGETHER = 5;

/** Reads products whole. Ids that the platform no longer has are left out. */
export async function readProducts(platform: PlatformClient, ids: readonly bigint[]): Promise<PlatformProduct[]> {
  const found: PlatformProduct[] = [];
  for (let at = 0; at < ids.length; at += READ_TOGETHER) {
    const group = ids.slice(at, at + READ_TOGETHER).map((id) => buildGid('Product', id));
    const { nodes } = await platform.query<ReadProductsQuery>(READ_PRODUCTS, { ids: group });
    for (const node of nodes) {
      if (node?.id) found.push(toProduct(await completeNode(platform, node)));
    }
  }
  return found;
}

/** Reads one product whole, or undefined when the platform no longer has it. */
export async function readProduct(platform: PlatformClient, id: bigint): Promise<PlatformProduct | undefined> {
  return (await readProducts(platform, [id]))[0];
}

/** Goes on reading the variants, what hangs on them, media and metafields that did not fit in the first reading. */
async function completeNode(platform: PlatformClient, node: ProductNode): Promise<ProductNode> {
  const variants = [...node.variants.nodes];
  for (let page = node.variants.pageInfo; page.hasNextPage;) {
    const { product }: ReadVariantsQuery = await platform.query<ReadVariantsQuery>(READ_VARIANTS, {
      id: node.id,
      after: page.endCursor,
    });
    if (!product) break;
    variants.push(...product.variants.nodes);
    page = product.variants.pageInfo;
  }
  const media = [...node.media.nodes];
  for (let page = node.media.pageInfo; page.hasNextPage;) {
    const { product }: ReadMediaQuery = await platform.query<ReadMediaQuery>(READ_MEDIA, {
      id: node.id,
      after: page.endCursor,
    });
    if (!product) break;
    media.push(...product.media.nodes);
    page = product.media.pageInfo;
  }
  const metafields = [...node.metafields.nodes];
  for (let page = node.metafields.pageInfo; page.hasNextPage;) {
    const { product }: ReadMetafieldsQuery = await platform.query<ReadMetafieldsQuery>(READ_METAFIELDS, {
      id: node.id,
      after: page.endCursor,
    });
    if (!product) break;
    metafields.push(...product.metafields.nodes);
    page = product.metafields.pageInfo;
  }
  return {
    ...node,
    variants: { ...node.variants, nodes: await completeVariants(platform, variants) },
    media: { ...node.media, nodes: media },
    metafields: { ...node.metafields, nodes: metafields },
  };
}

/** One page of ids in the order of ids, at most ten; `changedSince` leaves out what did not change. */
export async function listProductIds(
  platform: PlatformClient,
  o: { after: string | null; changedSince?: Date },
): Promise<{ ids: bigint[]; next: string | null }> {
  const { products } = await platform.query<ListProductIdsQuery>(LIST_PRODUCT_IDS, {
    first: 10,
    after: o.after,
    query: o.changedSince ? `updated_at:>='${o.changedSince.toISOString()}'` : null,
  });
  const { hasNextPage, endCursor } = products.pageInfo;
  return { ids: products.nodes.map((node) => idOfGid(node.id)), next: hasNextPage ? endCursor : null };
}

/** Sets the state of a product. Returns when the platform changed it; undefined when it has no such product. */
export async function setProductStatus(
  platform: PlatformClient,
  id: bigint,
  status: PlatformStatus,
): Promise<Date | undefined> {
  const { productUpdate } = await platform.mutate<SetProductStatusMutation>(
    SET_STATUS,
    { product: { id: buildGid('Product', id), status } },
    { idempotent: true },
  );
  const { product, userErrors } = requireAnswer(productUpdate);
  if (product) return new Date(product.updatedAt);
  if (userErrors.some((error) => isGone(error.message))) return undefined;
  refuseUserErrors(userErrors);
  return undefined;
}

const isGone = (message: string): boolean => /not exist|not found/i.test(message);

/** Deletes a product; one that is gone already counts as deleted. */
export async function deleteProduct(platform: PlatformClient, id: bigint): Promise<void> {
  const { productDelete } = await platform.mutate<DeleteProductMutation>(
    DELETE_PRODUCT,
    { input: { id: buildGid('Product', id) } },
    { idempotent: true },
  );
  const { userErrors } = requireAnswer(productDelete);
  if (!userErrors.some((error) => isGone(error.message))) refuseUserErrors(userErrors);
}

/** A product as the platform tells it, with everything that hangs on it. */
export function toProduct(node: ProductNode): PlatformProduct {
  return {
    id: idOfGid(node.id),
    title: node.title,
    handle: node.handle,
    status: node.status,
    vendor: node.vendor,
    productType: node.productType,
    tags: node.tags,
    bodyHtml: node.descriptionHtml,
    seo: { title: node.seo.title ?? '', description: node.seo.description ?? '' },
    metafields: node.metafields.nodes.map(readMetafield),
    createdAt: new Date(node.createdAt),
    updatedAt: new Date(node.updatedAt),
    media: node.media.nodes.map(toMedium),
    options: node.options.map((option) => ({
      id: option.id,
      name: option.name,
      values: option.optionValues.map((value) => value.name),
    })),
    valueIds: node.options.map((option) => new Map(option.optionValues.map((value) => [value.name, value.id]))),
    variants: node.variants.nodes.map(toVariant),
  };
}

function toMedium(node: MediaNode): PlatformMedia {
  return {
    id: node.id,
    src: node.preview?.image?.url ?? null,
    alt: node.alt ?? '',
    contentType: node.mediaContentType,
    ...(node.status === 'FAILED' ? { failed: node.mediaErrors?.[0]?.code ?? 'UNKNOWN' } : {}),
  };
}

function toVariant(node: VariantNode): PlatformVariant {
  const { inventoryItem } = node;
  return {
    id: idOfGid(node.id),
    position: node.position,
    title: node.title,
    sku: node.sku ?? '',
    barcode: node.barcode ?? '',
    price: node.price,
    compareAt: node.compareAtPrice,
    taxable: node.taxable,
    options: node.selectedOptions.map(({ name, value }) => ({ name, value })),
    inventoryItemId: idOfGid(inventoryItem.id),
    trackStock: inventoryItem.tracked,
    requiresShipping: inventoryItem.requiresShipping,
    weight: inventoryItem.measurement.weight,
    stock: node.inventoryQuantity ?? 0,
    levels: inventoryItem.inventoryLevels.nodes.map((level) => ({
      locationId: idOfGid(level.location.id),
      available: level.quantities[0]?.quantity ?? 0,
      at: new Date(level.quantities[0]?.updatedAt ?? level.updatedAt),
    })),
    mediaId: node.media.nodes[0]?.id ?? null,
    metafields: node.metafields.nodes.map(({ namespace, key, type, value }) => ({ namespace, key, type, value })),
  };
}
