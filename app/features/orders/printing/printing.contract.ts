import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import {
  CORRECTION_KINDS,
  FILE_FORMATS,
  INVOICE_OBSTACLES,
  MAX_ORDERS,
  PRINTED_KINDS,
  SELLERS_OF_RECORD,
} from './printed.ts';

// The calls by which screens of orders print. They stand apart from what answers them, which itself leans on orders.

const orderParams = z.object({ orderId: idSchema });
const locale = z.enum(LOCALES).optional().meta({ description: 'The viewer’s own without it' });
const vendor = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .optional()
  .meta({ description: 'Whose part, in the marketplace view; all of them without it' });
const fileQuery = z.object({ format: z.enum(FILE_FORMATS).default('html'), locale, vendor });
const file = z.string().meta({ description: 'The document as a page to print (text/html) or as application/pdf' });

const orderDocuments = z
  .object({
    parts: z.array(
      z.object({
        vendor: z.object({ id: z.string(), name: z.string() }),
        sellerOfRecord: z.enum(SELLERS_OF_RECORD),
        slip: z.boolean().meta({ description: 'False when nothing is left of the part to pack.' }),
        invoice: z
          .object({ number: z.string(), issuedAt: timeDto, total: moneyDto })
          .nullable()
          .meta({ description: 'Null until it was issued.' }),
        obstacle: z.enum(INVOICE_OBSTACLES).nullable().meta({ description: 'Why the invoice cannot be had.' }),
        creditNotes: z.array(
          z.object({
            refundId: z.string().meta({
              description: 'The refund; 1, 2, … for what an edit or a cancellation changed without one.',
            }),
            kind: z.enum(CORRECTION_KINDS).meta({
              description: 'What it corrects; `added` is an additional invoice for goods that an edit added.',
            }),
            number: z.string().nullable(),
            refundedAt: timeDto,
            total: moneyDto,
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'OrderDocuments' });
export type OrderDocumentsDto = z.input<typeof orderDocuments>;

export const listDocumentsEndpoint = endpoint({
  name: 'documents.list',
  method: 'GET',
  path: '/orders/{orderId}/documents',
  summary: 'What can be printed of an order, by part: what was issued, what can be, and what stands in the way',
  access: { kind: 'vendor', permission: 'read_orders' },
  params: orderParams,
  response: orderDocuments,
  errors: ['not_found', 'missing_permission'],
});

export const readDocumentEndpoint = endpoint({
  name: 'documents.read',
  method: 'GET',
  path: '/orders/{orderId}/documents/{document}',
  summary:
    'The invoice or the packing slip of an order’s part, to print. An invoice is issued when it is first asked for, and is the same from then on.',
  access: { kind: 'vendor', permission: 'read_orders' },
  params: orderParams.extend({ document: z.string().max(60) }),
  query: fileQuery,
  response: file,
  answers: ['text/html', 'application/pdf'],
  errors: ['not_found', 'missing_permission', 'invalid_state', 'unavailable', 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const readCreditNoteEndpoint = endpoint({
  name: 'documents.readCreditNote',
  method: 'GET',
  path: '/orders/{orderId}/credit-notes/{refundId}',
  summary:
    'The credit note for one refund or correction of an invoiced part, or its additional invoice, to print; issued when it is first asked for',
  access: { kind: 'vendor', permission: 'read_orders' },
  params: orderParams.extend({ refundId: idSchema }),
  query: fileQuery,
  response: file,
  answers: ['text/html', 'application/pdf'],
  errors: ['not_found', 'missing_permission', 'invalid_state', 'unavailable', 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

const orders = z
  .array(idSchema)
  .min(1, rule('one_order'))
  .max(MAX_ORDERS, rule('max_orders', { maximum: MAX_ORDERS }))
  .superRefine((ids, issues) => {
    ids.forEach((id, index) => {
      if (ids.indexOf(id) !== index) issues.addIssue({ code: 'custom', path: [index], message: rule('listed_twice') });
    });
  });

export const printOrdersEndpoint = endpoint({
  name: 'documents.print',
  method: 'POST',
  path: '/orders/documents',
  summary: 'The packing slips or invoices of many orders in one file, each on a page of its own',
  access: { kind: 'vendor', permission: 'read_orders' },
  body: z.object({
    kind: z.enum(PRINTED_KINDS),
    orders,
    format: z.enum(FILE_FORMATS).default('html'),
    locale,
  }),
  response: file,
  answers: ['text/html', 'application/pdf'],
  errors: ['not_found', 'missing_permission', 'invalid_state', 'unavailable', 'rate_limited'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const linkDocumentsEndpoint = endpoint({
  name: 'documents.link',
  method: 'POST',
  path: '/orders/documents/links',
  summary:
    'An address that shows documents for some minutes to whoever has it: a tab of its own carries no token of the store admin',
  access: { kind: 'vendor', permission: 'read_orders' },
  body: z.object({ kind: z.enum(PRINTED_KINDS), orders, refund: idSchema.optional(), vendor, locale }),
  response: z.object({ url: z.string() }),
  errors: ['not_found', 'missing_permission', 'invalid_state', 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});
