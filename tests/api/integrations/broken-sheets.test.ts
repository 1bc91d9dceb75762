import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SheetsDto } from '#app/features/integrations/sheets/sheets.contract.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail } from '#tests/factories/live-products.ts';
import { sandboxOrder, sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import {
  connectSheet,
  makeSheet,
  readSheet,
  switchSheets,
  syncNow,
  typeSheet,
  type Sheet,
} from '#tests/factories/sheets.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type Cell = string | number;
const PATH = '/integrations/sheets';
const HEAD: Cell[] = ['sku', 'title', 'price', 'stock', 'barcode', 'description'];
const ROWS: Cell[][] = ['A', 'B', 'C', 'D', 'E'].map((name, index) => [
  `BS-${name}`,
  `Broken ${name}`,
  10 + index,
  4,
  '',
  '',
]);

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await switchSheets(admin, true);
});
afterAll(() => program().stop());
// The account may be asked so often a minute by all stores together, which is another test's affair.
beforeEach(() => program().owner.rateBucket.deleteMany());

type Shop = { vendor: BuiltVendor; seller: BuiltUser; sheet: Sheet };

/** A vendor whose sheet has five products that were taken over. */
async function openShop(name: string): Promise<Shop> {
  const vendor = await buildVendor({ store, name });
  const seller = await buildUser({ vendor });
  const sheet = await makeSheet({ tabs: { Products: [HEAD, ...rowsOf(name)] } });
  await connectSheet(seller, sheet.url);
  expect((await syncNow(seller)).connection?.rows).toMatchObject({ created: 5 });
  return { vendor, seller, sheet };
}

const rowsOf = (name: string): Cell[][] =>
  ROWS.map(([sku = '', title = '', ...rest]) => [`${name}-${sku}`, `${name} ${title}`, ...rest]);

async function readProducts(seller: BuiltUser): Promise<ProductDto[]> {
  const answer = await api(seller).get('/products-v2', { query: { status: 'ALL', stock: 'any', sort: 'TITLE' } });
  const { products } = answer.as<{ products: { id: string }[] }>();
  return Promise.all(products.map(async ({ id }) => (await readDetail(id, seller)).product));
}

const read = async (seller: BuiltUser) => (await api(seller).get(PATH)).as<SheetsDto>().connection;
const mailsTo = async ({ email }: BuiltUser): Promise<string[]> => {
  const mails = await program().sandbox?.control<{ subject: string }[]>('GET', `/mail?to=${encodeURIComponent(email)}`);
  return (mails ?? []).map(({ subject }) => subject).filter((subject) => subject.includes('spreadsheet'));
};

describe('a sheet whose formulas are broken', () => {
  it('changes nothing while its SKUs are errors, sends one mail, and goes on once they are mended', async () => {
    const { seller, sheet } = await openShop('Formula');
    const before = await readProducts(seller);
    const broken = rowsOf('Formula').map(([, title = '', price = 0]) => ['#REF!', title, Number(price) + 5, 0, '', '']);
    await typeSheet(sheet.id, { tabs: { Products: [HEAD, ...broken] } });
    for (let turn = 0; turn < 3; turn += 1) expect((await syncNow(seller)).connection?.problem).toBe('error_cells');
    expect(await readProducts(seller)).toEqual(before);
    expect(await mailsTo(seller)).toHaveLength(1);
    await typeSheet(sheet.id, { tabs: { Products: [HEAD, ...rowsOf('Formula')] } });
    expect(await syncNow(seller)).toMatchObject({ connection: { problem: null, state: 'active' } });
    expect((await readProducts(seller)).map(({ variants }) => variants[0]?.stock)).toEqual([4, 4, 4, 4, 4]);
  });

  it.each(['#N/A', '#VALUE!', '#DIV/0!', '#NAME?', 'Loading...'])(
    'refuses the row of a cell that shows %s, and no product gets it as a text',
    async (shown) => {
      const name = `Cell ${shown.replace(/\W/g, '')}`;
      const { seller, sheet } = await openShop(name);
      const [first = [], ...others] = rowsOf(name);
      await typeSheet(sheet.id, { tabs: { Products: [HEAD, [...first.slice(0, 5), shown], ...others] } });
      const { connection } = await syncNow(seller);
      expect(connection?.refusedProducts).toMatchObject([
        { line: 2, refusal: { issues: [{ path: 'description', rule: 'error_cell', params: { value: shown } }] } },
      ]);
      expect(JSON.stringify(await readProducts(seller))).not.toContain(shown);
    },
  );
});

