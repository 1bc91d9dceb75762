import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckDto, ImportDto, PreviewDto } from '#app/features/products/import/product-import.contract.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { checkTable, importTable, runBatches, runImport, uploadTable } from '#tests/factories/tables.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Filed goods' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const readOnly = async (title: string, by = seller): Promise<ProductDto> => {
  const answer = await api(by).get('/products-v2', { query: { status: 'ALL', stock: 'any', sort: 'TITLE', q: title } });
  const found = answer
    .as<{ products: { id: string; title: string }[] }>()
    .products.filter((one) => one.title === title);
  expect(found).toHaveLength(1);
  return (await readDetail(found[0]?.id ?? '', by)).product;
};
const lines = (...rows: string[]): string => rows.join('\r\n');
const rulesOf = ({ issues }: CheckDto): string[] => issues.map((one) => `${one.field} ${one.rule} ${one.lines}`);

const PICTURE = 'https://pictures.example.com';
const OLD_HEAD =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Cost per item,Status';
const SCARF = [
  `wool-scarf,Wool scarf,<p>Warm.</p>,Somebody,Scarves,"winter, wool",true,Color,Red,Length,Short,WS-R-S,250,shopify,3,deny,30.00,35.00,TRUE,FALSE,="0400638133393",${PICTURE}/front.jpg,2,Seen from the front,false,Scarf of wool,A warm scarf,${PICTURE}/red.jpg,kg,11.00,active`,
  `wool-scarf,,,,,,,,Red,,Long,,300,shopify,,deny,34.00,,FALSE,TRUE,,${PICTURE}/cover.jpg,1,Cover,,,,,kg,,`,
  `wool-scarf,,,,,,,,Blue & co,,Short,,0,,,deny,31.00,,TRUE,TRUE,,,,,,,,,kg,,`,
  `wool-scarf,,,,,,,,,,,,,,,,,,,,,${PICTURE}/back.jpg,3,Seen from behind,,,,,,,`,
];
const MUG = `plain-mug,Plain mug,,Somebody,,,true,Title,Default Title,,,,,shopify,8,deny,9.50,,TRUE,TRUE,,,,,false,,,,kg,,draft`;

