import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
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

const track = (event: string, properties: object = {}, as = seller) =>
  api(as).post('/app/track', { event, properties });
type Page = { events: { id: string; event: string; vendor: string | null }[]; count: number; cursor: string | null };
const list = async (query: Record<string, string> = {}, as = admin) =>
  (await api(as).get('/app/usage', { query })).as<Page>();

it('usage: an event is kept with its vendor and properties, without its person, and read by admins of its store only', async () => {
  const properties = { rows: 12, filter: 'unpaid', again: false, note: null };
  expect((await track('orders.exported', properties)).body).toEqual({ ok: true });
  expect((await api(admin).post('/app/track', { event: 'home.opened' })).status).toBe(200);
  expect(await list()).toMatchObject({
    count: 2,
    events: [
      { event: 'home.opened', vendor: null, properties: {} },
      { event: 'orders.exported', properties },
    ],
  });
  expect((await list({ q: 'EXPORTED' })).count).toBe(1);
  const [row] = await program().owner.usageEvent.findMany({ where: { storeId: store.id, vendorId: vendor.id } });
  expect(Object.keys(row ?? {}).sort()).toEqual(['createdAt', 'event', 'id', 'properties', 'storeId', 'vendorId']);
  expect((await api(seller).get('/app/usage')).status).toBe(403);
  expect((await list({}, await buildAdmin({ store: await buildStore() }))).count).toBe(0);
});

it('usage: an address of a person, a long text and many or nested properties are refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`key${at}`, at]));
  const refused = [
    await track(''),
    await track('x'.repeat(81)),
    await track('ada@buyers.test'),
    await track('opened', { who: 'ada@buyers.test' }),
    await track('opened', { 'ada@buyers.test': 1 }),
    await track('opened', { text: 'x'.repeat(121) }),
    await track('opened', { nested: { deep: 1 } }),
    await track('opened', many),
  ];
  expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(422));
  expect((await list()).count).toBe(0);
});

it('usage: too many events of a vendor in an hour are refused, and hold up nobody else', async () => {
  const { limits } = program().container.services;
  for (let at = 0; at < 600; at++) await limits.hit(`usage|${store.id}|${vendor.id}`, 600, 3_600);
  expect((await track('opened')).status).toBe(429);
  expect((await track('opened', {}, admin)).status).toBe(200);
});

it('usage: is read by cursor without losing or repeating an event, and forgotten after 90 days', async () => {
  await program().owner.usageEvent.createMany({
    data: Array.from({ length: 60 }, (_, at) => ({
      storeId: store.id,
      event: `event ${at}`,
      properties: {},
      createdAt: new Date(program().clock.now().getTime() - Math.floor(at / 3) * 1_000),
    })),
  });
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = await list(cursor === undefined ? {} : { cursor });
    seen.push(...page.events.map(({ id }) => id));
    cursor = page.cursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
  const { services } = program().container;
  const sweep = () => sweepStore(services, store.id);
  const left = () => program().owner.usageEvent.count({ where: { storeId: store.id } });
  program().clock.advance({ days: 89 });
  await sweep();
  expect(await left()).toBe(60);
  program().clock.advance({ days: 2 });
  await sweep();
  expect(await left()).toBe(0);
});
