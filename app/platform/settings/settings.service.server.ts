import type { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './settings.repo.server.ts';

/** A feature's own part of the settings: its name, its schema, and what holds until somebody saves. */
export type SettingsSection<Schema extends z.ZodType> = { name: string; schema: Schema; defaults: z.output<Schema> };

export function defineSettingsSection<Schema extends z.ZodType>(
  slice: SettingsSection<Schema>,
): SettingsSection<Schema> {
  return slice;
}

/** A section as it holds now, over its defaults, with the version that a save must name (0: never saved). */
export async function readSettingsSection<Schema extends z.ZodType>(
  tx: SqlTx,
  slice: SettingsSection<Schema>,
): Promise<{ value: z.output<Schema>; version: number }> {
  const stored = (await repo.readSettingsSections(tx, [slice.name])).get(slice.name);
  if (!stored) return { value: slice.defaults, version: 0 };
  return { value: parseStored(slice, stored), version: stored.version };
}

/** What a stored section was read as: the loaders of a page share the rows, and ask for some sections many times. */
const PARSED = new WeakMap<repo.StoredSection, unknown>();

function parseStored<Schema extends z.ZodType>(
  slice: SettingsSection<Schema>,
  stored: repo.StoredSection,
): z.output<Schema> {
  const known = PARSED.get(stored) as z.output<Schema> | undefined;
  if (known) return known;
  const value = slice.schema.parse({ ...(slice.defaults as object), ...(stored.value as object) });
  PARSED.set(stored, value);
  return value;
}

/** Saves a section over the version that was read. Throws conflict (409) when somebody else saved meanwhile. */
export async function saveSettingsSection<Schema extends z.ZodType>(
  tx: SqlTx,
  slice: SettingsSection<Schema>,
  o: { value: z.output<Schema>; over: number; at: Date; actor: Actor },
): Promise<void> {
  // What could not be read again would shut everybody out of it.
  invariant(slice.schema.safeParse(o.value).success, `the settings of ${slice.name} can be read again`);
  const by = `${o.actor.kind}:${o.actor.id}`;
  const written = await repo.writeSettingsSection(tx, {
    section: slice.name,
    value: o.value as object,
    over: o.over,
    at: o.at,
    by,
  });
  if (!written) throw new AppError('conflict');
}
