import { toGid } from '../../../core/gid.ts';
import { formatMinor } from '../../../core/money.ts';
import type { Product, StoredFile, Variant } from '../../../core/state.ts';
import { availableOf, filesOf, isOnStorefront } from '../../store/lookup.ts';
import { listConnection, takeFirst } from '../connection.ts';
import type { PageArgs } from '../connection.ts';
import { moneyV2 } from '../context.ts';
import type { Context, View } from '../context.ts';
import { fileView } from './views-file.ts';
import { locationView, metafieldFields, publicationView } from './views-shop.ts';

export function productView(context: Context, product: Product): View {
  const { sandbox, shop } = context;
  const gid = toGid('Product', product.id);
  const media = (): StoredFile[] => filesOf(shop, product.mediaIds);
  const prices = product.variants.map((variant) => variant.priceMinor);
  const published = shop.publications.filter((publication) =>
    product.publishedOn.some((entry) => entry.publicationId === publication.id),
  );
  const publicationCount = (): View => ({ count: published.length, precision: 'EXACT' });
  return {
    __typename: 'Product',
    id: gid,
    legacyResourceId: product.id,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.productType,
    status: product.status,
    tags: product.tags,
    description: () =>
      product.descriptionHtml
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    descriptionHtml: product.descriptionHtml,
    seo: product.seo,
    templateSuffix: product.templateSuffix ?? null,
    category: null,
    isGiftCard: product.productType === 'Gift card',
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    publishedAt: product.publishedOn[0]?.at ?? null,
    onlineStoreUrl: isOnStorefront(shop, product)
      ? `${sandbox.config.publicUrl}/store/${shop.handle}/products/${product.handle}`
      : null,
    onlineStorePreviewUrl: `${sandbox.config.publicUrl}/store/${shop.handle}/products/${product.handle}`,
    totalInventory: () => product.variants.reduce((sum, variant) => sum + availableOf(shop, variant), 0),
    tracksInventory: product.variants.some((variant) => variant.inventory.tracked),
    hasOnlyDefaultVariant: product.variants.length === 1 && product.variants[0]?.title === 'Default Title',
    hasOutOfStockVariants: product.variants.some((variant) => availableOf(shop, variant) <= 0),
    priceRangeV2: {
      minVariantPrice: moneyV2(Math.min(...prices), shop.currency),
      maxVariantPrice: moneyV2(Math.max(...prices), shop.currency),
    },
    options: (args: { first?: number | null }) =>
      takeFirst(product.options, args).map((option) => ({
        __typename: 'ProductOption',
        id: toGid('ProductOption', option.id),
        name: option.name,
        position: product.options.indexOf(option) + 1,
        linkedMetafield: option.linked ?? null,
        values: option.values.map((value) => value.name),
        optionValues: option.values.map((value) => ({
          __typename: 'ProductOptionValue',
          id: toGid('ProductOptionValue', value.id),
          name: value.name,
          linkedMetafieldValue: value.entryGid ?? null,
          hasVariants: product.variants.some((variant) => variant.optionValues.includes(value.name)),
        })),
      })),
    variants: (args: PageArgs) =>
      listConnection(product.variants, args, (variant) => variantView(context, product, variant)),
    variantsCount: { count: product.variants.length, precision: 'EXACT' },
    media: (args: PageArgs) => listConnection(media(), args, (file) => fileView(context, file)),
    mediaCount: { count: product.mediaIds.length, precision: 'EXACT' },
    featuredMedia: () => media().map((file) => fileView(context, file))[0] ?? null,
    publishedOnPublication: (args: { publicationId: string }) =>
      published.some((publication) => toGid('Publication', publication.id) === args.publicationId),
    availablePublicationsCount: publicationCount,
    resourcePublicationsCount: publicationCount,
    resourcePublicationsV2: (args: PageArgs) =>
      listConnection(published, args, (publication) => ({
        isPublished: true,
        publishDate: product.publishedOn.find((entry) => entry.publicationId === publication.id)?.at ?? null,
        publication: publicationView(context, publication),
        publishable: productView(context, product),
      })),
    ...metafieldFields(context, gid),
  };
}

