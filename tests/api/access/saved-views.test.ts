import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false });
});
afterAll(() => program().stop());
beforeEach(async () => {
  store = await buildStore();
  vendor = await buildVendor({ store });
  [admin, seller] = [await buildAdmin({ store }), await buildUser({ vendor })];
});

type Choices = { views: { id: string; name: string; address: string }[]; hiddenColumns: string[] };
const read = async (by: BuiltUser, list = 'orders') => (await api(by).get(`/lists/${list}`)).as<Choices>();
const save = (by: BuiltUser, name: string, address: string, list = 'orders') =>
  api(by).put(`/lists/${list}/views`, { name, address });

it('saved views: a view is kept for its person and list, without the page it stood at, and replaced under its name', async () => {
  expect((await save(seller, ' To ship ', '?view=ship&q=jonas&page=4&id_token=x')).status).toBe(200);
  await save(seller, 'By age', 'sort=oldest');
  await save(seller, 'To ship', 'view=ship');
  const { views } = await read(seller);
  expect(views.map(({ name, address }) => [name, address])).toEqual([
    ['By age', 'sort=oldest'],
    ['To ship', 'view=ship'],
  ]);
  expect((await read(seller, 'products')).views).toEqual([]);
  const colleague = await buildUser({ vendor });
  expect((await read(colleague)).views).toEqual([]);
  expect((await read(admin)).views).toEqual([]);
});

it('saved views: a person’s own view is deleted, and a colleague’s is not found', async () => {
  const [own] = (await save(seller, 'Mine', '')).as<Choices>().views;
  const colleague = await buildUser({ vendor });
  const rival = await buildUser({ vendor: await buildVendor({ store }) });
  for (const other of [colleague, rival, admin])
    expect((await api(other).delete(`/lists/orders/views/${own?.id}`)).status).toBe(404);
  expect((await api(seller).delete(`/lists/products/views/${own?.id}`)).status).toBe(404);
  expect((await api(seller).delete(`/lists/orders/views/${own?.id}`)).as<Choices>().views).toEqual([]);
  expect((await api(seller).delete(`/lists/orders/views/${own?.id}`)).status).toBe(404);
});

it('saved views: twenty views of a list, a name of 40 characters and an address of 1,000 are the limits', async () => {
  for (let number = 1; number <= 20; number += 1) await save(seller, `View ${number}`, `q=${number}`);
  const refused = await save(seller, 'One more', '');
  expect([refused.status, refused.body]).toMatchObject([409, { reason: 'saved_views_full', params: { limit: 20 } }]);
  expect((await save(seller, 'View 7', 'q=again')).status).toBe(200);
  expect((await read(seller)).views).toHaveLength(20);
  const broken = [
    await save(seller, ' ', '', 'products'),
    await save(seller, 'x'.repeat(41), '', 'products'),
    await save(seller, 'Long', `q=${'x'.repeat(1_000)}`, 'products'),
    await save(seller, 'Nowhere', '', 'secrets'),
  ];
  expect(broken.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect((await read(seller, 'products')).views).toEqual([]);
});

it('saved views: hidden columns are a person’s own, in each view of the store that they work in', async () => {
  const hide = (by: BuiltUser, hidden: string[]) => api(by).put('/lists/orders/columns', { hidden });
  expect((await hide(seller, ['buyer', 'payout', 'buyer'])).as<Choices>().hiddenColumns).toEqual(['buyer', 'payout']);
  expect((await read(admin)).hiddenColumns).toEqual([]);
  expect((await hide(seller, [])).as<Choices>().hiddenColumns).toEqual([]);
  expect((await hide(seller, ['a column'])).status).toBe(422);
  expect(
    (
      await hide(
        seller,
        Array.from({ length: 21 }, (_, at) => `c${'x'.repeat(at)}`),
      )
    ).status,
  ).toBe(422);
});
