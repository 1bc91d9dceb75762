import { invalidInput, type Issue } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { cleanHtml } from '#app/features/products/editing/description.server.ts';
import { descriptionOfText } from '#app/features/products/editing/description.ts';
import type { DefaultUnits } from '#app/features/products/form/product-form.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { findVariantPicture, mergeMedia, type FindPicture } from './merge-pictures.service.server.ts';
import { SIDES } from './product-import.ts';
import type { ImportedMetafield, RowValues } from './row-values.ts';
import type { Metafield, Sent, SentVariant, Unit } from './sent-product.ts';

/** A product as it is sent to be saved without a change: what was read, and what else the store sold since stays sold. */
export function toSentProduct(product: ProductDto): Sent {
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
  o: { seller: string; units: DefaultUnits },
): { product: Sent; before: Sent | undefined; isChanged: boolean } {
  const before = known ? toSentProduct(known) : undefined;
  const issues: Issue[] = [];
  const media = mergeMedia(known, before?.media ?? [], rows);
  const variants = mergeVariants(known, before?.variants ?? [], rows, { ...o, media, issues });
  if (issues.length > 0) throw invalidInput(issues);
  const fields = rows.find((row) => row.metafields?.length)?.metafields ?? (said(rows, 'metafields') ? [] : undefined);
  const product: Sent = {
    id: before?.id,
    version: before?.version,
    vendor: known ? undefined : o.seller,
    title: rows.find((row) => row.title !== undefined)?.title ?? before?.title ?? '',
    bodyHtml: mergeDescription(rows, before?.bodyHtml),
    media,
    options: mergeOptions(before?.options ?? [], variants),
    variants,
    metafields: mergeColumns(mergeFields(before?.metafields ?? [], fields), rows, 'PRODUCT'),
    seo: {
      title: firstText(rows, 'seoTitle') ?? before?.seo.title ?? '',
      description: firstText(rows, 'seoDescription') ?? before?.seo.description ?? '',
    },
  };
  return { product, before, isChanged: JSON.stringify(product) !== JSON.stringify(before) };
}

