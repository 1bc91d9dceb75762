import { invariant } from '#app/core/invariant.ts';
import type { Issue } from '#app/core/errors.ts';
import { sumMinor, type Currency } from '#app/core/money/money.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';
import { rule } from '#app/core/rules.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import { canPay, METHOD_REFUSALS, type ProviderMethods } from './provider-method.ts';

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
  /** Gone in the store, and no admin decided yet that it is paid out all the same. */
  isDeleted?: boolean;
  /** In a payout of which the provider has not yet said that it arrived: nothing more of it is paid meanwhile. */
  isInFlight: boolean;
  /** Of the platform's test gateway: no money came. */
  isTest: boolean;
  /** The marketplace holds the vendor's payouts: nothing is paid to it, whatever is chosen. */
  isVendorOnHold?: boolean;
};

export type DueState = 'not_due' | 'due' | 'paid' | 'overpaid';

/** What is due of a vendor order: negative where more was paid out than is left (overpaid). */
export function computeDue(order: Pick<PayableOrder, 'postedMinor' | 'settledMinor'>): bigint {
  return order.postedMinor - order.settledMinor;
}

/** How a vendor order stands with the vendor. Nothing is due before the buyer has paid in full (M62). */
export function decideDueState(order: Pick<PayableOrder, 'postedMinor' | 'settledMinor' | 'isPaidByBuyer'>): DueState {
  const dueMinor = computeDue(order);
  if (dueMinor < 0n) return 'overpaid';
  if (dueMinor > 0n) return order.isPaidByBuyer ? 'due' : 'not_due';
  return order.isPaidByBuyer ? 'paid' : 'not_due';
}

export const PAYOUT_REFUSALS = ['zero', 'negative', 'nothing_due', 'in_flight', 'on_hold'] as const;
export type PayoutRefusal = (typeof PAYOUT_REFUSALS)[number];

/** Why a vendor was not paid: its amounts, or the way it should have been paid. */
export const PAY_REFUSALS = [...PAYOUT_REFUSALS, 'no_method', ...METHOD_REFUSALS] as const;
export type PayRefusal = (typeof PAY_REFUSALS)[number];

/** The English texts of refusals; the keys are what other languages translate. */
export const PAY_REFUSAL_TEXTS: Readonly<Record<PayRefusal, string>> = {
  zero: 'These orders add up to nothing',
  negative: 'The vendor owes more than these orders bring; it is taken off a later payout',
  nothing_due: 'Nothing is due for these orders',
  in_flight: 'A payout of these orders is on its way',
  on_hold: 'Payouts to this vendor are on hold',
  no_method: 'Choose how this vendor is paid',
  not_connected: 'This payment method is not connected',
  not_registered: 'The vendor has not chosen this payment method',
  account_not_ready: 'The vendor’s account cannot be paid yet',
  details_unapproved: 'The payment details wait for another person who may pay out',
  details_changed: 'The payment details changed in the last 72 hours',
  test_key: 'The key is for testing: it pays test orders only',
  live_key: 'These are test orders: no money came for them',
  currency: 'This payment method cannot pay this amount in this currency',
  unknown_transfer:
    'The provider holds a payout to this vendor that is not here. Payouts to it wait until you decide about it in the reconciliation',
  after_restore: 'Payouts stand still since the database was restored',
};

/**
 * Why a payout cannot go a way, or null. Only payouts made by hand need no connection. A test key never pays what buyers really
 * paid for, nor a live one what they did not.
 */
export function methodRefusal(
  payout: Pick<PreparedPayout, 'vendorId' | 'currency' | 'totalMinor' | 'isTest'>,
  method: PayoutMethod | undefined,
  methods: ProviderMethods,
): PayRefusal | null {
  if (method === undefined) return 'no_method';
  if (method === 'manual') return null;
  if (!methods.connected.has(method)) return 'not_connected';
  const vendorMethod = methods.of.get(payout.vendorId);
  if (vendorMethod?.method !== method) return 'not_registered';
  if (vendorMethod.refusal) return vendorMethod.refusal;
  if (vendorMethod.isTest !== payout.isTest) return vendorMethod.isTest ? 'test_key' : 'live_key';
  if (methods.isHeld) return 'after_restore';
  if (methods.stopped.has(toPayoutGroup(payout))) return 'unknown_transfer';
  return canPay(vendorMethod, payout) ? null : 'currency';
}

/** One vendor's next payout: the chosen orders, all overpaid orders that join them (M61), and the sum in one currency. */
export type PreparedPayout = {
  vendorId: string;
  currency: Currency;
  lines: { orderId: string; amountMinor: bigint; joined: boolean }[];
  totalMinor: bigint;
  /** Test orders and others are never paid together. */
  isTest: boolean;
  refusal: PayoutRefusal | null;
};

