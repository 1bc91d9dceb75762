import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { sweepStore } from '#app/features/compliance/retention.service.server.ts';
import { buildEntry, grantCatalog, setCatalog } from '#tests/factories/catalog.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import type { CatalogSettingsDto, EntryDto } from '#app/features/catalog/catalog.contract.ts';
import { planUnshown, SHOW_ENTRY } from '#app/features/catalog/plan-showing.service.server.ts';

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Kettle House' }) });
});
afterAll(() => program().stop());

const shop = () => {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  if (!found) throw new Error('the sandbox has the store');
  return found;
};
const settle = async () => {
  await program().sandbox?.control('POST', '/drain', {});
  await program().drain();
};
/** The store's copy of an entry. */
const copyOf = (id: string) => Object.values(shop().metaobjects ?? {}).find(({ handle }) => handle === `entry-${id}`);
const save = (entry: EntryDto, changes: object) =>
  api(admin).put(`/catalog-entries/${entry.id}`, { ...entry, ...changes });

describe('the catalogue', () => {
  it('is off until an admin wants it, and needs the access that the store grants apart', async () => {
    expect((await api(admin).get('/catalog-entries')).body).toMatchObject({ code: 'feature_disabled' });
    expect((await api(seller).get('/catalog')).body).toMatchObject({ code: 'feature_disabled' });
    const settings = { enabled: true, onlyEntries: false, showPrices: true, version: 0 };
    const refused = await api(admin).put('/settings/catalog', settings);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'invalid_state', message: expect.stringContaining('has not granted the access') as string },
    ]);
    await grantCatalog(store);
    expect((await api(admin).put('/settings/catalog', settings)).status).toBe(200);
    expect((await api(seller).get('/catalog')).status).toBe(200);
  });

  it('makes its kind of entry at the store, which staff read, and the field by which products refer to it', () => {
    const [kind] = Object.values(shop().metaobjectDefinitions ?? {});
    expect(kind).toMatchObject({
      type: 'app--1--souk_catalog_entry',
      access: { admin: 'MERCHANT_READ', storefront: 'PUBLIC_READ' },
    });
    expect(shop().metafieldDefinitions).toContainEqual(
      expect.objectContaining({ namespace: 'souk', key: 'entry', ownerType: 'PRODUCT', type: 'metaobject_reference' }),
    );
  });

  it('has settings that two admins do not write over each other', async () => {
    const known = (await api(admin).get('/settings/catalog')).as<CatalogSettingsDto>();
    expect((await api(admin).put('/settings/catalog', { ...known, onlyEntries: true })).status).toBe(200);
    const late = await api(admin).put('/settings/catalog', { ...known, showPrices: false });
    expect([late.status, late.body]).toMatchObject([409, { code: 'conflict' }]);
    await setCatalog(admin, { onlyEntries: false });
  });
});

