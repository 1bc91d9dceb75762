import type { PayoutReason } from '#app/core/payout-reason.ts';
import type { Currency } from '#app/core/money/money.ts';
import type { ProviderReason } from '#app/core/provider-problem.ts';
import type { PayoutEvent, PayoutState } from '../payout.ts';

/** By what a payout is named at its provider. The keys are null in payouts of before there were any. */
export type NamedPayout = {
  id: bigint;
  method: string;
  runId: string;
  currency: string;
  sendKey: string | null;
  batchKey: string | null;
};

/**
 * What payouts are called at the provider: by it a lost answer is looked up. At Stripe each is a transfer group of its own, which
 * is also the idempotency key; at PayPal all of one call and currency are a batch, and the item is named by the payout's key.
 */
export function buildReference(payout: NamedPayout): string {
  const key = payout.method === 'stripe' ? payout.sendKey : payout.batchKey;
  if (key !== null) return `${START}${key}`;
  return `${START}${payout.runId}-${payout.method === 'stripe' ? String(payout.id) : payout.currency}`;
}

const START = 'souk-';
const OF_RUN = /^souk-([0-9a-f-]{36})-(\d{1,18}|[A-Z]{3})$/;
const OF_LINES = /^souk-([0-9a-f]{32}-(?:\d{1,6}|batch))$/;

/** The key of ours that a reference is made of, or the call that it came from; undefined for what is none of ours. */
export function readReference(text: string | null | undefined): { key: string } | { runId: string } | undefined {
  const key = OF_LINES.exec(text ?? '')?.[1];
  if (key !== undefined) return { key };
  const runId = OF_RUN.exec(text ?? '')?.[1];
  return runId === undefined ? undefined : { runId };
}

/** The lines that a key is made of, without how often they were paid before; undefined for a reference that says nothing of them. */
export function readLinesKey(reference: string | null): string | undefined {
  const read = readReference(reference);
  return read && 'key' in read ? read.key.slice(0, LINES_KEY_LENGTH) : undefined;
}

const LINES_KEY_LENGTH = 32;

/**
 * How a transfer says whose store it is of: stores may share an account at Stripe, and each is compared with its own. Their
 * domain, because a number of ours means nothing in another installation.
 */
const STORE_MARK = 'souk_store';

/** By which a transfer that no payout here has is still known to be a vendor's. */
const VENDOR_MARK = 'souk_vendor';

/** What a transfer carries beside its group. */
export const buildMarks = (payout: { id: bigint; vendorId: bigint }, domain: string): Record<string, string> => ({
  souk_payout: String(payout.id),
  [STORE_MARK]: domain,
  [VENDOR_MARK]: String(payout.vendorId),
});

/** The vendor of a transfer of this store, as the transfer says; undefined for one that does not. */
export function readVendorMark(metadata: Readonly<Record<string, string>>): bigint | undefined {
  const text = metadata[VENDOR_MARK] ?? '';
  return /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : undefined;
}

/** Whether a transfer is of another store. One that does not say is taken for ours. */
export const isOfAnother = (metadata: Readonly<Record<string, string>>, domain: string): boolean =>
  metadata[STORE_MARK] !== undefined && metadata[STORE_MARK] !== domain;

const ITEM = /^(?:souk-(\d{1,18})-)?(\d{1,18}|[0-9a-f]{32}-\d{1,6})$/;

/** The name of a payout within its store. */
export const toItemKey = (payout: { id: bigint; sendKey: string | null }): string =>
  payout.sendKey ?? String(payout.id);

/** What a payout is called within its batch at PayPal: its store, and itself. At most 63 characters. */
export const buildItemId = (payout: { id: bigint; sendKey: string | null }, storeId: bigint): string =>
  `souk-${storeId}-${toItemKey(payout)}`;

/** The name of the payout that an item of a batch is of; undefined for one of another store or name. An item may name the payout alone. */
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

/** Whether a transfer is what a payout is: its amount, its currency and the account that it goes to. */
export const isTransferOf = (
  payout: { amountMinor: bigint; currency: Currency; destination: string },
  transfer: { amountMinor: bigint; currency: Currency; destination: string },
): boolean =>
  transfer.amountMinor === payout.amountMinor &&
  transfer.currency === payout.currency &&
  transfer.destination === payout.destination;

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
