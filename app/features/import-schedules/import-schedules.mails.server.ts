import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { PROBLEM_KINDS } from './import-schedule.ts';
import { findAnySchedule } from './schedules.repo.server.ts';

const paramsSchema = z.object({
  scheduleId: idSchema,
  state: z.enum(['working', 'failing', 'off']),
  reason: z.enum(PROBLEM_KINDS).nullable(),
});

async function readTurn(services: Services, { storeId, params }: MailOccasion) {
  const { scheduleId, state, reason } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const schedule = await services.db.fast(marketplaceScope(storeId), (tx) => findAnySchedule(tx, scheduleId));
  if (!store || !schedule) return undefined;
  const url = portalUrl(services, store, `/app/settings/imports/${String(scheduleId)}`);
  return { name: schedule.name, state, reason: reason ?? '', url };
}

/** What the mails say about a scheduled import that fails, or works again; nothing where it was deleted since. */
export const importScheduleMails: readonly MailVariables[] = [
  mailVariables('vendor-import-schedule', readTurn),
  mailVariables('marketplace-import-schedule', readTurn),
];
