import { z } from 'zod';
import { MONTH } from '#app/core/calendar.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { HOLD_REASONS } from '#app/features/orders/order.ts';
import { PAYOUT_REASONS } from '#app/core/payout-reason.ts';
import { payoutHoldDto } from '#app/features/payouts/holds/payout-holds.contract.ts';
import { rule } from '#app/core/rules.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { ACTORS, ENTRY_KINDS, ENTRY_REASONS } from './money-calendar.ts';

export const monthSchema = z.string().max(7).regex(MONTH, rule('month_format'));

export const calendarQuery = z.object({
  month: monthSchema.optional().meta({ description: 'The present month of the store’s time zone without it' }),
  requestedVendor: z
    .string()
    .trim()
    .min(1)
    .max(VENDOR_NAME_MAX)
    .optional()
    .meta({ description: 'Whose, in the marketplace view; one’s own without it' }),
});
export type CalendarQuery = z.output<typeof calendarQuery>;

const day = z.string().meta({ description: 'A day of the store’s calendar, such as 2026-11-24' });

export const entryDto = z
  .object({
    day: day.nullable().meta({ description: 'Null where nobody can say when it moves' }),
    kind: z.enum(ENTRY_KINDS).meta({
      description:
        'due, held, if_shipped and blocked make up what is due by the books; came_back tells of a failed payout, whose money is counted there again',
    }),
    reason: z.enum(ENTRY_REASONS),
    values: z.object({
      days: z.number().int().optional().meta({ description: 'Days that an order waits after it was wholly shipped' }),
      until: timeDto.optional(),
      minimum: moneyDto.optional(),
      hold: z.enum(HOLD_REASONS).optional(),
      problem: z.enum(PAYOUT_REASONS).optional(),
    }),
    acts: z.enum(ACTORS).meta({ description: 'Who has to do something before it moves on' }),
    amount: moneyDto.meta({ description: 'Below zero where it is taken off' }),
    count: z.number().int().meta({ description: 'Of orders, or of payouts' }),
    payoutId: z.string().nullable().meta({ description: 'The payout, where it is just one' }),
    isTest: z.boolean(),
  })
  .meta({ id: 'MoneyCalendarEntry' });
export type EntryDto = z.infer<typeof entryDto>;

const fromSaleDto = z
  .object({
    currency: z.string(),
    sales: moneyDto.meta({ description: 'What buyers paid, tax and shipping included' }),
    refunds: moneyDto,
    commission: moneyDto,
    tax: moneyDto.meta({ description: 'Tax that the marketplace keeps' }),
    shipping: moneyDto.meta({
      description: 'Shipping that the marketplace keeps; what it passes on stays in the sales',
    }),
    discounts: moneyDto.meta({ description: 'Discounts that the marketplace bears' }),
    goodwill: moneyDto,
    corrections: moneyDto.meta({ description: 'Corrections and chargebacks' }),
    labels: moneyDto.meta({ description: 'What shipping labels cost that the store paid' }),
    earned: moneyDto.meta({ description: 'All of the rows together' }),
  })
  .meta({ id: 'FromSaleToAccount' });
export type FromSaleDto = z.infer<typeof fromSaleDto>;

export const paidToDto = z.object({
  method: z.enum(['stripe', 'paypal']).nullable().meta({ description: 'Null where the vendor has not said it' }),
  receiver: z.string().nullable().meta({ description: 'The address or handle at PayPal' }),
  state: z.enum(['ready', 'none', 'not_connected', 'account_not_ready', 'details_unapproved', 'details_changed']),
  until: timeDto.nullable().meta({ description: 'Until when changed details are waited for' }),
  mayChange: z.boolean().meta({ description: 'Those who lead the vendor change it; nobody else does' }),
  bankAccountEnding: z.string().nullable().meta({ description: 'The end of the account number for manual payouts' }),
  by: z.enum(['hand', 'schedule']).meta({ description: 'Whether a person of the marketplace pays, or a schedule' }),
});

export type PaidToDto = z.infer<typeof paidToDto>;

export const calendarDto = z
  .object({
    vendor: z.string(),
    month: z.string(),
    today: day,
    from: day.meta({ description: 'The Monday on or before the first of the month' }),
    to: day.meta({ description: 'The Sunday on or after its last' }),
    entries: z.array(entryDto).meta({ description: 'Sums of the days from the first to the last, by kind and reason' }),
    others: z.array(entryDto).meta({ description: 'Open money of other days, or of no day' }),
    totals: z.array(z.object({ kind: z.enum(ENTRY_KINDS), amount: moneyDto, count: z.number().int() })).meta({
      description: 'Of all entries, by kind and currency; paid and came_back are those of the days that are shown',
    }),
    next: z
      .array(z.object({ day, amount: moneyDto }))
      .meta({ description: 'What a schedule pays next, one a currency; empty where a person pays' }),
    fromSale: z.array(fromSaleDto).meta({ description: 'Of the month, by when the ledger learnt it' }),
    paidTo: paidToDto,
    onHold: payoutHoldDto
      .nullable()
      .meta({ description: 'That the marketplace holds the payouts; null while it pays' }),
  })
  .meta({ id: 'MoneyCalendar' });
export type CalendarDto = z.infer<typeof calendarDto>;

export const readCalendarEndpoint = endpoint({
  name: 'moneyCalendar.read',
  method: 'GET',
  path: '/money-calendar',
  summary:
    'A vendor’s money by day: what arrived, is on its way, is due, held, would come if it were shipped, or is blocked, each with its reason',
  access: { kind: 'vendor', permission: 'read_finance', scope: 'money:read' },
  query: calendarQuery,
  response: calendarDto,
  errors: ['not_found', 'invalid_state', 'missing_permission'],
});
