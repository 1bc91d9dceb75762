import type { VendorOrderDto, ShownVendorOrderDto } from '#app/features/orders/orders.contract.ts';

/** Whether a part comes with what is earned of it, which needs the right to see money. */
export const hasEarnings = (vendorOrder: ShownVendorOrderDto): vendorOrder is VendorOrderDto =>
  vendorOrder.money.earnings !== null;
