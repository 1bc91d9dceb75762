import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldForSearch } from '#app/core/text/folding.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { listVendorLists } from '#app/features/commissions/commissions.repo.server.ts';
import { listDueVendors } from '#app/features/payouts/prepare/payable.repo.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { buildEntry, grantCatalog, setCatalog } from '#tests/factories/catalog.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

/** A name that is found however somebody types it, and what they type: without accents, with another apostrophe, decomposed. */
const NAME = "Jürgen D'Arcy & Æsir Ёлка";
const TYPED = [
  'jurgen',
  'JÜRGEN',
  'ju\u0308rgen',
  'D’Arcy',
  "d'arcy",
  'darcy',
  'DʼARCY',
  'aesir',
  'елка',
  'Ju\u00adrgen',
];
const STRANGE = ['jurgens', 'd-arcy', '%', '_urgen', 'asir'];

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  vendor = await buildVendor({ store, name: NAME, handle: 'the-vendor' });
  seller = await buildUser({ vendor });
  await grantCatalog(store);
  await setCatalog(admin);
  await buildEntry(admin, { title: NAME });
  await buildMirrored(vendor, [{ title: NAME, status: 'ACTIVE' }]);
  await placeOrder(store, { name: '#TITLE', buyer: 'Nobody', lines: [{ vendor: NAME, price: '20.00', title: NAME }] });
  await placeOrder(store, { name: '#BUYER', buyer: NAME, lines: [{ vendor: NAME, price: '20.00', title: 'Cup' }] });
  const shop = api({ store: store.domain });
  const sent = [
    await shop.post('/message/send', { email: 'ada@buyers.test', name: NAME, body: 'Hello' }),
    await shop.post('/message/contact-form', { data: { question: 'Why?' }, vendor: 'the-vendor' }),
    await shop.post('/message/subscribe', { email: 'jurgend.arcy@aesir.test' }),
    await shop.post('/vendor/application', {
      email: 'new@souk.test',
      vendorName: `Second ${NAME}`,
      store: store.domain,
      fields: [],
    }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
});
afterAll(() => program().stop());

const ask = async (by: BuiltUser | { store: string }, path: string, query: Record<string, string>) => {
  const answer = await api(by).get(path, { query });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body as Record<string, { name?: string }[]>;
};
const inStore = <T>(run: (tx: SqlTx) => Promise<T>) =>
  program().container.services.db.fast(marketplaceScope(store.id), run);

/** Every list that is searched, and how many rows the name has in it. */
const LISTS: { list: string; rows: number; find: (q: string) => Promise<number> }[] = [
  {
    list: 'orders of the marketplace',
    rows: 2,
    find: async (q) => (await ask(admin, '/orders', { q })).orders?.length ?? 0,
  },
  { list: 'orders of a vendor', rows: 2, find: async (q) => (await ask(seller, '/orders', { q })).orders?.length ?? 0 },
  {
    list: 'products',
    rows: 1,
    find: async (q) => (await ask(admin, '/products-v2', { q, status: 'ALL' })).products?.length ?? 0,
  },
  {
    list: 'products by how well they fit',
    rows: 1,
    find: async (q) =>
      (await ask(seller, '/products-v2', { q, status: 'ALL', sort: 'RELEVANCE' })).products?.length ?? 0,
  },
  {
    list: 'products that buyers see',
    rows: 1,
    find: async (q) => (await ask({ store: store.domain }, '/store/products', { q })).products?.length ?? 0,
  },
  { list: 'vendors', rows: 1, find: async (q) => (await ask(admin, '/vendors', { q })).vendors?.length ?? 0 },
  {
    list: 'applications',
    rows: 1,
    find: async (q) => (await ask(admin, '/applications', { q })).applications?.length ?? 0,
  },
  {
    list: 'messages',
    rows: 2,
    find: async (q) => (await ask(admin, '/messages', { q, view: 'all' })).messages?.length ?? 0,
  },
  {
    list: 'catalogue entries',
    rows: 1,
    find: async (q) => (await ask(admin, '/catalog-entries', { q })).entries?.length ?? 0,
  },
  {
    list: 'the catalogue as vendors see it',
    rows: 1,
    find: async (q) => (await ask(seller, '/catalog', { q })).entries?.length ?? 0,
  },
  {
    list: 'transactions',
    rows: 2,
    find: async (q) => (await ask(admin, '/transactions', { q })).transactions?.length ?? 0,
  },
  {
    list: 'commission lists of vendors',
    rows: 1,
    find: (q) => inStore(async (tx) => (await listVendorLists(tx, { q, limit: 9, offset: 0 })).rows.length),
  },
  {
    list: 'vendors to pay',
    rows: 1,
    find: (q) => inStore(async (tx) => (await listDueVendors(tx, { q, view: 'due', limit: 9, offset: 0 })).rows.length),
  },
];

describe.each(LISTS)('the search of $list', ({ rows, find }) => {
  it.each(TYPED)('finds what is meant by %s', async (typed) => {
    await program().owner.rateBucket.deleteMany();
    expect(await find(typed)).toBe(rows);
  });

  it('finds nothing else, and takes signs of patterns literally', async () => {
    for (const typed of STRANGE) expect([typed, await find(typed)]).toEqual([typed, 0]);
  });
});

it('subscribers are found by their address', async () => {
  for (const q of ['JÜRGEN', 'd’arcy'.replace('’', '.'), 'Æsir.test'])
    expect((await ask(admin, '/subscribers', { q })).subscribers?.length, q).toBe(1);
});

describe('the folding of the database', () => {
  const letters = [
    [0x20, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1fff],
    [0x2010, 0x2050],
    [0xff01, 0xff5e],
  ].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)));
  const assigned = letters.filter((letter) => !/\p{Cn}/u.test(letter));

  it('is the folding of the screens, letter by letter', async () => {
    const texts = [
      ...assigned,
      ...TYPED,
      NAME,
      'ΟΔΟΣ',
      'Straße',
      'İstanbul',
      'ﬁne',
      'tab\tand\nline',
      '한글',
      '王小明',
    ];
    const rows = await program().owner.$queryRawUnsafe<{ folded: string }[]>(
      'SELECT souk_search_form(t) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS u (t, n) ORDER BY n',
      texts,
    );
    const reported = texts.map((text, at) => [text, rows[at]?.folded]);
    expect(reported).toEqual(texts.map((text) => [text, foldForSearch(text)]));
  });

  it('changes nothing that is folded', () => {
    for (const letter of assigned) expect(foldForSearch(foldForSearch(letter))).toBe(foldForSearch(letter));
  });

  it('is what the indexes of buyers and fulfillments are made of', async () => {
    const indexes = await program().owner.$queryRawUnsafe<{ name: string }[]>(
      `SELECT indexname AS name FROM pg_indexes WHERE indexdef LIKE '%souk_search_form%gin_trgm_ops%' ORDER BY 1`,
    );
    expect(indexes.map(({ name }) => name)).toEqual([
      'fulfillments_carrier_search',
      'fulfillments_tracking_search',
      'order_buyers_email_search',
      'order_buyers_name_search',
    ]);
  });
});
