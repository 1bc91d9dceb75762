import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importProducts } from '#app/features/products/import/import-products.service.server.ts';
import { runBatchStep } from '#app/features/batches/run-batch.service.server.ts';
import type { ImportDto } from '#app/features/products/import/product-import.contract.ts';
import { sweepImports } from '#app/features/products/import/sweep-imports.service.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { checkTable, importTable, runBatches, runImport, sendTable, uploadTable } from '#tests/factories/tables.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'Tabular' });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival of tables' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

/** A vendor's products of a title. */
const listOwn = async (title: string, by = seller): Promise<{ id: string; title: string }[]> => {
  const answer = await api(by).get('/products-v2', { query: { status: 'ALL', stock: 'any', sort: 'TITLE', q: title } });
  return answer.as<{ products: { id: string; title: string }[] }>().products.filter((one) => one.title === title);
};
const readOnly = async (title: string, by = seller): Promise<ProductDto> => {
  const found = await listOwn(title, by);
  expect(found).toHaveLength(1);
  return (await readDetail(found[0]?.id ?? '', by)).product;
};
const exportOwn = async (by = seller): Promise<string> =>
  (await api(by).post('/products/export', { status: 'ALL', stock: 'any' })).as<string>();

const SHIRT = [
  'SKU;Title;Price;Compare price;Stock;Weight;Weight unit;Description;Option 1 name;Option 1 value;Option 2 name;Option 2 value;Notes',
  'TS-1;Tabled shirt;"28,50";35;4;200;g;"<p>Soft.</p><script>alert(1)</script>";Color;Blue;Size;S;x',
  'TS-2;Tabled shirt;28,50;;Untracked;;;;Color;Blue;Size;M;x',
  'TS-3;Tabled shirt;30;;;;;;Color;Red;Size;S;x',
].join('\r\n');

