import { type Sandbox, Refusal, nextId } from '#sandbox/core/kernel.ts';
import type { Shop, Product, Variant, ProductStatus, InventoryItem } from '#sandbox/core/state.ts';
import { levelOf, moveStock } from './inventory.ts';
import { valuesOfLink, writeLinkedMetafields, type LinkWrite } from './linked-options.ts';

export function writeProduct(sandbox: Sandbox, shop: Shop, product: Product, input: ProductWrite): void {
  if (input.title !== undefined) product.title = input.title.trim().slice(0, 255);
  if (input.handle !== undefined) product.handle = freeHandle(shop, input.handle, product);
  if (input.descriptionHtml !== undefined) product.descriptionHtml = input.descriptionHtml;
  if (input.vendor !== undefined) product.vendor = input.vendor;
  if (input.productType !== undefined) product.productType = input.productType;
  if (input.templateSuffix !== undefined) product.templateSuffix = input.templateSuffix;
  if (input.status !== undefined) product.status = input.status;
  if (input.tags !== undefined)
    product.tags = [...new Set(input.tags.map((tag) => tag.trim()).filter(Boolean))].sort((a, b) =>
      a.localeCompare(b, 'en'),
    );
  if (input.seo !== undefined)
    product.seo = { title: input.seo.title ?? null, description: input.seo.description ?? null };
  if (input.mediaIds !== undefined) product.mediaIds = [...input.mediaIds];
  if (input.options !== undefined) writeOptions(sandbox, shop, product, input.options);
  if (input.variants !== undefined) replaceVariants(sandbox, shop, product, input.variants);
}

function writeOptions(
  sandbox: Sandbox,
  shop: Shop,
  product: Product,
  options: readonly NonNullable<ProductWrite['options']>[number][],
): void {
  if (options.length > 3)
    throw new Refusal('Can only specify a maximum of 3 options', ['input', 'productOptions'], 'OPTIONS_OVER_LIMIT');
  const names = new Set(options.map((option) => option.name.toLowerCase()));
  if (names.size !== options.length)
    throw new Refusal('Option names must be unique.', ['input', 'productOptions'], 'DUPLICATED_OPTION_NAME');
  const wanted: readonly NonNullable<ProductWrite['options']>[number][] =
    options.length === 0 ? [DEFAULT_OPTION] : options;
  product.options = wanted.map((option) => {
    const old = product.options.find((candidate) =>
      option.id === undefined ? candidate.name === option.name : candidate.id === option.id,
    );
    const known = new Map(old?.values.map((value) => [value.name, value.id]));
    const ids = new Set(known.values());
    const { link } = option;
    if (!link && old?.linked) {
      // A linked option that is written by its names keeps its link, and takes no values that are no entries.
      const strange = option.values.filter((name) => !known.has(name));
      if (strange.length > 0)
        throw new Refusal(
          'Linked options take their values from their metafield.',
          ['input', 'productOptions'],
          'CANNOT_COMBINE_LINKED_AND_NONLINKED_OPTION_VALUES',
        );
      return { ...old, name: option.name, values: old.values.filter(({ name }) => option.values.includes(name)) };
    }
    const written = link ? valuesOfLink(shop, link, ['input', 'productOptions']) : option.values;
    return {
      id: old?.id ?? nextId(sandbox),
      name: option.name,
      ...(link ? { linked: { namespace: link.namespace, key: link.key } } : {}),
      values: [...new Set(written)].map((name) => {
        const at = written.indexOf(name);
        const named = option.valueIds?.[at];
        const kept = named !== undefined && ids.has(named) ? named : known.get(name);
        return { id: kept ?? nextId(sandbox), name, ...(link ? { entryGid: link.entryGids[at] } : {}) };
      }),
    };
  });
  writeLinkedMetafields(sandbox, shop, product);
}

function replaceVariants(sandbox: Sandbox, shop: Shop, product: Product, writes: readonly VariantWrite[]): void {
  if (writes.length > VARIANT_LIMIT)
    throw new Refusal(`A product has at most ${VARIANT_LIMIT} variants.`, ['input', 'variants'], 'VARIANTS_OVER_LIMIT');
  const kept: Variant[] = [];
  const taken = new Set<string>();
  const keyOf = (values: readonly string[]): string => values.join('\u0000');
  const byId = new Map(product.variants.map((variant) => [variant.id, variant]));
  const byValues = new Map(product.variants.map((variant) => [keyOf(variant.optionValues), variant]));
  const listed = product.options.map((option) => new Set(option.values.map((value) => value.name)));
  for (const [index, write] of writes.entries()) {
    const values = write.optionValues ?? byId.get(write.id ?? 0)?.optionValues ?? [];
    if (values.length !== product.options.length)
      throw new Refusal(
        'You need to add option values for every option of the product.',
        ['input', 'variants', String(index), 'optionValues'],
        'NEED_TO_ADD_OPTION_VALUES',
      );
    if (taken.has(keyOf(values)))
      throw new Refusal(
        `The variant '${values.join(' / ')}' already exists.`,
        ['input', 'variants', String(index)],
        'VARIANT_ALREADY_EXISTS',
      );
    taken.add(keyOf(values));
    const variant = (write.id === undefined ? byValues.get(keyOf(values)) : byId.get(write.id)) ?? newVariant(sandbox);
    for (const [position, value] of values.entries()) {
      const option = product.options[position];
      if (!option || listed[position]?.has(value)) continue;
      option.values.push({ id: nextId(sandbox), name: value });
      listed[position]?.add(value);
    }
    variant.optionValues = values;
    variant.title = values.join(' / ');
    kept.push(variant);
    writeVariant(sandbox, shop, product, variant, write);
  }
  product.variants = kept;
}

