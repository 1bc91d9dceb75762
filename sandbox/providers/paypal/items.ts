import { DAY_MS } from '#sandbox/core/durations.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { PaypalBatch, PaypalItem, PaypalItemStatus } from '../../core/state-paypal.ts';
import { makeCapitalId } from '../identifiers.ts';
import { paypalOf } from './apps.ts';
import { showBatchHeader, showItem } from './batches.ts';
import { linkTo } from './call.ts';
import { emitEvent } from './events.ts';

const UNCLAIMED_DAYS = 30;

/** The event that follows a status; none for REVERSED, of which PayPal sends nothing. */
const EVENTS: Record<PaypalItemStatus, string | null> = {
  PENDING: null,
  SUCCESS: 'SUCCEEDED',
  FAILED: 'FAILED',
  UNCLAIMED: 'UNCLAIMED',
  RETURNED: 'RETURNED',
  ONHOLD: 'HELD',
  BLOCKED: 'BLOCKED',
  REFUNDED: 'REFUNDED',
  REVERSED: null,
};

/** What becomes of an item for this receiver: what was decided for items to come, else what the receiver is. */
export function planItem(sandbox: Sandbox, receiver: string): PaypalItem['planned'] {
  const state = paypalOf(sandbox);
  const address = receiver.toLowerCase();
  const outcome = state.outcomes.find((candidate) => candidate.receiver === null || candidate.receiver === address);
  if (outcome) {
    if (outcome.remaining !== null) {
      outcome.remaining -= 1;
      if (outcome.remaining <= 0) state.outcomes = state.outcomes.filter((candidate) => candidate !== outcome);
    }
    return outcome.status === 'PENDING' ? null : { status: outcome.status, error: outcome.error };
  }
  switch (state.receivers[address] ?? (address.startsWith('nobody') ? 'unregistered' : 'registered')) {
    case 'registered':
      return { status: 'SUCCESS', error: null };
    case 'unregistered':
      return { status: 'UNCLAIMED', error: 'RECEIVER_UNREGISTERED' };
    case 'unconfirmed':
      return { status: 'UNCLAIMED', error: 'RECEIVER_UNCONFIRMED' };
    case 'locked':
      return { status: 'FAILED', error: 'RECEIVER_ACCOUNT_LOCKED' };
  }
}

/** Lets time do its work: open batches are processed, items that nobody claimed in thirty days go back. */
export function settlePayouts(sandbox: Sandbox): void {
  if (!sandbox.state.paypal) return;
  const { batches, items } = sandbox.state.paypal;
  for (const batch of Object.values(batches)) if (isOpen(batch)) settleBatch(sandbox, batch);
  const now = sandbox.clock.now().getTime();
  for (const item of Object.values(items))
    if (item.status === 'UNCLAIMED' && now - Date.parse(item.processedAt ?? '') >= UNCLAIMED_DAYS * DAY_MS)
      changeItem(sandbox, item, 'RETURNED', item.error);
}

function isOpen(batch: PaypalBatch): boolean {
  return batch.status === 'PENDING' || batch.status === 'PROCESSING';
}

function settleBatch(sandbox: Sandbox, batch: PaypalBatch): void {
  if (batch.status === 'PENDING') {
    batch.status = 'PROCESSING';
    tellOfBatch(sandbox, batch);
  }
  for (const item of itemsOf(sandbox, batch))
    if (item.status === 'PENDING' && item.planned) {
      const { status, error } = item.planned;
      applyStatus(sandbox, batch, item, status, error, EVENTS[status]);
    }
  closeBatch(sandbox, batch);
}

/** The items of a batch, in the order of the request. */
export function itemsOf(sandbox: Sandbox, batch: PaypalBatch): PaypalItem[] {
  const { items } = paypalOf(sandbox);
  return batch.itemIds.flatMap((id) => items[id] ?? []);
}

/**
 * Moves an item to a status, with what that means for the sender's balance; its event follows, and that of the batch when it was
 * the last one open. `event` names another event than the status would have.
 */
