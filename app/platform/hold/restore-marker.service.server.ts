import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import { announceRestores, holdRestored } from './hold.service.server.ts';
import * as repo from './restore-marker.repo.server.ts';

const KEY = 'system/restore-marker.json';
const stored = z.object({
  installation: z.string().max(64),
  epoch: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt),
});

/**
 * Compares the database's marker with the one in the file storage, which a restore of the database leaves as it is, and counts both
 * one up. A database that is behind was restored (or lost what it had confirmed): every store is held. Returns whether it was. A
 * storage that does not answer says nothing, and is logged.
 */
export async function passRestoreMarker(services: Services): Promise<{ isRestored: boolean }> {
  const { adapters, clock, db, log } = services;
  // The outer one first: it is always written after the database's, so that it is never ahead but after a restore.
  const outside = await readOutside(services);
  const own = await repo.findMarker(db);
  const isBehind = outside !== undefined && outside.installation === own?.installation && own.epoch < outside.epoch;
  if (isBehind) {
    // Held first: a process that dies between the two finds the database behind once more.
    await holdRestored(services, await repo.listStoreIds(db));
    if (await repo.catchUp(db, outside.epoch, clock.now()))
      log.error(
        { database: String(own.epoch), outside: String(outside.epoch) },
        'the database is older than its marker outside: it was restored, and what leaves the house stands still',
      );
  }
  const { installation, epoch } = await repo.raiseMarker(db, clock.now());
  const text = JSON.stringify({ installation, epoch: String(epoch) });
  await adapters.files.writeBytes(KEY, Buffer.from(text), 'application/json').catch((error: unknown) => {
    log.warn({ err: error }, 'the marker of restores could not be written');
  });
  return { isRestored: isBehind };
}

/** What a process that works does before anything leaves: notices a restore, and tells admins of one that a command noticed. */
export async function checkForRestore(services: Services): Promise<void> {
  await passRestoreMarker(services);
  await announceRestores(services, await repo.listStoreIdsOnHold(services.db));
}

async function readOutside({ adapters, log }: Services): Promise<repo.Marker | undefined> {
  try {
    const bytes = await adapters.files.readBytes(KEY);
    const parsed = bytes && stored.safeParse(JSON.parse(bytes.toString('utf8')));
    return parsed && parsed.success ? parsed.data : undefined;
  } catch (error) {
    log.warn({ err: error }, 'the marker of restores could not be read');
    return undefined;
  }
}