/** The first text that rows have for a field; an empty one where all are empty, undefined where none says anything. */
function firstText(rows: readonly RowValues[], field: 'seoTitle' | 'seoDescription'): string | undefined {
  return rows.find((row) => row[field])?.[field] ?? (said(rows, field) ? '' : undefined);
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

const foldOptions = (options: SentVariant['options']): string =>
  JSON.stringify(options.map(({ value }) => value.trim().toLowerCase()));

function mergeVariants(
  known: ProductDto | undefined,
  before: readonly SentVariant[],
  rows: readonly RowValues[],
  o: { units: DefaultUnits; media: Sent['media']; issues: Issue[] },
): SentVariant[] {
  const own = rows.filter(({ isVariant }) => isVariant);
  const bySku = new Map(own.map((row) => [row.sku.toLowerCase(), row]));
  // A variant that the table has no SKU for is the one of the same options.
  const skus = new Set(before.map(({ sku }) => sku.trim().toLowerCase()));
  const unknown = own.filter((row) => row.isSkuMade && !skus.has(row.sku.toLowerCase()));
  const byOptions = new Map(unknown.map((row) => [foldOptions(row.options ?? []), row]));
  const used = new Set<RowValues>();
  const pictureOf = findVariantPicture(known, o.media);
  const merged = before.map((variant) => {
    const same = byOptions.get(foldOptions(withoutDefault(variant.options)));
    const row = bySku.get(variant.sku.trim().toLowerCase()) ?? same;
    if (!row || used.has(row)) return variant;
    used.add(row);
    return mergeVariant(variant, row, { ...o, pictureOf });
  });
  const added = own
    .filter((row) => !used.has(row))
    .map((row) => {
      if (row.price === undefined) o.issues.push({ path: 'product.price', rule: '', message: rule('required_field') });
      return mergeVariant(blankVariant(row, o.units.weight), row, { ...o, pictureOf });
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

/** Options without the one that the platform gives a product that has none. */
const withoutDefault = (options: SentVariant['options']): SentVariant['options'] =>
  options.length === 1 && options[0]?.value === 'Default Title' ? [] : options;

function blankVariant(row: RowValues, weightUnit: Unit): SentVariant {
  return {
    id: undefined,
    options: [],
    price: row.price ?? '',
    compareAt: null,
    sku: row.sku,
    barcode: '',
    taxable: true,
    trackStock: row.isStockUnknown,
    stock: row.isStockUnknown ? 0 : null,
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

function mergeVariant(
  variant: SentVariant,
  row: RowValues,
  { units, pictureOf }: { units: DefaultUnits; pictureOf: FindPicture },
): SentVariant {
  const { weight, stock } = row;
  const picture = row.variantImage === undefined ? undefined : pictureOf(row.variantImage);
  return {
    ...variant,
    ...(row.options && row.options.length > 0 ? { options: row.options } : {}),
    price: row.price ?? variant.price,
    compareAt: row.compareAt === undefined ? variant.compareAt : row.compareAt,
    barcode: row.barcode ?? variant.barcode,
    taxable: row.taxable ?? variant.taxable,
    requiresShipping: row.requiresShipping ?? variant.requiresShipping,
    localPickup: { enabled: row.localPickup ?? variant.localPickup.enabled },
    ...(picture === undefined ? {} : { media: picture }),
    ...(weight === undefined
      ? {}
      : {
          weight: weight.value,
          weightUnit: weight.unit ?? (weight.value === variant.weight ? variant.weightUnit : units.weight),
        }),
    ...(row.dimensions === undefined ? {} : { dimensions: mergeDimensions(variant.dimensions, row.dimensions, units) }),
    ...(stock === undefined ? {} : mergeStock(variant, stock)),
    metafields: mergeColumns(mergeFields(variant.metafields, row.variantMetafields), [row], 'PRODUCTVARIANT'),
  };
}

/** What a table says of the sides; where it names no unit, those that did not change stay in theirs. */
function mergeDimensions(
  before: SentVariant['dimensions'],
  row: NonNullable<RowValues['dimensions']> | null,
  units: DefaultUnits,
): SentVariant['dimensions'] {
  if (row === null) return null;
  const { unit, ...sides } = row;
  const isSame = before !== null && SIDES.every((side) => before[side] === sides[side]);
  const { width, height, length } = sides;
  return { width, height, length, dimUnit: unit ?? (isSame ? before.dimUnit : units.length) };
}

/** The stock that a table says; where it says what was read, what was sold since stays sold. */
function mergeStock(
  variant: SentVariant,
  stock: number | null,
): Pick<SentVariant, 'trackStock' | 'stock' | 'stockWas'> {
  const { stock: was, stockWas } = variant;
  if (stock === null) return { trackStock: false, stock: was, stockWas };
  const isSame = variant.trackStock && was === stock;
  return { trackStock: true, stock, stockWas: isSame ? stockWas : null };
}

/** Options by what the variants have; values in their order, new ones at the end. */
export function mergeOptions(before: Sent['options'], variants: readonly SentVariant[]): Sent['options'] {
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

/** Fields that have a column each: only those change. */
function mergeColumns(
  before: Metafield[],
  rows: readonly RowValues[],
  owner: 'PRODUCT' | 'PRODUCTVARIANT',
): Metafield[] {
  const values = new Map<string, { namespace: string; key: string; value: string }>();
  for (const field of rows.flatMap((row) => row.fieldColumns ?? [])) {
    const id = `${field.namespace}.${field.key}`;
    if (field.owner === owner && !values.get(id)?.value) values.set(id, field);
  }
  if (values.size === 0) return before;
  const kept = before.map((field) => {
    const said = values.get(`${field.namespace}.${field.key}`);
    return said ? { ...field, value: said.value } : field;
  });
  const own = new Set(before.map(({ namespace, key }) => `${namespace}.${key}`));
  const added = [...values]
    .filter(([id, { value }]) => value !== '' && !own.has(id))
    .map(([, { namespace, key, value }]) => ({ namespace, key, type: 'single_line_text_field', value }));
  return [...kept, ...added];
}
