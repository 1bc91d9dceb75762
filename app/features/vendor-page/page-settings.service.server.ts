import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import type { Actor } from '#app/core/viewer.ts';
import { defineSlice, readSlice, saveSlice } from '#app/features/settings/settings.service.server.ts';
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

/** Writes the settings of pages. False when they were so already. */
export async function writePageSettings(
  tx: SqlTx,
  o: { input: PageSettings; at: Date; actor: Actor },
): Promise<boolean> {
  const { value, version } = await readSlice(tx, pageSlice);
  const before = pageSettingsSchema.parse(value);
  if (JSON.stringify(before) === JSON.stringify(o.input)) return false;
  await saveSlice(tx, pageSlice, { value: o.input, over: version, at: o.at, actor: o.actor });
  await recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'vendorPage',
      vendorId: null,
      action: 'settings.saved',
      actor: o.actor,
      detail: { vendorPage: [before, o.input] },
      at: o.at,
    },
  ]);
  return true;
}
