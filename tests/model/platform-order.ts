// What the model is told. Amounts are whole minor units of one currency, rates are in millionths: 10 % is 100000n.

export interface Line {
  id: string;
  vendor: string | null;
  price: bigint;
  /** Units ordered; discounts and taxes are those of these units. */
  quantity: bigint;
  /** Units that edits have left of them, refunds not counted. */
  kept: bigint;
  discounts: Discount[];
  taxes: Tax[];
  isGiftCard: boolean;
  needsShipping: boolean;
  fields: Record<string, string[]>;
}
/** One discount of a line. Where who bears it was decided: the vendor's share of it, and for whose lines that holds (M39). */
export interface Discount {
  amount: bigint;
  decided?: { vendorShare: bigint; vendors?: string[] };
}
export interface Tax {
  amount: bigint;
  rate: bigint;
  isChannelLiable: boolean;
}
export interface Refund {
  lines: { id: string; quantity: bigint; subtotal: bigint; tax: bigint }[];
  shipping: bigint;
  shippingTax: bigint;
  /** What its pending and successful transactions gave back. */
  paidBack: bigint;
  /** The vendor that an admin named: it bears the refund's shipping and goodwill (M51, M54). */
  liableVendor?: string;
}
/** What the platform says of an order at one moment. */
export interface Order {
  lines: Line[];
  taxesIncluded: boolean;
  /** The order's whole discount, and the part of it that fell on shipping. */
  discount: bigint;
  shippingDiscount: bigint;
  /** Charged after discounts, as quoted. */
  shipping: bigint;
  shippingTaxes: Tax[];
  quotes?: Record<string, bigint>;
  refunds: Refund[];
  /** Tips, duties, fees and tax that no line states; and what was rounded up or down in cash. */
  extras: bigint;
  cashRounding: bigint;
  received: bigint;
  isPaid: boolean;
  isCancelled: boolean;
}
export interface Rule {
  min: bigint;
  max?: bigint;
  percent: bigint;
  flat: bigint;
  constraint?: { key: string; value: string };
}
/** The flags are 0n or 1n. */
export interface Terms {
  commissioned: { discount: bigint; tax: bigint; shipping: bigint };
  inPayout: { discount: bigint; tax: bigint; shipping: bigint };
  standard: Rule[];
  ofVendor: Record<string, Rule[]>;
  aliases: Record<string, string>;
}
export type Override = { percent: bigint; flat: bigint } | null;
