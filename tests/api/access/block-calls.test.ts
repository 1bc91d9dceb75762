import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShownOrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildStaff, buildStaffToken, buildUser } from '#tests/factories/people.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';

/** Where the platform's host of admin extensions runs: https://shopify.dev/docs/api/admin-extensions#security. */
const HOST = 'https://extensions.shopifycdn.com';
let store: BuiltStore;
let subjectId: string;
let orderId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  ({ subjectId } = await buildStaff({ store }));
  await buildVendor({ store, name: 'North' });
  await buildVendor({ store, name: 'South' });
  const lines = ['North', 'South'].map((vendor) => ({ vendor, title: `Mug of ${vendor}`, price: '20.00' }));
  orderId = (await sellOrder(lines)).id;
});
afterAll(() => program().stop());

/** A token lives for a minute. */
const createToken = () => buildStaffToken({ domain: store.domain, subjectId });
const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(`${program().url}/api${path}`, { method, headers: { origin: HOST, ...headers } });
const read = (bearer: string, more: Record<string, string> = {}) =>
  ask(`/orders/${orderId}`, { authorization: `Bearer ${bearer}`, ...more });

describe('a call of a block in the store admin', () => {
  test('begins with a preflight, which says which headers the block may send', async () => {
    const answer = await ask(
      `/orders/${orderId}/adjustments`,
      {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key,x-souk-view',
      },
      'OPTIONS',
    );
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'content-type, idempotency-key, authorization, x-souk-view',
    );
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('is not opened by a browser that would send cookies instead of a token', async () => {
    const requested = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'content-type' };
    expect((await ask(`/orders/${orderId}`, requested, 'OPTIONS')).status).toBe(405);
    const member = await buildUser({ vendor: await buildVendor({ store }) });
    const withCookie = await ask('/orders', { cookie: member.cookie });
    expect(withCookie.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('shows every vendor of the order, and answers any page that has the token', async () => {
    const answer = await read(await createToken(), { 'x-souk-view': 'marketplace' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const { adminOrders } = (await answer.json()) as ShownOrderDetailDto;
    expect(adminOrders.map(({ vendor, money }) => [vendor.name, money.total.amount])).toEqual([
      ['North', expect.any(String)],
      ['South', expect.any(String)],
    ]);
  });

  test('shows the whole marketplace, also while the viewer looks at one vendor in the app', async () => {
    const north = await program().owner.vendor.findFirstOrThrow({ where: { storeId: store.id, name: 'North' } });
    await program().owner.storeStaff.updateMany({ where: { storeId: store.id }, data: { activeVendorId: north.id } });
    const narrow = (await (await read(await createToken())).json()) as ShownOrderDetailDto;
    expect(narrow.order.vendor?.name).toBe('North');
    const whole = (await (
      await read(await createToken(), { 'x-souk-view': 'marketplace' })
    ).json()) as ShownOrderDetailDto;
    expect(whole.adminOrders).toHaveLength(2);
    await program().owner.storeStaff.updateMany({ where: { storeId: store.id }, data: { activeVendorId: null } });
  });

  test('is refused with a token that was changed, with the header by which the host tries a fresh one', async () => {
    const answer = await read(`${(await createToken()).slice(0, -3)}abc`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-shopify-retry-invalid-session-request')).toBe('1');
    expect(answer.headers.get('access-control-expose-headers')).toBe('x-shopify-retry-invalid-session-request');
  });

  test('of another store finds nothing', async () => {
    const foreigner = await buildStaff({ store: await buildStore() });
    const answer = await read(foreigner.bearer, { 'x-souk-view': 'marketplace' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toMatch(/North|South/);
  });

  test('opens nothing more to a vendor’s key: the view is for staff', async () => {
    const answer = await read('souk_live_0000', { 'x-souk-view': 'marketplace' });
    expect(answer.status).toBe(401);
  });
});
