import { afterAll, beforeAll, expect, test } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  await settle();
});
afterAll(() => program().stop());

const url = () => program().sandbox?.url ?? '';
const control = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
  program().sandbox?.control<T>(method, path, body) as Promise<T>;
const settle = async () => {
  await control('POST', '/drain', {});
  await program().drain();
};
const ticked = async () => ((await (await fetch(`${url()}/walk`)).json()) as { done: string[] }).done;
/** Mails are on their way for a moment after everything else is done. */
const expectLast = (step: string) => expect.poll(async () => (await ticked()).at(-1), { timeout: 15_000 }).toBe(step);
const readPage = async (path: string) => (await fetch(url() + path)).text();
const SELLER = 'mara@kiln.test';
const VENDOR = 'Kiln and Wheel';

/** Applies, is approved, and sets a password with the mailed link. */
async function becomeSeller(): Promise<{ cookie: string; store: string }> {
  const application = { email: SELLER, vendorName: VENDOR, store: store.domain, fields: [] };
  const applied = await api({ store: store.domain }).post('/vendor/application', application);
  expect(applied.status, JSON.stringify(applied.body)).toBe(201);
  await settle();
  await expectLast('apply');
  const invitation = { identity: SELLER, confirm: true };
  const invited = await api(admin).post(`/vendors/${encodeURIComponent(VENDOR)}`, invitation);
  expect(invited.status, JSON.stringify(invited.body)).toBeLessThan(300);
  await settle();
  await expectLast('approve');
  const mails = await control<{ html: string }[]>('GET', `/mail?to=${encodeURIComponent(SELLER)}`);
  const link = mails.flatMap(({ html }) => /https?:[^"]*change-password\?[^"]*/.exec(html)?.[0] ?? []).at(-1) ?? '';
  const code = new URL(link.replaceAll('&amp;', '&')).searchParams.get('code');
  const set = await api({ store: store.domain }).post(
    '/auth/public/change-password/update',
    { email: SELLER, code, password: 'a-long-password' },
    { query: { store: store.domain } },
  );
  expect(set.status, JSON.stringify(set.body)).toBe(201);
  return { cookie: set.cookies(), store: store.domain };
}

test('the walk through one order: nothing counts before it starts, and each step ticks itself when it is done', async () => {
  expect(await readPage('/mail')).not.toContain('data-walk-float');
  await control('POST', '/walk', {});
  expect(await ticked()).toEqual([]);
  const seller = await becomeSeller();
  await expectLast('password');
  expect(await ticked()).toEqual(['apply', 'approve', 'password']);
  expect(await readPage('/mail')).toContain('data-walk-float');
  const product = buildProductInput({ title: 'Walked bowl', variants: [{ sku: 'WALK-1', price: '20.00', stock: 5 }] });
  const { productId } = (await api(seller).put('/products-v2', { product })).as<{ productId: string }>();
  await expectLast('product');
  await api(admin).patch(`/product-v2/${productId}/approve`, {});
  await settle();
  await expectLast('publish');
  const { name } = await control<{ name: string }>('POST', '/orders', {
    email: 'buyer@buyers.test',
    lines: [{ sku: 'WALK-1', quantity: 1 }],
  });
  await settle();
  await expectLast('buy');
  await control('POST', `/orders/${encodeURIComponent(name)}/fulfill`, {});
  await settle();
  await expectLast('ship');
  const paid = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: name, vendor: VENDOR }],
    methods: [{ vendor: VENDOR, method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 1' },
  });
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  await settle();
  expect(await ticked()).toHaveLength(8);
  expect(await readPage('/')).toContain('All eight steps are done');
  // What was done stays done, whatever is cleared afterwards.
  await fetch(`${url()}/mail/clear`, { method: 'POST', headers: { origin: url() } });
  expect(await ticked()).toHaveLength(8);
});
