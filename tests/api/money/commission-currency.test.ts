import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { settle } from '#tests/support/probe-world.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let north: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

describe('an order in another currency than the commission list', () => {
  test('commission currency: takes the percentage alone, says so, and is listed among the exceptions', async () => {
    const commissions = [
      { min: '0', max: '50', percentage: '15', flat: '0.30' },
      { min: '50', percentage: '8', flat: '1.00' },
    ];
    expect((await api(admin).patch('/app/info/commission-v2', { commissions })).status).toBe(200);
    const list = await program().owner.commissionList.findFirstOrThrow({ where: { vendorId: null } });
    expect(list.currency).toBe('USD');
    const more = { currency: 'JPY', shippingPrice: '0' };
    const sold = await sellOrder([{ vendor: 'North', title: 'Mug', price: '9000' }], { more });
    await settle();
    const { money } = (await api(north).get(`/orders/${sold.id}`)).as<OrderDetailDto>().order;
    expect(money?.commission).toEqual({ amount: '-1350', currency: 'JPY' });
    expect(money?.explain.find(({ key }) => key === 'commission_percent')?.params['listCurrency']).toBe('USD');
    const { exceptions } = (await api(admin).get('/system/exceptions')).as<{ exceptions: { kind: string }[] }>();
    expect(exceptions.map(({ kind }) => kind)).toEqual(['commission_currency']);
  });
});
