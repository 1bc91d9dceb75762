import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import type { ImportDto } from '#app/features/products/import/product-import.contract.ts';
import { KEEP_DAYS } from '#app/features/products/import/product-import.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { placeOrder } from '#sandbox/platform/store/orders.ts';
import { openSandboxShop } from '#tests/factories/discount-shops.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { importTable, runBatches } from '#tests/factories/tables.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Undoer' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const idOf = async (sku: string): Promise<string> => {
  const variant = await program().owner.variant.findFirstOrThrow({ where: { storeId: store.id, sku } });
  return String(variant.productId);
};
const readBySku = async (sku: string): Promise<ProductDto> => (await readDetail(await idOf(sku), seller)).product;

/** What a seller sees of a product: all that an import can change. Pictures by the names of their files. */
const shownOf = ({ title, bodyHtml, seo, media, options, variants, metafields }: ProductDto) => ({
  title,
  bodyHtml,
  seo,
  metafields,
  media: media.map(({ src, alt }) => [src?.replace(/.*\/|\?.*|_[0-9a-f-]{36}/g, ''), alt]),
  options: options.map(({ name, values }) => [name, values]),
  variants: variants.map(({ media: _media, ...variant }) => variant),
});

const undo = async (id: string) => {
  const answer = await api(seller).post(`/product-csv/imports/${id}/undo`);
  await runBatches();
  return answer;
};
const read = async (id: string): Promise<ImportDto> =>
  (await api(seller).get(`/product-csv/imports/${id}`)).as<ImportDto>();

const FIRST = [
  'handle,sku,title,description,seo title,seo description,price,compare price,barcode,weight,weight unit,taxable,requires shipping,stock,images,image alt,option1 name,option1 value',
  'undone-bowl,UNDO-1,Undone bowl,<p>Soft clay.</p>,A bowl,Of clay,20,25,111,400,g,TRUE,TRUE,5,https://pictures.test/bowl.jpg,From above,Color,Blue',
  'undone-bowl,UNDO-2,,,,,21,,,500,g,TRUE,TRUE,6,,,Color,Red',
].join('\n');
const SECOND = [
  FIRST.split('\n')[0],
  'undone-bowl,UNDO-1,Another bowl,<p>Hard clay.</p>,Bowls,Of stone,30,,222,1,kg,FALSE,FALSE,50,https://pictures.test/other.jpg,From the side,Color,Blue',
  'undone-bowl,UNDO-2,,,,,21,29,,500,g,TRUE,TRUE,6,,,Color,Red',
  'undone-bowl,UNDO-3,,,,,22,,,500,g,TRUE,TRUE,7,,,Color,Green',
  'undone-cup,UNDO-4,Undone cup,,,,9,,,,,TRUE,TRUE,7,,,,',
].join('\n');

