import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { documentSettingsDefaults, documentSettingsSchema, type DocumentSettings } from './document-settings.ts';
import type { DocumentSettingsForm } from './documents.contract.ts';

const slice = defineSettingsSection({
  name: 'documents',
  schema: documentSettingsSchema,
  defaults: documentSettingsDefaults,
});

/** The settings of documents as they hold now. */
export async function readSettings(tx: SqlTx): Promise<DocumentSettings> {
  return (await readSettingsSection(tx, slice)).value;
}

/** The settings with the version that a save must name. */
export async function readSettingsForm(ctx: Ctx): Promise<DocumentSettingsForm> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { value, version } = await readSettingsSection(tx, slice);
    return { settings: value, version };
  });
}

/** Saves the settings and notes who did. Throws conflict (409) when somebody else saved meanwhile. */
export async function saveSettingsForm(ctx: Ctx, form: DocumentSettingsForm): Promise<DocumentSettingsForm> {
  const at = ctx.clock.now();
  const { actor, store } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { value: before, version } = await readSettingsSection(tx, slice);
    if (version === form.version && JSON.stringify(before) === JSON.stringify(form.settings)) return;
    await saveSettingsSection(tx, slice, { value: form.settings, over: form.version, at, actor });
    const changed = (Object.keys(form.settings) as (keyof DocumentSettings)[]).filter(
      (key) => JSON.stringify(before[key]) !== JSON.stringify(form.settings[key]),
    );
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'documents',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: Object.fromEntries(changed.map((key) => [key, [before[key], form.settings[key]]])),
        at,
      },
    ]);
  });
  return readSettingsForm(ctx);
}
