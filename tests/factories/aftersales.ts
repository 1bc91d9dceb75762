import { program } from '#tests/support/program.ts';

/** The store's admin grants the accesses that changes after the sale need, as App Bridge asks for them. */
export async function grantAftersales(o: { domain: string; scopes?: readonly string[] }): Promise<void> {
  const { sandbox } = program();
  const shop = sandbox?.sandbox.state.shops[o.domain];
  const wanted = o.scopes ?? ['write_orders', 'write_returns'];
  const scopes = new Set([...(shop?.installation?.scopes ?? []), ...wanted]);
  await sandbox?.control('POST', '/scopes', { shop: o.domain, scopes: [...scopes] });
}
