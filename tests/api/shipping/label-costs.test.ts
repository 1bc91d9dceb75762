import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import type { LabelDto } from '#app/features/labels/labels.contract.ts';
import {
  buyLabel,
  controlShippo,
  openLabels,
  quoteLabel,
  readShippo,
  sellToHome,
  setCharge,
  SHIPPO_LIVE_KEY,
  SHIPPO_TEST_KEY,
  strikeShippo,
} from '#tests/factories/labels.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { changeOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
});
afterAll(() => program().stop());
beforeEach(() => openLabels(admin, [north], { apiKey: SHIPPO_LIVE_KEY, chargeVendor: true }));

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 2 };
const later = async (minutes: number) => {
  program().clock.advance({ minutes });
  for (const person of [admin, north]) await renewSession(person);
  await program().drain();
};
const moneyOf = async ({ id }: SoldOrder) => {
  const { order } = (await api(north).get(`/orders/${id}`)).as<OrderDetailDto>();
  if (!order.money) throw new Error('a vendor sees the money of its part');
  return { ...order.money, timeline: order.timeline.map(({ kind }) => kind) };
};
/** Every account of an order by what is posted there; what was taken back to nothing is left out. */
async function accountsOf({ id }: SoldOrder): Promise<Record<string, bigint>> {
  const postings = await program().owner.ledgerPosting.findMany({ where: { orderId: BigInt(id) } });
  const sums: Record<string, bigint> = {};
  for (const { account, amountMinor } of postings) sums[account] = (sums[account] ?? 0n) + amountMinor;
  expect(Object.values(sums).reduce((sum, one) => sum + one, 0n)).toBe(0n);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}
const isBalanced = async () =>
  expect(
    await program().container.services.db.fast(marketplaceScope(store.id), (tx) => findBalanceDifferences(tx)),
  ).toEqual([]);
const minus = (amount: string, less: string) => (Number(amount) - Number(less)).toFixed(2);

test('the vendor is charged once, on an account of its own, and sees it in the order, Explain and the statement', async () => {
  const sold = await sellToHome([MUG]);
  const before = await moneyOf(sold);
  const label = await buyLabel(north, sold.id);
  const cost = label.charged?.amount ?? '';
  expect(label.charged).toEqual({ amount: '9.90', currency: 'USD' });
  const after = await moneyOf(sold);
  expect(after.owed.amount).toBe(minus(before.owed.amount, cost));
  expect(after.due.amount).toBe(minus(before.due.amount, cost));
  expect(after.adjustments).toMatchObject([{ kind: 'label', amount: { amount: '-9.90' }, note: 'PostNL, Standard' }]);
  expect(after.explain.slice(-2)).toMatchObject([
    { key: 'adjustment', params: { kind: 'label' }, amount: { amount: '-9.90' } },
    { key: 'owed', amount: after.owed },
  ]);
  expect(after.timeline).toContain('label_charged');
  expect(await accountsOf(sold)).toMatchObject({ label_costs: 990n });
  await api(north).post('/shippo/label', {
    rateId: (await readShippo()).transactions.at(-1)?.rateId,
    orderId: sold.id,
  });
  expect(await accountsOf(sold)).toMatchObject({ label_costs: 990n });
  await isBalanced();
});

test('a lost answer charges once; a refused purchase charges nothing', async () => {
  const sold = await sellToHome([MUG]);
  const { rates } = await quoteLabel(north, sold.id);
  const buy = () => api(north).post('/shippo/label', { rateId: rates[0]?.id, orderId: sold.id });
  await controlShippo('POST', '/shippo/outcomes', { status: 'ERROR', text: 'No.' });
  expect((await buy()).status).toBe(409);
  expect(await accountsOf(sold)).not.toHaveProperty('label_costs');
  await strikeShippo('transactions.create', 'drop_response');
  await strikeShippo('transactions.list', 'drop', { after: 1 });
  await buy();
  await later(3);
  await buy();
  expect(await accountsOf(sold)).toMatchObject({ label_costs: 990n });
  await isBalanced();
});

test('a void gives it back once the carrier confirms, and not before; an admin who undid it first is not outdone', async () => {
  for (const isUndone of [false, true]) {
    const sold = await sellToHome([MUG]);
    const before = await accountsOf(sold);
    const { id } = await buyLabel(north, sold.id);
    if (isUndone) {
      const { adjustments } = (await api(admin).get(`/orders/${sold.id}/adjustments`)).as<{
        adjustments: { id: string }[];
      }>();
      const path = `/orders/${sold.id}/adjustments/${adjustments[0]?.id ?? ''}/undo`;
      expect((await api(admin).post(path, { note: 'Our own mistake.' })).status).toBe(200);
      expect(await accountsOf(sold)).toEqual(before);
    }
    expect((await api(north).post(`/shippo/label/${id}/void`)).as<LabelDto>().status).toBe('voiding');
    await later(10);
    if (!isUndone) expect(await accountsOf(sold)).toMatchObject({ label_costs: 990n });
    await later(32 * 60);
    expect(await accountsOf(sold)).toEqual(before);
    const { adjusted, timeline } = await moneyOf(sold);
    expect([adjusted.amount, timeline.includes('labelVoided')]).toEqual(['0.00', true]);
    await isBalanced();
  }
});

test('refunds and edits of the order leave the charge as it is, and reconciliation finds nothing', async () => {
  const sold = await sellToHome([MUG]);
  await buyLabel(north, sold.id);
  const line = (await api(north).get(`/orders/${sold.id}`)).as<OrderDetailDto>().order.lines[0]?.id;
  await changeOrder(sold.name, 'refunds', { lines: [{ sku: line, quantity: 1 }] });
  await program().drain();
  expect(await accountsOf(sold)).toMatchObject({ label_costs: 990n });
  const started = await api(admin).post('/reconciliation/run');
  expect(started.status, JSON.stringify(started.body)).toBeLessThan(300);
  await program().drain();
  expect(await program().owner.reconciliationFinding.count({ where: { storeId: store.id, resolvedAt: null } })).toBe(0);
  await isBalanced();
});

test('the marketplace bears it where the setting says so, and samples cost nobody anything', async () => {
  await setCharge(admin, false);
  const own = await sellToHome([MUG]);
  expect((await buyLabel(north, own.id)).charged).toBeNull();
  await api(admin).put('/shippo/api-key', { apiKey: SHIPPO_TEST_KEY });
  await setCharge(admin, true);
  const sample = await sellToHome([MUG]);
  expect((await buyLabel(north, sample.id)).charged).toBeNull();
  for (const sold of [own, sample]) expect(await accountsOf(sold)).not.toHaveProperty('label_costs');
});
