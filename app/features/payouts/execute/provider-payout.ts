import type { PayoutReason } from '#app/core/payout-reason.ts';
import type { ProviderReason } from '#app/core/provider-problem.ts';
import type { PayoutEvent, PayoutState } from '../payout.ts';

/**
 * What payouts are called at the provider: by it a lost answer is looked up. At Stripe each is a transfer group of its own, which
 * is also the idempotency key; at PayPal all of one call and currency are a batch, and the item is named by the payout's id.
 */
export function buildReference(payout: { id: bigint; method: string; runId: string; currency: string }): string {
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
export const buildMarks = (payout: { id: bigint }, domain: string): Record<string, string> => ({
  souk_payout: String(payout.id),
  [STORE_MARK]: domain,
});

/** Whether a transfer is of another store. One that does not say is taken for ours. */
export const isOfAnother = (metadata: Readonly<Record<string, string>>, domain: string): boolean =>
  metadata[STORE_MARK] !== undefined && metadata[STORE_MARK] !== domain;

const ITEM = /^(?:souk-(\d{1,18})-)?(\d{1,18})$/;

/** What a payout is called within its batch at PayPal: its store, and itself. */
export const buildItemId = (payout: { id: bigint }, storeId: bigint): string => `souk-${storeId}-${payout.id}`;

/** The payout that an item of a batch is of; undefined for one of another store or name. An item may name the payout alone. */
export function readItemId(text: string, storeId: bigint): string | undefined {
  const [, store, id] = ITEM.exec(text) ?? [];
  return store === undefined || store === String(storeId) ? id : undefined;
}

/** What was ingested of a payout: an event with its reason, or that there is nothing new. */
export type ProviderOutcome = { event: PayoutEvent; reason: PayoutReason | null; code: string } | null;

const buildOutcome = (event: PayoutEvent, reason: PayoutReason | null = null, code = ''): ProviderOutcome => ({
  event,
  reason,
  code,
});

/** What a transfer says: it is paid as it is made; one that was taken back whole is reversed. Part of one stays paid. */
export function parseTransferOutcome(transfer: { amountMinor: bigint; reversedMinor: bigint }): ProviderOutcome {
  return transfer.reversedMinor >= transfer.amountMinor ? buildOutcome('reverse', 'reversed') : buildOutcome('succeed');
}

type ItemState =
  'SUCCESS' | 'FAILED' | 'PENDING' | 'UNCLAIMED' | 'RETURNED' | 'ONHOLD' | 'BLOCKED' | 'REFUNDED' | 'REVERSED';

const BY_ITEM: Readonly<Record<ItemState, ProviderOutcome>> = {
  SUCCESS: buildOutcome('succeed'),
  FAILED: buildOutcome('fail', 'refused'),
  BLOCKED: buildOutcome('fail', 'blocked'),
  UNCLAIMED: buildOutcome('leave_unclaimed', 'unclaimed'),
  RETURNED: buildOutcome('reverse', 'returned'),
  REFUNDED: buildOutcome('reverse', 'refunded'),
  REVERSED: buildOutcome('reverse', 'reversed'),
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
  if (isDenied) return buildOutcome('fail', 'denied', batchState);
  return item === undefined && batchState === 'SUCCESS' ? buildOutcome('fail', 'not_sent') : null;
}

/** These say nothing of an earlier try: they come before the provider looks at what was asked. */
const BEFORE_LOOKING: ReadonlySet<ProviderReason> = new Set(['key', 'expired', 'not_granted', 'busy']);

/**
 * What a problem of sending says. `lost`: nobody knows. Where an earlier answer was lost, only a refusal of the thing itself is
 * certain. `busy` is tried again.
 */
export function parseProblemOutcome(reason: ProviderReason, code: string, state: PayoutState): ProviderOutcome {
  // A key that was used for something else was used: what for is looked up.
  if (reason === 'lost' || reason === 'duplicate') return state === 'unknown' ? null : buildOutcome('lose_answer');
  if (reason === 'busy' || (state === 'unknown' && BEFORE_LOOKING.has(reason))) return null;
  return buildOutcome('fail', reason, code);
}
