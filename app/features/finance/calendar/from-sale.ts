import type { Currency } from '#app/core/money/money.ts';
import type { LedgerAccount } from '#app/platform/ledger/ledger.ts';

/** What the ledger posted to one account for a vendor in a time: what it took and what it gave, in minor units. */
export type PostedSum = { currency: Currency; account: LedgerAccount; minusMinor: bigint; plusMinor: bigint };

/** The accounts on whose other side everything stands that a vendor earns; those of payouts are no earning. */
export const EARNING_ACCOUNTS = [
  'buyer_receipts',
  'commission',
  'shipping_kept',
  'tax_kept',
  'channel_tax',
  'discount_borne',
  'goodwill_borne',
  'adjustments',
  'chargebacks',
  'label_costs',
] as const satisfies readonly LedgerAccount[];

/** The rows of the sum that leads from what buyers paid to what the vendor earned; each says what it adds. */
export const SALE_ROWS = [
  'sales',
  'refunds',
  'commission',
  'tax',
  'shipping',
  'discounts',
  'goodwill',
  'corrections',
  'labels',
] as const;
export type SaleRow = (typeof SALE_ROWS)[number];

export type FromSale = { currency: Currency; rows: Record<SaleRow, bigint>; earnedMinor: bigint };

const ROW_OF: Readonly<Record<(typeof EARNING_ACCOUNTS)[number], SaleRow>> = {
  buyer_receipts: 'sales',
  commission: 'commission',
  shipping_kept: 'shipping',
  tax_kept: 'tax',
  channel_tax: 'tax',
  discount_borne: 'discounts',
  goodwill_borne: 'goodwill',
  adjustments: 'corrections',
  chargebacks: 'corrections',
  label_costs: 'labels',
};

/**
 * From what buyers paid to what the vendor earned, by currency. A vendor's own postings of an order sum to zero, so what does not
 * stand on these accounts is the vendor's: the rows add up to it, to the cent.
 */
export function fromSale(posted: readonly PostedSum[]): FromSale[] {
  const found = new Map<Currency, FromSale>();
  for (const { currency, account, minusMinor, plusMinor } of posted) {
    const row = ROW_OF[account as keyof typeof ROW_OF] as SaleRow | undefined;
    if (!row) continue;
    const one = found.get(currency) ?? { currency, rows: noRows(), earnedMinor: 0n };
    found.set(currency, one);
    // What buyers paid is received, hence below zero; what went back to them stands above.
    if (row === 'sales') {
      one.rows.sales -= minusMinor;
      one.rows.refunds -= plusMinor;
    } else one.rows[row] -= minusMinor + plusMinor;
    one.earnedMinor -= minusMinor + plusMinor;
  }
  return [...found.values()];
}

const noRows = (): Record<SaleRow, bigint> => ({
  sales: 0n,
  refunds: 0n,
  commission: 0n,
  tax: 0n,
  shipping: 0n,
  discounts: 0n,
  goodwill: 0n,
  corrections: 0n,
  labels: 0n,
});
