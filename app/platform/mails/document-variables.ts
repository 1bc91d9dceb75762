import { z } from 'zod';
import type { DocumentTemplateName } from './documents.ts';
import { MONTHLY_TEMPLATES } from './monthly-documents.ts';

const text = z.string().max(5_000);
const lines = z.array(text).max(30);

/** One document: its variables below `params`, and values for previews. It is printed, never sent by itself. */
type DocumentTemplate<Variables extends z.ZodType> = { variables: Variables; sample: z.output<Variables> };

const template = <Variables extends z.ZodType>(one: DocumentTemplate<Variables>): DocumentTemplate<Variables> => one;

const goods = z
  .array(
    z.object({
      title: text,
      variant: text,
      sku: text,
      quantity: z.number(),
      unit_price: text,
      discount: text,
      tax: text,
      total: text,
    }),
  )
  .max(1_000);

/** What invoices and credit notes have in common. Amounts are written in the document's language; what is not there is empty. */
const account = {
  number: text,
  issued_on: text,
  order_number: text,
  ordered_on: text,
  seller_name: text,
  seller_lines: lines,
  seller_tax_number: text,
  buyer_erased: z.boolean(),
  bill_to: lines,
  ship_to: lines,
  customer_email: text,
  customer_phone: text,
  lines: goods,
  prices_include_tax: z.boolean(),
  goods: text,
  discount: text,
  shipping: text,
  taxes: z.array(z.object({ title: text, rate: text, net: text, amount: text, by_channel: z.boolean() })).max(100),
  total: text,
  currency: text,
  note: text,
  footer: text,
};

const SAMPLE: z.output<z.ZodObject<typeof account>> = {
  number: 'INV-2026-000042',
  issued_on: '22 November 2026',
  order_number: '#1042',
  ordered_on: '21 November 2026',
  seller_name: 'Souk Market BV',
  seller_lines: ['Keizersgracht 12', '1015 CX Amsterdam', 'Netherlands'],
  seller_tax_number: 'NL001234567B01',
  buyer_erased: false,
  bill_to: ['Robin Vale', 'Lindenstraße 4', '10969 Berlin', 'Germany'],
  ship_to: ['Robin Vale', 'Lindenstraße 4', '10969 Berlin', 'Germany'],
  customer_email: '',
  customer_phone: '',
  lines: [
    {
      title: 'Stoneware mug',
      variant: 'Sand',
      sku: 'KC-MUG-S',
      quantity: 2,
      unit_price: '$24.00',
      discount: '$4.00',
      tax: '19%',
      total: '$44.00',
    },
    {
      title: 'Serving bowl',
      variant: '',
      sku: 'KC-BOWL',
      quantity: 1,
      unit_price: '$64.00',
      discount: '',
      tax: '19%',
      total: '$64.00',
    },
  ],
  prices_include_tax: true,
  goods: '$112.00',
  discount: '−$4.00',
  shipping: '$6.00',
  taxes: [{ title: 'VAT', rate: '19%', net: '$95.80', amount: '$18.20', by_channel: false }],
  total: '$114.00',
  currency: 'USD',
  note: '',
  footer: 'Thank you for your order.',
};

/** The registry of documents, by the specification's names and our own `doc-credit-note`, beside that of mails. */
export const DOCUMENT_VARIABLES = {
  'doc-customer-invoice': template({ variables: z.object(account), sample: SAMPLE }),
  'doc-credit-note': template({
    variables: z.object({ ...account, invoice_number: text, credited_on: text }),
    sample: {
      ...SAMPLE,
      number: 'CN-2026-000007',
      lines: SAMPLE.lines.slice(1),
      goods: '$64.00',
      discount: '',
      shipping: '',
      taxes: [{ title: 'VAT', rate: '19%', net: '$53.78', amount: '$10.22', by_channel: false }],
      total: '$64.00',
      invoice_number: 'INV-2026-000042',
      credited_on: '30 November 2026',
    },
  }),
  'doc-packing-slip': template({
    variables: z.object({
      order_number: text,
      ordered_on: text,
      vendor_name: text,
      buyer_erased: z.boolean(),
      ship_to: lines,
      lines: z
        .array(
          z.object({
            title: text,
            variant: text,
            sku: text,
            properties: z.array(z.object({ name: text, value: text })).max(100),
            selling_plan: text,
            quantity: z.number(),
          }),
        )
        .max(1_000),
      units: z.number(),
      fulfillments: z.array(z.object({ carrier: text, tracking: text })).max(500),
      note: text,
    }),
    sample: {
      order_number: '#1042',
      ordered_on: '21 November 2026',
      vendor_name: 'Kiln & Co',
      buyer_erased: false,
      ship_to: SAMPLE.ship_to,
      lines: [
        {
          title: 'Stoneware mug',
          variant: 'Sand',
          sku: 'KC-MUG-S',
          properties: [{ name: 'Engraving', value: 'For Ana' }],
          selling_plan: '',
          quantity: 2,
        },
        { title: 'Serving bowl', variant: '', sku: 'KC-BOWL', properties: [], selling_plan: '', quantity: 1 },
      ],
      units: 3,
      fulfillments: [{ carrier: 'PostNL', tracking: '3SKILN000042' }],
      note: 'Please leave it with the neighbours.',
    },
  }),
  ...MONTHLY_TEMPLATES,
} as const satisfies Record<DocumentTemplateName, DocumentTemplate<z.ZodType>>;

export type DocumentVariablesOf<Name extends DocumentTemplateName> = z.output<
  (typeof DOCUMENT_VARIABLES)[Name]['variables']
>;
