import type { Currency } from '#app/core/money/money.ts';
import type { HoldReason } from '#app/features/orders/order.ts';
import type { PayoutReason } from '#app/core/payout-reason.ts';
import type { PayoutState } from '#app/features/payouts/payout.ts';

/**
 * Where a vendor's money stands. `due`, `held`, `if_shipped` and `blocked` make up what is due by the books, each order in one of
 * them; `not_due` is not earned before the buyer has paid; `overpaid` (below zero) is taken off; `paid` and `on_its_way` are payouts.
 * `came_back` tells of a payout that failed: its money stands under another kind again, and is counted there.
 */
export const ENTRY_KINDS = [
  'paid',
  'on_its_way',
  'due',
  'held',
  'if_shipped',
  'blocked',
  'not_due',
  'overpaid',
  'came_back',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The kinds whose sum is what is due by the books. */
export const DUE_KINDS: readonly EntryKind[] = ['due', 'held', 'if_shipped', 'blocked'];

/** Who has to do something before the money moves on. */
export const ACTORS = ['nobody', 'vendor', 'marketplace', 'buyer'] as const;
export type ActingSide = (typeof ACTORS)[number];

/** Why an entry stands as it does, and who has to act. */
const NEXT_ACTOR = {
  arrived: 'nobody',
  sent: 'nobody',
  answer_lost: 'nobody',
  unclaimed: 'vendor',
  failed: 'nobody',
  returned: 'nobody',
  next_run: 'nobody',
  by_hand: 'marketplace',
  by_hand_unshipped: 'marketplace',
  holding: 'nobody',
  details_unapproved: 'marketplace',
  details_changed: 'nobody',
  below_minimum: 'nobody',
  netted: 'nobody',
  in_flight: 'nobody',
  on_hold: 'marketplace',
  ship_now: 'vendor',
  ship_below_minimum: 'vendor',
  ship_netted: 'vendor',
  ship_needs_approval: 'vendor',
  confirm: 'marketplace',
  no_method: 'vendor',
  account_not_ready: 'vendor',
  not_connected: 'marketplace',
  test_key: 'marketplace',
  live_key: 'marketplace',
  needs_approval: 'marketplace',
  buyer_unpaid: 'buyer',
  taken_off: 'nobody',
  taken_off_later: 'nobody',
} as const satisfies Record<string, ActingSide>;
export type EntryReason = keyof typeof NEXT_ACTOR;
export const ENTRY_REASONS = Object.keys(NEXT_ACTOR) as [EntryReason, ...EntryReason[]];

export const toNextActor = (reason: EntryReason): ActingSide => NEXT_ACTOR[reason];

/** What the words of a reason need. */
export type ReasonValues = {
  /** Days that an order waits after it was wholly shipped. */
  days?: number;
  until?: Date;
  minimumMinor?: bigint;
  hold?: HoldReason;
  problem?: PayoutReason;
};

/** One sum of a day, or of none where nobody can say when it moves. Amounts are minor units of the currency. */
export type Entry = {
  day: string | null;
  kind: EntryKind;
  reason: EntryReason;
  values: ReasonValues;
  currency: Currency;
  isTest: boolean;
  amountMinor: bigint;
  /** How many orders, or payouts. */
  count: number;
  /** The payout, where there is just one. */
  payoutId: bigint | null;
};

/** Payouts of a day in one state. */
export type PayoutGroup = {
  state: PayoutState;
  problem: PayoutReason | null;
  day: string;
  currency: Currency;
  isTest: boolean;
  amountMinor: bigint;
  count: number;
  payoutId: bigint | null;
};

const OF_PAYOUT: Readonly<Record<PayoutState, { kind: EntryKind; reason: EntryReason } | null>> = {
  due: null,
  paid: { kind: 'paid', reason: 'arrived' },
  processing: { kind: 'on_its_way', reason: 'sent' },
  unknown: { kind: 'on_its_way', reason: 'answer_lost' },
  unclaimed: { kind: 'on_its_way', reason: 'unclaimed' },
  failed: { kind: 'came_back', reason: 'failed' },
  reversed: { kind: 'came_back', reason: 'returned' },
};

/** The entries of payouts: what arrived, what is on its way since the day it was sent, what came back. */
export function entriesOfPayouts(groups: readonly PayoutGroup[]): Entry[] {
  return groups.flatMap(({ state, problem, ...group }) => {
    const of = OF_PAYOUT[state];
    return of ? [{ ...group, ...of, values: problem === null ? {} : { problem } }] : [];
  });
}

/** Puts entries together that differ in nothing but their sum, in the order of days, those without a day last. */
export function mergeEntries(entries: readonly Entry[]): Entry[] {
  const merged = new Map<string, Entry>();
  for (const entry of entries) {
    if (entry.count === 0 || entry.amountMinor === 0n) continue;
    const { day, kind, reason, values, currency, isTest } = entry;
    const said = Object.entries(values).map(([name, value]) => `${name}=${String(value)}`);
    const key = [day, kind, reason, currency, isTest, ...said.sort()].join('|');
    const known = merged.get(key);
    if (!known) merged.set(key, { ...entry });
    else {
      known.amountMinor += entry.amountMinor;
      known.count += entry.count;
      known.payoutId = null;
    }
  }
  const place = (kind: EntryKind): number => ENTRY_KINDS.indexOf(kind);
  return [...merged.values()].sort(
    (a, b) =>
      compareTexts(a.day ?? '9', b.day ?? '9') ||
      compareTexts(a.currency, b.currency) ||
      place(a.kind) - place(b.kind) ||
      compareTexts(a.reason, b.reason),
  );
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export type KindTotal = { kind: EntryKind; currency: Currency; amountMinor: bigint; count: number };

/** The sums of entries by kind and currency. */
export function computeTotals(entries: readonly Entry[]): KindTotal[] {
  const totals = new Map<string, KindTotal>();
  for (const { kind, currency, amountMinor, count } of entries) {
    const key = `${currency}|${kind}`;
    const known = totals.get(key) ?? { kind, currency, amountMinor: 0n, count: 0 };
    totals.set(key, { ...known, amountMinor: known.amountMinor + amountMinor, count: known.count + count });
  }
  return [...totals.values()];
}

/** What a vendor gets next in a currency: the first day on which something comes, less what is taken off then. */
export type NextPayment = { currency: Currency; day: string; amountMinor: bigint };

/** The next payment of each currency, as far as a schedule says it. What shipping would add is not counted: nobody has shipped it. */
export function nextPayments(entries: readonly Entry[]): NextPayment[] {
  const comes = entries.filter((one) => one.kind === 'due' || one.kind === 'held' || one.kind === 'overpaid');
  const first = new Map<Currency, string>();
  for (const { day, kind, currency } of comes) {
    if (day === null || kind === 'overpaid') continue;
    const known = first.get(currency);
    if (known === undefined || day < known) first.set(currency, day);
  }
  return [...first].map(([currency, day]) => ({
    currency,
    day,
    amountMinor: comes
      .filter((one) => one.currency === currency && one.day === day)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }));
}
