import { z } from 'zod';
import { MONTH } from '#app/core/calendar.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { moneyDto, timeDto, versionInput } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { MOVEMENT_TYPES } from './movement.ts';
import { INVOICE_KINDS, MONTHLY_FAMILIES, MONTHLY_OBSTACLES } from './monthly-document.ts';
import { statementSettingsSchema } from './statement-settings.ts';

const month = z.string().max(7).regex(MONTH, rule('month_format'));
const requestedVendor = z
  .string()
  .trim()
  .min(1)
  .max(VENDOR_NAME_MAX)
  .optional()
  .meta({ description: 'Whose, in the marketplace view; one’s own without it' });
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, rule('currency_format'))
  .optional()
  .meta({ description: 'The store’s own without it' });
const locale = z.enum(LOCALES).optional().meta({ description: 'The viewer’s own without it' });
const file = z.string().meta({ description: 'A page to print (text/html), application/pdf or text/csv' });
/** The papers that one file may hold. */
export const MAX_MONTHLY_DOCUMENTS = 250;

export const balancesQuery = z.object({
  day: z.iso.date(rule('date')),
  to: z.iso.date(rule('date')).optional().meta({ description: 'Today without it' }),
  requestedVendor,
});
export type BalancesQuery = z.output<typeof balancesQuery>;

const balancesDto = z
  .object({
    vendor: z.string(),
    day: z.string(),
    to: z.string(),
    balances: z.array(
      z.object({
        currency: z.string(),
        balance: moneyDto.meta({ description: 'At the end of the first day, in the store’s time zone' }),
        balanceTo: moneyDto.meta({ description: 'At the end of the second day' }),
        days: z.array(z.object({ day: z.string(), change: moneyDto, balance: moneyDto })).meta({
          description: 'Days after the first on which something moved: they explain the difference',
        }),
      }),
    ),
  })
  .meta({ id: 'BalancesOfDays' });
export type BalancesDto = z.input<typeof balancesDto>;

export const readBalancesEndpoint = endpoint({
  name: 'statements.balances',
  method: 'GET',
  path: '/balances',
  summary: 'What the ledger owed a vendor at the end of a day and of a later one, and what moved it in between',
  access: { kind: 'vendor', permission: 'read_finance', scope: 'money:read' },
  query: balancesQuery,
  response: balancesDto,
  errors: ['not_found', 'invalid_state', 'missing_permission'],
});

/** A paper of a month: its number once it was issued, or why there is none. */
const monthlyDocumentDto = z.object({ number: z.string().nullable(), obstacle: z.enum(MONTHLY_OBSTACLES).nullable() });
const invoiceDto = monthlyDocumentDto.extend({
  kind: z.enum(INVOICE_KINDS).nullable().meta({ description: 'Null while it is not issued' }),
});

const monthDto = z
  .object({
    month: z.string(),
    currency: z.string(),
    closed: z.boolean().meta({ description: 'False while the month goes on: its figures are provisional' }),
    opening: moneyDto,
    change: moneyDto,
    closing: moneyDto,
    statement: monthlyDocumentDto,
    invoice: invoiceDto,
  })
  .meta({ id: 'StatementMonth' });
export type StatementMonthDto = z.input<typeof monthDto>;

export const monthsQuery = z.object({
  year: z.coerce.number(rule('year')).int(rule('year')).min(1990).max(2199).optional(),
  requestedVendor,
});

export const listMonthsEndpoint = endpoint({
  name: 'statements.list',
  method: 'GET',
  path: '/statements',
  summary:
    'The months of a year, or the newest twelve, with a vendor’s opening and closing balances and their papers, newest first',
  access: { kind: 'vendor', permission: 'read_finance', scope: 'money:read' },
  query: monthsQuery,
  response: z.object({
    vendor: z.string(),
    year: z.number().int(),
    years: z.array(z.number().int()),
    months: z.array(monthDto),
  }),
  errors: ['not_found', 'invalid_state', 'missing_permission'],
});

const monthParams = z.object({ month });
const monthQuery = z.object({ requestedVendor, currency });

const sumsDto = z.object({
  sales: moneyDto,
  refunds: moneyDto,
  commission: moneyDto,
  other: moneyDto.meta({ description: 'Tax and shipping that the marketplace keeps, discounts that it bears' }),
  payouts: moneyDto,
  corrections: moneyDto,
});

const statementDto = z
  .object({
    vendor: z.string(),
    month: z.string(),
    currency: z.string(),
    currencies: z.array(z.string()),
    closed: z.boolean(),
    opening: moneyDto,
    sums: sumsDto,
    discountsBorne: moneyDto.meta({ description: 'Of what is other: discounts that the marketplace bears' }),
    closing: moneyDto,
    statement: monthlyDocumentDto,
    invoice: invoiceDto,
    lines: z.array(
      z.object({
        at: timeDto,
        type: z.enum(MOVEMENT_TYPES),
        count: z.number().int().meta({ description: 'Above one where a busy month shows a day’s sums' }),
        orderId: z.string().nullable(),
        orderName: z.string().nullable(),
        payoutId: z.string().nullable(),
        note: z.string().nullable().meta({ description: 'Why it was adjusted, or undone' }),
        gross: moneyDto,
        commission: moneyDto,
        other: moneyDto,
        amount: moneyDto,
      }),
    ),
  })
  .meta({ id: 'Statement' });
