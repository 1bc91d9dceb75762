import type { Actor } from '#app/core/viewer.ts';
import { defineSlice, readSlice } from '#app/features/settings/settings.service.server.ts';
import { changeSection, type Changed } from '#app/features/settings/store-sections.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { notificationsDefaults, notificationsSchema, type Notifications } from './notifications.ts';

const slice = defineSlice({ name: 'notifications', schema: notificationsSchema, defaults: notificationsDefaults });

/** Which mails are sent, from whom and where answers go. */
export async function readNotifications(tx: SqlTx): Promise<Notifications> {
  return (await readSlice(tx, slice)).value;
}

/** Changes parts of them; templates that are not named stay as they are. Returns what changed. */
export async function changeNotifications(
  tx: SqlTx,
  o: { changes: Partial<Notifications>; at: Date; actor: Actor },
): Promise<Changed> {
  const { templates, ...others } = o.changes;
  const before = await readNotifications(tx);
  const changes = { ...others, ...(templates ? { templates: { ...before.templates, ...templates } } : {}) };
  return changeSection(tx, slice, { ...o, changes });
}
