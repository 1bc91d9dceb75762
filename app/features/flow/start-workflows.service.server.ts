import { z } from 'zod';
import { receiveFlowTrigger } from '#app/adapters/shopify/flow.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { FLOW_TRIGGER_HANDLES } from '#app/platform/flow-triggers/flow-trigger.ts';
import { START_WORKFLOWS } from '#app/platform/flow-triggers/flow-triggers.service.server.ts';
import { supportedLocale } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { DueJob, ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { buildFlowPayload } from './flow-payload.service.server.ts';
import { buildFlowViewer } from './flow-viewer.ts';

const payloadSchema = z.object({
  trigger: z.enum(FLOW_TRIGGER_HANDLES),
  subjectId: z.coerce.bigint(),
  vendorId: z.coerce.bigint().nullable(),
});

/** The job of one event: tells the platform of it, which starts the workflows. One whose answer was lost is told again, as all jobs are. */
export function flowScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: START_WORKFLOWS, run: (storeId, job) => startWorkflows(services, storeId, job) }];
}

async function startWorkflows(services: Services, storeId: StoreId, job: DueJob): Promise<undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const { trigger, ...subject } = payloadSchema.parse(job.payload);
  const ctx = { ...services, viewer: buildFlowViewer(store, supportedLocale(store.locale)) };
  const payload = await buildFlowPayload(ctx, trigger, { ...subject, eventId: job.key }).catch((error: unknown) => {
    // What it was about is gone, or its feature is off: there is nothing to tell any more.
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'feature_disabled'))
      return undefined;
    throw error;
  });
  if (payload === undefined) return;
  await receiveFlowTrigger(await services.adapters.platform(store.domain), { handle: trigger, payload });
}
