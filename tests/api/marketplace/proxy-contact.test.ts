import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { askProxy, signQuery } from '#tests/support/proxy.ts';

let store: BuiltStore;
let vendor: BuiltVendor;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  await buildStore();
  vendor = await buildVendor({ store, name: 'Loom & Light' });
});
afterAll(() => program().stop());

const post = (path: string, fields: Record<string, string>, accept = 'text/html') =>
  askProxy(path, signQuery({ shop: store.domain, query: [['locale', 'nl']] }), {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams(fields),
  });

test('a block’s contact form reaches the vendor of the product, and is thanked for inside the theme', async () => {
  const fields = { vendor: 'loom & light', 'data[name]': 'Ada', 'data[email]': 'ada@souk.test', 'data[message]': 'Hi' };
  const answer = await post('/message/contact-form', fields);
  expect(answer.status, await answer.clone().text()).toBe(200);
  expect(await answer.text()).toContain('Je bericht is verstuurd.');
  const row = await program().owner.contactMessage.findFirstOrThrow({ where: { storeId: store.id } });
  expect([row.vendorId, row.email]).toEqual([vendor.id, 'ada@souk.test']);
});

test('a block’s subscription is asked for, and what is wrong is said in the page’s language', async () => {
  expect((await post('/message/subscribe', { email: 'reader@souk.test' }, 'application/json')).status).toBe(200);
  const wrong = await post('/message/subscribe', { email: 'nobody' }, 'application/json');
  expect(wrong.status).toBe(422);
  expect(await wrong.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'email' }] });
});

test('a text with signs that no database takes is kept without them', async () => {
  const fields = { 'data[name]': 'A\0da', 'data[email]': 'nul@souk.test', 'data[message]': 'H\0i' };
  const answer = await post('/message/contact-form', fields);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const where = { storeId: store.id, email: 'nul@souk.test' };
  const { fields: kept } = await program().owner.contactMessage.findFirstOrThrow({ where });
  expect((kept as { value: string }[]).map((field) => field.value)).toEqual(['Ada', 'nul@souk.test', 'Hi']);
});
