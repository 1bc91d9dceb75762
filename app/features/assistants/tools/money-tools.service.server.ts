import { z } from 'zod';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { readDashboardEndpoint, dashboardQuery } from '#app/features/dashboard/dashboard.contract.ts';
import { readDashboard } from '#app/features/dashboard/dashboard.service.server.ts';
import {
  monthSchema,
  readCalendarEndpoint,
  type EntryDto,
} from '#app/features/finance/calendar/money-calendar.contract.ts';
import { readCalendar } from '#app/features/finance/calendar/money-calendar.service.server.ts';
import { listTransactionsEndpoint } from '#app/features/finance/transactions/transactions.contract.ts';
import { readBalances } from '#app/features/finance/transactions/transactions.service.server.ts';
import type { PayoutSummary } from '#app/features/payouts/payout-view.ts';
import { listPayouts, readPayout } from '#app/features/payouts/payouts.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { markUntrusted, takeRows } from '../assistant-answer.ts';
import { nameVendor } from '../name-vendor.ts';
import { defineReading, readInput } from '../tool.server.ts';
import { explainMoney } from './explain-order.service.server.ts';
import { orderInput, readOrder } from './find-order.service.server.ts';

/** Money is read by the scope and the limit of its list in the API. */
const like = listTransactionsEndpoint;
const MAX_PAGE = 400;

const listPayoutsTool = defineReading({
  name: 'list_payouts',
  title: 'List payouts',
  description:
    'Lists payouts to the vendor, or to all vendors, newest first, or only those that did not arrive. 25 a page.',
  like,
  input: z.strictObject({
    which: z.enum(['all', 'not_arrived']).default('all'),
    page: z
      .number(rule('whole_number'))
      .int(rule('whole_number'))
      .min(1, rule('at_least_one'))
      .max(MAX_PAGE)
      .default(1),
  }),
  run: async (ctx, { which, page }) => {
    const { payouts, count, pageCount } = await listPayouts(ctx, page, which === 'all' ? 'all' : 'issues');
    const shown = takeRows(payouts);
    return {
      timezone: ctx.viewer.store.timezone,
      payouts: shown.rows.map((payout) => toPayout(ctx, payout)),
      count,
      more: shown.more,
      next: page < pageCount ? { page: page + 1 } : null,
    };
  },
});

function toPayout(ctx: Ctx, payout: PayoutSummary) {
  const t = translate(ctx.viewer.locale);
  return {
    id: payout.id,
    ...nameVendor(ctx, payout.vendor),
    amount: payout.amount,
    method: payout.method,
    state: payout.state,
    createdAt: payout.createdAt,
    paidAt: payout.paidAt,
    isDeleted: payout.deletedAt !== null,
    orders: payout.lineCount,
    isTest: payout.isTest,
    cameBack: payout.cameBack,
    reason: payout.reason && { code: payout.reason, text: t(`money:reason.${payout.reason}`) },
    details: markUntrusted('marketplace', payout.details),
  };
}

const getPayout = defineReading({
  name: 'get_payout',
  title: 'Read a payout',
  description: 'One payout with the orders that it pays, and why it did not arrive where it did not.',
  like,
  input: z.strictObject({ payoutId: idSchema.meta({ description: 'The id of the payout, as list_payouts says it' }) }),
  run: async (ctx, { payoutId }) => {
    const payout = await readPayout(ctx, payoutId);
    const lines = takeRows(payout.lines);
    return {
      timezone: ctx.viewer.store.timezone,
      ...toPayout(ctx, payout),
      dueAgain: payout.aftermath?.due ?? null,
      lines: lines.rows.map(({ orderId, orderName, orderedAt, amount, cameBack }) => ({
        orderId,
        number: orderName,
        orderedAt,
        amount,
        cameBack,
      })),
      moreLines: lines.more,
    };
  },
});

