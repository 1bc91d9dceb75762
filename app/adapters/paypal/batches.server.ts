import { z } from 'zod';
import type { Currency } from '#app/core/money/money.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { toPaypalValue } from './amount.ts';
import { parseProblem, type PaypalAccess, type PaypalCaller } from './call.server.ts';

/** One payment of a batch. A Venmo handle is paid in US dollars only, and PayPal wants a note with it. */
export type NewPaypalItem = {
  /** Ours: by which the item is recognised again. At most 63 signs. */
  itemId: string;
  type: 'EMAIL' | 'USER_HANDLE';
  receiver: string;
  amountMinor: bigint;
  note: string;
};

/** All of one currency, at most 15,000 items. `batchId` is ours, and taken once in thirty days. */
export type NewPaypalBatch = { batchId: string; currency: Currency; subject: string; items: readonly NewPaypalItem[] };

export const PAYPAL_ITEM_STATES = [
  'SUCCESS',
  'FAILED',
  'PENDING',
  'UNCLAIMED',
  'RETURNED',
  'ONHOLD',
  'BLOCKED',
  'REFUNDED',
  'REVERSED',
] as const;

export type PaypalItem = {
  paypalItemId: string;
  /** Ours, as it was sent. */
  itemId: string;
  state: (typeof PAYPAL_ITEM_STATES)[number];
  /** PayPal's name of what went wrong; empty where nothing did. */
  problem: string;
  /** Whom it goes to; empty where PayPal does not say. */
  receiver: string;
  value: string;
  currency: string;
};

export type PaypalBatch = { paypalBatchId: string; batchId: string; state: string; items: PaypalItem[] };

const item = z.object({
  payout_item_id: z.string(),
  transaction_status: z.enum(PAYPAL_ITEM_STATES).default('PENDING'),
  payout_item: z.object({
    sender_item_id: z.string().default(''),
    receiver: z.string().default(''),
    amount: z.object({ value: z.string(), currency: z.string() }),
  }),
  errors: z.object({ name: z.string().default('') }).optional(),
});
const header = z.object({
  payout_batch_id: z.string(),
  batch_status: z.string(),
  sender_batch_header: z.object({ sender_batch_id: z.string().default('') }).optional(),
});
const batch = z.object({ batch_header: header, items: z.array(item).default([]) });
const duplicate = z.object({
  details: z.array(
    z.object({ field: z.string().optional(), link: z.array(z.object({ href: z.string() })).optional() }),
  ),
});

const PAGE = 1000;

/** Batches of payouts of one pair of credentials. */
export function createBatches(caller: PaypalCaller, access: PaypalAccess) {
  const read = async (path: string) => {
    const answer = await caller.call(access, { method: 'GET', path });
    if (answer.status !== 200) throw parseProblem(answer);
    return answer.body;
  };

  return {
    /**
     * Hands a batch in; its money is on its way and not there yet. A `batchId` that was used before answers with the batch that
     * it made (`isRepeat`), so that nothing is sent twice. Throws ProviderProblem.
     */
    async create(input: NewPaypalBatch): Promise<{ paypalBatchId: string; isRepeat: boolean }> {
      const answer = await caller.call(access, {
        method: 'POST',
        path: '/v1/payments/payouts',
        body: {
          sender_batch_header: { sender_batch_id: input.batchId, email_subject: input.subject },
          items: input.items.map((one) => itemBody(one, input.currency)),
        },
      });
      if (answer.status === 201) {
        const made = z.object({ batch_header: header }).safeParse(answer.body);
        if (!made.success) throw new ProviderProblem('paypal', 'lost', { status: 201 });
        return { paypalBatchId: made.data.batch_header.payout_batch_id, isRepeat: false };
      }
      const original = parseOriginal(answer.body);
      if (original !== undefined) return { paypalBatchId: original, isRepeat: true };
      throw parseProblem(answer);
    },

    /** A batch with all of its items, by PayPal's id. Throws ProviderProblem. */
    async read(paypalBatchId: string): Promise<PaypalBatch> {
      const items: PaypalItem[] = [];
      for (let page = 1; ; page++) {
        const path = `/v1/payments/payouts/${encodeURIComponent(paypalBatchId)}?page=${page}&page_size=${PAGE}`;
        const parsed = parse(batch, await read(path));
        items.push(...parsed.items.map(viewItem));
        const { batch_status: state, sender_batch_header: sender } = parsed.batch_header;
        if (parsed.items.length < PAGE) return { paypalBatchId, batchId: sender?.sender_batch_id ?? '', state, items };
      }
    },

    /** One item by PayPal's id. Throws ProviderProblem. */
    async readItem(paypalItemId: string): Promise<PaypalItem> {
      return viewItem(parse(item, await read(`/v1/payments/payouts-item/${encodeURIComponent(paypalItemId)}`)));
    },
  };
}

function itemBody(one: NewPaypalItem, currency: Currency): object {
  const value = toPaypalValue(one.amountMinor, currency);
  if (value === null)
    throw new ProviderProblem('paypal', 'refused', { code: 'FRACTION_OF_UNIT', field: 'amount.value' });
  return {
    recipient_type: one.type,
    ...(one.type === 'USER_HANDLE' ? { recipient_wallet: 'VENMO' } : {}),
    receiver: one.receiver,
    amount: { currency, value },
    note: one.note,
    sender_item_id: one.itemId,
  };
}

/** PayPal's id of the batch that a used `batchId` made, which its refusal links to. */
function parseOriginal(body: unknown): string | undefined {
  const parsed = duplicate.safeParse(body);
  if (!parsed.success) return undefined;
  const href = parsed.data.details.find((one) => /^sender_batch_id$/i.test(one.field ?? ''))?.link?.[0]?.href;
  return href === undefined ? undefined : /\/v1\/payments\/payouts\/([\w-]+)/.exec(href)?.[1];
}

function viewItem(one: z.output<typeof item>): PaypalItem {
  return {
    paypalItemId: one.payout_item_id,
    itemId: one.payout_item.sender_item_id,
    state: one.transaction_status,
    problem: one.errors?.name ?? '',
    receiver: one.payout_item.receiver,
    value: one.payout_item.amount.value,
    currency: one.payout_item.amount.currency,
  };
}

/** An answer that cannot be read says nothing of what happened. */
function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProviderProblem('paypal', 'lost', { code: 'UNREADABLE' });
  return parsed.data;
}