/**
 * Prepares payouts of chosen vendor orders (order id and vendor id), one for each vendor and currency. `orders` holds at least
 * the chosen orders and all overpaid ones of their vendors; an automatic run leaves held orders out (M40), and every run
 * those that are gone in the store until an admin decided. Nothing is locked; zero and negative sums say why they cannot go.
 */
export function preparePayouts(
  orders: readonly PayableOrder[],
  chosen: readonly { orderId: string; vendorId: string }[],
  run: 'manual' | 'automatic',
): PreparedPayout[] {
  const chosenKeys = new Set(chosen.map((order) => buildKey(order)));
  const groups = new Map<string, PreparedPayout>();
  const inFlight = new Set<PreparedPayout>();
  const onHold = new Set(orders.filter((order) => order.isVendorOnHold).map(({ vendorId }) => vendorId));
  const sorted = [...orders].sort((a, b) => compareIds(a.vendorId, b.vendorId) || compareIds(a.orderId, b.orderId));
  for (const order of sorted) {
    if (!chosenKeys.has(buildKey(order))) continue;
    const group = groups.get(toPayoutGroup(order)) ?? newPayout(order);
    groups.set(toPayoutGroup(order), group);
    const dueMinor = computeDue(order);
    const isPayable = decideDueState(order) === 'due' && !order.isDeleted && !(run === 'automatic' && order.isHeld);
    if (order.isInFlight) inFlight.add(group);
    else if (isPayable) group.lines.push({ orderId: order.orderId, amountMinor: dueMinor, joined: false });
  }
  for (const order of sorted) {
    const group = groups.get(toPayoutGroup(order));
    if (!group || order.isInFlight || decideDueState(order) !== 'overpaid') continue;
    group.lines.push({
      orderId: order.orderId,
      amountMinor: computeDue(order),
      joined: !chosenKeys.has(buildKey(order)),
    });
  }
  return [...groups.values()].map((group) =>
    closePayout(group, { isInFlight: inFlight.has(group), isOnHold: onHold.has(group.vendorId) }),
  );
}

/** What tells the payouts of one call apart. */
export const toPayoutGroup = (order: Pick<PayableOrder, 'vendorId' | 'currency' | 'isTest'>): string =>
  `${order.vendorId}|${order.currency}|${order.isTest}`;

function newPayout({ vendorId, currency, isTest }: PayableOrder): PreparedPayout {
  return { vendorId, currency, lines: [], totalMinor: 0n, isTest, refusal: null };
}

function closePayout(payout: PreparedPayout, o: { isInFlight: boolean; isOnHold: boolean }): PreparedPayout {
  const totalMinor = sumMinor(payout.lines.map((line) => line.amountMinor));
  return { ...payout, totalMinor, refusal: findRefusal(payout.lines.length, totalMinor, o) };
}

function findRefusal(
  lineCount: number,
  totalMinor: bigint,
  { isInFlight, isOnHold }: { isInFlight: boolean; isOnHold: boolean },
): PayoutRefusal | null {
  if (lineCount === 0) return isInFlight ? 'in_flight' : 'nothing_due';
  if (isOnHold) return 'on_hold';
  if (totalMinor === 0n) return 'zero';
  return totalMinor < 0n ? 'negative' : null;
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
    issues.push({ path: 'paidAt', rule: 'date', message: rule('date') });
  } else if (input.paidAt > now) {
    issues.push({ path: 'paidAt', rule: 'not_in_future', message: rule('not_in_future') });
  }
  if (details.length < MIN_DETAILS) {
    issues.push({ path: 'details', rule: 'min_characters', message: rule('min_characters', { minimum: MIN_DETAILS }) });
  } else if (details.length > MAX_DETAILS) {
    issues.push({ path: 'details', rule: 'max_characters', message: rule('max_characters', { maximum: MAX_DETAILS }) });
  }
  return issues.length > 0 ? refuse(issues) : ok({ paidAt: input.paidAt, details });
}

function buildKey(order: { orderId: string; vendorId: string }): string {
  invariant(order.orderId !== '' && order.vendorId !== '', 'a vendor order has both ids');
  return `${order.vendorId}|${order.orderId}`;
}

function compareIds(left: string, right: string): number {
  return left.length === right.length ? (left < right ? -1 : left > right ? 1 : 0) : left.length - right.length;
}

/** The orders in which payouts, and vendors that are owed something, are listed. */
export const PAYOUT_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type PayoutSort = (typeof PAYOUT_SORTS)[number];
export const DUE_SORTS = ['due', 'oldest', 'name'] as const;
export type DueSort = (typeof DUE_SORTS)[number];
/** Whom to pay, whose payouts are on hold, and who owes something and is owed nothing: each vendor and currency is in one. */
export const DUE_VIEWS = ['due', 'onHold', 'overpaid'] as const;
export type DueView = (typeof DUE_VIEWS)[number];
