import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierService } from '#sandbox/core/state.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
import { openRates, readCallback } from '#tests/factories/carrier.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { setShipping } from '#tests/factories/shipping.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const control = <T>(path: string, body: object = {}, method: 'GET' | 'POST' = 'POST') =>
  program().sandbox?.control<T>(method, path, body) as Promise<T>;
async function settle(): Promise<void> {
  await control('/drain');
  await program().drain();
}
const row = () => program().owner.carrierService.findUnique({ where: { storeId: store.id } });
const carriers = async () => (await control<{ carriers: CarrierService[] }>('/shipping', {}, 'GET')).carriers;
const flip = async (enabled: boolean) => {
  const answer = await api(admin).patch('/app/info/features', { features: { delivery: { enabled } } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await settle();
};

test('without the access nothing is registered, and it is said what is missing', async () => {
  await flip(true);
  expect(await row()).toMatchObject({ state: 'not_granted', carrierId: null });
  expect(await carriers()).toEqual([]);
});

test('it is registered once the access is there, at an address that nobody can guess, once however often it is checked', async () => {
  await openRates(store, admin);
  await flip(false);
  await control('/shipping', { useCarrier: false });
  await flip(true);
  const found = await row();
  expect(found).toMatchObject({ state: 'active', refusal: null });
  expect(found?.token).toMatch(/^[A-Za-z0-9_-]{32}$/);
  const registered = await carriers();
  expect(registered).toMatchObject([
    { id: String(found?.carrierId), active: true, callbackUrl: `${program().url}${await readCallback(store)}` },
  ]);
  await program().owner.carrierService.update({ where: { storeId: store.id }, data: { carrierId: null } });
  await control('/shipping', { plan: 'Development' });
  await settle();
  expect(await carriers()).toEqual(registered);
  expect((await row())?.carrierId).toBe(found?.carrierId);
});

test('a lost answer of the registration leads to one carrier service, not to two', async () => {
  await flip(false);
  await control('/faults', { target: 'shopify', operation: 'carrierServiceCreate', kind: 'drop_response', times: 1 });
  await flip(true);
  program().clock.advance({ minutes: 10 });
  await settle();
  expect(await row()).toMatchObject({ state: 'active' });
  expect(await carriers()).toHaveLength(1);
});

test('one that the platform turned off is noticed within a day and turned on again', async () => {
  await control('/shipping', { deactivate: true });
  expect(await carriers()).toMatchObject([{ active: false }]);
  program().clock.advance({ days: 1 });
  await settle();
  // Nobody stays signed in for so long.
  admin = await buildAdmin({ store });
  expect(await carriers()).toMatchObject([{ active: true }]);
  expect((await row())?.deactivatedAt).not.toBeNull();
});

test('a plan without carrier rates is noticed at once and named, and the next plan connects again', async () => {
  await control('/shipping', { plan: 'Basic' });
  await settle();
  expect(await row()).toMatchObject({
    state: 'refused',
    plan: 'Basic',
    refusal: 'Carrier Calculated Shipping must be enabled for your store.',
  });
  await control('/shipping', { plan: 'Advanced' });
  await settle();
  expect(await row()).toMatchObject({ state: 'active', refusal: null, plan: null });
  const events = await program().owner.auditEvent.findMany({
    where: { storeId: store.id, action: 'settings.carrier.changed' },
    orderBy: { id: 'desc' },
    take: 2,
  });
  expect(events.map(({ detail }) => (detail as { state: string[] }).state)).toEqual([
    ['refused', 'active'],
    ['active', 'refused'],
  ]);
});

test('turned off, it is removed; one that a zone still asks is turned off instead, and its address answers nobody', async () => {
  await flip(false);
  expect(await carriers()).toEqual([]);
  expect(await row()).toBeNull();
  await flip(true);
  await control('/shipping', { useCarrier: true });
  await setShipping(admin, { enabled: false });
  await settle();
  expect(await carriers()).toMatchObject([{ active: false }]);
  expect(await row()).toMatchObject({ state: 'off' });
});

test('turned off, one whose registration was not recorded is removed all the same', async () => {
  await control('/shipping', { useCarrier: false });
  await flip(true);
  expect(await carriers()).toHaveLength(1);
  await program().owner.carrierService.update({ where: { storeId: store.id }, data: { carrierId: null } });
  await flip(false);
  expect(await carriers()).toEqual([]);
  await flip(true);
});

test('it is registered again after the app was installed again', async () => {
  await control('/shipping', { useCarrier: false });
  await grantAftersales({ domain: store.domain, scopes: ['write_shipping'] });
  await flip(true);
  expect(await row()).toMatchObject({ state: 'active' });
});
