import { appendTo } from '#app/core/append-to.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { Currency } from '#app/core/money/money.ts';
import type { HoldReason } from '#app/features/orders/order.ts';
import { waitingDays } from '#app/features/payouts/rules/eligibility.ts';
import type { PayoutRules } from '#app/features/payouts/rules/payout-rules.ts';
import type { Entry, EntryKind, EntryReason, ReasonValues } from './money-calendar.ts';
import { payWithRuns, type Bounds, type Coming, type RunRefusal } from './netting.ts';
import type { PayoutDay } from './payout-days.ts';

/** How far vendor orders are whose money is open. `unpaid`: the buyer has not paid in full. */
export type Stage = 'unpaid' | 'overpaid' | 'cancelled' | 'unshipped' | 'shipped';

/** Vendor orders that stand alike, with their sum in minor units. */
export type OpenGroup = {
  currency: Currency;
  isTest: boolean;
  stage: Stage;
  hold: HoldReason | null;
  /** In a payout that has not arrived: the rest waits for it. */
  isInFlight: boolean;
  /** Of shipped orders: 0 is eligible now, 1 comes with the first payout day, 2 with the second … */
  bucket: number;
  /** What the books owe: below zero where it was overpaid. */
  dueMinor: bigint;
  /** What will be owed once the buyer has paid. */
  notDueMinor: bigint;
  count: number;
};

/** Why a vendor is not paid automatically although there is a schedule, or null. */
export type MethodRefusal = 'no_method' | 'account_not_ready' | 'not_connected' | 'details_unapproved';

/** How a vendor is paid: by a person, or by a schedule whose days are known. */
export type Paying =
  | { by: 'hand' }
  | {
      by: 'schedule';
      days: readonly PayoutDay[];
      refusal: MethodRefusal | null;
      heldUntil: Date | null;
      isTest: boolean;
    };

export type Known = {
  rules: PayoutRules;
  paying: Paying;
  now: Date;
  currency: Currency;
  /** The marketplace holds the vendor's payouts: nothing is paid, and nothing taken off. */
  isOnHold?: boolean;
};

type Said = { kind: EntryKind; reason: EntryReason; values?: ReasonValues; day?: string | null };

/** The entries of all open vendor orders: each order's money is in exactly one of them. */
export function entriesOfOrders(groups: readonly OpenGroup[], known: Known): Entry[] {
  const { paying, isOnHold = false } = known;
  const settled: Entry[] = [];
  const open: OpenGroup[] = [];
  for (const group of groups) {
    if (group.notDueMinor !== 0n)
      settled.push(buildEntry(group, { kind: 'not_due', reason: 'buyer_unpaid' }, group.notDueMinor));
    if (group.dueMinor === 0n) continue;
    const said = saidBefore(group, { paying, isOnHold });
    if (said) settled.push(buildEntry(group, said));
    else open.push(group);
  }
  if (paying.by === 'hand') return settled;
  return [...settled, ...toPools(open).flatMap((pool) => entriesOfPool(pool, { ...known, paying }))];
}

/** What is said of a group whatever the days of payouts are, or null where they decide. */
function saidBefore(group: OpenGroup, { paying, isOnHold }: { paying: Paying; isOnHold: boolean }): Said | null {
  const { stage, hold, isInFlight } = group;
  if (group.dueMinor < 0n)
    return isInFlight || isOnHold || paying.by === 'hand' ? { kind: 'overpaid', reason: 'taken_off_later' } : null;
  if (stage === 'unpaid') return { kind: 'blocked', reason: 'buyer_unpaid' };
  if (isInFlight) return { kind: 'held', reason: 'in_flight' };
  if (isOnHold) return { kind: 'blocked', reason: 'on_hold' };
  if (hold !== null && stage !== 'cancelled') return { kind: 'blocked', reason: 'confirm', values: { hold } };
  if (paying.by === 'hand') return { kind: 'due', reason: stage === 'unshipped' ? 'by_hand_unshipped' : 'by_hand' };
  // A schedule never pays what was cancelled; what is still owed for it is paid by a person.
  if (stage === 'cancelled') return { kind: 'due', reason: 'by_hand' };
  if (paying.refusal !== null) return { kind: 'blocked', reason: paying.refusal };
  if (paying.isTest !== group.isTest) return { kind: 'blocked', reason: paying.isTest ? 'test_key' : 'live_key' };
  return null;
}

/** Orders that go into the same payouts: test orders and others are never paid together. */
function toPools(groups: readonly OpenGroup[]): OpenGroup[][] {
  const pools = new Map<string, OpenGroup[]>();
  for (const group of groups) {
    const key = `${group.currency}|${String(group.isTest)}`;
    appendTo(pools, key, group);
  }
  return [...pools.values()];
}

type Scheduled = Known & { paying: Paying & { by: 'schedule' } };

