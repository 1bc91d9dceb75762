import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentSettings } from '#app/features/documents/document-settings.ts';
import { documentSettingsDefaults } from '#app/features/documents/document-settings.ts';
import {
  statementSettingsDefaults,
  type StatementSettings,
} from '#app/features/finance/statements/statement-settings.ts';
import type {
  BalancesDto,
  OverviewRowDto,
  StatementMonthDto,
  StatementDto,
} from '#app/features/finance/statements/statements.contract.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendors: { north: BuiltVendor; south: BuiltVendor };
let north: BuiltUser;
let south: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

async function open(): Promise<void> {
  store = await buildStore({ name: 'Kiln Market', timezone: 'Europe/Amsterdam' });
  vendors = { north: await buildVendor({ store, name: 'North' }), south: await buildVendor({ store, name: 'South' }) };
  north = await buildUser({ vendor: vendors.north });
  south = await buildUser({ vendor: vendors.south });
  admin = await buildAdmin({ store });
  await buildDefaultList(store);
}

const sell = (price: string, shipping = '0.00') =>
  placeOrder(store, {
    lines: [
      { vendor: 'North', title: 'Mug', price },
      { vendor: 'South', title: 'Kelp', price: '7.77' },
    ],
    shipping,
  });

async function pay(order: { id: number; name: string }): Promise<void> {
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor: 'North', orderId: String(order.id) }],
    methods: [{ vendor: 'North', method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: 'By bank transfer' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: store.timezone }).format(program().clock.now());
const monthNow = (): string => today().slice(0, 7);

/** Moves the clock to the middle of the next month. */
async function toNextMonth(): Promise<void> {
  const [year = 0, month = 1] = monthNow().split('-').map(Number);
  const target = Date.UTC(year, month, 12, 12);
  program().clock.advance({ seconds: Math.ceil((target - program().clock.now().getTime()) / 1_000) });
  await Promise.all([north, south, admin].map((user) => renewSession(user)));
}

async function pass(days: number): Promise<void> {
  program().clock.advance({ days });
  await Promise.all([north, south, admin].map((user) => renewSession(user)));
}