describe('an export of the platform', () => {
  it('makes a product of the rows of each handle, with its variants, pictures and fields', async () => {
    const table = await uploadTable(seller, lines(OLD_HEAD, ...SCARF, MUG));
    expect(table.format).toBe('platform');
    const check = await checkTable(seller, table);
    expect(check).toMatchObject({ rows: 5, goodRows: 5, creates: 2, updates: 0, issues: [], joined: [] });
    expect(check.lost.map(({ header, rows, example }) => [header, rows, example])).toEqual([
      ['Vendor', 2, 'Somebody'],
      ['Type', 1, 'Scarves'],
      ['Tags', 1, 'winter, wool'],
      ['Published', 2, 'true'],
      ['Cost per item', 1, '11.00'],
      ['Status', 2, 'active'],
    ]);
    expect(check.warnings).toMatchObject([{ field: 'stock', rule: 'stock_not_in_file', lines: '3' }]);
    const done = await runImport(seller, table);
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 2, failed: 0, refusedRows: 0 });
    const scarf = await readOnly('Wool scarf');
    expect(scarf).toMatchObject({
      bodyHtml: '<p>Warm.</p>',
      seo: { title: 'Scarf of wool', description: 'A warm scarf' },
    });
    expect(scarf.options.map(({ name, values }) => [name, values])).toEqual([
      ['Color', ['Red', 'Blue & co']],
      ['Length', ['Short', 'Long']],
    ]);
    expect(scarf.media.map(({ src, alt }) => [src, alt])).toEqual([
      [`${PICTURE}/cover.jpg`, 'Cover'],
      [`${PICTURE}/front.jpg`, 'Seen from the front'],
      [`${PICTURE}/back.jpg`, 'Seen from behind'],
      [`${PICTURE}/red.jpg`, ''],
    ]);
    const [short, long, blue] = scarf.variants;
    expect(short).toMatchObject({
      sku: 'WS-R-S',
      price: '30.00',
      compareAt: '35.00',
      barcode: '0400638133393',
      stock: 3,
      trackStock: true,
      taxable: false,
      requiresShipping: true,
      weight: 250,
      weightUnit: 'GRAMS',
      media: scarf.media[3]?.id,
    });
    expect(long).toMatchObject({
      sku: 'wool-scarf/red/long',
      stock: 0,
      trackStock: true,
      requiresShipping: false,
      taxable: true,
      weight: 300,
    });
    expect(blue).toMatchObject({ trackStock: false, compareAt: null });
    expect(blue?.sku).toMatch(/^wool-scarf\/blue-co-[0-9a-f]{8}\/short$/);
    const mug = await readOnly('Plain mug');
    expect(mug.variants.map(({ sku, options, stock }) => [sku, options.length, stock])).toEqual([['plain-mug', 0, 8]]);
  });

  it('of the same file again changes nothing, and a new price changes its variant without a SKU', async () => {
    const again = await importTable(seller, lines(OLD_HEAD, ...SCARF, MUG));
    expect(again, JSON.stringify(again.failures)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    const edited = await importTable(seller, lines(OLD_HEAD, ...SCARF).replace('34.00', '36.00'));
    expect(edited, JSON.stringify(edited.failures)).toMatchObject({ created: 0, updated: 1 });
    expect((await readOnly('Wool scarf')).variants.map(({ price }) => price)).toEqual(['30.00', '36.00', '31.00']);
  });

  it('with the newer names of columns is read alike', async () => {
    const done = await importTable(
      seller,
      lines(
        'Title,URL handle,Description,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Charge tax,Inventory tracker,Inventory quantity,Weight value (grams),Weight unit for display,Requires shipping,Product image URL,Image position,Image alt text,Variant image URL,SEO title,SEO description',
        `Linen napkin,linen-napkin,<p>Flat.</p>,Active,LN-1,,Size,Small,8,10,TRUE,shopify,5,40,g,TRUE,${PICTURE}/n1.jpg,1,Folded,,,`,
        `,linen-napkin,,,LN-2,,,Large,12,,FALSE,,,70,g,TRUE,,,,,,`,
      ),
    );
    expect(done, JSON.stringify([done.failures, done.issues])).toMatchObject({ created: 1, refusedRows: 0 });
    const { options, variants, media } = await readOnly('Linen napkin');
    expect(options).toMatchObject([{ name: 'Size', values: ['Small', 'Large'] }]);
    expect(variants).toMatchObject([
      { sku: 'LN-1', taxable: true, stock: 5, weight: 40, weightUnit: 'GRAMS' },
      { sku: 'LN-2', taxable: false, trackStock: false, weight: 70 },
    ]);
    expect(media).toMatchObject([{ alt: 'Folded' }]);
  });

  it('is the vendor’s own product again where its handle is known and its variants have no SKU', async () => {
    const input = { title: 'Bare vase', variants: [{ price: '12.00', sku: '', stock: 2, trackStock: true }] };
    const made = await api(seller).put('/products-v2', { product: input });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { handle, id } = await readOnly('Bare vase');
    const done = await importTable(
      seller,
      lines(
        'Handle,Title,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Price',
        `${handle},Bare vase,Title,Default Title,shopify,2,13.00`,
      ),
    );
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 0, updated: 1 });
    expect(await readOnly('Bare vase')).toMatchObject({ id, variants: [{ sku: '', price: '13.00', stock: 2 }] });
  });
});

