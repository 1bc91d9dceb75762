import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import type { ProductRulesDto } from '#app/features/products/form/product-rules.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, setProductRules } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
let admin: BuiltUser;
let member: BuiltUser;
let other: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
  member = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  other = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
});
afterAll(() => program().stop());

const makeProduct = (sku: string, stock: number) =>
  buildLiveProduct(member, admin, { title: `Jar ${sku}`, variants: [{ sku, price: '10.00', stock }] });
const stockOf = async (productId: string) =>
  (await program().owner.variant.findFirstOrThrow({ where: { storeId: store.id, productId: BigInt(productId) } }))
    .stock;
const buy = async (productId: string, sku: string, quantity: number) => {
  const before = await stockOf(productId);
  await sellOrder([{ sku, quantity }]);
  await waitFor(`the stock of ${sku} is known`, async () => (await stockOf(productId)) === before - quantity);
};
const noticesOf = async (by: BuiltUser) =>
  (await api(by).get('/notices')).as<{ notices: BellNoticeDto[] }>().notices.filter(({ kind }) => kind === 'stockLow');
const messages = () =>
  program().owner.webhookMessage.findMany({ where: { storeId: store.id, topic: 'stock.low' }, orderBy: { id: 'asc' } });

test('no notice appears before the marketplace set from when on stock is low', async () => {
  const product = await makeProduct('JAR-QUIET', 3);
  await buy(product.id, 'JAR-QUIET', 3);
  expect(await noticesOf(member)).toEqual([]);
});

test('the bell and programs get it once when a sale brings a variant to the threshold, and again after it rose', async () => {
  await setProductRules(admin, { lowStock: 2 });
  const made = await api(member).post('/webhook-endpoints', {
    url: 'https://hooks.example.com/stock',
    topics: ['stock.low'],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const product = await makeProduct('JAR-LOW', 5);
  await buy(product.id, 'JAR-LOW', 2);
  expect(await noticesOf(member)).toEqual([]);
  await buy(product.id, 'JAR-LOW', 1);
  await waitFor('the bell has it', async () => (await noticesOf(member)).length === 1);
  await buy(product.id, 'JAR-LOW', 1);
  expect(await noticesOf(other)).toEqual([]);
  expect((await messages()).map(({ subjectId }) => String(subjectId))).toEqual([product.id]);

  const set = await api(member).post('/products/stock-and-prices', { items: [{ sku: 'JAR-LOW', stock: 9 }] });
  expect(set.status).toBe(200);
  await waitFor('the stock rose', async () => (await stockOf(product.id)) === 9);
  program().clock.advance({ minutes: 1 });
  await api(member).post('/products/stock-and-prices', { items: [{ sku: 'JAR-LOW', stock: 0 }] });
  await waitFor('programs get it again', async () => (await messages()).length === 2);
});

test('the threshold is kept by a save that does not name it, and is a whole number up to 1,000', async () => {
  const { rules, version } = (await api(admin).get('/settings/product-rules')).as<ProductRulesDto>();
  expect(rules.lowStock).toBe(2);
  const { lowStock: _lowStock, ...older } = rules;
  expect((await api(admin).put('/settings/product-rules', { rules: older, version })).status).toBe(200);
  const after = (await api(admin).get('/settings/product-rules')).as<ProductRulesDto>();
  expect(after.rules.lowStock).toBe(2);
  for (const lowStock of [-1, 1.5, 1001]) {
    const answer = await api(admin).put('/settings/product-rules', {
      rules: { ...rules, lowStock },
      version: after.version,
    });
    expect(answer.status).toBe(422);
  }
});
