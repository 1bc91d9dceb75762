import type { LENGTH_UNITS, MediaType, WEIGHT_UNITS } from '#app/features/products/product.ts';

export type Unit = (typeof WEIGHT_UNITS)[number];
export type Metafield = { namespace: string; key: string; type: string; value: string };
export type SentMedium = { id: string | undefined; src: string | undefined; alt: string; contentType: MediaType };
export type SentVariant = {
  id: string | undefined;
  options: { name: string; value: string }[];
  price: string;
  compareAt: string | null;
  sku: string;
  barcode: string;
  taxable: boolean;
  trackStock: boolean;
  stock: number | null;
  stockWas: number | null;
  requiresShipping: boolean;
  weight: number | null;
  weightUnit: Unit;
  dimensions: { width: number; height: number; length: number; dimUnit: (typeof LENGTH_UNITS)[number] } | null;
  localPickup: { enabled: boolean };
  media: string | null;
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
  variants: SentVariant[];
  metafields: Metafield[];
  seo: { title: string; description: string };
};