describe('an import that is undone', () => {
  it('puts back every field that it changed, takes its variants away, and archives what it made', async () => {
    const first = await importTable(seller, FIRST);
    expect(first, JSON.stringify(first.failures)).toMatchObject({ created: 1, failedRows: 0 });
    const before = shownOf(await readBySku('UNDO-1'));
    const second = await importTable(seller, SECOND);
    expect(second, JSON.stringify(second.failures)).toMatchObject({ created: 1, updated: 1, undone: null, undo: null });
    const changed = shownOf(await readBySku('UNDO-1'));
    expect(changed).toMatchObject({ title: 'Another bowl', media: [['other.jpg', 'From the side']] });
    expect(changed.variants).toHaveLength(3);
    const answer = await undo(second.id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    expect(answer.body).toMatchObject({ state: 'undoing', undo: { state: 'running', total: 2 } });
    const done = await read(second.id);
    expect(done, JSON.stringify(done.undo)).toMatchObject({
      state: 'undone',
      undoUntil: null,
      undone: { restored: 1, archived: 1, kept: 0 },
      undo: { state: 'done', failed: 0, products: [], failures: [] },
    });
    expect(shownOf(await readBySku('UNDO-1'))).toEqual(before);
    expect((await readBySku('UNDO-4')).status).toBe('ARCHIVED');
  });

  it('a second time does nothing, and is not imported on', async () => {
    const { id } = await importTable(seller, 'sku,price\nUNDO-1,44\n');
    await undo(id);
    const before = await readBySku('UNDO-1');
    expect((await undo(id)).body).toMatchObject({ state: 'undone', undone: { restored: 1, archived: 0, kept: 0 } });
    expect(await readBySku('UNDO-1')).toEqual(before);
    const again = await api(seller).post(`/product-csv/imports/${id}/retry`);
    expect([again.status, again.body]).toMatchObject([409, { reason: 'import_undone' }]);
  });

  it('keeps what somebody changed or bought since, and names it with the reason', async () => {
    const { id, ...made } = await importTable(
      seller,
      [
        'handle,sku,title,price,barcode,option1 name,option1 value',
        'undone-bowl,UNDO-1,Undone bowl,33,333,Color,Blue',
        'undone-bowl,UNDO-2,,21,,Color,Red',
        'undone-bowl,UNDO-5,,23,,Color,White',
        'undone-jug,UNDO-6,Undone jug,12,,,',
        'undone-pot,UNDO-7,Undone pot,13,,,',
      ].join('\n'),
    );
    expect(made, JSON.stringify(made.failures)).toMatchObject({ created: 2, updated: 1, failedRows: 0 });
    const product = await readBySku('UNDO-1');
    const dearer = product.variants.map((variant) => ({
      ...variant,
      price: variant.sku === 'UNDO-1' ? '35.00' : variant.price,
    }));
    const saved = await api(seller).put('/products-v2', { product: { ...product, variants: dearer } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    for (const sku of ['UNDO-5', 'UNDO-6'])
      expect((await api(admin).patch(`/product-v2/${await idOf(sku)}/approve`)).status).toBe(200);
    const bought = await Promise.all(['UNDO-5', 'UNDO-6'].map(readBySku));
    const { sandbox, shop } = openSandboxShop(store);
    placeOrder(sandbox, shop, {
      email: 'buyer@buyers.test',
      lines: bought.map(({ variants }) => ({
        variantId: Number(variants.find(({ sku }) => ['UNDO-5', 'UNDO-6'].includes(sku))?.id),
        quantity: 1,
      })),
    });
    await drainJobs();
    const gone = await idOf('UNDO-7');
    expect((await api(seller).patch(`/product-v2/${gone}/delete`)).status).toBe(200);
    await undo(id);
    const done = await read(id);
    expect(done.undone, JSON.stringify(done.undo)).toEqual({ restored: 0, archived: 0, kept: 3 });
    expect(done.undo?.products.map(({ title, outcome, kept }) => [title, outcome, kept])).toEqual([
      [
        'Undone bowl',
        'partly',
        [
          { field: null, variant: 'White', reason: 'sold' },
          { field: 'price', variant: 'Blue', reason: 'changed' },
        ],
      ],
      ['Undone jug', 'kept', [{ field: null, variant: null, reason: 'sold' }]],
      ['Undone pot', 'gone', []],
    ]);
    const { variants } = await readBySku('UNDO-1');
    expect(variants.map(({ sku, price, barcode }) => [sku, price, barcode])).toEqual([
      ['UNDO-1', '35.00', '111'],
      ['UNDO-2', '21.00', ''],
      ['UNDO-5', '23.00', ''],
    ]);
  });

  it('puts back what was changed by a worker that was killed before it could say so', async () => {
    const { owner } = program();
    const before = shownOf(await readBySku('UNDO-1'));
    const { id } = await importTable(seller, 'sku,price,images\nUNDO-1,77,https://pictures.test/third.jpg\n');
    const { batchId } = await owner.productImport.findUniqueOrThrow({ where: { id: BigInt(id) } });
    // The save is done; neither its outcome nor its item is noted, and the pictures have no ids yet.
    await owner.batchItem.updateMany({ where: { batchId: batchId ?? 0n }, data: { state: 'failed' } });
    await owner.productImportItem.updateMany({ where: { importId: BigInt(id) }, data: { outcome: null } });
    expect((await api(seller).post(`/product-csv/imports/${id}/retry`)).status).toBe(202);
    await owner.batchItem.updateMany({ where: { batchId: batchId ?? 0n }, data: { state: 'begun' } });
    await runBatches();
    expect(await read(id)).toMatchObject({ state: 'done', updated: 1, unchanged: 0 });
    expect(shownOf(await readBySku('UNDO-1'))).toMatchObject({ media: [['third.jpg', '']] });
    await undo(id);
    // Killed once more, after the save and before its outcome.
    const found = await owner.productImport.findUniqueOrThrow({ where: { id: BigInt(id) } });
    await owner.productImportItem.updateMany({ where: { importId: BigInt(id) }, data: { undoOutcome: null } });
    await owner.batchItem.updateMany({ where: { batchId: found.undoBatchId ?? 0n }, data: { state: 'failed' } });
    await undo(id);
    expect((await read(id)).undone).toEqual({ restored: 1, archived: 0, kept: 0 });
    expect(shownOf(await readBySku('UNDO-1'))).toEqual(before);
  });

  it('puts back what was saved although the platform’s answer to it was lost', async () => {
    const before = shownOf(await readBySku('UNDO-1'));
    const { id } = await importTable(seller, 'sku,price\nUNDO-1,66\n');
    await program().owner.productImportItem.updateMany({ where: { importId: BigInt(id) }, data: { outcome: null } });
    expect((await undo(id)).status).toBe(202);
    expect((await read(id)).undone).toEqual({ restored: 1, archived: 0, kept: 0 });
    expect(shownOf(await readBySku('UNDO-1'))).toEqual(before);
  });

  it('is refused where it changed nothing, and after 30 days', async () => {
    const { variants } = await readBySku('UNDO-2');
    const price = variants.find(({ sku }) => sku === 'UNDO-2')?.price;
    const same = await importTable(seller, `sku,price\nUNDO-2,${price}\n`);
    expect(same).toMatchObject({ unchanged: 1, undoUntil: null });
    const nothing = await undo(same.id);
    expect([nothing.status, nothing.body]).toMatchObject([409, { reason: 'nothing_to_undo' }]);
    const { id } = await importTable(seller, 'sku,price\nUNDO-2,99\n');
    expect((await read(id)).undoUntil).not.toBeNull();
    await program().owner.productImport.update({
      where: { id: BigInt(id) },
      data: { startedAt: new Date(program().clock.now().getTime() - KEEP_DAYS * DAY_MS) },
    });
    const late = await undo(id);
    expect([late.status, late.body]).toMatchObject([409, { reason: 'import_too_old', params: { days: KEEP_DAYS } }]);
    expect((await read(id)).undoUntil).toBeNull();
  });
});
