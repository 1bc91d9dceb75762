import type { Actor } from '#app/core/viewer.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  reminderDelaysDefaults,
  reminderDelaysSchema,
  type ReminderDelays,
  type ReminderTemplate,
} from './reminder-delays.ts';

const slice = defineSettingsSection({
  name: 'reminders',
  schema: reminderDelaysSchema,
  defaults: reminderDelaysDefaults,
});

/** How many hours after an order each reminder is sent, as it holds now. */
export async function readReminderDelays(tx: SqlTx): Promise<ReminderDelays> {
  return (await readSettingsSection(tx, slice)).value;
}

/** Changes the hours of one reminder; only what is sent from now on follows it. Returns the hours before. */
export async function saveReminderDelay(
  tx: SqlTx,
  o: { template: ReminderTemplate; hours: number; at: Date; actor: Actor },
): Promise<number> {
  const { value, version } = await readSettingsSection(tx, slice);
  const before = value[o.template];
  if (before !== o.hours) {
    await saveSettingsSection(tx, slice, {
      value: { ...value, [o.template]: o.hours },
      over: version,
      at: o.at,
      actor: o.actor,
    });
  }
  return before;
}
