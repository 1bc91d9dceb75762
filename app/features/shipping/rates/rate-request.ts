import { z } from 'zod';
import { foldName } from '#app/core/text/folding.ts';
import { isCurrency, type Currency } from '#app/core/money/money.ts';
import { isVendorName } from '#app/platform/vendors/vendor.ts';
import type { Destination } from '../zones/zone.ts';
import { fromSubunits } from './subunits.ts';

const MAX_ITEMS = 500;
const MAX_QUANTITY = 1_000_000;
const MAX_GRAMS = 1_000_000_000;
const MAX_PRICE = 1_000_000_000_000;

const text = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value ?? '');
const maybeId = z
  .union([z.int().min(0), z.string().max(18).regex(/^\d+$/)])
  .nullish()
  .transform((id) => (id === undefined || id === null ? null : String(id)));

const itemSchema = z.object({
  quantity: z.int().min(1).max(MAX_QUANTITY),
  grams: z.int().min(0).max(MAX_GRAMS).nullish(),
  price: z.int().min(0).max(MAX_PRICE),
  vendor: text(255),
  requires_shipping: z.boolean(),
  product_id: maybeId,
  variant_id: maybeId,
});

/** What a checkout asks of a carrier, as far as a rate depends on it. Names, streets and phones are not read. */
const rateSchema = z.object({
  rate: z.object({
    destination: z.object({
      country: z.string().length(2),
      province: text(120),
      postal_code: text(50),
      city: text(255),
    }),
    items: z.array(itemSchema).min(1).max(MAX_ITEMS),
    currency: z.string().length(3),
    locale: text(35),
  }),
});

/** A line of a cart that is shipped. `grams` and `priceMinor` are of one unit, the price before discounts. */
export type RateItem = {
  productId: string | null;
  variantId: string | null;
  /** Folded; '' where the platform names no vendor. */
  vendorKey: string;
  quantity: number;
  grams: bigint;
  priceMinor: bigint;
};

export type RateRequest = {
  destination: Destination & { zip: string; city: string };
  items: RateItem[];
  currency: Currency;
  locale: string;
};

/** Reads the body of a carrier call; undefined where it is none. Lines that need no shipping are left out. */
export function parseRateRequest(body: unknown): RateRequest | undefined {
  const parsed = rateSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { destination, items, currency, locale } = parsed.data.rate;
  if (!isCurrency(currency)) return undefined;
  return {
    destination: {
      ...toDestination(destination.country, destination.province),
      zip: destination.postal_code.trim(),
      city: destination.city.trim(),
    },
    currency,
    locale,
    items: items
      .filter((item) => item.requires_shipping)
      .map((item) => ({
        productId: item.product_id,
        variantId: item.variant_id,
        quantity: item.quantity,
        vendorKey: toVendorKey(item.vendor),
        grams: BigInt(item.grams ?? 0),
        priceMinor: fromSubunits(BigInt(item.price), currency),
      })),
  };
}

/** A destination with its codes as zones have them. */
export function toDestination(country: string, province: string | null): Destination {
  const code = (province ?? '').trim().toUpperCase();
  return { country: country.toUpperCase(), province: code === '' ? null : code };
}

/** The folded name of a vendor; '' for a line that belongs to the marketplace. */
export const toVendorKey = (name: string): string => (isVendorName(name) ? foldName(name) : '');
