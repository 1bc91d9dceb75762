import type { LedgerAccount, Posting } from '#app/platform/ledger/ledger.ts';
import type { SettledOrder, VendorOrder } from './split-order.ts';

/** Where the accounts of an order must stand: nothing before it is paid in full, then each vendor order by itself, and the rest. */
export function targetPostings(order: SettledOrder): Posting[] {
  if (!order.isPaid) return [];
  return [...order.vendorOrders.flatMap(vendorOrderPostings), ...marketplacePostings(order)];
}

/** The postings of one vendor order. They sum to zero by themselves, so that a vendor can see all of them and nothing else. */
export function vendorOrderPostings(order: VendorOrder): Posting[] {
  const posting = (account: LedgerAccount, amountMinor: bigint): Posting => ({
    account,
    vendorId: order.vendorId,
    orderId: order.orderId,
    amountMinor,
    currency: order.currency,
  });
  return [
    posting('buyer_receipts', -order.totalMinor),
    posting('vendor_payable', order.payoutMinor),
    posting('commission', order.commissionMinor),
    posting('shipping_kept', order.shippingKeptMinor),
    posting('tax_kept', order.taxKeptMinor),
    posting('discount_borne', -order.discountBorneMinor),
    posting('channel_tax', order.channelTaxMinor),
    posting('goodwill_borne', order.goodwillMinor),
  ].filter((entry) => entry.amountMinor !== 0n);
}

function marketplacePostings(order: SettledOrder): Posting[] {
  const { marketplace } = order;
  const posting = (account: LedgerAccount, amountMinor: bigint): Posting => ({
    account,
    vendorId: null,
    orderId: order.orderId,
    amountMinor,
    currency: order.currency,
  });
  const vendorsMinor = order.vendorOrders.reduce((sum, vendorOrder) => sum + vendorOrder.totalMinor, 0n);
  return [
    posting('buyer_receipts', vendorsMinor - order.heldMinor),
    posting('marketplace_remainder', marketplace.remainderMinor),
    posting('rounding', marketplace.cashRoundingMinor),
    posting('channel_tax', marketplace.channelTaxMinor),
    posting('goodwill_borne', -marketplace.goodwillMinor),
  ].filter((entry) => entry.amountMinor !== 0n);
}
