import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import type { LabelDto, OrderLabelsDto } from '#app/features/labels/labels.contract.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import {
  buyLabel,
  controlShippo,
  openLabels,
  PACKAGE,
  quoteLabel,
  readShippo,
  sellToHome,
  SHIPPO_LIVE_KEY,
} from '#tests/factories/labels.ts';
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
  await grantAftersales({ domain: store.domain, scopes: ['write_fulfillments'] });
  await openLabels(admin, [north], { apiKey: SHIPPO_LIVE_KEY, chargeVendor: true });
});
afterAll(() => program().stop());
beforeEach(() => controlShippo('DELETE', '/faults', {}));

const MUG = { vendor: 'North', title: 'Mug', price: '20.00' };
const AT_HOME = { countryCode: 'NO', country: 'Norway', zip: '5003', city: 'Bergen' };
const THREE = { parcels: [PACKAGE, PACKAGE, PACKAGE] };

const later = async (minutes: number) => {
  program().clock.advance({ minutes });
  for (const person of [admin, north]) await renewSession(person);
  await program().drain();
};
const buy = (orderId: string, rateId = '') => api(north).post('/shippo/label', { rateId, orderId });
const labelsOf = async (orderId: string) => (await api(north).get(`/orders/${orderId}/labels`)).as<OrderLabelsDto>();
const move = async (tracking: string | null | undefined, status: string) => {
  await controlShippo('POST', `/shippo/transactions/${String(tracking)}`, { tracking: status });
  await controlShippo('POST', '/drain', {});
  await program().drain();
};
/** What was charged and given back for the labels of an order, minor units, in the order in which it was posted. */
const chargesOf = async (orderId: string): Promise<bigint[]> =>
  (
    await program().owner.ledgerPosting.findMany({
      where: { storeId: store.id, orderId: BigInt(orderId), account: 'label_costs' },
      orderBy: { id: 'asc' },
    })
  ).map(({ amountMinor }) => amountMinor);
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
const sharesOf = (minor: bigint) => {
  const each = minor / 3n;
  const rest = Number(minor % 3n);
  return [0, 1, 2].map((at) => each + (at < rest ? 1n : 0n));
};
const chargedMinorOf = async (labelId: string) =>
  (await program().owner.shippingLabel.findUniqueOrThrow({ where: { id: BigInt(labelId) } })).chargedMinor ?? 0n;

/** A bought return label of one package, its order shipped before. */
async function buyReturn(): Promise<{ orderId: string; label: LabelDto; outward: bigint }> {
  const { id } = await sellToHome([MUG], AT_HOME);
  await buyLabel(north, id);
  const { rates } = await quoteLabel(north, id, { isReturn: true });
  const label = (await buy(id, rates[0]?.id)).as<LabelDto>();
  expect(label).toMatchObject({ status: 'bought', isReturn: true });
  return { orderId: id, label, outward: sum(await chargesOf(id)) };
}

/**
 * A bought return label of three packages. None is sold today, which the contract refuses: the row of one whose purchase is open
 * becomes a return, as one of a version that sells them would be.
 */
async function buyReturnOfThree(): Promise<{ orderId: string; label: LabelDto; rateId: string }> {
  const { id } = await sellToHome([MUG], AT_HOME);
  const rateId = (await quoteLabel(north, id, THREE)).rates[0]?.id ?? '';
  await controlShippo('POST', '/shippo/outcomes', { status: 'QUEUED' });
  await buy(id, rateId);
  const { count } = await program().owner.shippingLabel.updateMany({
    where: { storeId: store.id, rateId, status: 'buying' },
    data: { isReturn: true, fulfillmentState: 'none' },
  });
  expect(count).toBe(1);
  const purchases = (await readShippo()).transactions.filter((one) => one.rateId === rateId);
  for (const one of purchases) await controlShippo('POST', `/shippo/transactions/${one.id}`, { status: 'SUCCESS' });
  await later(3);
  const label = (await labelsOf(id)).labels[0];
  if (!label) throw new Error('the return was not bought');
  expect(label).toMatchObject({ status: 'bought', isReturn: true, packages: [{}, {}, {}] });
  return { orderId: id, label, rateId };
}

