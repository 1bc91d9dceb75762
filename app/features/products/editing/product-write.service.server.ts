import type {
  MetafieldWrite,
  OptionWrite,
  ProductWrite,
  VariantWrite,
} from '#app/adapters/shopify/products/product-input.server.ts';
import type { PlatformProduct, PlatformVariant } from '#app/adapters/shopify/products/products.server.ts';
import type { StockChange } from '#app/adapters/shopify/products/stock.server.ts';
import { invariant } from '#app/core/invariant.ts';
import { apartFromLinked, withLinks, type Links } from './linked-options.service.server.ts';
import type { OwnFacts } from '../mirror/mirror.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';

type WriteParts = {
  vendor: string;
  media: ProductWrite['media'];
  bodyHtml: string;
  locationId: bigint | undefined;
  /** The options that take their values from a specification. */
  links: Links;
  /** The product as it is, for a change. */
  live?: PlatformProduct;
};
type Variant = ProductInput['variants'][number];

/** A checked product as the adapter writes it. */
export function toWrite(input: ProductInput, o: WriteParts): ProductWrite {
  const listed = input.options.map((option) => ({
    name: option.name,
    values: new Map(option.values.map((value) => [fold(value), value])),
  }));
  return {
    title: input.title,
    bodyHtml: o.bodyHtml,
    vendor: o.vendor,
    seo: input.seo,
    media: o.media,
    options: withLinks(computeOptions(input, o.live), o.links),
    variants: input.variants.map((variant) => toVariantWrite(variant, listed, o.locationId)),
    // A list of productSet is the whole list: of a product that is there, fields are written by themselves.
    metafields: o.live ? [] : filled(apartFromLinked(input.metafields, o.links).now),
  };
}

const filled = (fields: ProductInput['metafields']): MetafieldWrite[] =>
  fields.flatMap(({ namespace, key, value, type }) => (value === '' ? [] : [{ namespace, key, value, type }]));

/** The options with the platform's ids of those that stay, also under new names. */
function computeOptions(input: ProductInput, live: PlatformProduct | undefined): OptionWrite[] {
  const known = new Map(live?.variants.map((variant) => [variant.id, variant.options]));
  return input.options.map((option) => {
    const at = live?.options.findIndex((old) => (option.id ? old.id === option.id : old.name === option.name)) ?? -1;
    const old = live?.options[at];
    const ids = live?.valueIds[at];
    if (!old || !ids) return { name: option.name, values: option.values.map((name) => ({ name })) };
    const renamed = renamedFrom({ name: option.name, before: old, values: option.values }, input.variants, known);
    const values = option.values.map((name) => {
      const id = ids.get(name) ?? ids.get(renamed.get(name) ?? '');
      return id === undefined ? { name } : { id, name };
    });
    return { id: old.id, name: option.name, values };
  });
}

/** Which old value each new one was: the one that the same variant had, where it is nowhere any more. */
function renamedFrom(
  option: { name: string; before: { name: string; values: readonly string[] }; values: readonly string[] },
  variants: readonly Variant[],
  known: ReadonlyMap<bigint, readonly { name: string; value: string }[]>,
): Map<string, string> {
  const now = new Set(option.values);
  const old = new Set(option.before.values);
  const taken = new Set<string>();
  const renamed = new Map<string, string>();
  for (const variant of variants) {
    const value = variant.options.find((choice) => fold(choice.name) === fold(option.name))?.value ?? '';
    const before = known.get(variant.id ?? 0n)?.find((choice) => choice.name === option.before.name)?.value;
    if (before === undefined || now.has(before) || old.has(value) || renamed.has(value) || taken.has(before)) continue;
    taken.add(before);
    renamed.set(value, before);
  }
  return renamed;
}

type Listed = { name: string; values: ReadonlyMap<string, string> };

function toVariantWrite(variant: Variant, options: readonly Listed[], locationId: bigint | undefined): VariantWrite {
  const isNew = variant.id === undefined;
  return {
    ...(variant.id === undefined ? {} : { id: variant.id }),
    options: options.map((option) => ({ name: option.name, value: computeValue(variant, option) })),
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
    metafields: isNew ? filled(variant.metafields) : [],
  };
}

const fold = (text: string): string => text.trim().toLocaleLowerCase('en');

/** The value as the option lists it, whatever case the variant wrote it in. */
function computeValue(variant: Variant, option: Listed): string {
  const chosen = variant.options.find((choice) => fold(choice.name) === fold(option.name));
  const listed = option.values.get(fold(chosen?.value ?? ''));
  invariant(listed !== undefined, 'the variants were checked against the options');
  return listed;
}

/** The stock that shall be: the difference from what the editor showed, or the number itself when nothing was shown. */
export function wantedStock(variant: Variant, live: PlatformVariant): number {
  const wanted = variant.stock ?? 0;
  return variant.stockWas === null ? wanted : live.stock + (wanted - variant.stockWas);
}

/** What to change at which location, so that the total becomes what was asked. Written only over what was read. */
export function stockChanges(
  input: ProductInput,
  live: PlatformProduct,
  locationId: bigint | undefined,
): StockChange[] {
  const known = new Map(live.variants.map((variant) => [variant.id, variant]));
  return input.variants.flatMap((variant) => {
    const old = known.get(variant.id ?? 0n);
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

/** What only we keep of the variants: dimensions when all three are there, and pick-up. */
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
      };
    }),
  };
}