describe('an import', () => {
  it('makes one product of the rows of one title, cleaned as the form does, and leaves other columns alone', async () => {
    const table = await uploadTable(seller, `\uFEFFsep=;\r\n${SHIRT}`);
    expect(table).toMatchObject({ state: 'open', rows: 3, encoding: 'UTF-8', filename: 'spring.csv' });
    expect(table.mapping.columns.at(-1)).toBeNull();
    expect(table.mapping.columns.slice(0, 4)).toEqual(['sku', 'title', 'price', 'compareAt']);
    expect(await checkTable(seller, table)).toEqual({
      rows: 3,
      goodRows: 3,
      creates: 1,
      updates: 0,
      issues: [],
      warnings: [],
      incomplete: [],
      incompleteProducts: 0,
      joined: [{ title: 'Tabled shirt', rows: 3, lines: '2-4' }],
      joinedProducts: 1,
      lost: [{ column: 12, header: 'Notes', rows: 3, example: 'x' }],
      readings: [],
    });
    const done = await runImport(seller, table);
    expect(done, JSON.stringify(done.failures)).toMatchObject({
      state: 'done',
      created: 1,
      updated: 0,
      refusedRows: 0,
    });
    const product = await readOnly('Tabled shirt');
    expect(product).toMatchObject({ status: 'DRAFT', submission: 'awaiting', bodyHtml: '<p>Soft.</p>' });
    expect(product.options.map(({ name, values }) => [name, values])).toEqual([
      ['Color', ['Blue', 'Red']],
      ['Size', ['S', 'M']],
    ]);
    expect(product.variants.map(({ sku, price, trackStock, stock }) => [sku, price, trackStock, stock])).toEqual([
      ['TS-1', '28.50', true, 4],
      ['TS-2', '28.50', false, 0],
      ['TS-3', '30.00', false, 0],
    ]);
    expect(product.variants[0]).toMatchObject({ compareAt: '35.00', weight: 200, weightUnit: 'GRAMS' });
  });

  it('of the same file again changes nothing, and of an edited one updates by SKU what its columns say', async () => {
    const again = await importTable(seller, SHIRT);
    expect(again, JSON.stringify(again.failures)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    const edited = await importTable(seller, 'sku,price,compare price\nTS-1,31,\nts-3,32,40\n');
    expect(edited, JSON.stringify(edited.failures)).toMatchObject({ created: 0, updated: 1 });
    const { variants, bodyHtml } = await readOnly('Tabled shirt');
    expect(variants.map(({ price, compareAt }) => [price, compareAt])).toEqual([
      ['31.00', null],
      ['28.50', null],
      ['32.00', '40.00'],
    ]);
    expect(bodyHtml).toBe('<p>Soft.</p>');
    const [shirt] = await listOwn('Tabled shirt');
    expect((await readDetail(shirt?.id ?? '', seller)).logs[0]).toMatchObject({
      action: 'updated',
      actor: { role: 'csv' },
    });
    const added = await importTable(
      seller,
      'sku,title,price,option1 name,option1 value,option2 name,option2 value\nTS-1,Tabled shirt,31,Color,Blue,Size,S\nTS-4,Tabled shirt,33,Color,Red,Size,M\n',
    );
    expect(added, JSON.stringify(added.failures)).toMatchObject({ created: 0, updated: 1 });
    expect((await readOnly('Tabled shirt')).variants.map(({ sku }) => sku)).toEqual(['TS-1', 'TS-2', 'TS-3', 'TS-4']);
  });

  it('names all issues of a row at once, with what its cells say', async () => {
    const table = await uploadTable(seller, 'sku,title,price,weight,weight unit\nALL-1,,abc,5,stone\n');
    const { issues } = await checkTable(seller, table);
    expect(issues.map(({ field, values }) => [field, values])).toEqual([
      ['title', []],
      ['price', ['abc']],
      ['weightUnit', ['stone']],
    ]);
  });

  it('warns of stock below zero and of a compare-at price that is not above the price, and imports both', async () => {
    const table = await uploadTable(seller, 'sku,title,price,compare price,stock\nWARN-1,Warned bowl,20,15,-3\n');
    const { goodRows, issues, warnings } = await checkTable(seller, table);
    expect({ goodRows, issues }).toEqual({ goodRows: 1, issues: [] });
    expect(warnings.map(({ field, rule, values }) => [field, rule, values])).toEqual([
      ['compareAt', 'compare_at_not_above', ['15.00']],
      ['stock', 'stock_below_zero', ['-3']],
    ]);
  });

  it.each([
    ['German', 'Artikelnummer;Titel;Verkaufspreis;Bestand', ['sku', 'title', 'price', 'stock']],
    ['French', 'Référence;Nom du produit;Prix;Quantité', ['sku', 'title', 'price', 'stock']],
    ['Dutch', 'Artikelnr;Productnaam;Prijs;Voorraad', ['sku', 'title', 'price', 'stock']],
    ['Spanish', 'Código;Título;Precio;Existencias', ['sku', 'title', 'price', 'stock']],
  ])('matches the common headers of a %s table', async (_language, headers, fields) => {
    const table = await uploadTable(seller, `${headers}\nH-1;Headed bowl;10;1\n`);
    expect(table.mapping.columns).toEqual(fields);
  });

  it('of the export changes nothing', async () => {
    await buildLiveProduct(seller, admin, {
      title: '=Exported "bowl", large',
      media: [{ src: 'https://pictures.example.com/a,b.png' }],
      variants: [{ sku: '-EXP 1', stock: 7, weight: 1.5, weightUnit: 'POUNDS', barcode: '400638' }],
    });
    const done = await importTable(seller, await exportOwn());
    expect(done.issues).toEqual([]);
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 0, updated: 0, unchanged: 2, refusedRows: 0 });
  });

  it('leaves bad rows out with their lines by field, and gives them back with the reasons', async () => {
    await importTable(rival, 'sku,title,price\nRIVAL-1,Rival bowl,10\n');
    await setProductRules(admin, { uniqueSkus: true });
    const table = await uploadTable(
      seller,
      [
        'sku,title,price,stock,images,option1 value',
        'OK-1,Good bowl,10,1,,',
        ',No SKU,10,1,,',
        'DUP,Twice,10,1,,',
        'dup,Twice,10,1,,',
        'RIVAL-1,Taken,10,1,,',
        'P-1,=HYPERLINK(1),ten,1,,',
        'P-2,Bad price too,1.234567,1,,',
        'S-1,Bad stock,10,1.5,,',
        'I-1,Private,10,1,http://169.254.169.254/x.png,',
        'I-2,No address,10,1,ftp://example.com/x.png,',
        'T-1,,10,1,,',
      ].join('\n'),
    );
    const check = await checkTable(seller, table);
    expect(check).toMatchObject({ rows: 11, goodRows: 1, creates: 1 });
    const found = check.issues.map(({ field, rule, lines }) => `${field} ${rule} ${lines}`);
    expect(found).toEqual([
      'sku sku_repeated 4-5',
      'sku required_field 3',
      'sku sku_taken 6',
      'title required_field 12',
      'price not_a_number 7',
      'price too_many_places 8',
      'stock whole_number 9',
      'images public_address 10',
      'images valid_url 11',
    ]);
    const done = await runImport(seller, table);
    expect(done).toMatchObject({ created: 1, refusedRows: 10 });
    const mend = (await api(seller).get(`/product-csv/imports/${done.id}/failed`)).as<string>().split('\r\n');
    expect(mend).toHaveLength(12);
    expect(mend[0]).toBe('sku,title,price,stock,images,option1 value,line,error');
    expect(mend[4]).toContain('RIVAL-1,Taken,10,1,,,6,SKU: This SKU is already used');
    // What a spreadsheet would take for a formula comes back as a text.
    expect(mend[5]).toContain(`P-1,"'=HYPERLINK(1)",ten`);
    expect(await listOwn('Rival bowl', rival)).toHaveLength(1);
    await setProductRules(admin, { uniqueSkus: false });
  });

  it('takes a SKU that another vendor has, as the form does, where SKUs are not unique in the whole store', async () => {
    await importTable(rival, 'sku,title,price\nSHARED-1,Bowl of the rival,10\n');
    const done = await importTable(seller, 'sku,title,price\nSHARED-1,Bowl of the seller,12\n');
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 1, refusedRows: 0, issues: [] });
    expect((await readOnly('Bowl of the rival', rival)).variants[0]?.price).toBe('10.00');
  });

  it('follows the rules of changes to live products and of approval', async () => {
    const live = await buildLiveProduct(seller, admin, { title: 'Held bowl', variants: [{ sku: 'HELD-1' }] });
    await setProductRules(admin, { hold: 'content' });
    const done = await importTable(seller, 'sku,title,price\nHELD-1,Held bowl renamed,29\n');
    expect(done, JSON.stringify(done.failures)).toMatchObject({ updated: 1 });
    expect((await readDetail(live.id, admin)).product).toMatchObject({ title: 'Held bowl', status: 'ACTIVE' });
    expect((await readDetail(live.id, seller)).change?.waiting).toContain('title');
    await setProductRules(admin, { hold: 'free' });
  });

  it('goes on where a worker was killed, and makes each product once', async () => {
    const rows = Array.from({ length: 24 }, (_one, index) => `KILL-${index},Killed bowl ${index},10`);
    const table = await uploadTable(seller, ['sku,title,price', ...rows].join('\n'));
    await api(seller).post(`/product-csv/imports/${table.id}/start`, { mapping: table.mapping });
    const { owner, container } = program();
    const { batchId } = await owner.productImport.findUniqueOrThrow({ where: { id: BigInt(table.id) } });
    const payload = { batchId: String(batchId), round: 0, step: 0, troubles: 0 };
    // Killed before its end is written; one product was made, and neither its outcome nor its item was noted.
    await runBatchStep(container.services, [importProducts], { storeId: store.id, payload });
    await owner.batchItem.updateMany({ where: { batchId: batchId ?? 0n, subjectId: 1n }, data: { state: 'begun' } });
    await owner.productImportItem.updateMany({
      where: { importId: BigInt(table.id), position: 1 },
      data: { outcome: null, productId: null },
    });
    await runBatches();
    const done = (await api(seller).get(`/product-csv/imports/${table.id}`)).as<ImportDto>();
    expect(done, JSON.stringify(done.failures)).toMatchObject({ state: 'done', created: 24, updated: 0, unchanged: 0 });
    const made = await owner.product.count({ where: { storeId: store.id, title: { startsWith: 'Killed bowl' } } });
    expect(made).toBe(24);
  });

  it('is stopped after what it is at, and goes on with what was left', async () => {
    const rows = Array.from({ length: 24 }, (_one, index) => `STOP-${index},Stopped bowl ${index},10`);
    const table = await uploadTable(seller, ['sku,title,price', ...rows].join('\n'));
    const stop = () => api(seller).post(`/product-csv/imports/${table.id}/stop`);
    expect((await stop()).body).toMatchObject({ state: 'open' });
    await api(seller).post(`/product-csv/imports/${table.id}/start`, { mapping: table.mapping });
    const { owner, container } = program();
    const { batchId } = await owner.productImport.findUniqueOrThrow({ where: { id: BigInt(table.id) } });
    const payload = { batchId: String(batchId), round: 0, step: 0, troubles: 0 };
    const endStep = await runBatchStep(container.services, [importProducts], { storeId: store.id, payload });
    // Another worker is at the last product: it ends that one, and nothing is begun anew.
    await owner.batchItem.updateMany({ where: { batchId: batchId ?? 0n, subjectId: 24n }, data: { state: 'begun' } });
    for (const { status, body } of [await stop(), await stop()]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ state: 'running', created: 20, stopped: 3 });
    }
    expect((await api(seller).post(`/product-csv/imports/${table.id}/retry`)).status).toBe(409);
    await container.services.db.fast(marketplaceScope(store.id), (tx) => endStep?.(tx) ?? Promise.resolve());
    await runBatches();
    const stopped = { state: 'stopped', created: 21, stopped: 3, failed: 0, failedRows: 0, failures: [] };
    expect((await stop()).body).toMatchObject(stopped);
    expect((await api(seller).get(`/product-csv/imports/${table.id}`)).body).toMatchObject(stopped);
    expect((await api(seller).get(`/product-csv/imports/${table.id}/failed`)).as<string>()).not.toContain('STOP-');
    const again = await api(seller).post(`/product-csv/imports/${table.id}/retry`);
    expect(again.body).toMatchObject({ state: 'running', stopped: 0 });
    await runBatches();
    const done = (await api(seller).get(`/product-csv/imports/${table.id}`)).as<ImportDto>();
    expect(done, JSON.stringify(done.failures)).toMatchObject({ state: 'done', created: 24, unchanged: 0, stopped: 0 });
    expect(await owner.product.count({ where: { storeId: store.id, title: { startsWith: 'Stopped bowl' } } })).toBe(24);
  });

  it('names what the save refused, and tries it again', async () => {
    const done = await importTable(
      seller,
      'sku,title,price\nTS-1,Tabled shirt,50\nTS-9,Tabled shirt,10\nFINE-1,Fine bowl,9\n',
    );
    expect(done).toMatchObject({ state: 'done', created: 1, updated: 0, refusedRows: 0, batch: { failed: 1 } });
    expect(done).toMatchObject({ failed: 1, failedRows: 2 });
    expect(done.failures).toMatchObject([
      { title: 'Tabled shirt', lines: '2-3', code: 'invalid_input', issues: [{ rule: 'options_differ' }] },
    ]);
    const mend = (await api(seller).get(`/product-csv/imports/${done.id}/failed`)).as<string>().split('\r\n');
    expect(mend[1]).toBe('TS-1,Tabled shirt,50,2,The variants of one product have different options');
    const again = await api(seller).post(`/product-csv/imports/${done.id}/retry`);
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({ state: 'running' });
    await runBatches();
    const { body } = await api(seller).get('/product-csv/imports');
    expect((body as { imports: ImportDto[] }).imports[0]).toMatchObject({ id: done.id, created: 1, updated: 0 });
  });
});

