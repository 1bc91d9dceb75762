import { z } from 'zod';
import { rule } from '#app/core/rules.ts';

/** A percentage of tax from 0 to 100 with at most four places, as it is written: `21` or `5.5`. */
const taxPercent = z
  .string()
  .trim()
  .regex(/^(?:100|\d{1,2}(?:\.\d{1,4})?)$/, rule('percentage'));

/** The part of the settings that monthly papers own. */
export const statementSettingsSchema = z.strictObject({
  /** The tax that the marketplace's fee contains. */
  feeTaxPercent: taxPercent,
  /** Whether the recipient owes the tax where countries and tax numbers call for it. */
  reverseCharge: z.boolean(),
  /** Whether the marketplace writes the vendors' invoices to itself while it is the seller. */
  selfBilling: z.boolean(),
  /** The tax that the vendors' deliveries contain, on invoices that the marketplace writes for them. */
  selfBillingTaxPercent: taxPercent,
  /** Stands under statements. */
  footer: z
    .string()
    .trim()
    .max(2_000, rule('max_characters', { maximum: 2000 })),
});
export type StatementSettings = z.output<typeof statementSettingsSchema>;

export const statementSettingsDefaults: StatementSettings = {
  feeTaxPercent: '0',
  reverseCharge: false,
  selfBilling: false,
  selfBillingTaxPercent: '0',
  footer: '',
};
