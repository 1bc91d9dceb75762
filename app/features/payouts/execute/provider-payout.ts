import type { PayoutReason } from '#app/core/payout-reason.ts';
import type { ProviderReason } from '#app/core/provider-problem.ts';
import type { PayoutEvent, PayoutState } from '../payout.ts';

/**
 * What payouts are called at the provider: by it a lost answer is looked up. At Stripe each is a transfer group of its own, which
 * is also the idempotency key; at PayPal all of one call and currency are a batch, and the item is named by the payout's id.
 */
export function referenceOf(payout: { id: bigint; method: string; runId: string; currency: string }): string {
  return `${START}${payout.runId}-${payout.method === 'stripe' ? String(payout.id) : payout.currency}`;
}

const START = 'souk-';
const REFERENCE = /^souk-([0-9a-f-]{36})-(\d{1,18}|[A-Z]{3})$/;

/** The call of ours that a reference came from; undefined for what is none of ours. */
export function readReference(text: string | null | undefined): { runId: string } | undefined {
  const runId = REFERENCE.exec(text ?? '')?.[1];
  return runId === undefined ? undefined : { runId };
}

/**
 * How a transfer says whose store it is of: stores may share an account at Stripe, and each is compared with its own. Their
 * domain, because a number of ours means nothing in another installation.
 */
const STORE_MARK = 'souk_store';

/** What a transfer carries beside its group. */
export const marksOf = (payout: { id: bigint }, domain: string): Record<string, string> => ({
  souk_payout: String(payout.id),
  [STORE_MARK]: domain,
});

/** Whether a transfer is of another store. One that does not say is taken for ours. */
export const isOfAnother = (metadata: Readonly<Record<string, string>>, domain: string): boolean =>
  metadata[STORE_MARK] !== undefined && metadata[STORE_MARK] !== domain;

const ITEM = /^(?:souk-(\d{1,18})-)?(\d{1,18})$/;

/** What a payout is called within its batch at PayPal: its store, and itself. */
export const itemIdOf = (payout: { id: bigint }, storeId: bigint): string => `souk-${storeId}-${payout.id}`;

/** The payout that an item of a batch is of; undefined for one of another store or name. An item may name the payout alone. */
export function readItemId(text: string, storeId: bigint): string | undefined {
  const [, store, id] = ITEM.exec(text) ?? [];
  return store === undefined || store === String(storeId) ? id : undefined;
}

/** What was ingested of a payout: an event with its reason, or that there is nothing new. */
export type ProviderOutcome = { event: PayoutEvent; reason: PayoutReason | null; code: string } | null;

const outcomeOf = (event: PayoutEvent, reason: PayoutReason | null = null, code = ''): ProviderOutcome => ({
  event,
  reason,
  code,
});

/** What a transfer says: it is paid as it is made; one that was taken back whole is reversed. Part of one stays paid. */
export function parseTransferOutcome(transfer: { amountMinor: bigint; reversedMinor: bigint }): ProviderOutcome {
  return transfer.reversedMinor >= transfer.amountMinor ? outcomeOf('reverse', 'reversed') : outcomeOf('succeed');
}

type ItemState =
  'SUCCESS' | 'FAILED' | 'PENDING' | 'UNCLAIMED' | 'RETURNED' | 'ONHOLD' | 'BLOCKED' | 'REFUNDED' | 'REVERSED';

const BY_ITEM: Readonly<Record<ItemState, ProviderOutcome>> = {
  SUCCESS: outcomeOf('succeed'),
  FAILED: outcomeOf('fail', 'refused'),
  BLOCKED: outcomeOf('fail', 'blocked'),
  UNCLAIMED: outcomeOf('leave_unclaimed', 'unclaimed'),
  RETURNED: outcomeOf('reverse', 'returned'),
  REFUNDED: outcomeOf('reverse', 'refunded'),
  REVERSED: outcomeOf('reverse', 'reversed'),
  PENDING: null,
  ONHOLD: null,
};

/** How PayPal's codes for what is wrong with the receiver begin: RECEIVER_ACCOUNT_LOCKED, RECEIVING_LIMIT_EXCEEDED. */
const ABOUT_RECEIVER = /^RECEIV/;
const ENDED_BATCHES: ReadonlySet<string> = new Set(['DENIED', 'CANCELED']);

