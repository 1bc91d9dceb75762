import type { LENGTH_UNITS, WEIGHT_UNITS } from '#app/features/products/product.ts';
import type { NamedMetafield } from './import-headers.ts';
import type { RowIssue, SIDES } from './product-import.ts';

export type WeightUnit = (typeof WEIGHT_UNITS)[number];
export type LengthUnit = (typeof LENGTH_UNITS)[number];
export type Side = (typeof SIDES)[number];
export type ImportedMetafield = { namespace: string; key: string; type?: string | undefined; value: string };
export type Option = { name: string; value: string };

/**
 * What a row says. A field is undefined where no column is mapped to it: then a product keeps what it has. An empty cell clears
 * what may be empty; an empty SKU, title, price or option says nothing.
 */
export type RowValues = {
  line: number;
  /** False for a row that is no variant: it adds pictures or texts to the product of its handle. */
  isVariant: boolean;
  /** What rows of one product share; undefined where a table has none. */
  handle: string | undefined;
  sku: string;
  /** Whether the table has no SKU and one was made of the handle and the options. */
  isSkuMade: boolean;
  title: string | undefined;
  vendor: string | undefined;
  price: string | undefined;
  compareAt: string | null | undefined;
  /** Null is untracked. */
  stock: number | null | undefined;
  /** Whether stock is tracked and the table does not say how much there is. */
  isStockUnknown: boolean;
  weight: { value: number | null; unit: WeightUnit | undefined } | undefined;
  /** Null where its cells are empty. */
  dimensions: (Record<Side, number> & { unit: LengthUnit | undefined }) | null | undefined;
  /** Whether only some of the sides are said, which cannot be kept. */
  isDimensionMissing: boolean;
  barcode: string | undefined;
  taxable: boolean | undefined;
  requiresShipping: boolean | undefined;
  localPickup: boolean | undefined;
  images: string[] | undefined;
  /** Where the row's pictures stand among those of its product. */
  imagePosition: number | undefined;
  /** The alternative text of the row's first picture. */
  imageAlt: string | undefined;
  variantImage: string | undefined;
  description: string | undefined;
  seoTitle: string | undefined;
  seoDescription: string | undefined;
  metafields: ImportedMetafield[] | undefined;
  variantMetafields: ImportedMetafield[] | undefined;
  /** Specifications that have a column each. */
  fieldColumns: (NamedMetafield & { value: string })[] | undefined;
  options: Option[] | undefined;
};
export type ReadRow = { values: RowValues; issues: RowIssue[] };

/** A row that says nothing of any field. */
export const NO_VALUES: Omit<RowValues, 'line' | 'sku'> = {
  isVariant: true,
  handle: undefined,
  isSkuMade: false,
  title: undefined,
  vendor: undefined,
  price: undefined,
  compareAt: undefined,
  stock: undefined,
  isStockUnknown: false,
  weight: undefined,
  dimensions: undefined,
  isDimensionMissing: false,
  barcode: undefined,
  taxable: undefined,
  requiresShipping: undefined,
  localPickup: undefined,
  images: undefined,
  imagePosition: undefined,
  imageAlt: undefined,
  variantImage: undefined,
  description: undefined,
  seoTitle: undefined,
  seoDescription: undefined,
  metafields: undefined,
  variantMetafields: undefined,
  fieldColumns: undefined,
  options: undefined,
};
