import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderChangesDto } from '#app/features/orders/changes/order-changes.contract.ts';
import { holdRestored } from '#app/platform/hold/hold.service.server.ts';
import { asStoreId } from '#app/core/ids.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { noteCount, scaled } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

const WRITERS = 8;
const CHANGES = scaled(100_000, 4_000);
const ROWS = 400;
/** Ids above those of orders that the test places. */
const FIRST = 9_000_000_000_000;

let databaseUrl: string;
let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;
let rival: BuiltUser;

beforeAll(async () => {
  ({ databaseUrl } = await startProgram());
  store = await buildStore();
  vendor = await buildVendor({ store, name: 'Kettle House' });
  const rivals = await buildVendor({ store, name: 'Mug Mill' });
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: rivals });
  await buildDefaultList(store);
});
afterAll(() => program().stop());

const read = async (cursor?: string, by = seller): Promise<OrderChangesDto> => {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`;
  return (await api(by).get(`/orders/changes${query}`)).as<OrderChangesDto>();
};
type Read = { orders: OrderChangesDto['orders']; cursor: string };
/**
 * Goes on from a cursor until so many orders were read and nothing is left. A transaction that still writes somewhere on the server
 * holds changes back.
 */
async function readAll(count: number, from?: string, by = seller): Promise<Read> {
  const orders: OrderChangesDto['orders'] = [];
  let cursor = from;
  return waitFor(`${count} orders were read`, async () => {
    const answer = await read(cursor, by);
    orders.push(...answer.orders);
    ({ cursor } = answer);
    return !answer.hasMore && orders.length >= count ? { orders, cursor } : undefined;
  });
}
const listIds = ({ orders }: Read): string[] => orders.map(({ id }) => id);
const sell = (name = vendor.name) => placeOrder(store, { lines: [{ vendor: name, price: '20.00', quantity: 2 }] });

describe('changes of orders', () => {
  it('name each order that changed since a cursor once, as it stands now, and nobody else’s', async () => {
    const one = await sell();
    const other = await sell();
    const theirs = await sell('Mug Mill');
    const first = await readAll(2);
    expect(listIds(first)).toEqual([String(one.id), String(other.id)]);
    expect(await read(first.cursor)).toEqual({ orders: [], cursor: first.cursor, hasMore: false });
    await refundOrder(store, one, [{ index: 0, quantity: 1 }]);
    await refundOrder(store, one, [{ index: 0, quantity: 1 }]);
    const next = await readAll(1, first.cursor);
    expect(next.orders).toMatchObject([{ id: String(one.id), itemCount: 0 }]);
    const list = (await api(seller).get('/orders')).as<{ orders: OrderChangesDto['orders'] }>().orders;
    expect(next.orders[0]).toEqual(list.find(({ id }) => id === String(one.id)));
    expect(listIds(await readAll(1, undefined, rival))).toEqual([String(theirs.id)]);
  });

  it('are those of the vendor that the marketplace view names', async () => {
    expect((await api(admin).get('/orders/changes')).body).toMatchObject({
      issues: [{ path: 'vendor', rule: 'required' }],
    });
    const found = (await api(admin).get('/orders/changes?vendor=Mug%20Mill')).as<OrderChangesDto>();
    expect(found.orders.map((row) => row.vendor.name)).toEqual(['Mug Mill']);
    expect((await api(seller).get('/orders/changes?vendor=Mug%20Mill')).status).toBe(404);
  });

  it('refuse what is no cursor of theirs', async () => {
    for (const cursor of ['x', 'a'.repeat(121), Buffer.from('1.2').toString('base64url')])
      expect((await api(seller).get(`/orders/changes?cursor=${cursor}`)).body).toMatchObject({
        issues: [{ path: 'cursor' }],
      });
  });

  it(`lose none of ${CHANGES} changes by ${WRITERS} writers at once, some of whom take their time or change their mind`, async () => {
    await fillOrders();
    let isOver = false;
    let reads = 0;
    let cursor: string | undefined;
    const seen = new Map<string, number>();
    const readOn = async (): Promise<void> => {
      const answer = await read(cursor);
      reads += 1;
      for (const { id, itemCount } of answer.orders) {
        expect(itemCount, `order ${id} goes forward`).toBeGreaterThanOrEqual(seen.get(id) ?? 0);
        seen.set(id, itemCount);
      }
      ({ cursor } = answer);
    };
    const follow = async (): Promise<void> => {
      while (!isOver) await readOn();
    };
    const following = follow();
    const written = await Promise.all(
      Array.from({ length: WRITERS }, (_, index) => write(index + 1, CHANGES / WRITERS)),
    );
    isOver = true;
    await following;
    const { rows } = await query(
      'SELECT order_id::text AS id, item_count AS count FROM vendor_orders WHERE order_id >= $1::bigint',
      [FIRST],
    );
    expect(rows).toHaveLength(ROWS);
    // A transaction of any database of the server that still writes holds the last ones back.
    await waitFor('every change was read', async () => {
      await readOn();
      return rows.every(({ id, count }) => seen.get(String(id)) === count);
    });
    noteCount(
      'changes',
      written.reduce((sum, count) => sum + count, 0),
    );
    noteCount('reads', reads);
  }, 900_000);

  it('refuse a cursor from before the database was restored, and begin again without one', async () => {
    const { cursor } = await readAll(ROWS + 2);
    const { services } = program().container;
    await holdRestored(services, [asStoreId(store.id)]);
    const refused = await api(seller).get(`/orders/changes?cursor=${cursor}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ reason: 'changes_cursor_expired' });
    const again = await readAll(ROWS + 2);
    expect(again.orders).toHaveLength(ROWS + 2);
    const late = await sell();
    expect(listIds(await readAll(1, again.cursor))).toEqual([String(late.id)]);
  });
});

async function query(text: string, values: unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** Orders like one of the vendor's that were written before changes were counted. */
async function fillOrders(): Promise<void> {
  await query(
    `INSERT INTO vendor_orders (store_id, order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, payout_state, item_count, goods_minor,
       discount_minor, shipping_minor, tax_minor, total_minor, commission_minor, payout_minor, historical, search_text, updated_at)
     SELECT v.store_id, $1::bigint + n, v.vendor_id, '#' || n, v.currency, v.ordered_at, 'paid', 'unfulfilled', 'due', 0, 0, 0, 0, 0, 0, 0, 0, true, '', v.updated_at
     FROM generate_series(0, $2::int - 1) n, (SELECT * FROM vendor_orders WHERE vendor_id = $3 ORDER BY id LIMIT 1) v`,
    [FIRST, ROWS, vendor.id],
  );
}

/** Makes about so many changes of random orders in transactions of a few; every tenth is taken back. Answers how many it committed. */
async function write(seed: number, count: number): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  let committed = 0;
  try {
    while (committed < count) {
      const ids = [...new Set(Array.from({ length: 1 + random(3) }, () => FIRST + random(ROWS)))].sort((a, b) => a - b);
      await client.query('BEGIN');
      for (const id of ids) {
        await client.query('UPDATE vendor_orders SET item_count = item_count + 1 WHERE order_id = $1::bigint', [id]);
        // Others begin and end meanwhile.
        if (random(20) === 0) await client.query('SELECT pg_sleep($1)', [random(30) / 1_000]);
      }
      if (random(10) === 0) await client.query('ROLLBACK');
      else {
        await client.query('COMMIT');
        committed += ids.length;
      }
    }
  } finally {
    await client.end();
  }
  return committed;
}
