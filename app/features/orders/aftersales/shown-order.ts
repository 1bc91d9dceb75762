import type { MoneyDto } from '#app/core/dto.ts';

/** An order as the forms of its changes show it. */
export type ShownOrder = {
  orderId: string;
  name: string;
  currency: string;
  granted: boolean;
  vendors: string[];
  lines: {
    id: string;
    title: string;
    variantTitle: string;
    vendor: string | null;
    left: number;
    unitPrice: MoneyDto;
  }[];
};
