import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asCurrency, parseAmount, sumMinor } from '#app/core/money/money.ts';
import { parseSentJson } from '#app/core/text/stored-text.ts';
import { at } from '#scripts/paths.ts';
import { buildAdmin } from '#tests/factories/people.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

/** Where payloads that the platform once sent lie: beside this repository, or where RECORDED_ORDERS says. */
const FOLDER = process.env['RECORDED_ORDERS'] ?? at('../shared/data/orders');
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];
if (files.length === 0)
  console.warn(
    `NOT CHECKED: no recorded orders of the platform are at ${FOLDER}. The reading of orders was held against none. Set RECORDED_ORDERS to their folder.`,
  );

type Amount = string | number | null;
type Refund = {
  id: number | string;
  transactions?: { kind: string; status: string; amount: Amount; currency?: string | null }[] | null;
};
type Payload = {
  id: number | string;
  admin_graphql_api_id?: string;
  currency: string;
  total_price: Amount;
  total_price_set?: { shop_money: { amount: Amount } } | null;
  financial_status: string | null;
  cancelled_at: string | null;
  refunds?: Refund[] | null;
  line_items?: object[];
};
type Recorded = {
  payload: Payload;
  topic?: string;
  refunds?: Refund[];
  fulfillments?: object[];
  /** By right: it lacks what an order is, or was cut off. */
  unreadable?: boolean;
};

/** Long ids are digits after reading; they are sent as the numbers that they were. */
const asSent = (value: object): string => JSON.stringify(value).replace(/"(\d{16,19})"/g, '$1');
const readRecorded = (name: string): Recorded => parseSentJson(readFileSync(join(FOLDER, name), 'utf8')) as Recorded;
const idOf = ({ admin_graphql_api_id: gid, id }: Payload): bigint =>
  BigInt(/(\d+)$/.exec(gid ?? '')?.[1] ?? String(id));

/** What the buyer has paid and not got back, as the payload itself says. */
function sumReceived({ payload, refunds = [] }: Recorded): bigint {
  const currency = asCurrency(payload.currency);
  const minor = (amount: Amount): bigint => {
    const parsed = parseAmount(amount ?? '0', currency);
    if (!parsed.ok) throw new Error(`${String(amount)} is no amount of ${currency}`);
    return parsed.value;
  };
  const isPaid = ['paid', 'partially_refunded', 'refunded'].includes(payload.financial_status ?? '');
  if (payload.cancelled_at !== null && !isPaid) return 0n;
  // A refund is known by its id, wherever it stands.
  const known = new Map([...(payload.refunds ?? []), ...refunds].map((refund) => [String(refund.id), refund]));
  const back = [...known.values()]
    .flatMap((refund) => refund.transactions ?? [])
    .filter(({ kind, status }) => kind === 'refund' && (status === 'success' || status === 'pending'));
  return (
    minor(payload.total_price_set?.shop_money.amount ?? payload.total_price) -
    sumMinor(back.map(({ amount }) => minor(amount)))
  );
}

async function deliver(store: BuiltStore, topic: string, payload: object): Promise<void> {
  expect(await deliverWebhook({ shop: store.domain, topic, payload: asSent(payload) })).toBe(200);
  await waitFor(
    'deliveries are open',
    async () =>
      (await program().owner.webhookDelivery.count({ where: { shop: store.domain, state: 'pending' } })) === 0,
  );
}

/** The store after all that belongs to a recorded order was told to it. */
async function tell(recorded: Recorded): Promise<BuiltStore> {
  const store = await buildStore({ currency: recorded.payload.currency });
  await deliver(store, recorded.topic ?? 'orders/updated', recorded.payload);
  for (const refund of recorded.refunds ?? []) await deliver(store, 'refunds/create', refund);
  for (const fulfillment of recorded.fulfillments ?? []) await deliver(store, 'fulfillments/create', fulfillment);
  // Whatever is told twice counts once.
  await deliver(store, recorded.topic ?? 'orders/updated', recorded.payload);
  return store;
}