describe('a sheet whose rows are gone', () => {
  it('is paused and changes nothing where most are gone at once, and empties them once that is said', async () => {
    const { seller, sheet } = await openShop('Vanish');
    await typeSheet(sheet.id, { tabs: { Products: [HEAD, ...rowsOf('Vanish').slice(0, 1)] } });
    expect((await syncNow(seller)).connection).toMatchObject({ state: 'paused', problem: 'vanished' });
    expect((await readProducts(seller)).map(({ variants }) => variants[0]?.stock)).toEqual([4, 4, 4, 4, 4]);
    expect(await mailsTo(seller)).toHaveLength(1);
    expect((await api(seller).put(PATH, { url: sheet.url })).status).toBe(200);
    await program().drain();
    expect(await read(seller)).toMatchObject({ state: 'active', problem: null, rows: { missing: 4 } });
    expect((await readProducts(seller)).map(({ variants }) => variants[0]?.stock)).toEqual([4, 0, 0, 0, 0]);
  });

  it('asks again at the next time: what was said holds for once', async () => {
    const { seller, sheet } = await openShop('Again');
    await typeSheet(sheet.id, { tabs: { Products: [HEAD, ...rowsOf('Again').slice(0, 1)] } });
    await syncNow(seller);
    await typeSheet(sheet.id, { tabs: { Products: [HEAD, ...rowsOf('Again')] } });
    expect((await api(seller).put(PATH, { url: sheet.url })).status).toBe(200);
    await program().drain();
    expect(await read(seller)).toMatchObject({ state: 'active', problem: null });
    await typeSheet(sheet.id, { tabs: { Products: [HEAD] } });
    expect((await syncNow(seller)).connection).toMatchObject({ state: 'paused', problem: 'vanished' });
  });

  it('takes a few that are gone for sold out, as before', async () => {
    const { seller, sheet } = await openShop('Few');
    await typeSheet(sheet.id, { tabs: { Products: [HEAD, ...rowsOf('Few').slice(0, 3)] } });
    expect((await syncNow(seller)).connection).toMatchObject({ state: 'active', problem: null, rows: { missing: 2 } });
  });
});

describe('codes that a sheet holds as numbers', () => {
  it('a tracking number that lost its digits is refused with its reason, and nothing is shipped', async () => {
    const { seller, sheet } = await openShop('Track');
    const order = await sellOrder([{ vendor: 'Track', title: 'Sheet mug', price: '20.00' }]);
    await program().drain();
    // Lines without a product of the catalogue have no SKU.
    await program().owner.$executeRawUnsafe(`UPDATE order_lines SET sku = 'MUG-1' WHERE order_id = ${order.id}`);
    await typeSheet(sheet.id, {
      tabs: {
        Tracking: [
          ['order', 'sku', 'tracking', 'carrier'],
          [order.name, 'MUG-1', 9.400111899223197e21, 'USPS'],
        ],
      },
    });
    const { connection } = await syncNow(seller);
    expect(connection?.refusedTracking).toMatchObject([
      { line: 2, refusal: { issues: [{ path: 'tracking', rule: 'code_as_number' }] } },
    ]);
    expect(connection?.shipped).toBe(0);
    expect(sandboxOrder(order.id).order.fulfillments).toEqual([]);
    const status = (await readSheet(sheet.id)).tabs['Tracking']?.[1]?.at(-1);
    expect(status).toContain('plain text');
    await typeSheet(sheet.id, {
      tabs: {
        Tracking: [
          ['order', 'sku', 'tracking', 'carrier'],
          [order.name, 'MUG-1', '9400111899223197428497', 'USPS'],
        ],
      },
    });
    expect((await syncNow(seller)).connection?.shipped).toBe(1);
  });

  it('a barcode that is a number, and a SKU whose digits are not all there, are refused; a SKU of whole digits is taken', async () => {
    const vendor = await buildVendor({ store, name: 'Digits' });
    const seller = await buildUser({ vendor });
    const rows: Cell[][] = [
      ['DG-1', 'Digits barcode', 10, 1, 4006381333931, ''],
      [9.400111899223197e21, 'Digits long', 10, 1, '', ''],
      [471100, 'Digits whole', 11.899999999999999, 1, '', ''],
    ];
    const sheet = await makeSheet({ tabs: { Products: [HEAD, ...rows] } });
    await connectSheet(seller, sheet.url);
    const { connection } = await syncNow(seller);
    expect(connection?.refusedProducts.map(({ line, refusal }) => [line, refusal.issues?.[0]?.path])).toEqual([
      [2, 'barcode'],
      [3, 'sku'],
    ]);
    const [whole] = await readProducts(seller);
    expect(whole?.variants[0]).toMatchObject({
      sku: '471100',
      price: '11.90',
    });
  });
});
