import { defineEvent } from '#app/core/events.ts';
import type { SwitchName } from '#app/platform/settings/switches.ts';

/** What of the settings was saved together: switches that turned and what they are now, the names of the parts that were sent. */
export type SettingsSaved = {
  turned: Partial<Record<SwitchName, boolean>>;
  sent: ReadonlySet<string>;
  membershipsOn: boolean;
};
export const settingsSaved = defineEvent<SettingsSaved>('settings.saved');
