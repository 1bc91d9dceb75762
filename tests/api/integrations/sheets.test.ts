import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import { runSync, SHEET_SYNC } from '#app/features/integrations/sheets/run-sync.service.server.ts';
import { MAX_ATTEMPTS } from '#app/server/scheduled-jobs.server.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { GOOGLE_ACCOUNT } from '#sandbox/providers/google/service-account.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { sandboxOrder, sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import {
  connectSheet,
  makeSheet,
  proveSheet,
  readSheet,
  strikeGoogle,
  switchSheets,
  syncNow,
  typeSheet,
  type Sheet,
} from '#tests/factories/sheets.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { importTable } from '#tests/factories/tables.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;
let sheet: Sheet;

const PATH = '/integrations/sheets';
const HEAD = ['sku', 'title', 'price', 'stock', 'weight (kg)', 'option1_name', 'option1_value'];
const BOWL = ['SH-BOWL', 'Sheet bowl', 24, 5, 0.6];
const SHIRTS = [
  ['SH-S', 'Sheet shirt', '28.50', 'Untracked', '', 'Size', 'S'],
  ['SH-M', 'Sheet shirt', 30, '', '', 'Size', 'M'],
];

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'Sheetful' });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival of sheets' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const listOwn = async (title: string): Promise<{ id: string; title: string }[]> => {
  const answer = await api(seller).get('/products-v2', {
    query: { status: 'ALL', stock: 'any', sort: 'TITLE', q: title },
  });
  return answer.as<{ products: { id: string; title: string }[] }>().products.filter((one) => one.title === title);
};
const readOnly = async (title: string): Promise<ProductDto> => {
  const found = await listOwn(title);
  expect(found).toHaveLength(1);
  return (await readDetail(found[0]?.id ?? '', seller)).product;
};
const typeProducts = (rows: (string | number)[][]) => typeSheet(sheet.id, { tabs: { Products: [HEAD, ...rows] } });
const statuses = async (tab = 'Products'): Promise<unknown[]> => {
  const rows = (await readSheet(sheet.id)).tabs[tab] ?? [];
  const column = rows[0]?.indexOf('souk_status') ?? -1;
  return rows.slice(1).map((row) => row[column]);
};
const later = async (minutes: number): Promise<void> => {
  program().clock.advance({ minutes });
  for (const person of [admin, seller, rival]) await renewSession(person);
  await program().drain();
};

describe('a connection', () => {
  it('is hidden while the feature is off', async () => {
    expect((await api(seller).get(PATH)).as<{ code: string }>().code).toBe('feature_disabled');
    await switchSheets(admin, true);
    expect((await api(seller).get(PATH)).as()).toMatchObject({
      account: GOOGLE_ACCOUNT,
      isVendor: true,
      connection: null,
    });
    expect((await api(admin).get(PATH)).as()).toMatchObject({ isVendor: false, canEdit: false, connection: null });
  });

  it('takes an address of Google alone, of a spreadsheet that we may edit', async () => {
    const refused = async (url: string): Promise<string | undefined> =>
      (await api(seller).put(PATH, { url })).as<{ issues: { message: string }[] }>().issues[0]?.message;
    expect(await refused('https://example.com/spreadsheets/d/12345678901234567890')).toBe(
      'Must starts with https://docs.google.com/spreadsheets/d/',
    );
    expect(await refused('https://docs.google.com/spreadsheets/d/12345678901234567890')).toMatch(/no such spreadsheet/);
    expect(await refused((await makeSheet({ access: 'none' })).url)).toMatch(/not shared with us as editor/);
    const viewed = await makeSheet({ access: 'viewer' });
    await proveSheet(seller, viewed.url);
    expect(await refused(viewed.url)).toMatch(/not shared with us as editor/);
    expect(
      (await api(admin).put(PATH, { url: 'https://docs.google.com/spreadsheets/d/12345678901234567890' })).status,
    ).toBe(409);
    expect((await api(seller).post(`${PATH}/trigger`)).as()).toMatchObject({ reason: 'sheet_not_connected' });
  });

  it('says that the Sheets API is switched off, and not that the spreadsheet is not shared', async () => {
    const { url } = await makeSheet({ access: 'editor' });
    program().sandbox?.sandbox.faults.add({
      target: 'google',
      operation: null,
      kind: 'error',
      status: 403,
      remaining: 1,
      delayMs: 0,
      after: 0,
    });
    expect((await api(seller).put(PATH, { url })).as()).toMatchObject({ reason: 'sheets_disabled' });
    program().sandbox?.sandbox.faults.clear();
  });

  it('adds the tabs and headers that are missing, and leaves the others', async () => {
    sheet = await makeSheet({ tabs: { Products: [HEAD] } });
    expect(await connectSheet(seller, sheet.url)).toMatchObject({
      connection: { title: 'Spring sheet', state: 'active' },
    });
    const { tabs } = await readSheet(sheet.id);
    expect(tabs['Products']).toEqual([[...HEAD, 'souk_status']]);
    expect(tabs['Orders']?.[0]?.[0]).toBe('line_id');
    expect(tabs['Tracking']?.[0]).toContain('tracking');
    expect((await api(rival).get(PATH)).as()).toMatchObject({ connection: null });
  });

  it('has a template of each tab', async () => {
    for (const tab of ['Products', 'Orders', 'Tracking']) {
      const answer = await api(seller).get(`${PATH}/download`, { query: { tab } });
      expect(answer.status).toBe(200);
      expect(answer.as<string>()).toContain('sku');
    }
  });
});

