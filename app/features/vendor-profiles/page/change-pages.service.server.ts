import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readPageSettings, writePageSettings } from './page-settings.service.server.ts';
import { refreshAllPages } from './show-page.service.server.ts';
import type { PageSettings } from './vendor-page.contract.ts';

/** How pages are handled in the viewer's store. */
export function readPageSettingsOf(ctx: Ctx): Promise<PageSettings> {
  return ctx.db.fast(scopeOf(ctx.viewer), readPageSettings);
}

/** Saves the settings of pages; those that the storefront shows follow. */
export async function savePageSettings(ctx: Ctx, input: PageSettings): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (await writePageSettings(tx, { input, at: ctx.clock.now(), actor })) await refreshAllPages(tx, ctx);
  });
  return { ok: true };
}

/** Changes parts of the settings of pages, in the transaction of whoever saves more along with it. */
export async function changePageSettings(
  tx: SqlTx,
  ctx: Ctx,
  o: { changes: Partial<PageSettings>; at: Date },
): Promise<void> {
  const input = { ...(await readPageSettings(tx)), ...o.changes };
  if (await writePageSettings(tx, { input, at: o.at, actor: ctx.viewer.actor })) await refreshAllPages(tx, ctx);
}