export function variantView(context: Context, product: Product, variant: Variant): View {
  const { shop } = context;
  const gid = toGid('ProductVariant', variant.id);
  const file = variant.mediaId === null ? undefined : shop.files[String(variant.mediaId)];
  return {
    __typename: 'ProductVariant',
    id: gid,
    legacyResourceId: variant.id,
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku || null,
    barcode: variant.barcode,
    price: formatMinor(variant.priceMinor, shop.currency),
    compareAtPrice: variant.compareAtMinor === null ? null : formatMinor(variant.compareAtMinor, shop.currency),
    taxable: variant.taxable,
    inventoryPolicy: variant.inventoryPolicy,
    inventoryQuantity: () => availableOf(shop, variant),
    sellableOnlineQuantity: () => Math.max(0, availableOf(shop, variant)),
    availableForSale: () =>
      !variant.inventory.tracked || variant.inventoryPolicy === 'CONTINUE' || availableOf(shop, variant) > 0,
    position: product.variants.indexOf(variant) + 1,
    createdAt: variant.createdAt,
    updatedAt: variant.updatedAt,
    requiresComponents: false,
    showUnitPrice: false,
    selectedOptions: () =>
      product.options.map((option, index) => ({ name: option.name, value: variant.optionValues[index] ?? '' })),
    product: () => productView(context, product),
    inventoryItem: () => inventoryItemView(context, product, variant),
    media: (args: PageArgs) => listConnection(file ? [file] : [], args, (entry) => fileView(context, entry)),
    ...metafieldFields(context, gid),
  };
}

export function inventoryItemView(context: Context, product: Product, variant: Variant): View {
  const { shop } = context;
  const item = variant.inventory;
  return {
    __typename: 'InventoryItem',
    id: toGid('InventoryItem', item.id),
    legacyResourceId: item.id,
    sku: variant.sku || null,
    tracked: item.tracked,
    requiresShipping: item.requiresShipping,
    unitCost: item.costMinor === null ? null : moneyV2(item.costMinor, shop.currency),
    measurement: {
      __typename: 'InventoryItemMeasurement',
      id: toGid('InventoryItemMeasurement', item.id),
      weight: item.weight,
    },
    createdAt: variant.createdAt,
    updatedAt: variant.updatedAt,
    duplicateSkuCount: 0,
    countryCodeOfOrigin: null,
    harmonizedSystemCode: null,
    locationsCount: { count: item.levels.length, precision: 'EXACT' },
    inventoryLevel: (args: { locationId: string }) =>
      item.levels
        .filter((level) => toGid('Location', level.locationId) === args.locationId)
        .map((level) => levelView(context, product, variant, level))[0] ?? null,
    inventoryLevels: (args: PageArgs) =>
      listConnection(item.levels, args, (level) => levelView(context, product, variant, level)),
    variants: (args: PageArgs) => listConnection([variant], args, () => variantView(context, product, variant)),
  };
}

export function levelView(
  context: Context,
  product: Product,
  variant: Variant,
  level: Variant['inventory']['levels'][number],
): View {
  const location = context.shop.locations.find((candidate) => candidate.id === level.locationId);
  const id = `${toGid('InventoryLevel', level.id)}?inventory_item_id=${variant.inventory.id}`;
  return {
    __typename: 'InventoryLevel',
    id,
    isActive: true,
    canDeactivate: true,
    createdAt: level.updatedAt,
    updatedAt: level.updatedAt,
    location: location ? locationView(context, location) : null,
    item: () => inventoryItemView(context, product, variant),
    quantities: (args: { names: string[] }) =>
      args.names.map((name) => ({
        __typename: 'InventoryQuantity',
        id: `${toGid('InventoryQuantity', level.id)}?name=${name}`,
        name,
        quantity: quantityOf(level, name),
        updatedAt: level.updatedAt,
      })),
  };
}

function quantityOf(level: Variant['inventory']['levels'][number], name: string): number {
  if (name === 'available') return level.available;
  if (name === 'committed') return level.committed;
  return name === 'on_hand' ? level.available + level.committed : 0;
}
