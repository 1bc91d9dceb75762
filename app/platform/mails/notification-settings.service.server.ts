import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { defineSettingsSection, readSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import { changeSection, type Changed } from '#app/platform/settings/store-sections.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJobNow } from '#app/server/scheduled-jobs.server.ts';
import { SENDER_DOMAIN_CHECK } from './sender-domain/sender-domain.ts';
import { notificationsDefaults, notificationsSchema, type Notifications } from './notifications.ts';

const slice = defineSettingsSection({
  name: 'notifications',
  schema: notificationsSchema,
  defaults: notificationsDefaults,
});

/** Which mails are sent, from whom and where answers go. */
export async function readNotifications(tx: SqlTx): Promise<Notifications> {
  return (await readSettingsSection(tx, slice)).value;
}

/** Changes parts of them; templates that are not named stay as they are. Returns what changed. */
export async function changeNotifications(
  tx: SqlTx,
  o: { changes: Partial<Notifications>; at: Date; actor: Actor },
): Promise<Changed> {
  const { templates, ...others } = o.changes;
  const before = await readNotifications(tx);
  const changes = { ...others, ...(templates ? { templates: { ...before.templates, ...templates } } : {}) };
  const changed = await changeSection(tx, slice, { ...o, changes });
  if ('sendingEmail' in changed)
    await scheduleJobNow(tx, { kind: SENDER_DOMAIN_CHECK, key: 'changed', payload: {}, now: o.at });
  return changed;
}

/** Saves what the screen of notifications sends, and records what changed. */
export async function saveNotifications(ctx: Ctx, changes: Notifications): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const changed = await changeNotifications(tx, { changes, at, actor });
    if (Object.keys(changed).length === 0) return;
    const detail = Object.fromEntries(
      Object.entries(changed).map(([name, values]) => [`notifications.${name}`, values]),
    );
    await recordAudit(tx, [
      { subject: 'settings', subjectId: 'features', vendorId: null, action: 'settings.saved', actor, detail, at },
    ]);
  });
  return { ok: true };
}
