import { z } from 'zod';

const text = z.string().max(5_000);
const lines = z.array(text).max(30);

const deductions = {
  date: text,
  type: text,
  count: z.number(),
  reference: text,
  gross: text,
  commission: text,
  other: text,
  amount: text,
};

/** What monthly papers between marketplace and vendor have in common. */
const monthlyVariables = {
  number: text,
  issued_on: text,
  month: text,
  issuer_name: text,
  issuer_lines: lines,
  issuer_tax_number: text,
  recipient_name: text,
  recipient_lines: lines,
  recipient_tax_number: text,
  currency: text,
  footer: text,
};

const MONTHLY_SAMPLE: z.output<z.ZodObject<typeof monthlyVariables>> = {
  number: 'FEE-12-2026-000003',
  issued_on: '1 December 2026',
  month: 'November 2026',
  issuer_name: 'Souk Market BV',
  issuer_lines: ['Keizersgracht 12', '1015 CX Amsterdam', 'Netherlands'],
  issuer_tax_number: 'NL001234567B01',
  recipient_name: 'Kiln & Co',
  recipient_lines: ['Lindenstraße 4', '10969 Berlin', 'Germany'],
  recipient_tax_number: 'DE123456789',
  currency: 'USD',
  footer: '',
};

/** The monthly papers between marketplace and vendors: part of the registry of documents. */
export const MONTHLY_TEMPLATES = {
  'doc-vendor-invoice': {
    variables: z.object({
      ...monthlyVariables,
      is_credit: z.boolean(),
      is_self_billed: z.boolean(),
      reverse_charge: z.boolean(),
      lines: z.array(z.object({ item: text, amount: text })).max(10),
      net: text,
      tax_rate: text,
      tax: text,
      total: text,
      corrects: z.array(z.object({ month: text, number: text })).max(1_000),
    }),
    sample: {
      ...MONTHLY_SAMPLE,
      is_credit: false,
      is_self_billed: false,
      reverse_charge: false,
      lines: [
        { item: 'commission', amount: '$96.80' },
        { item: 'shipping', amount: '$24.20' },
      ],
      net: '$100.00',
      tax_rate: '21%',
      tax: '$21.00',
      total: '$121.00',
      corrects: [],
    },
  },
  'doc-vendor-statement': {
    variables: z.object({
      ...monthlyVariables,
      is_provisional: z.boolean(),
      opening: text,
      sales: text,
      refunds: text,
      commission: text,
      other: text,
      payouts: text,
      corrections: text,
      closing: text,
      lines: z.array(z.object(deductions)).max(1_000),
    }),
    sample: {
      ...MONTHLY_SAMPLE,
      number: 'ST-12-2026-000003',
      is_provisional: false,
      opening: '$40.00',
      sales: '$120.00',
      refunds: '−$20.00',
      commission: '−$10.00',
      other: '',
      payouts: '−$40.00',
      corrections: '',
      closing: '$90.00',
      lines: [
        {
          date: '4 November 2026',
          type: 'payout',
          count: 1,
          reference: '#1017',
          gross: '',
          commission: '',
          other: '',
          amount: '−$40.00',
        },
        {
          date: '21 November 2026',
          type: 'sale',
          count: 1,
          reference: '#1042',
          gross: '$120.00',
          commission: '−$12.00',
          other: '',
          amount: '$108.00',
        },
        {
          date: '26 November 2026',
          type: 'refund',
          count: 1,
          reference: '#1042',
          gross: '−$20.00',
          commission: '$2.00',
          other: '',
          amount: '−$18.00',
        },
      ],
    },
  },
} as const;
