import { z } from 'zod';
import { DAY_MS } from '#sandbox/core/durations.ts';
import { exponentOf, parseMinor, scaleHalfUp } from '../../core/money.ts';
import type { SandboxResponse } from '../../core/router.ts';
import { json } from '../../core/router.ts';
import type { PaypalBatch, PaypalItem } from '../../core/state-paypal.ts';
import { makeCapitalId } from '../identifiers.ts';
import { paypalOf } from './apps.ts';
import { showSenderHeader } from './batches.ts';
import { linkTo, readBody } from './call.ts';
import type { PaypalCall, PaypalOperation } from './call.ts';
import { planItem } from './items.ts';
import { insufficientFunds, invalidField, PaypalProblem } from './problem.ts';

/** Sending a batch of payouts. */
export const payoutOperations: readonly PaypalOperation[] = [
  { method: 'POST', pattern: '/v1/payments/payouts', name: 'payouts.create', run: createBatch },
];

const ITEM_LIMIT = 15_000;
const UNIQUE_DAYS = 30;
/** The fee on each item: two percent. */
const FEE = { numerator: 2, denominator: 100 } as const;
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' '),
);

const RECIPIENTS = ['EMAIL', 'PHONE', 'PAYPAL_ID', 'USER_HANDLE'] as const;
const RECEIVERS: Record<(typeof RECIPIENTS)[number], RegExp> = {
  EMAIL: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  PHONE: /^\+?[\d\s().-]{6,20}$/,
  PAYPAL_ID: /^[2-9A-HJ-NP-Z]{13}$/,
  USER_HANDLE: /^@?[\w.-]{3,32}$/,
};

const itemInput = z.strictObject({
  recipient_type: z.enum(RECIPIENTS).optional(),
  amount: z.strictObject({ currency: z.string(), value: z.string() }),
  note: z.string().max(4000).optional(),
  receiver: z.string().min(1).max(127),
  sender_item_id: z.string().max(63).optional(),
  recipient_wallet: z.enum(['PAYPAL', 'VENMO', 'RECIPIENT_SELECTED']).optional(),
  alternate_notification_method: z.record(z.string(), z.unknown()).optional(),
  notification_language: z.string().max(10).optional(),
  application_context: z.record(z.string(), z.unknown()).optional(),
  purpose: z
    .enum([
      'AWARDS',
      'PRIZES',
      'DONATIONS',
      'GOODS',
      'SERVICES',
      'REBATES',
      'CASHBACK',
      'DISCOUNTS',
      'NON_GOODS_OR_SERVICES',
    ])
    .optional(),
});
const batchInput = z.strictObject({
  sender_batch_header: z.strictObject({
    sender_batch_id: z.string().max(256).optional(),
    recipient_type: z.enum(RECIPIENTS).optional(),
    email_subject: z.string().max(255).optional(),
    email_message: z.string().max(1000).optional(),
    note: z.string().max(1000).optional(),
  }),
  items: z.array(itemInput).min(1).max(ITEM_LIMIT),
});
type BatchInput = z.infer<typeof batchInput>;
type ItemInput = z.infer<typeof itemInput>;

function createBatch(call: PaypalCall): SandboxResponse {
  const { sandbox, app } = call;
  const input = readBody(call, batchInput);
  const amounts = input.items.map((item, index) => checkItem(input, item, index));
  const currency = input.items[0]?.amount.currency ?? '';
  const senderBatchId = input.sender_batch_header.sender_batch_id ?? '';
  refuseDuplicate(call, senderBatchId);
  if (!app.payoutsGranted)
    throw new PaypalProblem(403, 'REQUIRED_SCOPE_MISSING', 'Access token does not have required scope.');
  if (app.restricted) throw new PaypalProblem(403, 'SENDER_RESTRICTED', 'Authorization error occurred');
  const available = app.balances[currency];
  if (available === undefined)
    throw new PaypalProblem(
      400,
      'NON_HOLDING_CURRENCY',
      "As your PayPal balance is not held in this currency, you'll not be able to send Payouts.",
    );
  const fees = amounts.map((amountMinor) => scaleHalfUp(amountMinor, FEE.numerator, FEE.denominator));
  const needed = [...amounts, ...fees].reduce((sum, minor) => sum + minor, 0);
  if (available < needed) throw insufficientFunds();
  app.balances[currency] = available - needed;
  const batch: PaypalBatch = {
    id: makeCapitalId(sandbox, '', 13),
    appId: app.id,
    senderBatchId,
    emailSubject: input.sender_batch_header.email_subject ?? null,
    emailMessage: input.sender_batch_header.email_message ?? null,
    currency,
    status: 'PENDING',
    itemIds: [],
    createdAt: sandbox.clock.iso(),
    completedAt: null,
  };
  const state = paypalOf(sandbox);
  for (const [index, item] of input.items.entries()) {
    const kept = makeItem(call, batch, input, item, amounts[index] ?? 0, fees[index] ?? 0);
    state.items[kept.id] = kept;
    batch.itemIds.push(kept.id);
  }
  state.batches[batch.id] = batch;
  return json(201, {
    batch_header: {
      payout_batch_id: batch.id,
      batch_status: batch.status,
      time_created: batch.createdAt,
      sender_batch_header: showSenderHeader(batch),
    },
    links: [linkTo(app.environment, `/v1/payments/payouts/${batch.id}`)],
  });
}

