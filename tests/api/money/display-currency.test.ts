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
  store = await buildStore({ currency: 'USD' });
  vendor = await buildVendor({ store });
  [admin, seller] = [await buildAdmin({ store }), await buildUser({ vendor })];
  await turn(true);
});

const PATH = '/settings/currency';
const turn = (enabled: boolean) => api(admin).patch('/app/info/features', { features: { currencies: { enabled } } });
const choose = (displayCurrency: string, by = seller) => api(by).put(PATH, { displayCurrency });
const rate = (rates: object[], by = admin) => api(by).put(`${PATH}/rates`, { rates });
const RATES = [
  { currency: 'GBP', rate: '0.79' },
  { currency: 'EUR', rate: '0.92' },
];
const refusal = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { issues?: { path: string; rule: string }[] }).issues?.map((issue) => `${issue.path}: ${issue.rule}`),
];

it('display currency: the marketplace gives rates and a standard, a vendor chooses its own, each in the history', async () => {
  expect((await rate(RATES)).body).toMatchObject({ rates: [RATES[1], RATES[0]], storeCurrency: 'USD' });
  expect((await choose('EUR', admin)).body).toMatchObject({ displayCurrency: 'EUR', standard: 'EUR' });
  expect((await api(seller).get(PATH)).body).toMatchObject({ displayCurrency: '', standard: 'EUR', canEdit: true });
  expect((await choose('gbp')).body).toMatchObject({ displayCurrency: 'GBP', standard: 'EUR' });
  // The same once more changes nothing; another vendor goes on with the standard.
  expect((await choose('GBP')).status).toBe(200);
  const other = await buildUser({ vendor: await buildVendor({ store }) });
  expect((await api(other).get(PATH)).body).toMatchObject({ displayCurrency: '', standard: 'EUR' });
  expect((await choose('')).body).toMatchObject({ displayCurrency: '' });
  const history = (await api(admin).get('/settings/history', { query: { subject: 'currency' } })).as<{
    changes: { changes: { key: string; from: string; to: string }[] }[];
  }>();
  expect(history.changes.flatMap(({ changes }) => changes.map(({ key, to }) => `${key} ${to}`))).toEqual([
    'currency.displayCurrency ',
    'currency.displayCurrency GBP',
    'currency.displayCurrency EUR',
    'currency.rates EUR 0.92, GBP 0.79',
  ]);
});

it('display currency: one without a rate, an unknown one and bad rates are refused', async () => {
  expect(refusal(await choose('EUR'))).toEqual([422, ['displayCurrency: no_rate']]);
  expect((await choose('ABC')).status).toBe(422);
  expect(refusal(await rate([{ currency: 'USD', rate: '1' }]))).toEqual([422, ['rates.0.currency: own_currency']]);
  expect(refusal(await rate([{ currency: 'EUR', rate: '0' }]))).toEqual([422, ['rates.0.rate: not_a_rate']]);
  expect(refusal(await rate([RATES[0] ?? {}, RATES[0] ?? {}]))).toEqual([422, ['rates.1.currency: listed_twice']]);
  // The store's own currency needs no rate: it is how a vendor leaves the standard.
  expect((await choose('USD')).status).toBe(200);
});

it('display currency: staff read it, managers and admins change it, rates are for admins, and off hides it all', async () => {
  await rate(RATES);
  const staff = await buildUser({ vendor, role: 'staff' });
  expect((await choose('EUR', staff)).status).toBe(403);
  expect((await api(staff).get(PATH)).body).toMatchObject({ canEdit: false });
  expect((await rate(RATES, seller)).status).toBe(403);
  const rows = async (by: BuiltUser) =>
    (await api(by).get('/settings')).as<{ rows: { id: string }[] }>().rows.map(({ id }) => id);
  expect([(await rows(admin)).includes('currency'), (await rows(seller)).includes('currency')]).toEqual([true, true]);
  await turn(false);
  for (const answer of [await api(seller).get(PATH), await choose('EUR'), await rate(RATES)]) {
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([404, 'feature_disabled']);
  }
  expect([(await rows(admin)).includes('currency'), (await rows(seller)).includes('currency')]).toEqual([false, false]);
  // What was chosen is kept.
  await turn(true);
  expect((await api(admin).get(PATH)).as<{ rates: object[] }>().rates).toHaveLength(2);
});