describe('products of a sheet', () => {
  it('are made by SKU and title, with results in the status column', async () => {
    await typeProducts([BOWL, ...SHIRTS, ['', 'No SKU', 3], ['SH-S', 'Sheet shirt', 9]]);
    const { connection } = await syncNow(seller);
    expect(connection, JSON.stringify(connection)).toMatchObject({ problem: null });
    expect(await statuses()).toEqual([
      'Created',
      expect.stringContaining('more than once'),
      'Created',
      expect.stringContaining('Not taken over'),
      expect.stringContaining('more than once'),
    ]);
    await typeProducts([BOWL, ...SHIRTS]);
    await syncNow(seller);
    expect(await statuses()).toEqual(['Created', 'Updated', 'Updated']);
    const bowl = await readOnly('Sheet bowl');
    expect(bowl.variants[0]).toMatchObject({
      sku: 'SH-BOWL',
      price: '24.00',
      stock: 5,
      weight: 0.6,
      weightUnit: 'KILOGRAMS',
    });
    expect(bowl).toMatchObject({ status: 'DRAFT', submission: 'awaiting' });
    expect((await readOnly('Sheet shirt')).variants.map(({ sku, trackStock }) => [sku, trackStock]).sort()).toEqual([
      ['SH-M', false],
      ['SH-S', false],
    ]);
    const listed = await api(seller).get('/products-v2', { query: { status: 'ALL', sort: 'TITLE', source: 'sheet' } });
    expect(listed).toMatchObject({ body: { products: [{ title: 'Sheet bowl' }, { title: 'Sheet shirt' }] } });
  });

  it('stay as they are where nothing was typed, so that what was sold stays sold', async () => {
    const { id, version } = await readOnly('Sheet bowl');
    await later(65);
    expect((await readOnly('Sheet bowl')).version).toBe(version);
    await importTable(seller, 'sku,stock\nSH-BOWL,3\n');
    await typeProducts([['SH-BOWL', 'Sheet bowl', 26, 5, 0.6], ...SHIRTS]);
    await syncNow(seller);
    const repriced = await readOnly('Sheet bowl');
    expect(repriced).toMatchObject({ id });
    expect(repriced.variants[0]).toMatchObject({ price: '26.00', stock: 3 });
  });

  it('that disappear get a stock of 0 and are never deleted; a tab without its headers says nothing', async () => {
    await typeSheet(sheet.id, { tabs: { Products: [['other']] } });
    expect((await syncNow(seller)).connection).toMatchObject({ problem: 'columns', state: 'active' });
    expect((await readOnly('Sheet bowl')).variants[0]).toMatchObject({ stock: 3 });
    await typeProducts(SHIRTS);
    expect((await syncNow(seller)).connection).toMatchObject({ problem: null, rows: { missing: 1 } });
    expect((await readOnly('Sheet bowl')).variants[0]).toMatchObject({ trackStock: true, stock: 0 });
    await typeProducts([['SH-BOWL', 'Sheet bowl', 26, 5, 0.6], ...SHIRTS]);
    await syncNow(seller);
    expect((await readOnly('Sheet bowl')).variants[0]).toMatchObject({ stock: 5 });
  });

  it('of a SKU of another vendor are refused where SKUs are unique in the whole store, which the screen names', async () => {
    await setProductRules(admin, { uniqueSkus: true });
    const other = await makeSheet({ tabs: { Products: [HEAD, ['SH-BOWL', 'Stolen bowl', 1, 1]] } });
    await connectSheet(rival, other.url);
    const { connection } = await syncNow(rival);
    expect(connection?.refusedProducts).toMatchObject([
      { line: 2, sku: 'sh-bowl', refusal: { issues: [{ rule: 'sku_taken' }] } },
    ]);
    await setProductRules(admin, { uniqueSkus: false });
    expect((await api(rival).delete(PATH)).as()).toMatchObject({ connection: null });
  });
});