describe('M66: a label that goes out', () => {
  test('is charged when it is bought, and not again when a carrier takes it', async () => {
    const { id } = await sellToHome([MUG]);
    const label = await buyLabel(north, id);
    const charged = await chargedMinorOf(label.id);
    expect(await chargesOf(id)).toEqual([charged]);
    await move(label.tracking, 'TRANSIT');
    await move(label.tracking, 'DELIVERED');
    expect(await chargesOf(id)).toEqual([charged]);
  });

  test('of three packages is charged in equal shares by largest remainder, each its own charge', async () => {
    const { id } = await sellToHome([MUG]);
    const label = (await buy(id, (await quoteLabel(north, id, THREE)).rates[0]?.id)).as<LabelDto>();
    expect(await chargesOf(id)).toEqual(sharesOf(await chargedMinorOf(label.id)));
  });
});

describe('M66: a return label', () => {
  test('of one package is charged with the first word of a carrier that has it, once', async () => {
    const { orderId, label, outward } = await buyReturn();
    await move(label.tracking, 'PRE_TRANSIT');
    expect(sum(await chargesOf(orderId))).toBe(outward);
    for (const status of ['TRANSIT', 'TRANSIT', 'DELIVERED']) await move(label.tracking, status);
    expect((await chargesOf(orderId)).slice(1)).toEqual([await chargedMinorOf(label.id)]);
  });

  test('that a carrier took while its money was asked back gives back what was charged', async () => {
    const { orderId, label, outward } = await buyReturn();
    expect((await api(north).post(`/shippo/label/${label.id}/void`)).as<LabelDto>().status).toBe('voiding');
    await move(label.tracking, 'TRANSIT');
    const charged = await chargedMinorOf(label.id);
    expect(sum(await chargesOf(orderId))).toBe(outward + charged);
    const row = await program().owner.shippingLabel.findUniqueOrThrow({ where: { id: BigInt(label.id) } });
    await controlShippo('POST', `/shippo/refunds/${row.transactionId ?? ''}`, { status: 'SUCCESS' });
    await later(7 * 60);
    expect((await chargesOf(orderId)).slice(1)).toEqual([charged, -charged]);
  });

  test('of three packages is charged each share once a carrier has that package, and nothing when it is bought', async () => {
    const { orderId, label } = await buyReturnOfThree();
    const shares = sharesOf(await chargedMinorOf(label.id));
    expect(await chargesOf(orderId)).toEqual([]);
    await move(label.packages[1]?.tracking, 'TRANSIT');
    expect(await chargesOf(orderId)).toEqual([shares[1]]);
    await move(label.packages[1]?.tracking, 'DELIVERED');
    await move(label.packages[0]?.tracking, 'TRANSIT');
    expect(await chargesOf(orderId)).toEqual([shares[1], shares[0]]);
    await move(label.packages[2]?.tracking, 'DELIVERED');
    expect(sum(await chargesOf(orderId))).toBe(sum(shares));
  });

  test('of three packages gives nothing back for a voided package that was never charged', async () => {
    const { orderId, label, rateId } = await buyReturnOfThree();
    const shares = sharesOf(await chargedMinorOf(label.id));
    await move(label.packages[0]?.tracking, 'TRANSIT');
    expect((await api(north).post(`/shippo/label/${label.id}/packages/3/void`)).status).toBe(200);
    const third = (await readShippo()).transactions.filter((one) => one.rateId === rateId).at(2);
    await controlShippo('POST', `/shippo/refunds/${third?.id ?? ''}`, { status: 'SUCCESS' });
    await later(7 * 60);
    expect((await labelsOf(orderId)).labels[0]?.packages.map(({ refund }) => refund)).toEqual([null, null, 'done']);
    expect(await chargesOf(orderId)).toEqual([shares[0]]);
  });
});

describe('M66: a void', () => {
  test.each([
    ['confirmed gives the charge back, and not before', 'SUCCESS', 0n],
    ['refused gives nothing back', 'ERROR', 1n],
  ])('%s', async (_, status, left) => {
    const { id } = await sellToHome([MUG]);
    const label = await buyLabel(north, id);
    const charged = await chargedMinorOf(label.id);
    expect((await api(north).post(`/shippo/label/${label.id}/void`)).status).toBe(200);
    expect(sum(await chargesOf(id))).toBe(charged);
    const row = await program().owner.shippingLabel.findUniqueOrThrow({ where: { id: BigInt(label.id) } });
    await controlShippo('POST', `/shippo/refunds/${row.transactionId ?? ''}`, { status });
    await later(7 * 60);
    expect(sum(await chargesOf(id))).toBe(charged * left);
  });
});

test('M66: the ledger balances after all of it', async () => {
  const { db } = program().container.services;
  expect(await db.fast(marketplaceScope(store.id), (tx) => findBalanceDifferences(tx))).toEqual([]);
});
