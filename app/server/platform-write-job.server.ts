import { z } from 'zod';
import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import type { Services } from './context.server.ts';
import { scheduleJob, type JobEnd, type ScheduledJobHandler } from './scheduled-jobs.server.ts';

const payloadSchema = z.object({ tries: z.number().int().default(0) });

/**
 * A kind of job that writes something of a store to the platform as it is at that moment (`write`). A platform that is away or
 * refuses it is tried again, ever more rarely; `what` is what the log says did not reach it.
 */
export function platformWriteJob(
  services: Pick<Services, 'clock' | 'log'>,
  o: { kind: string; what: string; write: (storeId: StoreId) => Promise<JobEnd | undefined> },
): ScheduledJobHandler {
  return {
    kind: o.kind,
    deletesDone: true,
    async run(storeId, job) {
      const { tries } = payloadSchema.parse(job.payload);
      try {
        return await o.write(storeId);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        services.log.warn({ err: error }, `${o.what} did not reach the platform`);
        const failures = tries + 1;
        const dueAt = new Date(services.clock.now().getTime() + computeBackoffMs(RETRIES.storefrontWrite, failures));
        return (tx) => scheduleJob(tx, { kind: o.kind, key: `retry:${failures}`, payload: { tries: failures }, dueAt });
      }
    },
  };
}
