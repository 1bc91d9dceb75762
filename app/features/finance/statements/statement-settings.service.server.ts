import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { statementSettingsDefaults, statementSettingsSchema, type StatementSettings } from './statement-settings.ts';
import type { StatementSettingsForm } from './statements.contract.ts';

const slice = defineSettingsSection({
  name: 'statements',
  schema: statementSettingsSchema,
  defaults: statementSettingsDefaults,
});

/** The settings of monthly papers as they hold now. */
export async function readStatementSettings(tx: SqlTx): Promise<StatementSettings> {
  return (await readSettingsSection(tx, slice)).value;
}

/** The settings with the version that a save must name. */
export async function readSettingsForm(ctx: Ctx): Promise<StatementSettingsForm> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { value, version } = await readSettingsSection(tx, slice);
    return { settings: value, version };
  });
}

/** Saves the settings and notes who did. Throws conflict (409) when somebody else saved meanwhile. */
export async function saveSettingsForm(ctx: Ctx, form: StatementSettingsForm): Promise<StatementSettingsForm> {
  const at = ctx.clock.now();
  const { actor, store } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { value: before, version } = await readSettingsSection(tx, slice);
    if (version === form.version && JSON.stringify(before) === JSON.stringify(form.settings)) return;
    await saveSettingsSection(tx, slice, { value: form.settings, over: form.version, at, actor });
    const changed = (Object.keys(form.settings) as (keyof StatementSettings)[]).filter(
      (key) => before[key] !== form.settings[key],
    );
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'statements',
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