/** The payload whose first line is of another product. */
function withProduct(payload: Payload, productId: string): Payload {
  const [first, ...others] = payload.line_items ?? [];
  return { ...payload, line_items: [{ ...first, product_id: productId }, ...others] };
}

const deadOf = (store: BuiltStore) =>
  program().owner.webhookDelivery.findMany({ where: { shop: store.domain, state: 'dead' } });

type Dto = {
  order: {
    fulfillment: string;
    fulfillments: { lines: { lineId: string }[] }[];
    lines: object[];
    marketplace: { paid: { minor?: string; amount: string }; own: { amount: string }; vendors: { amount: string } };
  };
};
const readDto = async (store: BuiltStore, id: bigint) =>
  (
    await program()
      .api(await buildAdmin({ store }))
      .get(`/orders/${id}`)
  ).as<Dto>().order;

describe.skipIf(files.length === 0)('orders that the platform once sent', () => {
  beforeAll(async () => {
    await startProgram();
  });
  afterAll(() => program().stop());

  const recordings = files.map((name) => ({ name, recorded: readRecorded(name) }));
  for (const { name, recorded } of recordings.filter((one) => one.recorded.unreadable)) {
    it(`${name}: is set aside with a reason`, async () => {
      const store = await buildStore();
      await deliver(store, 'orders/updated', recorded.payload);
      const [dead] = await deadOf(store);
      expect(dead?.error).toMatch(/^unreadable: \S/);
      expect(dead?.error).not.toMatch(/expected|Invalid|JSON/);
    });
  }
  for (const { name, recorded } of recordings.filter((one) => !one.recorded.unreadable)) {
    it(`${name}: vendors and marketplace have what was paid`, async () => {
      const store = await tell(recorded);
      const id = idOf(recorded.payload);
      expect((await deadOf(store)).map(({ topic, error }) => `${topic} ${error ?? ''}`)).toEqual([]);
      const currency = asCurrency(recorded.payload.currency);
      const order = await readDto(store, id);
      const minor = ({ amount }: { amount: string }): bigint => {
        const parsed = parseAmount(amount, currency);
        return parsed.ok ? parsed.value : -1n;
      };
      const { paid, own, vendors } = order.marketplace;
      expect(minor(paid)).toBe(sumReceived(recorded));
      expect(minor(own) + minor(vendors)).toBe(minor(paid));
      const parts = await program().owner.vendorOrder.findMany({ where: { storeId: store.id, orderId: id } });
      expect(sumMinor(parts.map(({ totalMinor }) => totalMinor))).toBe(minor(vendors));
      const postings = await program().owner.ledgerPosting.findMany({ where: { storeId: store.id, orderId: id } });
      expect(sumMinor(postings.map(({ amountMinor }) => amountMinor))).toBe(0n);
      const isReported = (account: string) =>
        sumMinor(postings.flatMap((one) => (one.account === account ? [one.amountMinor] : [])));
      if (postings.length > 0) expect(-isReported('buyer_receipts')).toBe(minor(paid));
    });
  }

  it('32-gift-card-inr.json: an order without vendors is as fulfilled as its own lines, with its own fulfillment', async () => {
    const recorded = readRecorded('32-gift-card-inr.json');
    const store = await tell(recorded);
    const order = await readDto(store, idOf(recorded.payload));
    expect(order.fulfillment).toBe('fulfilled');
    expect(order.fulfillments.map(({ lines }) => lines.length)).toEqual([1]);
  });

  it('01-notification-2026-04.json: a product of eighteen digits keeps them all', async () => {
    const recorded = readRecorded('01-notification-2026-04.json');
    // The recording itself had lost the last of them.
    const payload = withProduct(recorded.payload, '788032119674292922');
    const store = await tell({ ...recorded, payload });
    const lines = await program().owner.orderLine.findMany({ where: { storeId: store.id } });
    expect(lines.map(({ productId }) => productId)).toContain(788_032_119_674_292_922n);
  });
});
