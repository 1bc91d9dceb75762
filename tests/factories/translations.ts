import { program } from '#tests/support/program.ts';
import type { BuiltStore } from './stores.ts';

/** The store's admin grants the access that translating needs, as App Bridge asks for it. */
export async function grantTranslations(store: Pick<BuiltStore, 'domain'>): Promise<void> {
  const { sandbox } = program();
  const shop = sandbox?.sandbox.state.shops[store.domain];
  const scopes = new Set([...(shop?.installation?.scopes ?? []), 'write_translations']);
  await sandbox?.control('POST', '/scopes', { shop: store.domain, scopes: [...scopes] });
}