describe('the preview of an import', () => {
  it('says of each product what is created and what changes, field by field, and what is chosen is imported', async () => {
    const edited = lines(OLD_HEAD, ...SCARF, MUG.replace('plain-mug,Plain mug', 'blue-mug,Blue mug'), MUG);
    const table = await uploadTable(seller, edited.replace('36.00', '37.00').replace('34.00', '37.50'));
    const { id, mapping } = table;
    const ask = (about: object) => api(seller).post(`/product-csv/imports/${id}/preview`, { mapping, ...about });
    const all = (await ask({})).as<PreviewDto>();
    expect(all).toMatchObject({ total: 3, next: null });
    expect(all.products.map(({ title, outcome, line }) => [title, outcome, line])).toEqual([
      ['Wool scarf', 'updated', 2],
      ['Blue mug', 'created', 6],
      ['Plain mug', 'unchanged', 7],
    ]);
    expect(all.products[0]?.changes).toEqual([
      { field: 'price', variant: 'Red / Long', before: '36.00', after: '37.50' },
    ]);
    expect(all.products[1]?.changes).toContainEqual({ field: 'title', variant: null, before: null, after: 'Blue mug' });
    const fresh = (await ask({ kind: 'new' })).as<PreviewDto>();
    expect(fresh.products.map(({ title }) => title)).toEqual(['Blue mug']);
    const file = await api(seller).post(`/product-csv/imports/${id}/preview/export`, { mapping });
    expect(file.status).toBe(200);
    const written = file.as<string>().split('\r\n');
    expect(written[0]).toBe('lines,product,outcome,field,variant,before,after,reason');
    expect(written[1]).toBe('2-5,Wool scarf,Will be changed,Price,Red / Long,36.00,37.50,');
    expect(written).toContain('6,Blue mug,Will be created,Title,,,Blue mug,');
    expect(written).toContain('7,Plain mug,Stays as it is,,,,,');
    const body = { mapping, without: [6] };
    expect((await api(seller).post(`/product-csv/imports/${id}/start`, body)).status).toBe(202);
    await runBatches();
    const done = (await api(seller).get(`/product-csv/imports/${id}`)).as<ImportDto>();
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 0, updated: 1, unchanged: 1, refusedRows: 0 });
  });
});

describe('a product of which a row is refused', () => {
  const BOWLS = lines(
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src',
    `odd-bowl,Odd bowl,Size,S,OB-S,eight,${PICTURE}/odd.jpg`,
    'odd-bowl,,,M,OB-M,9,',
    'odd-bowl,,,L,OB-L,10,',
    'even-bowl,Even bowl,Size,S,EB-S,8,',
  );

  it('is left out as a whole, which the check names', async () => {
    const table = await uploadTable(seller, BOWLS);
    const check = await checkTable(seller, table);
    expect(check).toMatchObject({ goodRows: 1, creates: 1, incompleteProducts: 1 });
    expect(check.incomplete).toEqual([{ title: 'Odd bowl', good: 2, total: 3, lines: '2-4' }]);
    expect(rulesOf(check)).toEqual(['title product_incomplete 3-4', 'price not_a_number 2']);
    const { id, mapping } = table;
    const file = await api(seller).post(`/product-csv/imports/${id}/preview/export`, { mapping });
    const left = file
      .as<string>()
      .split('\r\n')
      .filter((line) => line.includes('Cannot be imported'));
    expect(left.map((line) => line.split(',').slice(0, 3).join())).toEqual(
      ['2', '3', '4'].map((line) => `${line},,Cannot be imported`),
    );
    expect(left.find((line) => line.startsWith('2,'))).toContain('Price: ');
  });

  it('is made of its other rows where the seller says so, with the texts and option names of the refused first row', async () => {
    const { id, mapping } = await uploadTable(seller, BOWLS);
    const body = { mapping, allowsIncomplete: true };
    const check = (await api(seller).post(`/product-csv/imports/${id}/check`, body)).as<CheckDto>();
    expect(check).toMatchObject({ goodRows: 3, creates: 2, incompleteProducts: 1 });
    expect((await api(seller).post(`/product-csv/imports/${id}/start`, body)).status).toBe(202);
    await runBatches();
    const done = (await api(seller).get(`/product-csv/imports/${id}`)).as<ImportDto>();
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 2, refusedRows: 1 });
    const bowl = await readOnly('Odd bowl');
    expect(bowl.variants.map(({ sku, options }) => [sku, options])).toEqual([
      ['OB-M', [{ name: 'Size', value: 'M' }]],
      ['OB-L', [{ name: 'Size', value: 'L' }]],
    ]);
    expect(bowl.media.map(({ src }) => src)).toEqual([`${PICTURE}/odd.jpg`]);
  });
});

