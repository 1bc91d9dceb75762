import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportDto } from '#app/features/products/import/product-import.contract.ts';
import type { ImportTemplateDto } from '#app/features/products/import/templates/import-templates.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltVendor } from '#tests/factories/stores.ts';
import { checkTable, uploadTable } from '#tests/factories/tables.ts';
import { api, startProgram, program } from '#tests/support/program.ts';

let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;
let rivals: BuiltVendor;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  const store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Templated' }) });
  rivals = await buildVendor({ store, name: 'Rival of templates' });
  rival = await buildUser({ vendor: rivals });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const table = (key: string, headers = 'Ref;Label;Netto') => `${headers}\n${key};Cup ${key};1.250\n`;
const COLUMNS = ['sku', 'title', 'price'];
const save = (by: BuiltUser, { id }: ImportDto, more: object = {}) =>
  api(by).put('/product-csv/templates', {
    importId: id,
    name: 'Supplier',
    mapping: { columns: COLUMNS, optionNames: ['', '', ''], decimalSign: 'comma' },
    allowsIncomplete: true,
    ...more,
  });
const list = async (by: BuiltUser): Promise<ImportTemplateDto[]> =>
  (await api(by).get('/product-csv/templates')).as<{ templates: ImportTemplateDto[] }>().templates;

describe('templates of imports', () => {
  it('map the next file with the same headers by themselves, with every choice, and say so', async () => {
    const first = await uploadTable(seller, table('TM-1'));
    expect(first).toMatchObject({ template: null, allowsIncomplete: false });
    const saved = await save(seller, first, { name: ' Supplier ' });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const next = await uploadTable(seller, table('TM-2', 'REF;label;netto:'));
    expect(next).toMatchObject({
      template: 'Supplier',
      allowsIncomplete: true,
      mapping: { columns: COLUMNS, decimalSign: 'comma' },
      automatic: first.automatic,
    });
    expect(await checkTable(seller, next)).toMatchObject({ goodRows: 1, creates: 1 });
    expect((await uploadTable(seller, table('TM-3', 'Ref;Netto;Label'))).template).toBeNull();
  });

  it('are a vendor’s own: others and the marketplace neither see nor delete them', async () => {
    const [own] = await list(seller);
    expect(own).toMatchObject({ name: 'Supplier', headers: ['Ref', 'Label', 'Netto'], columns: COLUMNS });
    for (const other of [rival, admin]) {
      expect(await list(other)).toEqual([]);
      expect((await api(other).delete(`/product-csv/templates/${own?.id ?? ''}`)).status).toBe(404);
      expect((await uploadTable(other, table('TM-4'))).template).toBeNull();
    }
  });

  it('of the marketplace keep the vendor that was chosen', async () => {
    const first = await uploadTable(admin, table('TM-5'));
    expect((await save(admin, first, { vendor: 'Templated' })).status).toBe(200);
    expect(await uploadTable(admin, table('TM-6'))).toMatchObject({ template: 'Supplier', vendor: 'Templated' });
  });

  it('replace one of their name only where that is asked for; the same again is no other', async () => {
    const first = await uploadTable(seller, table('TM-7'));
    expect((await save(seller, first)).status).toBe(200);
    const changed = { allowsIncomplete: false };
    const refused = await save(seller, first, changed);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('import_template_exists');
    expect((await list(seller))[0]?.allowsIncomplete).toBe(true);
    expect((await save(seller, first, { ...changed, replaces: true })).status).toBe(200);
    expect(await list(seller)).toMatchObject([{ name: 'Supplier', allowsIncomplete: false }]);
  });

  it('are refused without a name, with a long one, of another’s import, of another mapping and of a recognised format', async () => {
    const first = await uploadTable(seller, table('TM-8'));
    expect((await save(seller, first, { name: '  ' })).status).toBe(422);
    expect((await save(seller, first, { name: 'x'.repeat(61) })).status).toBe(422);
    expect((await save(rival, first)).status).toBe(404);
    expect((await save(seller, first, { mapping: { columns: ['sku'] } })).status).toBe(422);
    expect((await save(seller, first, { mapping: { columns: ['sku', 'title', 'vendor'] } })).status).toBe(422);
    const known = await uploadTable(seller, 'Handle,Title,Variant Price\ncup,Cup of a shop,10\n');
    expect(known.format).toBe('platform');
    const refused = await save(seller, known);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('import_template_needless');
  });

  it('are at most 50, and are deleted', async () => {
    const first = await uploadTable(rival, table('TM-9'));
    for (let number = 1; number <= 50; number += 1) {
      expect((await save(rival, first, { name: `T${String(number)}` })).status).toBe(200);
    }
    const full = await save(rival, first, { name: 'One more' });
    expect(full.status).toBe(409);
    const templates = await list(rival);
    expect(templates).toHaveLength(50);
    expect((await api(rival).delete(`/product-csv/templates/${templates[0]?.id ?? ''}`)).status).toBe(200);
    expect(await list(rival)).toHaveLength(49);
    expect((await save(rival, first, { name: 'One more' })).status).toBe(200);
    expect((await uploadTable(rival, table('TM-10'))).template).toBe('One more');
  });

  it('go with their vendor', async () => {
    expect(await program().owner.importTemplate.count({ where: { vendorId: rivals.id } })).toBe(50);
    expect((await api(admin).delete('/vendors/Rival%20of%20templates')).status).toBe(200);
    expect(await program().owner.importTemplate.count({ where: { vendorId: rivals.id } })).toBe(0);
  });
});