describe('an entry', () => {
  it('is written by an admin, cleaned, and brought to the store', async () => {
    const entry = await buildEntry(admin, {
      title: 'Copper kettle',
      description: '<p onclick="x()">Boils <b>fast</b><script>alert(1)</script></p>',
      productType: 'Kitchen',
      barcode: '4006381333931',
      priceMin: '40',
      priceMax: '60.5',
    });
    expect(entry).toMatchObject({
      title: 'Copper kettle',
      description: '<p>Boils <b>fast</b></p>',
      priceMin: '40.00',
      priceMax: '60.50',
      active: true,
      offers: 0,
      version: 1,
    });
    await settle();
    expect(copyOf(entry.id)).toMatchObject({
      status: 'ACTIVE',
      values: { title: 'Copper kettle', description: '<p>Boils <b>fast</b></p>', barcode: '4006381333931' },
    });
  });

  it('is changed over the version that was read only, and archived', async () => {
    const entry = await buildEntry(admin);
    const changed = await save(entry, { title: 'Iron kettle' });
    expect(changed.as<{ entry: EntryDto }>().entry).toMatchObject({ title: 'Iron kettle', version: 2 });
    expect((await save(entry, { title: 'Late' })).body).toMatchObject({ code: 'conflict' });
    const same = await save(changed.as<{ entry: EntryDto }>().entry, {});
    expect(same.as<{ entry: EntryDto }>().entry.version).toBe(2);
    await save(same.as<{ entry: EntryDto }>().entry, { active: false });
    await settle();
    expect(copyOf(entry.id)).toMatchObject({ status: 'DRAFT', values: { title: 'Iron kettle' } });
    const { entries } = (await api(admin).get('/catalog-entries', { query: { view: 'archived' } })).as<{
      entries: EntryDto[];
    }>();
    expect(entries.map(({ id }) => id)).toContain(entry.id);
  });

  it('names the field and its rule that is broken', async () => {
    const refused = await api(admin).post('/catalog-entries', {
      title: 'Kettle',
      pictureUrl: 'javascript:alert(1)',
      priceMin: '30',
      priceMax: '20',
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      issues: [
        { path: 'priceMax', rule: 'below_minimum' },
        { path: 'pictureUrl', rule: 'invalid_url' },
      ],
    });
    expect((await api(admin).post('/catalog-entries', { title: 'No' })).status).toBe(422);
    expect((await api(admin).post('/catalog-entries', { title: 'x'.repeat(256) })).status).toBe(422);
  });

  it('is found by its title, type and barcode, page by page without a gap', async () => {
    const made: string[] = [];
    for (let number = 0; number < 27; number += 1)
      made.push((await buildEntry(admin, { title: `Sieve ${number}`, barcode: `77${number}` })).id);
    const ask = async (query: Record<string, string>) =>
      (await api(admin).get('/catalog-entries', { query })).as<{
        entries: EntryDto[];
        count: number;
        cursor: string | null;
      }>();
    expect((await ask({ q: '7726' })).entries.map(({ title }) => title)).toEqual(['Sieve 26']);
    expect((await ask({ q: 'SIEVE 26' })).entries).toHaveLength(1);
    expect((await ask({ q: '100%' })).entries).toHaveLength(0);
    const first = await ask({ q: 'sieve' });
    expect([first.entries.length, first.count]).toEqual([25, 27]);
    const rest = await ask({ q: 'sieve', cursor: first.cursor ?? '' });
    const seen = [...first.entries, ...rest.entries].map(({ id }) => id);
    expect(seen.sort()).toEqual(made.sort());
    expect((await ask({ q: 'sieve', page: '2' })).entries.map(({ id }) => id)).toEqual(
      rest.entries.map(({ id }) => id),
    );
  });

  it('keeps its picture, and an upload that nothing uses is forgotten after a day', async () => {
    const upload = async (name: string) =>
      (await api(admin).put('/cdn/product-images', {}, { query: { ext: 'png', name } })).as<{ location: string }>();
    const [kept, unused] = [await upload('kettle'), await upload('unused')];
    await buildEntry(admin, { pictureUrl: kept.location });
    program().clock.advance({ hours: 25 });
    const { services } = program().container;
    await sweepStore(services, store.id);
    // A session ends when the clock moves on.
    admin = await buildAdmin({ store });
    const left = await program().owner.upload.findMany({ where: { storeId: store.id }, select: { key: true } });
    expect(left.filter(({ key }) => kept.location.endsWith(key))).toHaveLength(1);
    expect(left.filter(({ key }) => unused.location.endsWith(key))).toEqual([]);
  });

  it('goes on its way again when the platform was away, and the last version arrives', async () => {
    const entry = await buildEntry(admin, { title: 'Late pan' });
    const fault = { target: 'shopify', operation: 'metaobjectUpsert', kind: 'error', times: 20, status: 500 };
    await program().sandbox?.control('POST', '/faults', fault);
    await save(entry, { title: 'Late pan, twice' });
    await program().drain();
    await program().sandbox?.control('DELETE', '/faults');
    program().clock.advance({ hours: 1 });
    await settle();
    expect(copyOf(entry.id)?.values['title']).toBe('Late pan, twice');
  });

  it('goes on its way when the catalogue is switched on, if it came due while it was off', async () => {
    admin = await buildAdmin({ store });
    const entry = await buildEntry(admin, { title: 'Patient pan' });
    await settle();
    const fault = { target: 'shopify', operation: 'metaobjectUpsert', kind: 'error', times: 20, status: 500 };
    await program().sandbox?.control('POST', '/faults', fault);
    await save(entry, { title: 'Patient pan, twice' });
    await program().drain();
    await setCatalog(admin, { enabled: false });
    await program().sandbox?.control('DELETE', '/faults');
    program().clock.advance({ hours: 1 });
    await settle();
    expect(copyOf(entry.id)?.values['title']).toBe('Patient pan');
    admin = await buildAdmin({ store });
    await setCatalog(admin);
    await settle();
    expect(copyOf(entry.id)?.values['title']).toBe('Patient pan, twice');
  });

  it('is planned once however often the catalogue is switched on in between', async () => {
    const entry = await buildEntry(admin, { title: 'Twin pan' });
    await settle();
    const { owner, container } = program();
    await owner.catalogEntry.update({ where: { id: BigInt(entry.id) }, data: { version: 7 } });
    const { services } = container;
    const planned = () =>
      owner.scheduledJob.count({ where: { kind: SHOW_ENTRY, key: { startsWith: `${entry.id}:7:` } } });
    // One transaction, in which no worker sees what is planned.
    await services.db.fast(marketplaceScope(store.id), async (tx) => {
      await planUnshown(tx, services);
      program().clock.advance({ seconds: 1 });
      await planUnshown(tx, services);
    });
    expect(await planned()).toBe(1);
    await settle();
  });
});
