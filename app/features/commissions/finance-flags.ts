/** The store's six finance flags: what is commissioned (`include…`) and what reaches the vendor (`…InPayout`). */
export type FinanceFlags = {
  includeDiscount: boolean;
  includeShipping: boolean;
  includeTax: boolean;
  shippingInPayout: boolean;
  discountInPayout: boolean;
  taxInPayout: boolean;
};

/** The specification's defaults: tax is commissioned, shipping reaches the vendor, discount and tax do not. */
export const DEFAULT_FINANCE_FLAGS: FinanceFlags = {
  includeDiscount: false,
  includeShipping: false,
  includeTax: true,
  shippingInPayout: true,
  discountInPayout: false,
  taxInPayout: false,
};
