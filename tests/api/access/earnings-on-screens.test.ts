import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

let manager: BuiltUser;
let clerk: BuiltUser;
let orderId: string;

// 10 % of 20.41 is 2.04, which leaves 18.37: no other amount of these pages is written so.
const EARNED = /18[.,]37/;
const COMMISSION = /2[.,]04\b/;

beforeAll(async () => {
  await startProgram({ sandbox: true, screens: await openScreens() });
  const store = await installDemoStore();
  const admin = await buildAdmin({ store });
  await api(admin).patch('/app/info/commission-v2', { commissions: [{ min: '0', percentage: '10', flat: '0' }] });
  const vendor = await buildVendor({ store, name: 'Moneyless' });
  manager = await buildUser({ vendor });
  const permissions = VENDOR_PERMISSIONS.filter((permission) => permission !== 'read_finance');
  clerk = await buildUser({ vendor, role: 'staff', permissions });
  const sold = await sellOrder([{ vendor: 'Moneyless', title: 'Counted mug', price: '20.41' }], {
    more: { shippingPrice: '0.00' },
  });
  orderId = sold.id;
  await program().drain();
});
afterAll(() => program().stop());

async function pageOf(who: BuiltUser, path: string): Promise<string> {
  const answer = await fetch(`${program().url}${path}`, { headers: { cookie: who.cookie, accept: 'text/html' } });
  expect(answer.status, path).toBe(200);
  return answer.text();
}

describe('a screen', () => {
  it.each(['/app', '/app/orders', 'the order'])(
    'shows what is earned to whoever may see money, and to nobody else, in its words and its data: %s',
    async (named) => {
      const path = named === 'the order' ? `/app/orders/${orderId}` : named;
      const whole = await pageOf(manager, path);
      expect(whole).toMatch(EARNED);
      const page = await pageOf(clerk, path);
      expect(page).not.toMatch(EARNED);
      expect(page).not.toMatch(COMMISSION);
    },
  );

  it('of an order still shows what the buyer paid', async () => {
    expect(await pageOf(clerk, `/app/orders/${orderId}`)).toMatch(/20[.,]41/);
  });
});
