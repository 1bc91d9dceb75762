import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Actor } from '#app/core/viewer.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { pageSettingsSchema, type PageSettings } from './vendor-page.contract.ts';

const pageSection = defineSettingsSection({
  name: 'vendorPage',
  schema: pageSettingsSchema,
  defaults: { enabled: true, collectionTemplate: '', holdChanges: false },
});

/** Whether vendors have pages, whether their changes are held, and the theme's template for them. */
export async function readPageSettings(tx: SqlTx): Promise<PageSettings> {
  return (await readSettingsSection(tx, pageSection)).value;
}

/** Writes the settings of pages. False when they were so already. */
export async function writePageSettings(
  tx: SqlTx,
  o: { input: PageSettings; at: Date; actor: Actor },
): Promise<boolean> {
  const { value, version } = await readSettingsSection(tx, pageSection);
  const before = pageSettingsSchema.parse(value);
  if (JSON.stringify(before) === JSON.stringify(o.input)) return false;
  await saveSettingsSection(tx, pageSection, { value: o.input, over: version, at: o.at, actor: o.actor });
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
