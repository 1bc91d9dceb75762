import { z } from 'zod';
import { formatMinor } from '../../core/money.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxResponse } from '../../core/router.ts';
import { json } from '../../core/router.ts';
import type { PaypalBatch, PaypalEnvironment, PaypalItem } from '../../core/state-paypal.ts';
import { spell } from '../identifiers.ts';
import { paypalOf } from './apps.ts';
import { linkTo, readQuery } from './call.ts';
import type { PaypalCall } from './call.ts';
import { describeProblem, notFound } from './problem.ts';

const PAGE_LIMIT = 1000;
const MESSAGES: Record<string, string> = {
  RECEIVER_UNREGISTERED:
    'The recipient for this payout does not have an account. A link to sign up for an account was sent to the recipient. However, if the recipient does not claim this payout within 30 days, the funds will be returned to your account.',
  RECEIVER_UNCONFIRMED:
    "The receiver's email is unconfirmed. Any payment made to this account will appear as UNCLAIMED until the receiver's account is confirmed. Payments will be returned if they are not claimed within 30 days.",
  RECEIVER_ACCOUNT_LOCKED: 'The receiver’s account is inactive or restricted.',
  RECEIVER_ACCOUNT_INVALID: "Receiver's account is invalid.",
};

const query = z.strictObject({
  fields: z.string().min(1).max(1000).optional(),
  page: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'page must be a whole number' })
    .optional(),
  page_size: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'page_size must be a whole number' })
    .optional(),
  total_required: z.enum(['true', 'false']).optional(),
});

/** Answers a batch with a page of its items: `page` counts from 1, `page_size` is at most 1000. */
export function answerBatch(call: PaypalCall, batch: PaypalBatch): SandboxResponse {
  const wanted = readQuery(call, query);
  const size = Math.min(Math.max(Number(wanted.page_size ?? PAGE_LIMIT), 1), PAGE_LIMIT);
  const page = Math.max(Number(wanted.page ?? 1), 1);
  const pages = Math.max(1, Math.ceil(batch.itemIds.length / size));
  const { items } = paypalOf(call.sandbox);
  const { environment } = call.app;
  const self = `/v1/payments/payouts/${batch.id}`;
  const pageLink = (at: number, rel: string) =>
    linkTo(
      environment,
      `${self}?page_size=${size}&page=${at}${wanted.total_required === 'true' ? '&total_required=true' : ''}`,
      rel,
    );
  const fields = wanted.fields?.split(',').map((field) => field.trim().split(/[.(]/)[0]);
  const whole = {
    ...(wanted.total_required === 'true' ? { total_items: batch.itemIds.length, total_pages: pages } : {}),
    batch_header: showBatchHeader(call.sandbox, batch),
    items: batch.itemIds
      .slice((page - 1) * size, page * size)
      .flatMap((id) => items[id] ?? [])
      .map((item) => showItem(item, batch, environment)),
    links: [
      pageLink(page, 'self'),
      ...(page < pages ? [pageLink(page + 1, 'next')] : []),
      ...(page > 1 ? [pageLink(page - 1, 'prev')] : []),
    ],
  };
  return json(
    200,
    fields ? Object.fromEntries(Object.entries(whole).filter(([name]) => fields.includes(name))) : whole,
  );
}

/** A batch of the caller's own application, or PayPal's 404. */
export function ownBatch(call: PaypalCall, id: string): PaypalBatch {
  const batch = paypalOf(call.sandbox).batches[id];
  if (batch?.appId !== call.app.id) throw notFound();
  return batch;
}

/** The sender's part of a batch's header. */
export function showSenderHeader(batch: PaypalBatch): Record<string, string> {
  return {
    ...(batch.senderBatchId ? { sender_batch_id: batch.senderBatchId } : {}),
    ...(batch.emailSubject ? { email_subject: batch.emailSubject } : {}),
    ...(batch.emailMessage ? { email_message: batch.emailMessage } : {}),
  };
}

/** A batch's header: its state, and the sums of its items and their fees. */
export function showBatchHeader(sandbox: Sandbox, batch: PaypalBatch): Record<string, unknown> {
  const { items } = paypalOf(sandbox);
  const all = batch.itemIds.flatMap((id) => items[id] ?? []);
  const sum = (minorOf: (item: PaypalItem) => number): { currency: string; value: string } =>
    showAmount(
      all.reduce((total, item) => total + minorOf(item), 0),
      batch.currency,
    );
  return {
    payout_batch_id: batch.id,
    batch_status: batch.status,
    time_created: batch.createdAt,
    ...(batch.completedAt ? { time_completed: batch.completedAt, time_closed: batch.completedAt } : {}),
    sender_batch_header: showSenderHeader(batch),
    funding_source: 'BALANCE',
    amount: sum((item) => item.amountMinor),
    fees: sum((item) => item.feeMinor),
  };
}

/** An item as batches, its own address and events show it. */
export function showItem(
  item: PaypalItem,
  batch: PaypalBatch,
  environment: PaypalEnvironment,
): Record<string, unknown> {
  return {
    payout_item_id: item.id,
    ...(item.transactionId
      ? { transaction_id: item.transactionId, activity_id: spell(`${item.id} activity`, 17).toUpperCase() }
      : {}),
    transaction_status: item.status,
    payout_item_fee: showAmount(item.feeMinor, item.currency),
    payout_batch_id: batch.id,
    ...(batch.senderBatchId ? { sender_batch_id: batch.senderBatchId } : {}),
    payout_item: {
      recipient_type: item.recipientType,
      amount: showAmount(item.amountMinor, item.currency),
      ...(item.note === null ? {} : { note: item.note }),
      receiver: item.receiver,
      ...(item.senderItemId === null ? {} : { sender_item_id: item.senderItemId }),
      recipient_wallet: item.wallet,
      ...(item.purpose === null ? {} : { purpose: item.purpose }),
    },
    ...(item.processedAt ? { time_processed: item.processedAt } : {}),
    ...(item.error === null
      ? {}
      : {
          errors: describeProblem(
            item.error,
            MESSAGES[item.error] ?? 'The payout could not be made.',
            spell(`${item.id} debug`, 13, '0123456789abcdef'),
          ),
        }),
    links: [
      linkTo(environment, `/v1/payments/payouts-item/${item.id}`),
      linkTo(environment, `/v1/payments/payouts/${batch.id}`, 'batch'),
    ],
  };
}

/** An amount as PayPal writes it: the value is a decimal text. */
function showAmount(amountMinor: number, currency: string): { currency: string; value: string } {
  return { currency, value: formatMinor(amountMinor, currency) };
}
