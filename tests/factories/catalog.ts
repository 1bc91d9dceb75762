import { expect } from 'vitest';
import type { CatalogSettingsDto, EntryDto } from '#app/features/catalog/catalog.contract.ts';
import { api, program } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';
import { nextNumber, type BuiltStore } from './stores.ts';

/** The store's admin grants the accesses that a catalogue needs, as App Bridge asks for them. */
export async function grantCatalog(store: Pick<BuiltStore, 'domain'>): Promise<void> {
  const { sandbox } = program();
  const shop = sandbox?.sandbox.state.shops[store.domain];
  const needed = ['write_metaobject_definitions', 'write_metaobjects'];
  const scopes = new Set([...(shop?.installation?.scopes ?? []), ...needed]);
  await sandbox?.control('POST', '/scopes', { shop: store.domain, scopes: [...scopes] });
}

/** Switches the catalogue on, or sets what binds vendors by it. */
export async function setCatalog(admin: BuiltUser, changes: Partial<CatalogSettingsDto> = {}): Promise<void> {
  const known = (await api(admin).get('/settings/catalog')).as<CatalogSettingsDto>();
  const answer = await api(admin).put('/settings/catalog', { ...known, enabled: true, onlyEntries: false, ...changes });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** An entry of the catalogue that vendors may offer. */
export async function buildEntry(admin: BuiltUser, o: Record<string, unknown> = {}): Promise<EntryDto> {
  const answer = await api(admin).post('/catalog-entries', {
    title: `Teapot ${nextNumber()}`,
    description: '<p>Holds <strong>one litre</strong>.</p>',
    ...o,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.as<{ entry: EntryDto }>().entry;
}

/** A vendor's offer of an entry. */
export async function buildOffer(seller: BuiltUser, entryId: string, o: Record<string, unknown> = {}): Promise<string> {
  const answer = await api(seller).post(`/catalog/${entryId}/offers`, { price: '20.00', stock: 3, ...o });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<{ productId: string }>().productId;
}
