import { z } from 'zod';
import { DEFAULT_FINANCE_FLAGS } from '#app/features/commissions/finance-flags.ts';

/** The store's finance flags as a settings slice, under the specification's name `financeConfig`. */
export const financeConfigSchema = z.object({
  includeDiscount: z.boolean(),
  includeShipping: z.boolean(),
  includeTax: z.boolean(),
  shippingInPayout: z.boolean(),
  discountInPayout: z.boolean(),
  taxInPayout: z.boolean(),
});

export const financeConfigSlice = {
  name: 'financeConfig',
  schema: financeConfigSchema,
  defaults: DEFAULT_FINANCE_FLAGS,
};