function typeOf(input: BatchInput, item: ItemInput): (typeof RECIPIENTS)[number] {
  return item.recipient_type ?? input.sender_batch_header.recipient_type ?? 'EMAIL';
}

/** The rules that the published schema does not state; answers the amount in minor units. */
function checkItem(input: BatchInput, item: ItemInput, index: number): number {
  const refuse = (field: string, issue: string): PaypalProblem => invalidField(`items[${index}].${field}`, issue);
  const { currency, value } = item.amount;
  if (!CURRENCIES.has(currency)) throw refuse('amount.currency', 'Currency is not supported');
  if (currency !== input.items[0]?.amount.currency)
    throw refuse('amount.currency', 'All items of a batch must have the same currency');
  const amountMinor = /^\d/.test(value) ? parseMinor(value, currency) : null;
  if (amountMinor === null || amountMinor < 1)
    throw refuse('amount.value', `Currency amount must be positive and have at most ${exponentOf(currency)} decimals`);
  const type = typeOf(input, item);
  if (!RECEIVERS[type].test(item.receiver)) throw refuse('receiver', 'Receiver is invalid or does not match with type');
  const isVenmo = item.recipient_wallet === 'VENMO';
  if (type === 'USER_HANDLE' && !isVenmo)
    throw refuse('recipient_wallet', 'A user handle can only be paid into a VENMO wallet');
  if (isVenmo && type === 'PAYPAL_ID') throw refuse('recipient_type', 'A PayPal ID has no VENMO wallet');
  if (isVenmo && currency !== 'USD') throw refuse('amount.currency', 'Venmo payouts are in USD only');
  if (isVenmo && !item.note) throw refuse('note', 'A note is required for Venmo payouts');
  return amountMinor;
}

/** A batch id that was used in the last thirty days is refused with a link to its batch, whatever else has changed meanwhile. */
function refuseDuplicate(call: PaypalCall, senderBatchId: string): void {
  if (senderBatchId === '') return;
  const since = call.sandbox.clock.now().getTime() - UNIQUE_DAYS * DAY_MS;
  const original = Object.values(paypalOf(call.sandbox).batches).find(
    (batch) =>
      batch.appId === call.app.id && batch.senderBatchId === senderBatchId && Date.parse(batch.createdAt) > since,
  );
  if (!original) return;
  throw new PaypalProblem(400, 'USER_BUSINESS_ERROR', 'User business error.', [
    {
      field: 'SENDER_BATCH_ID',
      location: 'body',
      issue: 'Batch with given sender_batch_id already exists',
      link: [linkTo(call.app.environment, `/v1/payments/payouts/${original.id}`)],
    },
  ]);
}

function makeItem(
  call: PaypalCall,
  batch: PaypalBatch,
  input: BatchInput,
  item: ItemInput,
  amountMinor: number,
  feeMinor: number,
): PaypalItem {
  return {
    id: makeCapitalId(call.sandbox, '', 13),
    batchId: batch.id,
    senderItemId: item.sender_item_id ?? null,
    recipientType: typeOf(input, item),
    wallet: item.recipient_wallet ?? 'PAYPAL',
    receiver: item.receiver,
    note: item.note ?? null,
    purpose: item.purpose ?? null,
    amountMinor,
    feeMinor,
    currency: batch.currency,
    status: 'PENDING',
    transactionId: null,
    error: null,
    planned: planItem(call.sandbox, item.receiver),
    processedAt: null,
    createdAt: batch.createdAt,
  };
}