const getNextPayout = defineReading({
  name: 'get_next_payout',
  audience: 'vendor',
  title: 'Read the next payout',
  description:
    'When the vendor is paid next, how much and to which account; what is due, held, blocked or not due yet, each with its reason and who has to act.',
  like: readCalendarEndpoint,
  input: z.strictObject({}),
  run: async (ctx) => {
    const { entries, others, next, today, paidTo, onHold } = await readCalendar(ctx, {});
    const open = takeRows([...entries, ...others].filter(({ kind }) => !ENDED.has(kind)));
    return {
      timezone: ctx.viewer.store.timezone,
      today,
      next,
      onHold: onHold && { since: onHold.since, reason: onHold.reason },
      paidBy: paidTo.by,
      account: { method: paidTo.method, state: paidTo.state, bankAccountEnding: paidTo.bankAccountEnding },
      open: open.rows.map((entry) => toEntry(ctx, entry)),
      moreOpen: open.more,
      balances: (await readBalances(ctx)).map(({ count, due, notDue, paid, overpaid }) => ({
        orders: count,
        due,
        notDue,
        paid,
        overpaid,
      })),
    };
  },
});

/** Payouts that are over: they are no reason for what comes. */
const ENDED: ReadonlySet<EntryDto['kind']> = new Set<EntryDto['kind']>(['paid', 'came_back']);

/** A sum of the calendar with its reason in words, as the page of it says them. */
function toEntry(ctx: Ctx, { day, kind, reason, values, acts, amount, count }: EntryDto) {
  const t = translate(ctx.viewer.locale);
  const why =
    reason === 'holding' || reason === 'ship_now'
      ? t(`moneyCalendar:why.${reason}`, { count: values.days ?? 0 })
      : t(`moneyCalendar:why.${reason}`, {
          until: values.until ?? '',
          minimum: values.minimum ? `${values.minimum.amount} ${values.minimum.currency}` : '',
          hold: values.hold ? t(`moneyCalendar:hold.${values.hold}`) : '',
        });
  return {
    day,
    kind,
    amount,
    count,
    reason,
    why,
    problem: values.problem ? t(`money:reason.${values.problem}`) : null,
    whoActs: acts,
  };
}

const explainInput = z.strictObject({
  order: orderInput.optional(),
  month: monthSchema
    .optional()
    .meta({ description: 'A month such as 2026-11: from what buyers paid to what was earned' }),
});

const explainAmount = defineReading({
  name: 'explain_amount',
  title: 'Explain an amount',
  description:
    'Explains what an order earns, step by step with rates and rounding, or how a month comes from sales to earnings. Name an order or a month.',
  like,
  input: explainInput,
  run: async (ctx, { order: number, month }) => {
    if (number === undefined && month === undefined)
      throw invalidInput([{ path: 'order', rule: 'required_field', message: rule('required_field') }]);
    const timezone = ctx.viewer.store.timezone;
    if (number === undefined) {
      const { fromSale, vendor: _vendor, ...calendar } = await readCalendar(ctx, { month });
      return { timezone, month: calendar.month, fromSaleToEarnings: fromSale };
    }
    const order = await readOrder(ctx, number);
    if (!order.money) throw new AppError('not_found');
    return { timezone, id: order.id, number: order.name, ...explainMoney(order.money) };
  },
});

const getFigures = defineReading({
  name: 'get_figures',
  title: 'Read the figures of a time',
  description:
    'Orders, units, sales, refunds, commission and earnings of a range of days against as many days before, and the products sold most. 30 days where none are named.',
  like: readDashboardEndpoint,
  input: z.strictObject({
    from: dashboardQuery.shape.from.meta({ description: 'The first day, such as 2026-11-01' }),
    to: dashboardQuery.shape.to.meta({ description: 'The last day, included' }),
  }),
  run: async (ctx, input) => {
    const figures = await readDashboard(ctx, readInput(dashboardQuery, input));
    return {
      timezone: figures.timezone,
      range: figures.range,
      before: figures.before,
      figures: figures.transactions,
      topProducts: figures.topProducts.map(({ id, title, units, sales }) => ({
        id,
        title: markUntrusted('vendor', title),
        units,
        sales,
      })),
    };
  },
});

/** What assistants read of money; none of them moves any. */
export const moneyTools = [listPayoutsTool, getPayout, getNextPayout, explainAmount, getFigures];
