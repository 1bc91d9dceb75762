import type { MoneyDto } from '#app/core/dto.ts';

/** An order as the forms of its changes show it. */
export type ShownOrder = {
  orderId: string;
  name: string;
  currency: string;
  granted: boolean;
  vendors: string[];
  /** What is left of each vendor’s share of shipping, without tax on top; vendors of whom none is left are not listed. */
  shippingLeft: { vendor: string; amount: MoneyDto }[];
  lines: {
    id: string;
    title: string;
    variantTitle: string;
    vendor: string | null;
    left: number;
    unitPrice: MoneyDto;
  }[];
};
