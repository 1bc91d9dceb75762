import type { z } from 'zod';
import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
  type SettingsSection,
} from './settings.service.server.ts';
import { appearanceSchema, membershipSchema, type Membership } from './store-sections.ts';
import type { Menu } from './menu.ts';

/** What changed, as {name: [before, after]}. */
export type Changed = Record<string, [unknown, unknown]>;

const appearance = defineSettingsSection({
  name: 'appearance',
  schema: appearanceSchema,
  defaults: { useNextMenu: 'all' },
});
const membership = defineSettingsSection({
  name: 'membership',
  schema: membershipSchema,
  defaults: {
    enabled: false,
    products: [],
    trialDays: 0,
    documentationUrl: '',
    allowFulfillment: false,
    lapsedProducts: 'keep',
  },
});

export async function readAppearance(tx: SqlTx): Promise<{ useNextMenu: Menu }> {
  return (await readSettingsSection(tx, appearance)).value;
}

export async function readMembership(tx: SqlTx): Promise<Membership> {
  return (await readSettingsSection(tx, membership)).value;
}

type Change<Value> = { changes: Partial<Value>; at: Date; actor: Actor };

/** Saves parts of a section over its newest version. Returns the parts that differ, as {name: [before, after]}. */
export async function changeSection<Schema extends z.ZodType<object>>(
  tx: SqlTx,
  section: SettingsSection<Schema>,
  o: Change<z.output<Schema>>,
): Promise<Changed> {
  const { value, version } = await readSettingsSection(tx, section);
  const before = value as Record<string, unknown>;
  const given = Object.entries(o.changes).filter(([, part]) => part !== undefined);
  const changed = given.filter(([name, part]) => JSON.stringify(before[name]) !== JSON.stringify(part));
  if (changed.length === 0) return {};
  const next = { ...before, ...Object.fromEntries(changed) } as z.output<Schema>;
  await saveSettingsSection(tx, section, { value: next, over: version, at: o.at, actor: o.actor });
  return Object.fromEntries(changed.map(([name, part]) => [name, [before[name], part]]));
}

export const changeAppearance = (tx: SqlTx, o: Change<{ useNextMenu: Menu }>) => changeSection(tx, appearance, o);
export const changeMembership = (tx: SqlTx, o: Change<Membership>) => changeSection(tx, membership, o);