function newVariant(sandbox: Sandbox): Variant {
  const at = sandbox.clock.iso();
  return {
    id: nextId(sandbox),
    title: 'Default Title',
    sku: '',
    barcode: null,
    priceMinor: 0,
    compareAtMinor: null,
    taxable: true,
    inventoryPolicy: 'DENY',
    optionValues: [],
    mediaId: null,
    inventory: {
      id: nextId(sandbox),
      tracked: true,
      requiresShipping: true,
      costMinor: null,
      weight: { value: 0, unit: 'KILOGRAMS' },
      levels: [],
    },
    createdAt: at,
    updatedAt: at,
  };
}

export function writeVariant(
  sandbox: Sandbox,
  shop: Shop,
  product: Product,
  variant: Variant,
  write: VariantWrite,
): void {
  if (write.priceMinor !== undefined && write.priceMinor < 0)
    throw new Refusal(
      'Price must be greater than or equal to 0',
      ['input', 'variants', 'price'],
      'GREATER_THAN_OR_EQUAL_TO',
    );
  if (write.sku !== undefined) variant.sku = write.sku;
  if (write.barcode !== undefined) variant.barcode = write.barcode;
  if (write.priceMinor !== undefined) variant.priceMinor = write.priceMinor;
  if (write.compareAtMinor !== undefined) variant.compareAtMinor = write.compareAtMinor;
  if (write.taxable !== undefined) variant.taxable = write.taxable;
  if (write.inventoryPolicy !== undefined) variant.inventoryPolicy = write.inventoryPolicy;
  if (write.mediaId !== undefined) variant.mediaId = write.mediaId;
  const item = variant.inventory;
  if (write.tracked !== undefined) item.tracked = write.tracked;
  if (write.requiresShipping !== undefined) item.requiresShipping = write.requiresShipping;
  if (write.costMinor !== undefined) item.costMinor = write.costMinor;
  if (write.weight !== undefined) item.weight = write.weight;
  variant.updatedAt = sandbox.clock.iso();
  for (const wanted of write.stock ?? []) {
    if (!shop.locations.some((location) => location.id === wanted.locationId))
      throw new Refusal('The location does not exist.', ['input', 'variants', 'inventoryQuantities'], 'INVALID_INPUT');
    const level = levelOf(sandbox, variant, wanted.locationId);
    // A product that is only being made has no inventory the app could know; later changes are told.
    if (shop.products[String(product.id)])
      moveStock(sandbox, shop, variant, wanted.locationId, {
        available: wanted.available - level.available,
        committed: 0,
      });
    else level.available = wanted.available;
  }
}

export function freeHandle(shop: Shop, wanted: string, product: Product): string {
  const base =
    wanted
      .normalize('NFKD')
      .replaceAll(/\p{Diacritic}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'product';
  const taken = new Set(
    Object.values(shop.products)
      .filter((candidate) => candidate.id !== product.id)
      .map((candidate) => candidate.handle),
  );
  let handle = base;
  for (let suffix = 1; taken.has(handle); suffix += 1) handle = `${base}-${suffix}`;
  return handle;
}

/** What may be written of a product; what is left out stays. Lists replace the old list. */
export type ProductWrite = {
  title?: string;
  handle?: string;
  descriptionHtml?: string;
  vendor?: string;
  productType?: string;
  templateSuffix?: string | null;
  status?: ProductStatus;
  tags?: string[];
  seo?: { title?: string | null; description?: string | null };
  /** With an id, an old option or value gets a new name instead of making place for another. */
  options?: { id?: number; name: string; values: string[]; valueIds?: (number | undefined)[]; link?: LinkWrite }[];
  variants?: VariantWrite[];
  mediaIds?: number[];
};

export type VariantWrite = {
  /** An existing variant; without it one with the same option values is kept, else a new one is made. */
  id?: number;
  optionValues?: string[];
  sku?: string;
  barcode?: string | null;
  priceMinor?: number;
  compareAtMinor?: number | null;
  taxable?: boolean;
  inventoryPolicy?: 'DENY' | 'CONTINUE';
  mediaId?: number | null;
  tracked?: boolean;
  requiresShipping?: boolean;
  costMinor?: number | null;
  weight?: InventoryItem['weight'];
  stock?: { locationId: number; available: number }[];
};

export const VARIANT_LIMIT = 2048;
export const DEFAULT_OPTION = { name: 'Title', values: ['Default Title'] };