describe('an export of WooCommerce', () => {
  const HEAD =
    'ID,Type,SKU,Name,Published,Short description,Description,Tax status,In stock?,Stock,Weight (kg),Sale price,Regular price,Images,Parent,Attribute 1 name,Attribute 1 value(s)';

  it('makes a product of a variable product and its variations', async () => {
    const table = await uploadTable(
      seller,
      lines(
        HEAD,
        `10,variable,FELT,Felt hat,1,,<p>Round.</p>,taxable,1,,0.2,,,"${PICTURE}/h1.jpg, ${PICTURE}/h2.jpg",,Size,"S, M"`,
        `11,variation,FELT-S,Felt hat - S,1,,Small one,taxable,1,4,,20,25,${PICTURE}/hs.jpg,FELT,Size,S`,
        `12,variation,,Felt hat - M,1,,,none,0,,0.3,,26,,id:10,Size,M`,
        `13,simple,PIN,Hat pin,1,,,taxable,1,,,,3,,,Material,"Steel, Brass"`,
        `14,grouped,SET,Hat set,1,,,taxable,1,,,,,,,,`,
        `15,variation,LOST-1,Lost - S,1,,,taxable,1,1,,,9,,GONE,Size,S`,
      ),
    );
    expect(table.format).toBe('woocommerce');
    const check = await checkTable(seller, table);
    expect(rulesOf(check)).toEqual([
      'rowType row_type_not_taken 6',
      'parent parent_not_in_file 7',
      'title required_field 7',
      'price required_field 6',
    ]);
    const done = await runImport(seller, table);
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 2, refusedRows: 2 });
    const hat = await readOnly('Felt hat');
    expect(hat).toMatchObject({ bodyHtml: '<p>Round.</p>', options: [{ name: 'Size', values: ['S', 'M'] }] });
    expect(hat.media.map(({ src }) => src)).toEqual([`${PICTURE}/h1.jpg`, `${PICTURE}/h2.jpg`, `${PICTURE}/hs.jpg`]);
    expect(hat.variants).toMatchObject([
      { sku: 'FELT-S', price: '20.00', compareAt: '25.00', stock: 4, weight: 0.2, media: hat.media[2]?.id },
      { sku: 'felt/m', price: '26.00', compareAt: null, taxable: false, trackStock: true, stock: 0, weight: 0.3 },
    ]);
    expect((await readOnly('Hat pin')).options).toEqual([]);
  });
});

describe('an export of Etsy', () => {
  it('makes the variants of a listing, whose values stand in lists', async () => {
    const table = await uploadTable(
      seller,
      lines(
        'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU',
        `Carved spoon,Of one piece,14.00,${store.currency},6,,wood,${PICTURE}/s1.jpg,${PICTURE}/s2.jpg,Wood,Wood,"Oak,Ash",,,,"SP-O,SP-A"`,
        `Carved fork,,12.00,${store.currency},2,,,,,,,,,,,`,
        'Foreign knife,,12.00,ISK,2,,,,,,,,,,,KN-1',
      ),
    );
    expect(table.format).toBe('etsy');
    const check = await checkTable(seller, table);
    expect(rulesOf(check)).toEqual(['currency currency_differs 4']);
    expect(check.warnings).toMatchObject([{ rule: 'stock_not_in_file', lines: '2' }]);
    const done = await runImport(seller, table);
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 2 });
    const spoon = await readOnly('Carved spoon');
    expect(spoon.media).toHaveLength(2);
    expect(spoon.variants).toMatchObject([
      { sku: 'SP-O', options: [{ name: 'Wood', value: 'Oak' }], price: '14.00', trackStock: true, stock: 0 },
      { sku: 'SP-A', options: [{ name: 'Wood', value: 'Ash' }] },
    ]);
    expect((await readOnly('Carved fork')).variants).toMatchObject([{ sku: 'carved-fork', stock: 2 }]);
  });
});