describe('orders of a sheet', () => {
  it('are written once for each line, also where the answer of Google was lost', async () => {
    const sold = await sellOrder([
      { vendor: 'Sheetful', title: 'Sheet mug', price: '20.00', quantity: 2 },
      { vendor: 'Rival of sheets', title: 'Foreign', price: '9.00' },
    ]);
    await strikeGoogle('values.append', { kind: 'drop_response' });
    expect((await syncNow(seller)).connection).toMatchObject({ problem: 'unanswered', orderLines: 0 });
    await later(2);
    const { tabs } = await readSheet(sheet.id);
    expect(tabs['Orders']).toHaveLength(2);
    expect(tabs['Orders']?.[1]).toEqual(expect.arrayContaining([sold.name, 'Sheet mug', '2', '20.00']));
    expect((await api(seller).get(PATH)).as()).toMatchObject({ connection: { problem: null, orderLines: 1 } });
  });
});

describe('tracking of a sheet', () => {
  it('ships once for each value, and another value changes the tracking', async () => {
    await typeProducts([['SH-BOWL', 'Sheet bowl', 26, 5, 0.6], ...SHIRTS]);
    const sold = await sellOrder([{ vendor: 'Sheetful', title: 'Sheet mug', price: '20.00' }]);
    await program().drain();
    // Lines without a product of the catalogue have no SKU.
    await program().owner.$executeRawUnsafe(`UPDATE order_lines SET sku = 'MUG-1' WHERE order_id = ${sold.id}`);
    const type = (tracking: string) =>
      typeSheet(sheet.id, {
        tabs: {
          Tracking: [
            ['order', 'sku', 'tracking', 'carrier', 'souk_status'],
            [sold.name, 'mug-1', tracking, 'DHL Express'],
            ['#9999', 'mug-1', 'X'],
            [sold.name, 'none', 'X'],
          ],
        },
      });
    await type('TRACK-1');
    expect((await syncNow(seller)).connection).toMatchObject({
      shipped: 1,
      refusedTracking: [{ line: 3 }, { line: 4 }],
    });
    expect(await statuses('Tracking')).toEqual([
      'Shipped',
      expect.stringContaining('no order'),
      expect.stringContaining('SKU'),
    ]);
    const made = () => sandboxOrder(sold.id).order.fulfillments;
    expect(made()).toHaveLength(1);
    await syncNow(seller);
    expect(made()).toHaveLength(1);
    await type('TRACK-2');
    await syncNow(seller);
    expect(made()).toHaveLength(1);
    expect(JSON.stringify(sandboxOrder(sold.id).order.fulfillments)).toContain('TRACK-2');
  });
});

