import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import { SELLERS_OF_RECORD } from '#app/features/orders/printing/printed.ts';
import { BILLED_AS } from './document.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, rule('max_characters', { maximum: max }));

/** A country by its ISO code, or nothing. */
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/, rule('not_a_country'));

/** A name, an address and a tax number, as an invoice has to say them. */
const party = { name: line(200), address: line(300), zip: line(20), city: line(120), country, taxNumber: line(60) };

/** Letters, digits and hyphens: a prefix is part of a number and of a file's name. */
const prefix = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,11}$/, rule('prefix_format'));

const footer = z
  .string()
  .trim()
  .max(2_000, rule('max_characters', { maximum: 2000 }));

/** The part of the settings that documents own. */
export const documentSettingsSchema = z.strictObject({
  sellerOfRecord: z.enum(SELLERS_OF_RECORD),
  marketplace: z.strictObject(party),
  footers: z.strictObject({ customerInvoices: footer, vendorInvoices: footer }),
  prefixes: z.strictObject({ invoice: prefix, creditNote: prefix }),
});
export type DocumentSettings = z.output<typeof documentSettingsSchema>;

export const documentSettingsDefaults: DocumentSettings = {
  sellerOfRecord: 'marketplace',
  marketplace: { name: '', address: '', zip: '', city: '', country: '', taxNumber: '' },
  footers: { customerInvoices: '', vendorInvoices: '' },
  prefixes: { invoice: 'INV', creditNote: 'CN' },
};

/** Who a vendor is on invoices in its name. */
export const billingSchema = z.strictObject({ kind: z.enum(BILLED_AS), ...party });
export type Billing = z.output<typeof billingSchema>;

export const NO_BILLING: Billing = { kind: 'company', ...documentSettingsDefaults.marketplace };
