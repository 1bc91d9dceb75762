import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { readDisplay } from '#app/core/text/field-display.ts';
import type { FormSettings } from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import {
  readFormSettingsVersion,
  saveFormSettings,
} from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import type { FieldDefinition } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { refreshAllPages } from '#app/features/vendor-profiles/page/show-page.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** The fields of vendors as an editor needs them; fields that only admins see are left out for everybody else. */
export async function readDefinitions(
  ctx: Ctx,
): Promise<{ enableApproval: boolean; fields: FieldDefinition[]; version: number }> {
  const { value, version } = await ctx.db.fast(scopeOf(ctx.viewer), readFormSettingsVersion);
  const fields = can(ctx.viewer, 'switch_vendor')
    ? value.fields
    : value.fields.filter((field) => readDisplay(field.description).show);
  return { enableApproval: value.enableApproval, fields, version };
}

/**
 * Saves the fields of vendors. What was answered before is kept by key, also of fields that are gone; pages that the
 * storefront shows follow. Throws conflict (409) over a version that is no longer there.
 */
export async function saveDefinitions(
  ctx: Ctx,
  { version, ...input }: FormSettings & { version?: number | undefined },
): Promise<{ ok: true }> {
  const { actor, store } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await saveFormSettings(tx, { input, over: version, at: ctx.clock.now(), actor });
    await refreshAllPages(tx, ctx);
  });
  return { ok: true };
}

/** Changes the fields of vendors or whether anybody may apply, in the transaction of whoever saves more along with it. */
export async function changeDefinitions(
  tx: SqlTx,
  ctx: Ctx,
  o: { changes: Partial<FormSettings>; at: Date },
): Promise<void> {
  const { value } = await readFormSettingsVersion(tx);
  const input = { ...value, ...o.changes };
  if (JSON.stringify(input) === JSON.stringify(value)) return;
  await saveFormSettings(tx, { input, over: undefined, at: o.at, actor: ctx.viewer.actor });
  await refreshAllPages(tx, ctx);
}