describe('the counts of an import', () => {
  it('name rows that were left out and rows refused while importing, alike in the list and in one import', async () => {
    const ofList = async (id: string) =>
      (await api(seller).get('/product-csv/imports'))
        .as<{ imports: ImportDto[] }>()
        .imports.find((one) => one.id === id);
    const rows = ['CNT-1,Counted bowl,9', 'CNT-2,Counted cup,cheap', 'TS-1,Tabled shirt,50', 'TS-8,Tabled shirt,10'];
    const table = await uploadTable(seller, ['sku,title,price', ...rows].join('\n'));
    expect(await ofList(table.id)).toMatchObject({ state: 'open', created: 0, failed: 0, failedRows: 0 });
    await api(seller).post(`/product-csv/imports/${table.id}/start`, { mapping: table.mapping });
    expect(await ofList(table.id)).toMatchObject({ state: 'running', failedRows: 1 });
    await runBatches();
    const counts = { state: 'done', rows: 4, created: 1, updated: 0, failed: 1, refusedRows: 1, failedRows: 3 };
    expect((await api(seller).get(`/product-csv/imports/${table.id}`)).body).toMatchObject(counts);
    expect(await ofList(table.id)).toMatchObject(counts);
    // The batch behind it is forgotten after a while, and the counts stay.
    const { batchId } = await program().owner.productImport.findUniqueOrThrow({ where: { id: BigInt(table.id) } });
    await program().owner.batch.delete({ where: { id: batchId ?? 0n } });
    expect(await ofList(table.id)).toMatchObject(counts);
  });
});

