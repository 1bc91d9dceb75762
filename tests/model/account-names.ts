import type { Account } from './ledger-model.ts';

const NAMES: Readonly<Record<string, string>> = {
  receipts: 'buyer_receipts',
  payable: 'vendor_payable',
  commission: 'commission',
  shipping: 'shipping_kept',
  tax: 'tax_kept',
  channelTax: 'channel_tax',
  discount: 'discount_borne',
  goodwill: 'goodwill_borne',
  rounding: 'rounding',
  chargebacks: 'chargebacks',
  adjustments: 'adjustments',
  labelCosts: 'label_costs',
  remainder: 'marketplace_remainder',
};

/** The program's name of a model's account. */
export const nameOfAccount = (account: Account): string =>
  NAMES[account] ?? account.replace('inTransit ', 'in_transit:').replace('paidOut ', 'paid_out:');
