import { toGid } from '../../core/gid.ts';
import { formatMinor } from '../../core/money.ts';
import type { Product, Shop, StoredFile, Variant } from '../../core/state.ts';
import { filesOf } from '../store/lookup.ts';
import { restTime } from './shape.ts';

type Json = Record<string, unknown>;

const MEDIA_TYPES: Record<StoredFile['kind'], string> = {
  IMAGE: 'MediaImage',
  VIDEO: 'Video',
  EXTERNAL_VIDEO: 'ExternalVideo',
  FILE: 'GenericFile',
};

/** The body of products/create and products/update. `imageUrl` gives the address of a file. */
export function productPayload(shop: Shop, product: Product, imageUrl: (fileId: number) => string): Json {
  const media = filesOf(shop, product.mediaIds);
  const time = (iso: string): string => restTime(iso, shop.timezone);
  return {
    id: product.id,
    admin_graphql_api_id: toGid('Product', product.id),
    body_html: product.descriptionHtml,
    created_at: time(product.createdAt),
    handle: product.handle,
    product_type: product.productType,
    published_at: product.publishedOn[0] ? time(product.publishedOn[0].at) : null,
    template_suffix: null,
    title: product.title,
    updated_at: time(product.updatedAt),
    vendor: product.vendor,
    status: product.status.toLowerCase(),
    published_scope: 'global',
    tags: product.tags.join(', '),
    variants: listSentVariants(product).map(({ variant, position }) =>
      variantPayload(shop, product, variant, position),
    ),
    options: product.options.map((option, index) => ({
      name: option.name,
      id: option.id,
      product_id: product.id,
      position: index + 1,
      values: option.values.map((value) => value.name),
    })),
    images: media
      .filter(({ kind }) => kind === 'IMAGE')
      .map((file, index) => ({
        id: file.id,
        product_id: product.id,
        position: index + 1,
        alt: file.alt || null,
        width: file.width,
        height: file.height,
        src: imageUrl(file.id),
        admin_graphql_api_id: toGid('ProductImage', file.id),
        variant_ids: [],
      })),
    media: media.map((file, index) => ({
      id: file.id,
      product_id: product.id,
      position: index + 1,
      alt: file.alt || null,
      status: file.status,
      media_content_type: file.kind,
      admin_graphql_api_id: toGid(MEDIA_TYPES[file.kind], file.id),
    })),
    variant_gids: product.variants.map((variant) => ({
      admin_graphql_api_id: toGid('ProductVariant', variant.id),
      updated_at: variant.updatedAt,
    })),
    category: null,
  };
}

/** The platform tells of the hundred variants that changed last, and names all in `variant_gids`. */
const MAX_VARIANTS_SENT = 100;

function listSentVariants(product: Product): { variant: Variant; position: number }[] {
  const all = product.variants.map((variant, index) => ({ variant, position: index + 1 }));
  if (all.length <= MAX_VARIANTS_SENT) return all;
  const latest = [...all].sort(
    (one, other) => other.variant.updatedAt.localeCompare(one.variant.updatedAt) || one.position - other.position,
  );
  return latest.slice(0, MAX_VARIANTS_SENT).sort((one, other) => one.position - other.position);
}

function variantPayload(shop: Shop, product: Product, variant: Variant, position: number): Json {
  const [option1 = null, option2 = null, option3 = null] = variant.optionValues;
  return {
    id: variant.id,
    admin_graphql_api_id: toGid('ProductVariant', variant.id),
    barcode: variant.barcode,
    compare_at_price: variant.compareAtMinor === null ? null : formatMinor(variant.compareAtMinor, shop.currency),
    created_at: restTime(variant.createdAt, shop.timezone),
    inventory_policy: variant.inventoryPolicy.toLowerCase(),
    position,
    price: formatMinor(variant.priceMinor, shop.currency),
    product_id: product.id,
    sku: variant.sku,
    taxable: variant.taxable,
    title: variant.title,
    updated_at: restTime(variant.updatedAt, shop.timezone),
    option1,
    option2,
    option3,
    image_id: variant.mediaId,
    inventory_item_id: variant.inventory.id,
    inventory_quantity: variant.inventory.levels.reduce((sum, level) => sum + level.available, 0),
    old_inventory_quantity: variant.inventory.levels.reduce((sum, level) => sum + level.available, 0),
  };
}

/** The body of inventory_levels/update. */
export function inventoryLevelPayload(
  shop: Shop,
  variant: Variant,
  level: Variant['inventory']['levels'][number],
): Json {
  return {
    inventory_item_id: variant.inventory.id,
    location_id: level.locationId,
    available: level.available,
    updated_at: restTime(level.updatedAt, shop.timezone),
    admin_graphql_api_id: `gid://shopify/InventoryLevel/${level.id}?inventory_item_id=${variant.inventory.id}`,
  };
}
