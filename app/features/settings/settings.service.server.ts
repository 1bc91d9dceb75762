import type { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './settings.repo.server.ts';

/** A feature's own part of the settings: its name, its schema, and what holds until somebody saves. */
export type Slice<Schema extends z.ZodType> = { name: string; schema: Schema; defaults: z.output<Schema> };

export function defineSlice<Schema extends z.ZodType>(slice: Slice<Schema>): Slice<Schema> {
  return slice;
}

/** A slice as it holds now, over its defaults, with the version that a save must name (0: never saved). */
export async function readSlice<Schema extends z.ZodType>(
  tx: SqlTx,
  slice: Slice<Schema>,
): Promise<{ value: z.output<Schema>; version: number }> {
  const stored = (await repo.readSlices(tx, [slice.name])).get(slice.name);
  if (!stored) return { value: slice.defaults, version: 0 };
  const value = slice.schema.parse({ ...(slice.defaults as object), ...(stored.value as object) });
  return { value, version: stored.version };
}

/** Saves a slice over the version that was read. Throws conflict (409) when somebody else saved meanwhile. */
export async function saveSlice<Schema extends z.ZodType>(
  tx: SqlTx,
  slice: Slice<Schema>,
  o: { value: z.output<Schema>; over: number; at: Date; actor: Actor },
): Promise<void> {
  // What could not be read again would shut everybody out of it.
  invariant(slice.schema.safeParse(o.value).success, `the settings of ${slice.name} can be read again`);
  const by = `${o.actor.kind}:${o.actor.id}`;
  const written = await repo.writeSlice(tx, {
    slice: slice.name,
    value: o.value as object,
    over: o.over,
    at: o.at,
    by,
  });
  if (!written) throw new AppError('conflict');
}
