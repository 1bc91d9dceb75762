import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildStaff } from '#tests/factories/people.ts';
import { buildStore, buildVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

type Rules = { rules: object; version: number; mayChange: boolean };

async function buildWorld() {
  const store = await buildStore();
  await buildDefaultList(store);
  await buildVendor({ store, name: 'North' });
  const admin = await buildAdmin({ store });
  const clerk = await buildStaff({ store, isOwner: false });
  const payer = await buildStaff({ store, isOwner: false, mayPayOut: true });
  const order = await placeOrder(store, { lines: [{ vendor: 'North', price: '100.00' }] });
  const { rules, version } = (await api(admin).get('/settings/payouts')).as<Rules>();
  const commissions = [{ min: '0', max: null, flat: '0', percentage: '5' }];
  const calls: [method: string, path: string, body: object][] = [
    ['PUT', '/settings/payouts', { rules: { ...rules, minimum: '50.00' }, version }],
    ['PUT', '/settings/workflows', { mayDecideMoney: true, version: 0 }],
    ['PATCH', '/app/info/commission-v2', { commissions }],
    ['PUT', '/settings/commission', { vendor: 'North', commissions }],
    ['PUT', '/orders/commission', { vendor: 'North', orderId: String(order.id), percentage: '1', flat: '0' }],
    ['PUT', '/stripe/api-key', { apiKey: `sk_test_${'a'.repeat(40)}` }],
    ['DELETE', '/stripe/api-key', {}],
    ['DELETE', '/paypal/admin/api-key', {}],
    ['PATCH', '/app/info/features', { features: { membership: { enabled: true } } }],
    ['PATCH', '/app/info/features', { features: { membership: { products: ['prod_1'] } } }],
    ['PATCH', '/app/info/features', { features: { membership: { trialDays: 30 } } }],
    ['PUT', '/shippo/settings', { chargeVendor: true, version: 0 }],
    ['DELETE', '/shippo/api-key', {}],
    ['POST', '/system/hold', {}],
    ['POST', '/system/release', { note: 'Compared with both providers' }],
  ];
  return { store, admin, clerk, payer, calls };
}

describe('staff of the store without the right to pay out', () => {
  it('changes nothing that decides where money goes, however it is asked (403), and reads it', async () => {
    const { clerk, admin, calls } = await buildWorld();
    const before = (await api(admin).get('/settings/payouts')).body;
    for (const [method, path, body] of calls) {
      const answer = await api(clerk).send(method, path, body);
      expect([path, answer.status, answer.body]).toMatchObject([path, 403, { code: 'missing_permission' }]);
    }
    expect((await api(admin).get('/settings/payouts')).body).toEqual(before);
    expect((await api(clerk).get('/settings/payouts')).as<Rules>().mayChange).toBe(false);
  });

  it('saves what of a membership moves no money', async () => {
    const { clerk } = await buildWorld();
    const features = { membership: { allowFulfillment: true, documentationUrl: 'https://souk.test/terms' } };
    expect((await api(clerk).patch('/app/info/features', { features })).status).toBe(200);
  });

  it('is distinguished from staff with the right and from web admins, who are never refused for it', async () => {
    const { payer, admin, calls } = await buildWorld();
    expect((await api(payer).get('/settings/payouts')).as<Rules>().mayChange).toBe(true);
    for (const who of [payer, admin])
      for (const [method, path, body] of calls)
        expect((await api(who).send(method, path, body)).status, path).not.toBe(403);
  });
});