export function changeItem(
  sandbox: Sandbox,
  item: PaypalItem,
  status: PaypalItemStatus,
  error: string | null,
  event: string | null = EVENTS[status],
): void {
  const batch = paypalOf(sandbox).batches[item.batchId];
  if (!batch || item.status === status) return;
  applyStatus(sandbox, batch, item, status, error, event);
  closeBatch(sandbox, batch);
  sandbox.save();
}

function applyStatus(
  sandbox: Sandbox,
  batch: PaypalBatch,
  item: PaypalItem,
  status: PaypalItemStatus,
  error: string | null,
  event: string | null,
): void {
  const app = paypalOf(sandbox).apps.find((candidate) => candidate.id === batch.appId);
  if (!app) return;
  app.balances[item.currency] = (app.balances[item.currency] ?? 0) + costOf(item, item.status) - costOf(item, status);
  item.status = status;
  item.error = error;
  item.planned = null;
  item.processedAt = sandbox.clock.iso();
  item.transactionId ??= makeCapitalId(sandbox, '', 17);
  if (event !== null)
    emitEvent(sandbox, app, {
      type: `PAYMENT.PAYOUTS-ITEM.${event}`,
      resourceType: 'payouts_item',
      summary: `Payout item ${item.id} is ${status.toLowerCase()}.`,
      resource: showItem(item, batch, app.environment),
    });
}

/** What an item of this status takes from the sender's balance: amount and fee, the fee alone, or nothing. */
function costOf(item: PaypalItem, status: PaypalItemStatus): number {
  switch (status) {
    case 'PENDING':
    case 'SUCCESS':
    case 'UNCLAIMED':
    case 'ONHOLD':
      return item.amountMinor + item.feeMinor;
    case 'REFUNDED':
    case 'REVERSED':
      return item.feeMinor;
    case 'FAILED':
    case 'BLOCKED':
    case 'RETURNED':
      return 0;
  }
}

/** Ends a batch none of whose items is open any more: denied when nothing at all could be sent. */
function closeBatch(sandbox: Sandbox, batch: PaypalBatch): void {
  const items = itemsOf(sandbox, batch);
  if (!isOpen(batch) || items.some((item) => item.status === 'PENDING')) return;
  batch.status = items.every((item) => item.status === 'FAILED') ? 'DENIED' : 'SUCCESS';
  batch.completedAt = sandbox.clock.iso();
  tellOfBatch(sandbox, batch);
}

function tellOfBatch(sandbox: Sandbox, batch: PaypalBatch): void {
  const app = paypalOf(sandbox).apps.find((candidate) => candidate.id === batch.appId);
  if (!app) return;
  emitEvent(sandbox, app, {
    type: `PAYMENT.PAYOUTSBATCH.${batch.status}`,
    resourceType: 'payouts',
    summary: `Payouts batch ${batch.id} is ${batch.status.toLowerCase()}.`,
    resource: {
      batch_header: showBatchHeader(sandbox, batch),
      links: [linkTo(app.environment, `/v1/payments/payouts/${batch.id}`)],
    },
  });
}

/** Denies a whole batch that is still open, with one error for all of its items. */
export function denyBatch(sandbox: Sandbox, batch: PaypalBatch, error: string): void {
  if (!isOpen(batch)) throw new Refusal(`The batch is ${batch.status} already.`, ['status']);
  for (const item of itemsOf(sandbox, batch)) if (item.status === 'PENDING') changeItem(sandbox, item, 'FAILED', error);
}

/** An item by its id, for control calls and pages; refused when there is none. */
export function itemById(sandbox: Sandbox, id: string): PaypalItem {
  const item = paypalOf(sandbox).items[id];
  if (!item) throw new Refusal(`There is no item ${id}.`, ['id'], 'NOT_FOUND');
  return item;
}

/** A batch by its id, for control calls and pages; refused when there is none. */
export function batchById(sandbox: Sandbox, id: string): PaypalBatch {
  const batch = paypalOf(sandbox).batches[id];
  if (!batch) throw new Refusal(`There is no batch ${id}.`, ['id'], 'NOT_FOUND');
  return batch;
}
