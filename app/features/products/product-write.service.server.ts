import type { ProductWrite, VariantWrite } from '#app/adapters/shopify/product-input.server.ts';
import type { PlatformProduct, PlatformVariant, StockChange } from '#app/adapters/shopify/products.server.ts';
import { invariant } from '#app/core/invariant.ts';
import type { OwnFacts } from './mirror.service.server.ts';
import type { ProductInput } from './products.contract.ts';

type WriteParts = { vendor: string; media: ProductWrite['media']; bodyHtml: string; locationId: bigint | undefined };

/** A checked product as the adapter writes it. */
export function toWrite(input: ProductInput, o: WriteParts): ProductWrite {
  return {
    title: input.title,
    bodyHtml: o.bodyHtml,
    vendor: o.vendor,
    seo: input.seo,
    media: o.media,
    options: input.options.map(({ name, values }) => ({ name, values })),
    variants: input.variants.map((variant) => toVariantWrite(variant, input, o.locationId)),
    metafields: input.metafields.map(({ namespace, key, value, type }) => ({ namespace, key, value, type })),
  };
}

function toVariantWrite(
  variant: ProductInput['variants'][number],
  input: ProductInput,
  locationId: bigint | undefined,
): VariantWrite {
  const isNew = variant.id === undefined;
  return {
    ...(variant.id === undefined ? {} : { id: variant.id }),
    options: input.options.map((option) => ({ name: option.name, value: valueOf(variant, option) })),
    price: variant.price,
    compareAt: variant.compareAt,
    sku: variant.sku,
    barcode: variant.barcode,
    taxable: variant.taxable,
    trackStock: variant.trackStock,
    requiresShipping: variant.requiresShipping,
    weight:
      variant.weight === null
        ? { value: 0, unit: variant.weightUnit }
        : { value: variant.weight, unit: variant.weightUnit },
    mediaId: variant.media ?? null,
    ...(isNew && variant.trackStock && locationId !== undefined
      ? { stock: { locationId, available: variant.stock ?? 0 } }
      : {}),
    metafields: variant.metafields.map(({ namespace, key, value, type }) => ({ namespace, key, value, type })),
  };
}

/** The value as the option lists it, whatever case the variant wrote it in. */
function valueOf(variant: ProductInput['variants'][number], option: ProductInput['options'][number]): string {
  const fold = (text: string) => text.trim().toLocaleLowerCase('en');
  const chosen = variant.options.find((choice) => fold(choice.name) === fold(option.name));
  const listed = option.values.find((value) => fold(value) === fold(chosen?.value ?? ''));
  invariant(listed !== undefined, 'the variants were checked against the options');
  return listed;
}

/** The stock that shall be: the difference from what the editor showed, or the number itself when nothing was shown. */
export function wantedStock(variant: ProductInput['variants'][number], live: PlatformVariant): number {
  const wanted = variant.stock ?? 0;
  return variant.stockWas === null ? wanted : live.stock + (wanted - variant.stockWas);
}

/** What to change at which location, so that the total becomes what was asked. Written only over what was read. */
export function stockChanges(
  input: ProductInput,
  live: PlatformProduct,
  locationId: bigint | undefined,
): StockChange[] {
  return input.variants.flatMap((variant) => {
    const old = live.variants.find((one) => one.id === variant.id);
    if (!old || !variant.trackStock || locationId === undefined) return [];
    const difference = wantedStock(variant, old) - old.stock;
    if (difference === 0) return [];
    const level = old.levels.find((one) => one.locationId === locationId) ?? old.levels[0];
    return [
      {
        inventoryItemId: old.inventoryItemId,
        locationId: level?.locationId ?? locationId,
        from: level?.available ?? null,
        to: (level?.available ?? 0) + difference,
      },
    ];
  });
}

/** What only we keep of the variants: dimensions when all three are there, pick-up, and the fields that were written. */
export function ownFacts(input: ProductInput): OwnFacts {
  return {
    variants: input.variants.map((variant) => {
      const { width, height, length, dimUnit } = variant.dimensions ?? {
        width: null,
        height: null,
        length: null,
        dimUnit: 'cm',
      };
      const complete = width !== null && height !== null && length !== null;
      return {
        dimensions: complete ? { width, height, length, dimUnit } : null,
        localPickup: variant.localPickup?.enabled ?? false,
        metafields: variant.metafields.map(({ namespace, key, value, type }) => ({ namespace, key, value, type })),
      };
    }),
  };
}