describe('a table', () => {
  it('has its headers below lines that are none, and keeps its line numbers', async () => {
    const table = await uploadTable(
      seller,
      lines('Price list;;;', 'Printed on 1 May;;;', '', 'Artikelnummer;Titel;Preis;Bestand', 'AB-1;Above bowl;x;1'),
    );
    expect(table.headers).toEqual(['Artikelnummer', 'Titel', 'Preis', 'Bestand']);
    expect(rulesOf(await checkTable(seller, table))).toEqual(['price not_a_number 5']);
  });

  it('with shortened numbers in codes is refused row by row, and a code in a formula is taken out of it', async () => {
    const table = await uploadTable(
      seller,
      lines(
        'sku,title,price,barcode',
        '4.00638E+12,Short one,5,',
        'SN-2,Short two,5,"4,00638E+12"',
        '="0018",Kept one,5,="0042"',
      ),
    );
    expect(rulesOf(await checkTable(seller, table))).toEqual(['sku code_as_number 2', 'barcode code_as_number 3']);
    await runImport(seller, table);
    expect((await readOnly('Kept one')).variants).toMatchObject([{ sku: '0018', barcode: '0042' }]);
  });

  it('is read by one decimal sign a column, which the check says and somebody may change', async () => {
    const table = await uploadTable(
      seller,
      lines('Artikelnummer;Titel;Preis;Gewicht (kg)', 'DS-1;Heavy table;1.234;1,5', 'DS-2;Light table;99,90;1.234'),
    );
    const check = await checkTable(seller, table);
    expect(check.readings).toEqual([
      { field: 'price', sign: 'comma', example: '1.234', value: '1234' },
      { field: 'weightKg', sign: 'comma', example: '1.234', value: '1234' },
    ]);
    const other = await checkTable(seller, { ...table, mapping: { ...table.mapping, decimalSign: 'point' } });
    expect(other.readings.map(({ value }) => value)).toEqual(['1.234', '1.234']);
    await runImport(seller, table);
    expect((await readOnly('Heavy table')).variants[0]).toMatchObject({ price: '1234.00', weight: 1.5 });
  });

  it.each([
    ['XLSX', 'spring.xlsx', writeXlsx],
    ['ODS', 'spring.ods', writeOds],
  ] as const)('of a workbook in %s is imported', async (encoding, name, write) => {
    const title = `Bowl of ${encoding}`;
    const bytes = await write({
      sheets: [
        {
          name: 'Products',
          rows: [
            ['SKU', 'Title', 'Price', 'Stock', 'Barcode'],
            [encoding, title, 12.5, 4, '0042'],
          ],
        },
      ],
    });
    const table = await uploadTable(seller, bytes, name);
    expect(table).toMatchObject({ encoding, filename: name, rows: 1 });
    const done = await runImport(seller, table);
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 1 });
    expect((await readOnly(title)).variants).toMatchObject([{ price: '12.50', stock: 4, barcode: '0042' }]);
  });

  it('of the sample is imported whole, with nothing lost', async () => {
    const sample = (await api(seller).get('/product-csv/sample')).as<string>();
    const table = await uploadTable(seller, sample);
    expect(table).toMatchObject({ format: 'own', rows: 5 });
    expect(table.mapping.columns).not.toContain(null);
    expect(await checkTable(seller, table)).toMatchObject({
      goodRows: 5,
      creates: 2,
      issues: [],
      lost: [],
      warnings: [],
    });
    const done = await runImport(seller, table);
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 2 });
    const shirt = await readOnly('Example shirt');
    expect(shirt.variants).toHaveLength(4);
    expect(shirt.variants[3]?.media).toBe(shirt.media.at(-1)?.id);
  });

  it('whose cells show errors is refused row by row', async () => {
    const table = await uploadTable(seller, lines('sku,title,price', 'ER-1,#REF!,5', 'ER-2,Right one,6'));
    expect(rulesOf(await checkTable(seller, table))).toEqual(['title error_cell 2']);
  });

  it('of the marketplace takes whose rows are from the first row of a handle', async () => {
    const done = await importTable(
      admin,
      lines(
        'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price',
        'set-jug,Set jug,Filed goods,Size,S,SJ-S,8',
        'set-jug,,,,M,SJ-M,9',
      ),
    );
    expect(done, JSON.stringify([done.failures, done.issues])).toMatchObject({ created: 1, refusedRows: 0 });
    expect((await readOnly('Set jug')).variants).toHaveLength(2);
  });
});