describe('a sync', () => {
  it('is paused once where the access is gone, notifies the vendor, and goes on after a new connection', async () => {
    await typeSheet(sheet.id, { access: 'none' });
    expect((await syncNow(seller)).connection).toMatchObject({ state: 'paused', problem: 'access', nextAt: null });
    await later(130);
    const { notices } = (await api(seller).get('/notices')).as<{ notices: BellNoticeDto[] }>();
    expect(notices.filter(({ kind }) => kind === 'sheetPaused')).toMatchObject([{ path: '/settings/sheets' }]);
    const lost = { template: 'vendor-integration-lost', audience: 'vendor' };
    expect(await program().owner.mail.findMany({ where: lost })).toMatchObject([
      { params: { integration: 'sheet', reason: 'access' } },
    ]);
    expect((await api(seller).post(`${PATH}/trigger`)).as()).toMatchObject({ reason: 'sheet_paused' });
    await typeSheet(sheet.id, { access: 'editor' });
    expect(await connectSheet(seller, sheet.url)).toMatchObject({ connection: { state: 'active', problem: null } });
    await program().drain();
    expect((await api(seller).get(PATH)).as()).toMatchObject({ connection: { problem: null, orderLines: 2 } });
  });

  it('waits where Google is asked too often, and stops while the feature is off', async () => {
    await strikeGoogle('values.batchGet', { status: 429 });
    expect((await syncNow(seller)).connection).toMatchObject({ state: 'active', problem: 'busy' });
    await later(2);
    expect((await api(seller).get(PATH)).as()).toMatchObject({ connection: { problem: null } });
    await switchSheets(admin, false);
    await typeProducts([['SH-BOWL', 'Sheet bowl', 99, 5, 0.6]]);
    await later(65);
    expect((await readOnly('Sheet bowl')).variants[0]).toMatchObject({ price: '26.00' });
    await switchSheets(admin, true);
    await later(65);
    expect((await readOnly('Sheet bowl')).variants[0]).toMatchObject({ price: '99.00' });
  });

  it('says to the vendor and under System that the Sheets API is switched off, until a sync goes well again', async () => {
    const problems = async () =>
      (await api(admin).get('/system/status')).as<{ platformProblems: { kind: string }[] }>().platformProblems;
    const problem = async () =>
      (await api(seller).get(PATH)).as<{ connection: { problem: string | null } }>().connection.problem;
    program().sandbox?.sandbox.faults.add({
      target: 'google',
      operation: 'values.batchGet',
      kind: 'error',
      status: 403,
      remaining: null,
      delayMs: 0,
    });
    await later(70);
    expect(await problem()).toBe('disabled');
    expect(await problems()).toMatchObject([{ kind: 'sheets_disabled' }]);
    program().sandbox?.sandbox.faults.clear();
    await later(70);
    expect(await problem()).toBeNull();
    expect(await problems()).toEqual([]);
  });

  it('goes on once an hour after it failed more often than a job is tried', async () => {
    await program().owner.$executeRaw`ALTER TABLE sheet_rows ADD CONSTRAINT takes_nothing CHECK (false) NOT VALID`;
    try {
      await typeProducts([['SH-BOWL', 'Sheet bowl', 77, 5, 0.6]]);
      expect((await syncNow(seller)).connection).toMatchObject({ state: 'active', problem: 'error' });
      for (let hour = 0; hour < MAX_ATTEMPTS; hour++) await later(65);
    } finally {
      await program().owner.$executeRaw`ALTER TABLE sheet_rows DROP CONSTRAINT takes_nothing`;
    }
    await later(65);
    expect((await api(seller).get(PATH)).as()).toMatchObject({ connection: { state: 'active', problem: null } });
    expect((await readOnly('Sheet bowl')).variants[0]).toMatchObject({ price: '77.00' });
  });

  it('whose worker is killed before it is recorded is done again by another, and makes nothing twice', async () => {
    const { owner, container } = program();
    await typeProducts([
      ['SH-BOWL', 'Sheet bowl', 77, 5, 0.6],
      ['SH-JUG', 'Sheet jug', 31, 2, 0.9],
    ]);
    const where = { storeId: store.id, kind: SHEET_SYNC, doneAt: null };
    const job = await owner.scheduledJob.findFirstOrThrow({ where });
    await owner.$executeRaw`
      UPDATE scheduled_jobs SET lease = gen_random_uuid(), locked_until = clock_timestamp() + interval '1 hour' WHERE id = ${job.id}`;
    // All that it does outside is done; the worker is gone before its end is written.
    expect(await runSync(container.services, store.id, job.payload)).toBeDefined();
    const made = await listOwn('Sheet jug');
    await owner.$executeRaw`UPDATE scheduled_jobs SET locked_until = clock_timestamp() - interval '1 second' WHERE id = ${job.id}`;
    await later(65);
    expect(await listOwn('Sheet jug')).toEqual(made);
    expect(made).toHaveLength(1);
    expect((await api(seller).get(PATH)).as()).toMatchObject({ connection: { problem: null, orderLines: 2 } });
    expect(await owner.scheduledJob.count({ where })).toBe(1);
  });
});
