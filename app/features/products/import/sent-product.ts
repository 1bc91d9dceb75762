import type { ProductDto } from '#app/features/products/products.contract.ts';
import type { WEIGHT_UNITS } from '#app/features/products/product.ts';

export type Unit = (typeof WEIGHT_UNITS)[number];
type VariantDto = ProductDto['variants'][number];
export type Metafield = { namespace: string; key: string; type: string; value: string };
export type SentMedium = {
  id: string | undefined;
  src: string | undefined;
  alt: string;
  contentType: ProductDto['media'][number]['contentType'];
};
export type SentVariant = Omit<VariantDto, 'id' | 'title' | 'stock' | 'metafields'> & {
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
  variants: SentVariant[];
  metafields: Metafield[];
  seo: ProductDto['seo'];
};
