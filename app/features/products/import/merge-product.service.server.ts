import { invalidInput, type Issue } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { cleanHtml } from '#app/features/products/editing/description.server.ts';
import { descriptionOfText } from '#app/features/products/editing/description.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { WEIGHT_UNITS } from '#app/features/products/product.ts';
import { plainAddress } from './plan-import.service.server.ts';
import type { ImportedMetafield, RowValues } from './read-row.service.server.ts';

type Unit = (typeof WEIGHT_UNITS)[number];
type VariantDto = ProductDto['variants'][number];
type Metafield = { namespace: string; key: string; type: string; value: string };
type SentMedium = {
  id: string | undefined;
  src: string | undefined;
  alt: string;
  contentType: ProductDto['media'][number]['contentType'];
};
type Variant = Omit<VariantDto, 'id' | 'title' | 'stock' | 'metafields'> & {
  id: string | undefined;
  stock: number | null;
  stockWas: number | null;
  metafields: Metafield[];
};
/** A product as it is sent to be saved. */
export type Sent = {
  id: string | undefined;
  version: string | undefined;
  vendor: string | undefined;
  title: string;
  bodyHtml: string;
  media: SentMedium[];
  options: { id: string | undefined; name: string; values: string[] }[];
  variants: Variant[];
  metafields: Metafield[];
  seo: ProductDto['seo'];
};

/** A product as it is sent to be saved without a change: what was read, and what else the store sold since stays sold. */
function sentProduct(product: ProductDto): Sent {
  const { id, version, title, bodyHtml, seo } = product;
  return {
    id,
    version,
    vendor: undefined,
    title,
    bodyHtml,
    media: product.media.map(({ id: mediumId, alt, contentType }) => ({
      id: mediumId,
      src: undefined,
      alt,
      contentType,
    })),
    options: product.options.map(({ id: optionId, name, values }) => ({ id: optionId, name, values })),
    variants: product.variants.map(({ title: _title, stock, metafields, ...variant }) => ({
      ...variant,
      stock,
      stockWas: stock,
      metafields: metafields.map(toField),
    })),
    metafields: product.metafields.map(toField),
    seo,
  };
}

const toField = ({ namespace, key, type, value }: Metafield): Metafield => ({ namespace, key, type, value });

/**
 * A product as rows make it of what it is, or a new one. Only fields of mapped columns change; variants that no row names stay.
 * `isChanged` is false where the rows say what stands there already. Throws invalid_input (422) where options do not fit.
 */
export function mergeProduct(
  known: ProductDto | undefined,
  rows: readonly RowValues[],
  o: { seller: string; weightUnit: Unit },
): { product: Sent; isChanged: boolean } {
  const before = known ? sentProduct(known) : undefined;
  const issues: Issue[] = [];
  const variants = mergeVariants(known, before?.variants ?? [], rows, { ...o, issues });
  if (issues.length > 0) throw invalidInput(issues);
  const fields = rows.find((row) => row.metafields?.length)?.metafields ?? (said(rows, 'metafields') ? [] : undefined);
  const product: Sent = {
    id: before?.id,
    version: before?.version,
    vendor: known ? undefined : o.seller,
    title: rows.find((row) => row.title !== undefined)?.title ?? before?.title ?? '',
    bodyHtml: mergeDescription(rows, before?.bodyHtml),
    media: mergeMedia(known, rows),
    options: mergeOptions(before?.options ?? [], variants),
    variants,
    metafields: mergeFields(before?.metafields ?? [], fields),
    seo: before?.seo ?? { title: '', description: '' },
  };
  return { product, isChanged: JSON.stringify(product) !== JSON.stringify(before) };
}

const said = (rows: readonly RowValues[], field: keyof RowValues): boolean =>
  rows.some((row) => row[field] !== undefined);

/** The first text of the rows; none of them clears it. What the product form would make of its HTML is what is compared. */
function mergeDescription(rows: readonly RowValues[], before: string | undefined): string {
  if (!said(rows, 'description')) return before ?? '';
  const text = rows.find((row) => row.description)?.description ?? '';
  if (before !== undefined && (text === before || text.trim() === before.trim())) return before;
  const html = text.includes('<') || !text.includes('\n') ? text : descriptionOfText(text);
  const clean = cleanHtml(html);
  return clean === before ? before : clean;
}

/** The pictures that the rows name, in their order; those that the product has stay the same, and so do its films. */
function mergeMedia(known: ProductDto | undefined, rows: readonly RowValues[]): Sent['media'] {
  const kept = known ? sentProduct(known).media : [];
  if (!said(rows, 'images')) return kept;
  const addresses = [...new Set(rows.flatMap((row) => row.images ?? []))];
  const own = (known?.media ?? []).map((medium, index) => ({ medium: kept[index], ...medium }));
  const pictures = addresses.map((src): Sent['media'][number] => {
    const same = own.find((medium) => medium.src !== null && plainAddress(medium.src) === plainAddress(src));
    return same?.medium ?? { id: undefined, src, alt: '', contentType: 'IMAGE' };
  });
  // A film, or a picture that has not arrived yet, has no address in a table.
  const others = own.filter(({ contentType, src }) => contentType !== 'IMAGE' || src === null);
  if (others.length === 0) return pictures;
  const named = new Set(pictures.map(({ id }) => id));
  const inPlace = kept.filter(({ id }) => named.has(id) || others.some((other) => other.id === id));
  const isSameOrder =
    pictures.every(({ id }) => id !== undefined) &&
    inPlace.filter(({ id }) => named.has(id)).every(({ id }, index) => id === pictures[index]?.id);
  return isSameOrder ? inPlace : [...pictures, ...others.flatMap(({ medium }) => (medium ? [medium] : []))];
}