/**
 * What a batch and its item say of a payout. An item that failed in a batch that was denied did so because of that, unless it
 * says something of its receiver: PayPal also denies a batch of which nothing could be sent. An item that a finished batch does not know was never sent.
 */
export function parseItemOutcome(
  batchState: string,
  item: { state: ItemState; problem: string } | undefined,
): ProviderOutcome {
  const known = item && BY_ITEM[item.state];
  const isDenied = ENDED_BATCHES.has(batchState);
  const isOfBatch = isDenied && known?.event === 'fail' && !ABOUT_RECEIVER.test(item?.problem ?? '');
  if (known && !isOfBatch) return { ...known, code: item.problem };
  if (isDenied) return outcomeOf('fail', 'denied', batchState);
  return item === undefined && batchState === 'SUCCESS' ? outcomeOf('fail', 'not_sent') : null;
}

/** These say nothing of an earlier try: they come before the provider looks at what was asked. */
const BEFORE_LOOKING: ReadonlySet<ProviderReason> = new Set(['key', 'expired', 'not_granted', 'busy']);

/**
 * What a problem of sending says. `lost`: nobody knows. Where an earlier answer was lost, only a refusal of the thing itself is
 * certain. `busy` is tried again.
 */
export function parseProblemOutcome(reason: ProviderReason, code: string, state: PayoutState): ProviderOutcome {
  // A key that was used for something else was used: what for is looked up.
  if (reason === 'lost' || reason === 'duplicate') return state === 'unknown' ? null : outcomeOf('lose_answer');
  if (reason === 'busy' || (state === 'unknown' && BEFORE_LOOKING.has(reason))) return null;
  return outcomeOf('fail', reason, code);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON_MS = [5 * SECOND, 20 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE] as const;
/** A payout that arrived is looked at these days later: it may come back, and the news of it be lost. */
const AFTER_PAID_DAYS = [1, 7, 30] as const;
/** From this age on what has not ended is looked at once a day. */
const DAILY_FROM_MS = 7 * DAY;
/** So old, what PayPal has not ended is looked at no more: news and people end it. */
export const LAST_LOOK_MS = 180 * DAY;

/**
 * When a payout is looked at next, in ms from now; null: never again. `looks` is how often it was looked at, `ageMs` how long
 * ago it was decided.
 */
export function nextPollMs(state: PayoutState, looks: number, ageMs: number): number | null {
  if (state === 'paid') {
    const day = AFTER_PAID_DAYS.find((days) => days * DAY > ageMs);
    return day === undefined ? null : day * DAY - ageMs;
  }
  if (state !== 'processing' && state !== 'unknown' && state !== 'unclaimed') return null;
  if (ageMs >= LAST_LOOK_MS) return null;
  if (state === 'unclaimed' || ageMs >= DAILY_FROM_MS) return DAY;
  return SOON_MS[looks] ?? (ageMs < DAY ? HOUR : 6 * HOUR);
}

/** PayPal knows a batch by its id for thirty days; a day less, because its days are not ours. */
const BATCH_NAME_MS = 29 * DAY;

/**
 * Whether a batch may be handed in: again only as long as PayPal knows its id and answers with what it made of it. Later the
 * same id is a new batch, and everybody in it is paid a second time. `ageMs` counts from when the payouts were decided.
 */
export function canSubmitBatch(o: { attempts: number; ageMs: number }): boolean {
  return o.attempts === 0 || o.ageMs < BATCH_NAME_MS;
}

/** So often a transfer is sent, always with the same key: what was done is done once. */
export const MAX_SENDS = 3;
/** After this long a request that was sent has been carried out or never will be. */
const SETTLED_MS = 15 * MINUTE;

/** What to do about a transfer that its provider does not know, although it was sent. */
export function decideRetry(o: { attempts: number; sinceSentMs: number }): 'send' | 'wait' | 'give_up' {
  if (o.attempts < MAX_SENDS) return 'send';
  return o.sinceSentMs >= SETTLED_MS ? 'give_up' : 'wait';
}
