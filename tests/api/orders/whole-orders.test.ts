import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { readPageText } from '#tests/support/page-text.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

const VENDORS = ['North', 'South', 'West'];
/** More vendor orders than a page holds, of which the page's last order has one beyond it. */
const ORDERS = 12;

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ screens: await openScreens() });
  store = await buildStore();
  admin = await buildAdmin({ store });
  for (const name of VENDORS) await buildVendor({ store, name });
  await buildDefaultList(store);
  for (let at = 0; at < ORDERS; at += 1) {
    await placeOrder(store, {
      name: `#W${String(at + 1).padStart(2, '0')}`,
      lines: VENDORS.map((vendor) => ({ vendor, price: '20.00' })),
    });
    program().clock.advance({ minutes: 1 });
  }
}, 120_000);
afterAll(() => program().stop());

async function namesOn(page: number): Promise<string[]> {
  const answer = await fetch(`${program().url}/app/orders?page=${page}`, {
    headers: { accept: 'text/html', cookie: admin.cookie },
  });
  expect(answer.status).toBe(200);
  const text = readPageText(await answer.text());
  return [...new Set(text.match(/#W\d\d/g) ?? [])];
}

it('the marketplace’s list: every order stands on one page, whole, and says of how many orders the vendor orders are', async () => {
  const [first, second] = [await namesOn(1), await namesOn(2)];
  expect(first).toHaveLength(9);
  expect(second).toHaveLength(3);
  expect(first.filter((name) => second.includes(name))).toEqual([]);
  const answer = await fetch(`${program().url}/app/orders`, { headers: { accept: 'text/html', cookie: admin.cookie } });
  const text = readPageText(await answer.text());
  expect(text).toContain('36 vendor orders of 12 orders');
  expect(text).toContain('Showing 27 of 36');
});
