import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { readSwitches, saveSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  orderSettingsDefaults,
  orderSettingsSchema,
  type OrderSettings,
  type OrderSettingsForm,
  type OrderSettingsSave,
  type WholeOrderSettings,
} from './order-settings.ts';
import type { HideableField } from './order-view.ts';

const slice = defineSettingsSection({ name: 'orders', schema: orderSettingsSchema, defaults: orderSettingsDefaults });

/** The settings of orders as they hold now. */
export async function readOrderSettings(tx: SqlTx): Promise<WholeOrderSettings> {
  return toWhole((await readSettingsSection(tx, slice)).value);
}

/** What was stored before it could be said is as it was: off. */
const toWhole = (settings: OrderSettings): WholeOrderSettings => ({ ...orderSettingsDefaults, ...settings });

/** The buyer's fields that the scope does not see: none in the marketplace view. */
export async function readHiddenFields(tx: SqlTx): Promise<readonly HideableField[]> {
  return tx.scope.vendor === '*' ? [] : (await readOrderSettings(tx)).hiddenFields;
}

/** The settings with the version that a save must name. */
export async function readOrderSettingsForm(ctx: Ctx): Promise<OrderSettingsForm> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { value, version } = await readSettingsSection(tx, slice);
    const { autoFulfillDigital, useFinanceV2 } = await readSwitches(tx);
    return { settings: toWhole(value), autoFulfillDigital, useFinanceV2, version };
  });
}

/** Saves settings over the version that was read; they hold from the next request on. Returns whether anything changed. */
export async function saveOrderSettings(
  tx: SqlTx,
  o: { settings: OrderSettings; over?: number; at: Date; actor: Actor },
): Promise<boolean> {
  const { value, version } = await readSettingsSection(tx, slice);
  const sorted = ({ hiddenFields, countTests }: WholeOrderSettings): WholeOrderSettings => ({
    hiddenFields: [...new Set(hiddenFields)].sort(),
    countTests,
  });
  const before = toWhole(value);
  const next = sorted({ ...o.settings, countTests: o.settings.countTests ?? before.countTests });
  if (JSON.stringify(next) === JSON.stringify(sorted(before)) && (o.over ?? version) === version) return false;
  await saveSettingsSection(tx, slice, { value: next, over: o.over ?? version, at: o.at, actor: o.actor });
  return true;
}

const buildChanges = (before: WholeOrderSettings, after: OrderSettings) => ({
  hiddenFields: [before.hiddenFields, after.hiddenFields],
  ...(after.countTests === undefined ? {} : { countTests: [before.countTests, after.countTests] }),
});

/** Saves what the screen of the settings sends, and notes it. */
export async function saveOrderSettingsForm(ctx: Ctx, form: OrderSettingsSave): Promise<{ ok: true }> {
  const at = ctx.clock.now();
  const { actor, store } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const before = await readOrderSettings(tx);
    const saved = await saveOrderSettings(tx, { settings: form.settings, over: form.version, at, actor });
    const changes = Object.fromEntries(
      (['autoFulfillDigital', 'useFinanceV2'] as const).flatMap((name) =>
        form[name] === undefined ? [] : [[name, { enabled: form[name] }]],
      ),
    );
    const switched = await saveSwitches(tx, { changes, at, actor });
    if (!saved && Object.keys(switched).length === 0) return;
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'orders',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: { ...(saved ? buildChanges(before, form.settings) : {}), ...switched },
        at,
      },
    ]);
  });
  return { ok: true };
}
