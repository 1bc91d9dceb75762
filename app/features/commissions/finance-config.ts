import { z } from 'zod';
import { DEFAULT_FINANCE_FLAGS } from '#app/features/commissions/finance-flags.ts';

/** The store's finance flags as a settings slice, under the specification's name `financeConfig`. */
export const financeConfigSchema = z
  .strictObject({
    includeDiscount: z.boolean(),
    includeShipping: z.boolean(),
    includeTax: z.boolean(),
    shippingInPayout: z.boolean(),
    discountInPayout: z.boolean(),
    taxInPayout: z.boolean(),
  })
  .meta({
    id: 'FinanceConfig',
    description: 'What is charged commission (`include…`) and what reaches the vendor (`…InPayout`), for new orders',
  });

export const financeConfigSection = {
  name: 'financeConfig',
  schema: financeConfigSchema,
  defaults: DEFAULT_FINANCE_FLAGS,
};
