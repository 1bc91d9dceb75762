import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
beforeEach(() => program().sandbox?.sandbox.faults.clear());

/** How each check of the installation ended. */
async function readStatuses(): Promise<Record<string, string>> {
  const { checks } = (await api(admin).get('/system/checks')).as<{ checks: { id: string; status: string }[] }>();
  return Object.fromEntries(checks.map(({ id, status }) => [id, status]));
}

describe('checks of the installation', () => {
  test('a fresh store has its access and its scopes, and nothing of it says that it fails', async () => {
    expect(await readStatuses()).toMatchObject({
      access: 'ok',
      scopes: 'ok',
      topics: 'ok',
      refusals: 'ok',
      rates: 'ok',
      providers: 'ok',
    });
  });

  test('a required scope that the store took away is named', async () => {
    const { scopes } = await control<{ scopes: string[] }>('POST', '/install', {});
    const left = scopes.filter((scope) => scope !== 'write_files' && scope !== 'read_files');
    await control('POST', '/scopes', { scopes: left });
    const { checks } = (await api(admin).get('/system/checks')).as<{ checks: { id: string }[] }>();
    expect(checks.find(({ id }) => id === 'scopes')).toEqual({ id: 'scopes', status: 'fail', detail: 'write_files' });
    await control('POST', '/scopes', { scopes });
    expect((await readStatuses()).scopes).toBe('ok');
  });

  test('a platform that refuses the address fails access, and the other checks are answered all the same', async () => {
    await control('POST', '/faults', { target: 'shopify', kind: 'error', status: 403 });
    const statuses = await readStatuses();
    expect(statuses).toMatchObject({ access: 'fail', scopes: 'fail', topics: 'fail', providers: 'ok' });
    expect(Object.keys(statuses)).toHaveLength(9);
  });

  test('deliveries that came lately are in order, and a new store without any is only looked at', async () => {
    await program().owner.webhookDelivery.deleteMany({ where: { shop: store.domain } });
    expect((await readStatuses()).deliveries).toBe('warn');
    await deliverWebhook({ shop: store.domain, topic: 'shop/update', payload: { id: 1 } });
    expect((await readStatuses()).deliveries).toBe('ok');
  });

  test('buyers whose names the platform hides fail the check of protected customer data', async () => {
    const [product] = await control<{ variants: { sku: string }[] }[]>('GET', '/products');
    const sku = product?.variants[0]?.sku ?? '';
    await control('POST', '/orders', {
      email: 'ingrid@buyers.test',
      lines: [{ sku, quantity: 1 }],
      shippingAddress: {
        firstName: 'Ingrid',
        lastName: 'Solberg',
        address1: '7 Market',
        city: 'Bergen',
        zip: '5003',
        countryCode: 'NO',
      },
      financialStatus: 'paid',
    });
    await control('POST', '/customer-data', { level: 2 });
    expect((await readStatuses()).customerData).toBe('ok');
    await control('POST', '/customer-data', { level: 0 });
    expect((await readStatuses()).customerData).toBe('fail');
  });

  test('what calls were refused for stays a failure until a call goes well again, and is named', async () => {
    await control('POST', '/faults', { target: 'shopify', kind: 'error', status: 403 });
    await readStatuses();
    const { checks } = (await api(admin).get('/system/checks')).as<{ checks: { id: string; detail: string }[] }>();
    expect(checks.find(({ id }) => id === 'refusals')).toMatchObject({ status: 'fail', detail: 'address_refused 403' });
    program().sandbox?.sandbox.faults.clear();
    await readStatuses();
    expect((await readStatuses()).refusals).toBe('ok');
  });

  test('a test key is pointed out before it pays nobody', async () => {
    const [platform] = await control<{ testKey: string }[]>('GET', '/stripe/platforms');
    expect((await api(admin).put('/stripe/api-key', { apiKey: platform?.testKey })).status).toBe(200);
    expect((await readStatuses()).providers).toBe('warn');
  });
});
