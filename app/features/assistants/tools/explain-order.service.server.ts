import type { ShownOrderDto } from '#app/features/orders/orders.contract.ts';
import { markUntrusted, takeRows } from '../assistant-answer.ts';

type OrderMoney = NonNullable<ShownOrderDto['money']>;
type Step = NonNullable<OrderMoney['explain']>[number];

/** Parameters of a step that hold a title that somebody typed. */
const TITLES: ReadonlySet<string> = new Set(['title', 'item', 'condition']);

/** One step of an explanation: its name, what it was computed from, its rounding and what came out. */
const toStep = ({ key, lineId, params, rounding, amount }: Step) => ({
  step: key,
  lineId,
  from: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, TITLES.has(name) ? markUntrusted('vendor', value) : value]),
  ),
  rounding,
  amount,
});

/** The amounts of an order with the steps that lead from goods to what is owed; what only money readers see is null for others. */
export function describeMoney(money: OrderMoney) {
  return {
    paidByBuyer: money.total,
    goods: money.goods,
    discount: money.discount,
    shipping: money.shipping,
    tax: money.tax,
    commission: money.commission,
    earnings: money.earnings,
    adjusted: money.adjusted,
    owed: money.owed,
    paidOut: money.paidOut,
    due: money.due,
    refundsAndCancellation: money.history,
    corrections:
      money.adjustments?.slice(0, MAX_CORRECTIONS).map(({ kind, amount, note, at, undone }) => ({
        kind,
        amount,
        note: markUntrusted('marketplace', note),
        at,
        isUndone: undone !== null,
      })) ?? null,
    explanation: money.explain?.filter(({ lineId }) => lineId === null).map(toStep) ?? null,
  };
}

const MAX_CORRECTIONS = 20;

/** All steps of an order's explanation, those of single items among them, and what the ledger holds of it. */
export function explainMoney(money: OrderMoney) {
  const steps = takeRows(money.explain ?? [], MAX_STEPS);
  const entries = takeRows(money.entries ?? []);
  return {
    earnings: money.earnings,
    owed: money.owed,
    paidOut: money.paidOut,
    due: money.due,
    steps: steps.rows.map(toStep),
    moreSteps: steps.more,
    ledger: entries.rows.map(({ reference, kind, occurredAt, sum }) => ({ reference, kind, occurredAt, sum })),
    moreLedger: entries.more,
  };
}

const MAX_STEPS = 100;