function entriesOfPool(pool: readonly OpenGroup[], known: Scheduled): Entry[] {
  const [first] = pool;
  if (!first) return [];
  const bounds = computeBounds(known, first.currency);
  const shipped = pool.filter(({ stage, dueMinor }) => stage === 'shipped' && dueMinor > 0n);
  const overpaid = pool.filter(({ dueMinor }) => dueMinor < 0n);
  const owedMinor = overpaid.reduce((sum, { dueMinor }) => sum + dueMinor, 0n);
  const coming = shipped.map((group): Coming => ({ run: computeRun(group, known), amountMinor: group.dueMinor }));
  const { at, owedAt } = payWithRuns(coming, { runs: known.paying.days.length, owedMinor, bounds });
  return [
    ...shipped.map((group, index) => buildEntry(group, saidOfShipped(group, at[index], coming[index], known))),
    ...overpaid.map((group) =>
      buildEntry(
        group,
        owedAt === null
          ? { kind: 'overpaid', reason: 'taken_off_later' }
          : { kind: 'overpaid', reason: 'taken_off', day: dayAt(owedAt, known) },
      ),
    ),
    ...pool
      .filter(({ stage, dueMinor }) => stage === 'unshipped' && dueMinor > 0n)
      .map((group) => buildEntry(group, saidOfUnshipped(group, { coming, owedMinor, bounds }, known))),
  ];
}

/** Bounds are in the store's currency; in any other there is no minimum, and with a limit every payout needs a person. */
function computeBounds({ rules, currency: own }: Scheduled, currency: Currency): Bounds {
  const { minimumMinor, approveAboveMinor } = rules;
  if (currency === own) return { minimumMinor, approveAboveMinor };
  return { minimumMinor: 0n, approveAboveMinor: approveAboveMinor === null ? null : 0n };
}

/** The first payout day that a shipped group can come with, by its ripeness and a hold of changed details. */
function computeRun({ bucket }: OpenGroup, { paying: { days, heldUntil: onHoldUntil } }: Scheduled): number | null {
  const eligibleAt = Math.max(bucket - 1, 0);
  if (eligibleAt >= days.length) return null;
  if (onHoldUntil === null) return eligibleAt;
  const free = days.findIndex(({ at }) => at >= onHoldUntil);
  return free === -1 ? null : Math.max(eligibleAt, free);
}

const dayAt = (run: number, { paying }: Scheduled): string | null => paying.days[run]?.day ?? null;

type Outcome = { run: number | null; refusal: RunRefusal | null };

function saidOfShipped(
  group: OpenGroup,
  { run, refusal }: Outcome = { run: null, refusal: null },
  { run: wanted }: Coming = { run: null, amountMinor: 0n },
  known: Scheduled,
): Said {
  const { rules, paying } = known;
  const day = run === null ? null : dayAt(run, known);
  if (refusal === 'needs_approval') return { kind: 'blocked', reason: 'needs_approval' };
  if (refusal === 'below_minimum')
    return { kind: 'held', reason: 'below_minimum', values: { minimumMinor: rules.minimumMinor }, day };
  if (refusal !== null) return { kind: 'held', reason: 'netted', day };
  const isMoved = wanted !== null && wanted > Math.max(group.bucket - 1, 0);
  if (isMoved && paying.heldUntil)
    return { kind: 'held', reason: 'details_changed', values: { until: paying.heldUntil }, day };
  if (group.bucket > 0) return { kind: 'held', reason: 'holding', values: { days: waitingDays(rules) }, day };
  return { kind: 'due', reason: 'next_run', day };
}

const SHIP_REASONS = {
  below_minimum: 'ship_below_minimum',
  netted: 'ship_netted',
  needs_approval: 'ship_needs_approval',
} as const satisfies Record<RunRefusal, EntryReason>;

/** What becomes of a group if it is shipped in this moment: it waits as long as any other, and joins what comes then. */
function saidOfUnshipped(
  group: OpenGroup,
  o: { coming: readonly Coming[]; owedMinor: bigint; bounds: Bounds },
  known: Scheduled,
): Said {
  const { rules, paying, now } = known;
  const days = waitingDays(rules);
  const eligibleAt = new Date(now.getTime() + days * DAY_MS);
  const found = paying.days.findIndex(({ at }) => at >= eligibleAt);
  const run = computeRun({ ...group, bucket: found === -1 ? paying.days.length + 1 : found + 1 }, known);
  const all = [...o.coming, { run, amountMinor: group.dueMinor }];
  const outcome = payWithRuns(all, { ...o, runs: paying.days.length }).at.at(-1);
  const said = { kind: 'if_shipped', day: outcome?.run == null ? null : dayAt(outcome.run, known) } as const;
  if (said.day !== null || !outcome?.refusal) return { ...said, reason: 'ship_now', values: { days } };
  const reason = SHIP_REASONS[outcome.refusal];
  return { ...said, reason, values: outcome.refusal === 'below_minimum' ? { minimumMinor: rules.minimumMinor } : {} };
}

function buildEntry(group: OpenGroup, said: Said, amountMinor = group.dueMinor): Entry {
  const { currency, isTest, count } = group;
  const { kind, reason, values = {}, day = null } = said;
  return { day, kind, reason, values, currency, isTest, amountMinor, count, payoutId: null };
}