export type StatementDto = z.input<typeof statementDto>;

export const readStatementEndpoint = endpoint({
  name: 'statements.read',
  method: 'GET',
  path: '/statements/{month}',
  summary: 'A vendor’s month: its opening balance, what moved it, its closing balance',
  access: { kind: 'vendor', permission: 'read_finance', scope: 'money:read' },
  params: monthParams,
  query: monthQuery,
  response: statementDto,
  errors: ['not_found', 'invalid_state', 'missing_permission'],
});

export const STATEMENT_FORMATS = ['html', 'pdf', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const readMonthlyDocumentEndpoint = endpoint({
  name: 'statements.document',
  method: 'GET',
  path: '/statements/{month}/{paper}',
  summary:
    'The statement or the invoice of a month. It is issued when it is first asked for, and is the same from then on; the statement of a month that goes on is provisional. A statement can also be had as a table (csv).',
  access: { kind: 'vendor', permission: 'read_finance' },
  params: monthParams.extend({ paper: z.string().max(60) }),
  query: monthQuery.extend({ format: z.enum(STATEMENT_FORMATS).default('html'), locale }),
  response: file,
  answers: ['text/html', 'application/pdf', 'text/csv'],
  errors: ['not_found', 'missing_permission', 'invalid_state', 'pdf_unavailable', 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

const vendors = z
  .array(idSchema)
  .min(1, rule('one_vendor'))
  .max(MAX_MONTHLY_DOCUMENTS, rule('max_vendors', { maximum: MAX_MONTHLY_DOCUMENTS }))
  .optional()
  .meta({ description: 'Whose; all that have such a paper without it' });
const request = { month, paper: z.enum(MONTHLY_FAMILIES), locale };

export const printMonthlyDocumentsEndpoint = endpoint({
  name: 'statements.print',
  method: 'POST',
  path: '/statements/print',
  summary: 'The statements or invoices of a month of many vendors in one file, each on a page of its own',
  access: { kind: 'admin' },
  body: z.object({ ...request, vendors, format: z.enum(['html', 'pdf']).default('html') }),
  response: file,
  answers: ['text/html', 'application/pdf'],
  errors: ['not_found', 'invalid_state', 'pdf_unavailable', 'rate_limited'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const linkMonthlyDocumentsEndpoint = endpoint({
  name: 'statements.link',
  method: 'POST',
  path: '/statements/links',
  summary:
    'An address that shows papers for some minutes to whoever has it: a tab of its own carries no token of the store admin',
  access: { kind: 'vendor', permission: 'read_finance' },
  body: z.object({ ...request, vendors, requestedVendor, currency }),
  response: z.object({ url: z.string() }),
  errors: ['not_found', 'missing_permission', 'invalid_state', 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const openMonthlyDocumentsEndpoint = endpoint({
  name: 'statements.open',
  method: 'GET',
  path: '/opened-papers',
  summary: 'The papers that an address was made for',
  access: { kind: 'public' },
  query: z.object({ ticket: z.string().min(1).max(8_000) }),
  response: file,
  answers: ['text/html', 'application/pdf'],
  errors: ['link_expired', 'not_found', 'invalid_state', 'rate_limited'],
  limit: { perMinute: 120, by: 'address' },
});

const overviewRow = monthDto.omit({ month: true }).extend({ vendor: z.object({ id: z.string(), name: z.string() }) });
export type OverviewRowDto = z.input<typeof overviewRow>;

export const overviewQuery = z.object({
  page: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(1)
    .max(PAGE_ROW_LIMIT / PAGE_SIZE)
    .default(1),
});

export const readOverviewEndpoint = endpoint({
  name: 'statements.overview',
  method: 'GET',
  path: '/statement-months/{month}',
  summary: 'All vendors with money, by name, with their opening and closing balances of a month and its papers',
  access: { kind: 'admin' },
  params: monthParams,
  query: overviewQuery,
  response: z.object({
    month: z.string(),
    count: z.number().int(),
    pageCount: z.number().int(),
    vendors: z.array(overviewRow),
  }),
});

/** What the screen of the settings sends. */
export const statementSettingsBody = z
  .object({ settings: statementSettingsSchema, version: versionInput })
  .meta({ id: 'StatementSettings' });
export type StatementSettingsForm = z.output<typeof statementSettingsBody>;

export const readStatementSettingsEndpoint = endpoint({
  name: 'statements.readSettings',
  method: 'GET',
  path: '/statement-settings',
  summary: 'The fee’s tax, reverse charge, self-billing, and the text under statements',
  access: { kind: 'admin' },
  response: statementSettingsBody,
});

export const saveStatementSettingsEndpoint = endpoint({
  name: 'statements.saveSettings',
  method: 'PUT',
  path: '/statement-settings',
  summary: 'Saves them over the version that was read. What was issued stays as it is',
  access: { kind: 'admin' },
  body: statementSettingsBody,
  response: statementSettingsBody,
  errors: ['conflict'],
});
