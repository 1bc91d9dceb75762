import { z } from 'zod';
import { PERIODS } from '#app/core/calendar.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { pageSchema } from '#app/core/paging.ts';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { PAYMENTS, PAYOUT_FILTERS, TRANSACTION_STATES } from './transaction.ts';

/** A day of the store's calendar or a moment with its zone. */
export const dayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true }).max(40)], rule('date'));

/** What narrows a list of transactions; `from` and `to` (days of the store's zone, or moments) override `period`. */
export const transactionFilter = z.object({
  from: dayOrTime.optional(),
  to: dayOrTime.optional(),
  period: z.enum(PERIODS).default('week'),
  q: z.string().trim().max(200).default(''),
  payment: z.enum(PAYMENTS).default('all'),
  payout: z.enum(PAYOUT_FILTERS).default('all'),
  requestedVendor: z.string().trim().min(1).max(VENDOR_NAME_MAX).optional(),
});
export type TransactionFilterInput = z.output<typeof transactionFilter>;

export const transactionsQuery = transactionFilter.extend(pageSchema.shape);
export type TransactionsQuery = z.output<typeof transactionsQuery>;

/** One vendor's part of an order with its money: what it brought, what was kept, what was paid out, what is due. */
export const transactionDto = z
  .object({
    id: z.string(),
    orderId: z.string(),
    orderName: z.string(),
    vendor: z.string(),
    orderedAt: timeDto,
    payment: z.string(),
    fulfillment: z.string(),
    state: z.enum(TRANSACTION_STATES),
    held: z.string().nullable(),
    gross: moneyDto,
    commission: moneyDto,
    payout: moneyDto,
    adjusted: moneyDto.meta({ description: 'What corrections and chargebacks add to the payout' }),
    paidOut: moneyDto,
    due: moneyDto,
    /** Payouts that hold it; `transactionId` is what a manual one is deleted by. */
    payouts: z.array(
      z.object({
        transactionId: z.string(),
        method: z.string(),
        state: z.string(),
        paidAt: timeDto.nullable(),
        amount: moneyDto,
        cameBack: moneyDto.meta({ description: 'What of it was taken back while the payout stays paid' }),
      }),
    ),
  })
  .meta({ id: 'Transaction' });
export type TransactionDto = z.infer<typeof transactionDto>;

/**
 * Totals of one currency over everything that the filter lets through. Of what was earned and adjusted, `due` and `paid` never
 * overlap; `notDue` is not earned yet; `overpaid` was paid beyond what is left.
 */
export const aggregateDto = z
  .object({
    currency: z.string(),
    count: z.number().int(),
    gross: moneyDto,
    commission: moneyDto,
    payout: moneyDto,
    adjusted: moneyDto,
    due: moneyDto,
    notDue: moneyDto,
    paid: moneyDto,
    overpaid: moneyDto,
  })
  .meta({ id: 'TransactionTotals' });
export type AggregateDto = z.infer<typeof aggregateDto>;

export const listTransactionsEndpoint = endpoint({
  name: 'transactions.list',
  method: 'GET',
  path: '/transactions',
  summary:
    'The money of vendor orders, newest first: what each brought, what was paid out, what is due; with totals of the whole filter.',
  access: { kind: 'vendor', permission: 'read_finance', scope: 'money:read' },
  query: transactionsQuery,
  response: z.object({
    transactions: z.array(transactionDto),
    count: z.number().int(),
    pageCount: z.number().int(),
    cursor: z.string().optional(),
    aggs: z.array(aggregateDto),
    firstTransactionAt: timeDto.nullable(),
  }),
  errors: ['not_found'],
});

export const exportTransactionsEndpoint = endpoint({
  name: 'transactions.export',
  method: 'POST',
  path: '/transactions/export',
  summary:
    'Exactly the transactions that a list’s filter finds as CSV (text/csv), newest first: a row for each vendor’s part of an order.',
  access: { kind: 'vendor', permission: 'read_finance' },
  body: transactionFilter,
  response: z.string().meta({ description: 'CSV in UTF-8' }),
  answers: ['text/csv'],
  errors: ['not_found', 'missing_permission', 'rate_limited'],
  limit: { perMinute: 20, by: 'viewer' },
});

/** What admins export of the whole marketplace. */
export const ADMIN_REPORTS = ['sales-report', 'all-transactions'] as const;
export type AdminReport = (typeof ADMIN_REPORTS)[number];

export const adminReportFilter = transactionFilter.extend({ period: z.enum(PERIODS).default('all') });

export const exportAdminReportEndpoint = endpoint({
  name: 'transactions.adminExport',
  method: 'POST',
  path: '/admin-export/{report}',
  summary:
    'A report on the whole marketplace as CSV (text/csv), whichever vendor the admin acts for. `all-transactions` has the columns of transactions/export; `sales-report` has a row for each vendor, month (in the store’s time zone) and currency. Another report is not found (404).',
  access: { kind: 'admin' },
  params: z.object({
    report: z
      .string()
      .max(40)
      .meta({ description: ADMIN_REPORTS.join(' or ') }),
  }),
  body: adminReportFilter,
  response: z.string().meta({ description: 'CSV in UTF-8' }),
  answers: ['text/csv'],
  errors: ['not_found', 'rate_limited'],
  limit: { perMinute: 20, by: 'viewer' },
});
