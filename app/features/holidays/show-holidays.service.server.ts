import { writeShopValue } from '#app/adapters/shopify/shop.server.ts';
import { dayOf, endOfDay } from '#app/core/calendar.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { platformWriteJob } from '#app/server/platform-write-job.server.ts';
import { scheduleJob, type JobEnd, type ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { buildThemeHolidays } from './holiday.ts';
import * as repo from './holidays.repo.server.ts';

/** The kind of job that brings holidays to the storefront. */
const SHOW_HOLIDAYS = 'holidays.show';
/** Where the theme's block reads them, at the shop. */
const THEME_VALUE = { namespace: 'souk', key: 'holidays' };
/** More holidays than this do not fit into the value in any case. */
const MAX_READ = 2_000;

/** Schedules bringing the holidays to the storefront, in the transaction of what changed them, a vendor's name or the switch. */
export async function scheduleShowing(tx: SqlTx, services: Pick<Services, 'jobs'>): Promise<void> {
  await services.jobs.enqueue(tx, SHOW_HOLIDAYS, {}, { key: 'now' });
}

/** The job: writes what the theme reads as it is at that moment. Ends of holidays need none, the theme compares days itself. */
export function holidayScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    platformWriteJob(services, {
      kind: SHOW_HOLIDAYS,
      what: 'holidays',
      write: (storeId) => showHolidays(services, storeId),
    }),
  ];
}

async function showHolidays(services: Services, storeId: StoreId): Promise<JobEnd | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const today = dayOf(services.clock.now(), store.timezone);
  const open = await services.db.fast(marketplaceScope(storeId), async (tx) =>
    (await readSwitches(tx)).holidayMode ? repo.listOpenHolidays(tx, { today, limit: MAX_READ }) : [],
  );
  const { list, isWhole } = buildThemeHolidays(open, { today });
  const platform = await services.adapters.platform(store.domain);
  await writeShopValue(platform, {
    ...THEME_VALUE,
    type: 'json',
    value: list.length === 0 ? '' : JSON.stringify(list),
  });
  if (isWhole) return undefined;
  // Those that did not fit come when the first has ended.
  const firstEnd = open.map(({ to }) => to).sort()[0] ?? today;
  const dueAt = endOfDay(firstEnd, store.timezone);
  return (tx) => scheduleJob(tx, { kind: SHOW_HOLIDAYS, key: `rest:${firstEnd}`, payload: {}, dueAt });
}
