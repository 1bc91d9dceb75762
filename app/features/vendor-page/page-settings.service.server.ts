import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { defineSlice, readSlice, saveSlice } from '#app/features/settings/settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { pageSettingsSchema, type PageSettings } from './vendor-page.contract.ts';

const pageSlice = defineSlice({
  name: 'vendorPage',
  schema: pageSettingsSchema,
  defaults: { enabled: true, collectionTemplate: '', holdChanges: false },
});

/** Whether vendors have pages, whether their changes are held, and the theme's template for them. */
export async function readPageSettings(tx: SqlTx): Promise<PageSettings> {
  return (await readSlice(tx, pageSlice)).value;
}

/** Saves the settings of pages. Pages that are shown follow with their next change. */
export async function savePageSettings(ctx: Ctx, input: PageSettings): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const { value, version } = await readSlice(tx, pageSlice);
    if (JSON.stringify(value) === JSON.stringify(input)) return;
    await saveSlice(tx, pageSlice, { value: input, over: version, at, actor });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'vendorPage',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: { vendorPage: [value, input] },
        at,
      },
    ]);
  });
  return { ok: true };
}
