import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { switchesSchema } from './settings.contract.ts';
import { defineSettingsSection, readSettingsSection, saveSettingsSection } from './settings.service.server.ts';
import { SWITCH_DEFAULTS, SWITCH_NAMES, type SwitchName, type Switches } from './switches.ts';

type StoredSwitches = Record<SwitchName, { enabled: boolean }>;

const switchesSection = defineSettingsSection({
  name: 'features',
  schema: switchesSchema,
  defaults: Object.fromEntries(
    SWITCH_NAMES.map((name) => [name, { enabled: SWITCH_DEFAULTS[name] }]),
  ) as StoredSwitches,
});

/** Which parts of the marketplace are on. */
export async function readSwitches(tx: SqlTx): Promise<Switches> {
  const { value } = await readSettingsSection(tx, switchesSection);
  return Object.fromEntries(SWITCH_NAMES.map((name) => [name, value[name].enabled])) as Switches;
}

/** Changes some switches and leaves the others as they are. Returns what changed, as {name: [old, new]}. */
export async function saveSwitches(
  tx: SqlTx,
  o: { changes: Partial<StoredSwitches>; at: Date; actor: Actor },
): Promise<Record<string, [boolean, boolean]>> {
  const { value, version } = await readSettingsSection(tx, switchesSection);
  const changed = SWITCH_NAMES.filter((name) => o.changes[name] && o.changes[name].enabled !== value[name].enabled);
  if (changed.length === 0) return {};
  await saveSettingsSection(tx, switchesSection, {
    value: { ...value, ...o.changes },
    over: version,
    at: o.at,
    actor: o.actor,
  });
  return Object.fromEntries(changed.map((name) => [name, [value[name].enabled, !value[name].enabled]]));
}