describe('the marketplace', () => {
  it('says whose rows are: by a column, by its choice, or by who has the SKU', async () => {
    const table = await uploadTable(
      admin,
      'sku,title,price,vendor\nM-1,Market bowl,10,tabular\nM-2,Other bowl,11,\nTS-1,,44,\nM-3,Lost,9,Unheard of\n',
    );
    const check = await checkTable(admin, table);
    expect(check.issues).toMatchObject([
      { field: 'vendor', rule: 'required_field', lines: '3' },
      { field: 'vendor', rule: 'vendor_not_found', lines: '5' },
    ]);
    const done = await runImport(admin, table);
    expect(done, JSON.stringify(done.failures)).toMatchObject({ created: 1, updated: 1 });
    expect(await readOnly('Market bowl')).toMatchObject({ vendor: 'Tabular' });
    expect((await readOnly('Tabled shirt')).variants[0]?.price).toBe('44.00');
    // A vendor's column is no field for a vendor.
    const own = await uploadTable(seller, 'sku,title,price,vendor\nV-1,Stolen,10,Rival of tables\n');
    expect(own.mapping.columns[3]).toBeNull();
    const forced = { mapping: { ...own.mapping, columns: ['sku', 'title', 'price', 'vendor'] } };
    expect((await api(seller).post(`/product-csv/imports/${own.id}/start`, forced)).status).toBe(422);
  });
});

