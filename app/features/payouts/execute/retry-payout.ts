import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import type { PayoutState } from '../payout.ts';

/**
 * When a payout is looked up or sent again, how often, and what ends it. A transfer is sent at most `MAX_SENDS` times with one
 * idempotency key, and only after its provider said that it does not know it (`decideRetry`). A batch is submitted again as long
 * as its id is known (`canSubmitBatch`). Between the tries the provider is polled (`nextPollMs`). What is certain ends it: an
 * outcome of the provider (`provider-payout.ts`), `give_up`, or a person (`resolve/manual-resolution.ts`).
 */

const SECOND = 1_000;
const SOON_MS = [5 * SECOND, 20 * SECOND, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS] as const;

/** A payout that arrived is polled these days later: it may come back, and the webhook event about it be lost. */
const AFTER_PAID_DAYS = [1, 7, 30] as const;

/** From this age on a payout that has not ended is polled once a day. */
const DAILY_FROM_MS = 7 * DAY_MS;

/** From this age on a payout that PayPal has not ended is polled no more: webhook events and people end it. */
export const MAX_POLL_AGE_MS = 180 * DAY_MS;

/**
 * When a payout is polled next, in ms from now; null: never again. `looks` is how often it was polled, `ageMs` how long ago it
 * was decided.
 */
export function nextPollMs(state: PayoutState, pollCount: number, ageMs: number): number | null {
  if (state === 'paid') {
    const day = AFTER_PAID_DAYS.find((days) => days * DAY_MS > ageMs);
    return day === undefined ? null : day * DAY_MS - ageMs;
  }
  if (state !== 'processing' && state !== 'unknown' && state !== 'unclaimed') return null;
  if (ageMs >= MAX_POLL_AGE_MS) return null;
  if (state === 'unclaimed' || ageMs >= DAILY_FROM_MS) return DAY_MS;
  return SOON_MS[pollCount] ?? (ageMs < DAY_MS ? HOUR_MS : 6 * HOUR_MS);
}

/** PayPal knows a batch by its id for thirty days; a day less, because its days are not ours. */
const BATCH_NAME_MS = 29 * DAY_MS;

/**
 * Whether a batch may be submitted: again only as long as PayPal knows its id and answers with what it made of it. Later the
 * same id is a new batch, and everybody in it is paid a second time. `ageMs` counts from when the payouts were decided.
 */
export function canSubmitBatch(o: { attempts: number; ageMs: number }): boolean {
  return o.attempts === 0 || o.ageMs < BATCH_NAME_MS;
}

/** How often a transfer is sent, always with the same idempotency key, so that the money moves once. */
export const MAX_SENDS = 3;

/** After this long a request that was sent has been carried out or never will be. */
const SETTLED_MS = 15 * MINUTE_MS;

/** Decides about a transfer that its provider does not know, although it was sent. */
export function decideRetry(o: { attempts: number; sinceSentMs: number }): 'send' | 'wait' | 'give_up' {
  if (o.attempts < MAX_SENDS) return 'send';
  return o.sinceSentMs >= SETTLED_MS ? 'give_up' : 'wait';
}
