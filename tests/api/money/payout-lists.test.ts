import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { PAYOUT_SORTS } from '#app/features/payouts/payout.ts';
import { listPayouts } from '#app/features/payouts/payouts.repo.server.ts';
import { countDueVendors } from '#app/features/orders/read-models/order-figures.service.server.ts';
import { listDueLines, listDueVendors } from '#app/features/payouts/prepare/payable.repo.server.ts';
import type { AggregateDto, TransactionDto } from '#app/features/finance/transactions/transactions.contract.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  await buildDefaultList(store);
  for (const name of ['Ash', 'Kiln']) await buildVendor({ store, name });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const inStore = <Found>(work: (tx: SqlTx) => Promise<Found>): Promise<Found> =>
  program().container.services.db.fast(marketplaceScope(store.id), work);
const sell = (vendor: string, price: string) => placeOrder(store, { lines: [{ vendor, price }] });

it('payouts: are listed by their time and by their amount, in both directions', async () => {
  for (const [vendor, price] of [
    ['Ash', '20.00'],
    ['Kiln', '60.00'],
    ['Ash', '40.00'],
  ] as const) {
    const order = await sell(vendor, price);
    const body = {
      payoutLines: [{ orderName: order.name, vendor }],
      methods: [{ vendor, method: 'manual' }],
      manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
    };
    expect((await api(admin).post('/payment/v3/pay', body)).status).toBe(200);
    program().clock.advance({ minutes: 1 });
  }
  const amounts: Record<string, bigint[]> = {};
  for (const sort of PAYOUT_SORTS) {
    const rows = await inStore((tx) => listPayouts(tx, { limit: 10, offset: 0, sort }));
    amounts[sort] = rows.map(({ amountMinor }) => amountMinor);
  }
  expect(amounts).toEqual({
    newest: [36_00n, 54_00n, 18_00n],
    oldest: [18_00n, 54_00n, 36_00n],
    largest: [54_00n, 36_00n, 18_00n],
    smallest: [18_00n, 36_00n, 54_00n],
  });
});

it('paying: leaves out orders that are not shipped where it is asked, and lists who is owed by each order', async () => {
  const late = await sell('Kiln', '30.00');
  const shipped = await sell('Ash', '10.00');
  const where = { storeId: store.id, orderId: BigInt(shipped.id) };
  await program().owner.vendorOrder.updateMany({ where, data: { fulfillment: 'fulfilled' } });
  const lines = (onlyShipped: boolean) =>
    inStore((tx) => listDueLines(tx, { vendorIds: null, ids: null, onlyShipped, limit: 10 }));
  expect((await lines(true)).map((line) => line.orderName)).toEqual([shipped.name]);
  expect((await lines(false)).map((line) => line.orderName).sort()).toEqual([late.name, shipped.name].sort());
  const names = async (sort: 'due' | 'oldest' | 'name') =>
    (await inStore((tx) => listDueVendors(tx, { q: '', view: 'due', limit: 10, offset: 0, sort }))).rows.map(
      ({ vendor }) => vendor,
    );
  expect([await names('due'), await names('oldest'), await names('name')]).toEqual([
    ['Kiln', 'Ash'],
    ['Kiln', 'Ash'],
    ['Ash', 'Kiln'],
  ]);
});

it('transactions: the unpaid orders of all periods add up to the balance due and to what payouts list', async () => {
  const half = await sell('Kiln', '50.00');
  await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: half.name, vendor: 'Kiln' }],
    methods: [{ vendor: 'Kiln', method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4418' },
  });
  await sell('Ash', '12.00');
  program().clock.advance({ days: 40 });
  // The session of the one before is over by now.
  admin = await buildAdmin({ store });
  await sell('Kiln', '70.00');
  const read = async (query: Record<string, string>) =>
    (await api(admin).get('/transactions', { query })).as<{ transactions: TransactionDto[]; aggs: AggregateDto[] }>();
  const all = await read({ period: 'all' });
  const unpaid = await read({ period: 'all', payout: 'due' });
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + Number(amount) * 100, 0);
  const listed = sum(unpaid.transactions.map(({ due }) => due.amount));
  expect(unpaid.transactions.map(({ orderName }) => orderName)).not.toContain(half.name);
  expect(listed).toBe(sum([all.aggs[0]?.due.amount ?? '']));
  expect(listed).toBe(sum([unpaid.aggs[0]?.due.amount ?? '']));
  const { rows } = await inStore((tx) => listDueVendors(tx, { q: '', view: 'due', limit: 50, offset: 0 }));
  expect(listed).toBe(Number(rows.reduce((total, { dueMinor }) => total + dueMinor, 0n)));
});

it('whom to pay: each vendor stands in one view, and as many to pay as the menu counts', async () => {
  const owing = await sell('Ash', '20.00');
  await program().owner.vendorOrder.updateMany({
    where: { storeId: store.id, NOT: { orderId: BigInt(owing.id) }, vendorId: await idOf('Ash') },
    data: { payoutState: 'paid', paidOutMinor: 0n, postedMinor: 0n },
  });
  await program().owner.vendorOrder.updateMany({
    where: { storeId: store.id, orderId: BigInt(owing.id) },
    data: { payoutState: 'overpaid', paidOutMinor: 20_00n, postedMinor: 18_00n },
  });
  const views = () =>
    inStore(async (tx) => {
      const list = async (view: 'due' | 'onHold' | 'overpaid') => {
        const { rows, counts } = await listDueVendors(tx, { q: '', view, limit: 10, offset: 0 });
        return { vendors: rows.map(({ vendor }) => vendor), counts };
      };
      return {
        due: await list('due'),
        onHold: (await list('onHold')).vendors,
        overpaid: (await list('overpaid')).vendors,
        counted: await countDueVendors(tx),
      };
    });
  expect(await views()).toEqual({
    due: { vendors: ['Kiln'], counts: { due: 1, onHold: 0, overpaid: 1 } },
    onHold: [],
    overpaid: ['Ash'],
    counted: 1,
  });
  expect((await api(admin).put('/vendors/Kiln/payout-hold', { reason: 'Proof of address' })).status).toBe(200);
  expect(await views()).toEqual({
    due: { vendors: [], counts: { due: 0, onHold: 1, overpaid: 1 } },
    onHold: ['Kiln'],
    overpaid: ['Ash'],
    counted: 0,
  });
});

async function idOf(name: string): Promise<bigint> {
  return (await program().owner.vendor.findFirstOrThrow({ where: { storeId: store.id, name } })).id;
}
