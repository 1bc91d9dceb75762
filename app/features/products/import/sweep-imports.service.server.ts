import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { removeUpload } from '#app/platform/uploads/upload-tokens.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { KEEP_DAYS } from './product-import.ts';
import * as repo from './product-import.repo.server.ts';

/** The job that deletes a file that was never read, or an import whose time is over. */
export const IMPORT_SWEEP = 'product-import.sweep';
const payloadSchema = z.union([z.object({ key: z.string() }), z.object({ importId: z.string() })]);
type Payload = z.output<typeof payloadSchema>;

/** Schedules the deletion of a file or an import for some hours from now. */
export async function scheduleSweep(
  services: Pick<Services, 'clock'>,
  tx: SqlTx,
  payload: Payload,
  hours: number,
): Promise<void> {
  const dueAt = new Date(services.clock.now().getTime() + hours * HOUR_MS);
  const key = 'key' in payload ? payload.key : `${payload.importId}:${dueAt.toISOString()}`;
  await scheduleJob(tx, { kind: IMPORT_SWEEP, key, payload, dueAt });
}

/** Deletes what a job names; an import that was started stays 30 days from then. */
export async function sweepImports(services: Services, tx: SqlTx, payload: unknown): Promise<void> {
  const now = services.clock.now();
  const named = payloadSchema.parse(payload);
  await deleteDoneJobs(tx, IMPORT_SWEEP, new Date(now.getTime() - DAY_MS));
  if ('key' in named) {
    await removeUpload(services, tx, named.key);
    return;
  }
  const id = BigInt(named.importId);
  const found = await repo.findStart(tx, id);
  if (!found) return;
  const endsAt = (found.startedAt?.getTime() ?? 0) + KEEP_DAYS * DAY_MS;
  if (endsAt <= now.getTime()) await repo.deleteImport(tx, id, new Date(now.getTime() - KEEP_DAYS * DAY_MS + 1));
  else await scheduleSweep(services, tx, named, (endsAt - now.getTime()) / HOUR_MS);
}
