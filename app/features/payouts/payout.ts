import { invariant } from '#app/core/invariant.ts';
import type { Issue } from '#app/core/errors.ts';
import { sumMinor, type Currency } from '#app/core/money.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';
import type { PayoutMethod } from '#app/features/ledger/ledger.ts';

export const PAYOUT_STATES = ['due', 'processing', 'paid', 'failed', 'unclaimed', 'reversed', 'unknown'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export const PAYOUT_EVENTS = ['start', 'succeed', 'fail', 'leave_unclaimed', 'reverse', 'lose_answer'] as const;
export type PayoutEvent = (typeof PAYOUT_EVENTS)[number];

/** What each state accepts. The provider's state is the truth: a late failure reopens what was believed paid. */
const TRANSITIONS: Readonly<Record<PayoutState, Partial<Record<PayoutEvent, PayoutState>>>> = {
  due: { start: 'processing' },
  processing: {
    succeed: 'paid',
    fail: 'failed',
    leave_unclaimed: 'unclaimed',
    reverse: 'reversed',
    lose_answer: 'unknown',
  },
  unknown: { succeed: 'paid', fail: 'failed', leave_unclaimed: 'unclaimed', reverse: 'reversed' },
  unclaimed: { succeed: 'paid', fail: 'failed', reverse: 'reversed' },
  paid: { fail: 'failed', reverse: 'reversed' },
  failed: {},
  reversed: {},
};

/** The state after an event, or null where the state refuses it. */
export function nextPayoutState(state: PayoutState, event: PayoutEvent): PayoutState | null {
  return TRANSITIONS[state][event] ?? null;
}

/**
 * A live payout holds its vendor orders: none of them may be in another. An unclaimed one is live until the provider returns
 * it (`reverse`), because the recipient may still claim it.
 */
export function isLivePayout(state: PayoutState): boolean {
  return state === 'processing' || state === 'unknown' || state === 'unclaimed' || state === 'paid';
}

/** A vendor order as payouts see it. `postedMinor` is what the ledger owes for it, `settledMinor` what live payouts took. */
export type PayableOrder = {
  orderId: string;
  vendorId: string;
  currency: Currency;
  postedMinor: bigint;
  settledMinor: bigint;
  isPaidByBuyer: boolean;
  isHeld: boolean;
};

export type DueState = 'not_due' | 'due' | 'paid' | 'overpaid';

/** What is due of a vendor order: negative where more was paid out than is left (overpaid). */
export function dueOf(order: Pick<PayableOrder, 'postedMinor' | 'settledMinor'>): bigint {
  return order.postedMinor - order.settledMinor;
}

/** How a vendor order stands with the vendor. Nothing is due before the buyer has paid in full (M62). */
export function decideDueState(order: Pick<PayableOrder, 'postedMinor' | 'settledMinor' | 'isPaidByBuyer'>): DueState {
  const dueMinor = dueOf(order);
  if (dueMinor < 0n) return 'overpaid';
  if (dueMinor > 0n) return order.isPaidByBuyer ? 'due' : 'not_due';
  return order.isPaidByBuyer ? 'paid' : 'not_due';
}

export const PAYOUT_REFUSALS = ['zero', 'negative', 'nothing_due'] as const;
export type PayoutRefusal = (typeof PAYOUT_REFUSALS)[number];

/** Why a vendor was not paid: its amounts, or the way it should have been paid. */
export const PAY_REFUSALS = [...PAYOUT_REFUSALS, 'no_method', 'not_connected'] as const;
export type PayRefusal = (typeof PAY_REFUSALS)[number];

/** The English texts of refusals; the keys are what other languages translate. */
export const PAY_REFUSAL_TEXTS: Readonly<Record<PayRefusal, string>> = {
  zero: 'These orders add up to nothing',
  negative: 'The vendor owes more than these orders bring; it is taken off a later payout',
  nothing_due: 'Nothing is due for these orders',
  no_method: 'Choose how this vendor is paid',
  not_connected: 'This payment method is not connected',
};

/** Why a method cannot be used, or null. Only payouts made by hand need no connection. */
export function methodRefusal(method: PayoutMethod | undefined): PayRefusal | null {
  return method === undefined ? 'no_method' : method === 'manual' ? null : 'not_connected';
}

/** One vendor's next payout: the chosen orders, all overpaid orders that join them (M61), and the sum in one currency. */
export type PreparedPayout = {
  vendorId: string;
  currency: Currency;
  lines: { orderId: string; amountMinor: bigint; joined: boolean }[];
  totalMinor: bigint;
  refusal: PayoutRefusal | null;
};

/**
 * Prepares payouts of chosen vendor orders (order id and vendor id), one for each vendor and currency. `orders` holds at least
 * the chosen orders and all overpaid ones of their vendors; an automatic run leaves held orders out (M40). Nothing is locked; zero and negative sums say why they cannot go.
 */
export function preparePayouts(
  orders: readonly PayableOrder[],
  chosen: readonly { orderId: string; vendorId: string }[],
  run: 'manual' | 'automatic',
): PreparedPayout[] {
  const chosenKeys = new Set(chosen.map((order) => keyOf(order)));
  const groups = new Map<string, PreparedPayout>();
  const sorted = [...orders].sort((a, b) => compareIds(a.vendorId, b.vendorId) || compareIds(a.orderId, b.orderId));
  for (const order of sorted) {
    if (!chosenKeys.has(keyOf(order))) continue;
    const key = `${order.vendorId}|${order.currency}`;
    const group = groups.get(key) ?? newPayout(order);
    groups.set(key, group);
    const dueMinor = dueOf(order);
    const isPayable = decideDueState(order) === 'due' && !(run === 'automatic' && order.isHeld);
    if (isPayable) group.lines.push({ orderId: order.orderId, amountMinor: dueMinor, joined: false });
  }
  for (const order of sorted) {
    const group = groups.get(`${order.vendorId}|${order.currency}`);
    if (!group || decideDueState(order) !== 'overpaid') continue;
    group.lines.push({ orderId: order.orderId, amountMinor: dueOf(order), joined: !chosenKeys.has(keyOf(order)) });
  }
  return [...groups.values()].map(closePayout);
}

function newPayout(order: PayableOrder): PreparedPayout {
  return { vendorId: order.vendorId, currency: order.currency, lines: [], totalMinor: 0n, refusal: null };
}

function closePayout(payout: PreparedPayout): PreparedPayout {
  const totalMinor = sumMinor(payout.lines.map((line) => line.amountMinor));
  const refusal =
    payout.lines.length === 0 ? 'nothing_due' : totalMinor === 0n ? 'zero' : totalMinor < 0n ? 'negative' : null;
  return { ...payout, totalMinor, refusal };
}

/**
 * A text that is the same for the same amounts, whatever the order they come in. Hashed, it is the `token` that `pay` compares
 * to refuse when an amount changed meanwhile (M60).
 */
export function preparationToken(payouts: readonly PreparedPayout[]): string {
  return payouts
    .flatMap((payout) =>
      payout.lines.map((line) => `${payout.vendorId}:${payout.currency}:${line.orderId}=${line.amountMinor}`),
    )
    .sort()
    .join(';');
}

export const MIN_DETAILS = 10;
export const MAX_DETAILS = 1_000;

/** Checks a manual payout: paid at a time that is not in the future, with details of 10 to 1,000 characters. */
export function checkManualPayout(
  input: { paidAt: Date; details: string },
  now: Date,
): Result<{ paidAt: Date; details: string }, Issue[]> {
  const details = input.details.trim();
  const issues: Issue[] = [];
  if (Number.isNaN(input.paidAt.getTime())) {
    issues.push({ path: 'paidAt', rule: 'date', message: 'must be a date' });
  } else if (input.paidAt > now) {
    issues.push({ path: 'paidAt', rule: 'not_in_future', message: 'must not be in the future' });
  }
  if (details.length < MIN_DETAILS) {
    issues.push(lengthIssue('min_length', 'must have at least {limit} characters', MIN_DETAILS));
  } else if (details.length > MAX_DETAILS) {
    issues.push(lengthIssue('max_length', 'must have at most {limit} characters', MAX_DETAILS));
  }
  return issues.length > 0 ? refuse(issues) : ok({ paidAt: input.paidAt, details });
}

function lengthIssue(rule: string, text: string, limit: number): Issue {
  return { path: 'details', rule, message: text.replace('{limit}', String(limit)), params: { limit } };
}

function keyOf(order: { orderId: string; vendorId: string }): string {
  invariant(order.orderId !== '' && order.vendorId !== '', 'a vendor order has both ids');
  return `${order.vendorId}|${order.orderId}`;
}

function compareIds(left: string, right: string): number {
  return left.length === right.length ? (left < right ? -1 : left > right ? 1 : 0) : left.length - right.length;
}