async function ok<T>(by: BuiltUser, path: string, query: Record<string, string> = {}): Promise<T> {
  const answer = await api(by).get(path, { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<T>();
}

async function readDocument(by: BuiltUser, path: string, query: Record<string, string> = {}): Promise<string> {
  const answer = await api(by).get(path, { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return bodyOf(String(answer.body));
}
const bodyOf = (page: string): string =>
  page.slice(page.indexOf('<body>')).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
const numbersIn = (page: string): string[] => [
  ...new Set(page.match(/\b(?:ST|FEE|FCN|SBC?)-\d+-\d{4}-\d{6}\b/g) ?? []),
];

async function save(settings: Partial<StatementSettings>): Promise<void> {
  const { version } = await ok<{ version: number }>(admin, '/statement-settings');
  const answer = await api(admin).put('/statement-settings', {
    settings: { ...statementSettingsDefaults, ...settings },
    version,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function saveDocuments(settings: Partial<DocumentSettings>): Promise<void> {
  const { version } = await ok<{ version: number }>(admin, '/documents/settings');
  const whole = { ...documentSettingsDefaults, ...settings };
  expect((await api(admin).put('/documents/settings', { settings: whole, version })).status).toBe(200);
}

const minor = (value: { amount: string }): number => Math.round(Number(value.amount) * 100);

describe('the balance of a day', () => {
  it('is what the ledger owed at its end, by the store’s calendar, and its days explain the difference', async () => {
    await open();
    const first = await sell('20.00');
    const dayOne = today();
    await pass(2);
    await pay(first);
    await pass(1);
    await sell('10.00');
    const found = await ok<BalancesDto>(north, '/balances', { day: dayOne });
    expect(found.balances).toEqual([
      {
        currency: 'USD',
        balance: { amount: '18.00', currency: 'USD' },
        balanceTo: { amount: '9.00', currency: 'USD' },
        days: [
          expect.objectContaining({
            change: { amount: '-18.00', currency: 'USD' },
            balance: { amount: '0.00', currency: 'USD' },
          }),
          expect.objectContaining({ day: today(), change: { amount: '9.00', currency: 'USD' } }),
        ],
      },
    ]);
    const byAdmin = await ok<BalancesDto>(admin, '/balances', { day: dayOne, requestedVendor: 'North' });
    expect(byAdmin).toEqual(found);
    const before = await ok<BalancesDto>(north, '/balances', { day: '2020-02-28', to: '2020-03-01' });
    expect(before.balances).toMatchObject([{ balance: { amount: '0.00' }, balanceTo: { amount: '0.00' }, days: [] }]);
  });

  it('is a vendor’s own: another’s is 404, none in the marketplace view 409, the future 422', async () => {
    await open();
    const day = today();
    expect((await api(south).get('/balances', { query: { day, requestedVendor: 'North' } })).status).toBe(404);
    expect((await api(admin).get('/balances', { query: { day } })).status).toBe(409);
    const future = await api(north).get('/balances', { query: { day: '2199-01-01' } });
    expect([future.status, JSON.stringify(future.body)]).toEqual([
      422,
      expect.stringContaining('must not be in the future'),
    ]);
    expect((await api(north).get('/balances', { query: { day: '2020-01-01', to: '2022-01-01' } })).status).toBe(422);
  });
});

describe('a statement', () => {
  it('opens with a balance, lists what moved it, and closes with one, which opens the next month', async () => {
    await open();
    const first = await sell('20.00');
    await sell('30.00');
    const month = monthNow();
    await toNextMonth();
    await pay(first);
    await refundOrder(store, first, [{ index: 0, quantity: 1 }]);
    const one = await ok<StatementDto>(north, `/statements/${month}`);
    expect(one).toMatchObject({
      closed: true,
      opening: { amount: '0.00' },
      closing: { amount: '45.00' },
      sums: { sales: { amount: '50.00' }, commission: { amount: '-5.00' }, refunds: { amount: '0.00' } },
    });
    expect(one.lines.map((line) => [line.type, line.orderName !== null, line.amount.amount])).toEqual([
      ['sale', true, '18.00'],
      ['sale', true, '27.00'],
    ]);
    const two = await ok<StatementDto>(north, `/statements/${monthNow()}`);
    expect(two.closed).toBe(false);
    expect(two.opening).toEqual(one.closing);
    expect(two.lines.map((line) => [line.type, line.amount.amount])).toEqual([
      ['payout', '-18.00'],
      ['refund', '-18.00'],
    ]);
    for (const statement of [one, two]) {
      const moved = statement.lines.reduce((sum, line) => sum + minor(line.amount), 0);
      const summed = Object.values(statement.sums).reduce((sum, value) => sum + minor(value), 0);
      expect(minor(statement.opening) + moved).toBe(minor(statement.closing));
      expect(minor(statement.opening) + summed).toBe(minor(statement.closing));
    }
    expect(JSON.stringify(one)).not.toContain('7.77');
    const { months } = await ok<{ months: StatementMonthDto[] }>(north, '/statements');
    expect(months.find((row) => row.month === month)).toMatchObject({ opening: one.opening, closing: one.closing });
  });

  it('of a closed month keeps its number and every figure, whatever is recorded later; a running month has none', async () => {
    await open();
    const order = await sell('20.00');
    const month = monthNow();
    const provisional = await readDocument(north, `/statements/${month}/statement`);
    expect(numbersIn(provisional)).toEqual([]);
    expect(provisional).toContain('Provisional statement');
    expect((await api(north).get(`/statements/${month}/invoice`)).status).toBe(409);
    await toNextMonth();
    const issued = await readDocument(north, `/statements/${month}/statement`);
    expect(numbersIn(issued)).toEqual([`ST-${vendors.north.id}-${monthNow().slice(0, 4)}-000001`]);
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    await pay(await sell('50.00'));
    expect(await readDocument(north, `/statements/${month}/statement`)).toBe(issued);
    expect(await readDocument(admin, `/statements/${month}/statement`, { requestedVendor: 'North' })).toBe(issued);
    expect(
      (await api(south).get(`/statements/${month}/statement`, { query: { requestedVendor: 'North' } })).status,
    ).toBe(404);
  });

  it('speaks five languages, and is a table without formulas', async () => {
    await open();
    await sell('20.00');
    const month = monthNow();
    await toNextMonth();
    const heads = { en: 'Statement', nl: 'Afrekening', de: 'Abrechnung', fr: 'Relevé', es: 'Extracto' };
    for (const [locale, head] of Object.entries(heads)) {
      expect(await readDocument(north, `/statements/${month}/statement`, { locale })).toContain(`<h1>${head}</h1>`);
    }
    const answer = await api(north).get(`/statements/${month}/statement`, { query: { format: 'csv' } });
    const rows = String(answer.body)
      .trim()
      .split('\r\n')
      .map((row) => row.split(','));
    expect(rows.map((row) => [row[1], row[8]])).toEqual([
      ['type', 'balance'],
      ['opening', '0.00'],
      ['sale', '18.00'],
      ['closing', '18.00'],
    ]);
    expect(rows[2]?.slice(3)).toEqual(['USD', '20.00', '-2.00', '0.00', '18.00', '18.00', '']);
  });

  it('of a month in which nothing moved carries the balance, and is none where there is nothing to carry', async () => {
    await open();
    await sell('20.00');
    await toNextMonth();
    const quiet = monthNow();
    await toNextMonth();
    expect(await readDocument(north, `/statements/${quiet}/statement`)).toContain('$18.00');
    const unsold = await buildUser({ vendor: await buildVendor({ store, name: 'Unsold' }) });
    expect((await api(unsold).get(`/statements/${quiet}/statement`)).status).toBe(409);
    expect((await api(north).get('/statements/2199-01')).status).toBe(404);
    expect((await api(north).get('/statements/2026-13')).status).toBe(422);
  });
});

describe('an invoice of a month', () => {
  it('bills what the ledger posted as commission and kept shipping, with the fee’s tax inside', async () => {
    await open();
    await sell('100.00');
    await sell('21.00');
    await save({ feeTaxPercent: '21' });
    const month = monthNow();
    await toNextMonth();
    const page = await readDocument(north, `/statements/${month}/invoice`);
    expect(numbersIn(page)).toEqual([`FEE-${vendors.north.id}-${monthNow().slice(0, 4)}-000001`]);
    const posted = await program().owner.ledgerPosting.aggregate({
      where: { vendorId: vendors.north.id, account: { in: ['commission', 'shipping_kept'] } },
      _sum: { amountMinor: true },
    });
    expect(posted._sum.amountMinor).toBe(12_10n);
    for (const text of ['$12.10', '$10.00', '$2.10', '21%']) expect(page).toContain(text);
    await save({ feeTaxPercent: '0' });
    expect(await readDocument(north, `/statements/${month}/invoice`)).toBe(page);
  });

  it('is a credit note, in numbers of its own, where a month takes back more than it adds, and names what it corrects', async () => {
    await open();
    const order = await sell('100.00');
    const month = monthNow();
    await toNextMonth();
    const fee = numbersIn(await readDocument(admin, `/statements/${month}/invoice`, { requestedVendor: 'North' }));
    const next = monthNow();
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    await toNextMonth();
    const note = await readDocument(north, `/statements/${next}/invoice`);
    expect(note).toContain('Credit note');
    expect(numbersIn(note)).toEqual([expect.stringMatching(/^FCN-\d+-\d{4}-000001$/), ...fee]);
    expect(note).toContain('$10.00');
    const { months } = await ok<{ months: StatementMonthDto[] }>(north, '/statements', { year: next.slice(0, 4) });
    expect(months.find((row) => row.month === next)?.invoice).toMatchObject({ kind: 'fee_credit' });
    // Without a year the newest are there, also in a January.
    const newest = await ok<{ months: StatementMonthDto[] }>(north, '/statements');
    expect(newest.months.map((row) => row.month)).toEqual(expect.arrayContaining([monthNow(), next, month]));
  });

  it('leaves the tax to the vendor where countries and tax numbers call for it, and only where it is switched on', async () => {
    await open();
    await saveDocuments({ marketplace: { ...documentSettingsDefaults.marketplace, country: 'NL', taxNumber: 'NL1' } });
    const billing = {
      kind: 'company',
      name: 'North AS',
      address: '',
      zip: '',
      city: '',
      country: 'NO',
      taxNumber: 'NO1',
    };
    expect((await api(north).put('/billing', { billing, version: 0 })).status).toBe(200);
    await sell('100.00');
    await save({ feeTaxPercent: '21', reverseCharge: true });
    const month = monthNow();
    await toNextMonth();
    const page = await readDocument(north, `/statements/${month}/invoice`, { locale: 'fr' });
    expect(page).toContain('Autoliquidation');
    expect(page).not.toContain('21 %');
    const other = await readDocument(south, `/statements/${month}/invoice`, { locale: 'fr' });
    expect(other).not.toContain('Autoliquidation');
    expect(other).toContain('21 %');
  });

  it('is the vendor’s own, written by the marketplace, where that is switched on and the marketplace sells', async () => {
    await open();
    await sell('100.00');
    await save({ selfBilling: true, selfBillingTaxPercent: '21' });
    const month = monthNow();
    await toNextMonth();
    const page = await readDocument(north, `/statements/${month}/invoice`);
    expect(numbersIn(page)).toEqual([expect.stringMatching(/^SB-/)]);
    expect(page).toContain('Self-billing: issued by the recipient');
    expect(page).toContain('$90.00');
    expect(page).not.toContain('21%');
  });

  it('gets one number however often it is asked for at once, without a gap', async () => {
    await open();
    await sell('100.00');
    const month = monthNow();
    await toNextMonth();
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        readDocument(index % 2 === 0 ? north : admin, `/statements/${month}/invoice`, { requestedVendor: 'North' }),
      ),
    );
    expect(new Set(pages).size).toBe(1);
    const counters = await program().owner.vendorDocumentCounter.findMany({
      where: { vendorId: vendors.north.id, kind: 'fee' },
    });
    expect(counters.map((row) => row.last)).toEqual([1]);
  });
});

describe('many documents', () => {
  it('of a month are one file, by vendor; a foreign vendor refuses all; admins alone', async () => {
    await open();
    await sell('100.00');
    const month = monthNow();
    expect((await api(admin).post('/statements/print', { month, paper: 'invoice' })).status).toBe(409);
    await toNextMonth();
    const answer = await api(admin).post('/statements/print', { month, paper: 'invoice' });
    const page = bodyOf(String(answer.body));
    expect(page.match(/class="document"/g)?.length).toBe(2);
    expect(page.indexOf('North')).toBeLessThan(page.indexOf('South'));
    expect((await api(north).post('/statements/print', { month, paper: 'invoice' })).status).toBe(403);
    const foreign = await buildVendor({ store: await buildStore() });
    const vendorIds = [String(vendors.north.id), String(foreign.id)];
    expect((await api(admin).post('/statements/print', { month, paper: 'statement', vendors: vendorIds })).status).toBe(
      404,
    );
    const rows = await ok<{ vendors: OverviewRowDto[] }>(admin, `/statement-months/${month}`);
    expect(rows.vendors.map((row) => [row.vendor.name, row.closing.amount, row.invoice.number !== null])).toEqual([
      ['North', '90.00', true],
      ['South', '6.99', true],
    ]);
  });

  it('open at an address of their own for a quarter of an hour, as for the one who asked', async () => {
    await open();
    await sell('100.00');
    const month = monthNow();
    await toNextMonth();
    const link = async (by: BuiltUser, more: object = {}) =>
      api(by).post('/statements/links', { month, paper: 'statement', locale: 'fr', ...more });
    const { url } = (await link(north)).as<{ url: string }>();
    const opened = await fetch(`${program().url}${url}`);
    expect(opened.headers.get('content-security-policy')).toContain('sandbox');
    const page = await opened.text();
    expect(page).toContain('Relevé');
    expect(page).not.toContain('South');
    expect((await link(south, { vendors: [String(vendors.north.id)] })).status).toBe(404);
    const all = (await link(admin)).as<{ url: string }>();
    expect(await (await fetch(`${program().url}${all.url}`)).text()).toContain('South');
    program().clock.advance({ minutes: 16 });
    expect((await fetch(`${program().url}${url}`)).status).toBe(410);
  });
});

describe('settings', () => {
  it('save over the version that was read, note who did, and refuse what is no percentage', async () => {
    await open();
    await save({ feeTaxPercent: '5.5', footer: 'Chamber 123' });
    const settings = { ...statementSettingsDefaults, feeTaxPercent: '100.1' };
    const refused = await api(admin).put('/statement-settings', { settings, version: 1 });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('feeTaxPercent')]);
    const stale = await api(admin).put('/statement-settings', { settings: statementSettingsDefaults, version: 0 });
    expect(stale.status).toBe(409);
    expect((await api(north).get('/statement-settings')).status).toBe(403);
    const events = await program().owner.auditEvent.count({ where: { storeId: store.id, subjectId: 'statements' } });
    expect(events).toBe(1);
  });
});