describe('a table', () => {
  it('is its uploader’s alone, is read once, and starts once', async () => {
    const location = await sendTable(seller, 'sku,title,price\nONE-1,Once bowl,10\n');
    expect((await api(rival).post('/product-csv/imports', { location })).status).toBe(404);
    const first = (await api(seller).post('/product-csv/imports', { location })).as<ImportDto>();
    const second = (await api(seller).post('/product-csv/imports', { location })).as<ImportDto>();
    expect(second.id).toBe(first.id);
    for (const path of ['', '/failed']) {
      expect((await api(rival).get(`/product-csv/imports/${first.id}${path}`)).status).toBe(404);
    }
    const body = { mapping: first.mapping };
    const starts = await Promise.all(
      [1, 2].map(() => api(seller).post(`/product-csv/imports/${first.id}/start`, body)),
    );
    expect(starts.map(({ status }) => status)).toEqual([202, 202]);
    expect(await program().owner.batch.count({ where: { input: { equals: { importId: first.id } } } })).toBe(1);
    await runBatches();
    expect(await listOwn('Once bowl')).toHaveLength(1);
  });

  it.each([
    ['no rows', 'sku,title,price\n', 'table_empty'],
    ['a workbook', Buffer.from('PK\u0003\u0004 and the rest'), 'not_a_table'],
    ['too many columns', `${'a,'.repeat(301)}\n1\n`, 'table_columns'],
    ['too many rows', `sku\n${'x\n'.repeat(20_001)}`, 'table_rows'],
    ['a huge cell', `sku\n"${'x'.repeat(100_001)}"\n`, 'table_cell'],
  ])('with %s is refused', async (_what, table, rule) => {
    const location = await sendTable(seller, table);
    const answer = await api(seller).post('/product-csv/imports', { location });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ issues: [{ path: 'location', rule }] });
  });

  it('of another encoding is decoded, which its import says', async () => {
    const latin = await uploadTable(seller, Buffer.from('sku,title\nL-1,K\u00fcbel', 'latin1'));
    expect(latin).toMatchObject({ encoding: 'windows-1252', preview: [{ cells: ['L-1', 'K\u00fcbel'] }] });
    const wide = await uploadTable(seller, Buffer.from('\uFEFFsku\ttitle\nL-1\tK\u00fcbel', 'utf16le'));
    expect(wide).toMatchObject({ encoding: 'UTF-16', preview: [{ cells: ['L-1', 'K\u00fcbel'] }] });
  });

  it('is deleted when its time is over, and its file as soon as it was read', async () => {
    const { services } = program().container;
    const read = await uploadTable(seller, 'sku,title,price\nOLD-1,Old bowl,10\n');
    const { uploadKey } = await program().owner.productImport.findUniqueOrThrow({ where: { id: BigInt(read.id) } });
    expect(await program().owner.upload.count({ where: { key: uploadKey } })).toBe(0);
    await services.db.fast(marketplaceScope(store.id), (tx) => sweepImports(services, tx, { importId: read.id }));
    expect((await api(seller).get(`/product-csv/imports/${read.id}`)).status).toBe(404);
    expect(await program().owner.productImportRow.count({ where: { importId: BigInt(read.id) } })).toBe(0);
  });
});