function mergeVariants(
  known: ProductDto | undefined,
  before: readonly Variant[],
  rows: readonly RowValues[],
  o: { weightUnit: Unit; issues: Issue[] },
): Variant[] {
  const rowOf = new Map(rows.map((row) => [row.sku.toLowerCase(), row]));
  const merged = before.map((variant) => {
    const row = rowOf.get(variant.sku.trim().toLowerCase());
    if (row) rowOf.delete(row.sku.toLowerCase());
    return row ? mergeVariant(variant, row, o.weightUnit) : variant;
  });
  const added = [...rowOf.values()].map((row) => {
    if (row.price === undefined) o.issues.push({ path: 'product.price', rule: '', message: rule('required_field') });
    return mergeVariant(blankVariant(row, o.weightUnit), row, o.weightUnit);
  });
  const variants = [...merged, ...added];
  const names = variants.map(({ options }) => JSON.stringify(options.map(({ name }) => name)));
  if (known && new Set(names).size > 1) {
    o.issues.push({ path: 'product.options', rule: '', message: rule('options_differ') });
  }
  const values = variants.map(({ options }) => JSON.stringify(options.map(({ value }) => value)));
  if (new Set(values).size < values.length) {
    o.issues.push({ path: 'product.options', rule: '', message: rule('variant_repeated') });
  }
  return variants;
}

function blankVariant(row: RowValues, weightUnit: Unit): Variant {
  return {
    id: undefined,
    options: [],
    price: row.price ?? '',
    compareAt: null,
    sku: row.sku,
    barcode: '',
    taxable: true,
    trackStock: false,
    stock: null,
    stockWas: null,
    requiresShipping: true,
    weight: null,
    weightUnit,
    dimensions: null,
    localPickup: { enabled: false },
    media: null,
    metafields: [],
  };
}

function mergeVariant(variant: Variant, row: RowValues, weightUnit: Unit): Variant {
  const { weight, stock } = row;
  return {
    ...variant,
    ...(row.options && row.options.length > 0 ? { options: row.options } : {}),
    price: row.price ?? variant.price,
    compareAt: row.compareAt === undefined ? variant.compareAt : row.compareAt,
    barcode: row.barcode ?? variant.barcode,
    ...(weight === undefined
      ? {}
      : {
          weight: weight.value,
          weightUnit: weight.unit ?? (weight.value === variant.weight ? variant.weightUnit : weightUnit),
        }),
    ...(stock === undefined ? {} : mergeStock(variant, stock)),
    metafields: mergeFields(variant.metafields, row.variantMetafields),
  };
}

/** The stock that a table says; where it says what was read, what was sold since stays sold. */
function mergeStock(variant: Variant, stock: number | null): Pick<Variant, 'trackStock' | 'stock' | 'stockWas'> {
  const { stock: was, stockWas } = variant;
  if (stock === null) return { trackStock: false, stock: was, stockWas };
  const isSame = variant.trackStock && was === stock;
  return { trackStock: true, stock, stockWas: isSame ? stockWas : null };
}

/** Options by what the variants have; values in their order, new ones at the end. */
function mergeOptions(before: Sent['options'], variants: readonly Variant[]): Sent['options'] {
  const [first] = variants;
  return (first?.options ?? []).map(({ name }, index) => {
    const old = before.find((option) => option.name === name) ?? before[index];
    const used = new Set(variants.flatMap(({ options }) => options[index]?.value ?? []));
    const values = [...(old?.values ?? []).filter((value) => used.has(value)), ...used];
    return { id: old?.id, name, values: [...new Set(values)] };
  });
}

/** A cell names all of a product's specifications: one that it leaves out is cleared. */
function mergeFields(before: Metafield[], said: readonly ImportedMetafield[] | undefined): Metafield[] {
  if (said === undefined) return before;
  const idOf = ({ namespace, key }: { namespace: string; key: string }): string => `${namespace}.${key}`;
  const values = new Map(said.map((field) => [idOf(field), field]));
  const kept = before.map((field) => ({ ...field, value: values.get(idOf(field))?.value ?? '' }));
  const own = new Set(before.map(idOf));
  const added = said
    .filter((field) => !own.has(idOf(field)))
    .map(({ namespace, key, type, value }) => ({ namespace, key, type: type ?? 'single_line_text_field', value }));
  return [...kept, ...added];
}
