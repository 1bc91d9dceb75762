import { countFailingSchedules } from '#app/features/import-schedules/schedule-makers.service.server.ts';
import { countFailingStores } from '#app/features/integrations/connections/store-maker.service.server.ts';
import { countFailingSheets } from '#app/features/integrations/sheets/sheet-maker.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** How many spreadsheets, own stores and scheduled imports are not synced until a person does something; 0 while the feature is off. */
export async function countFailingIntegrations(tx: SqlTx, now: Date): Promise<number> {
  if (!(await readSwitches(tx)).integrations) return 0;
  return (await countFailingSheets(tx)) + (await countFailingStores(tx, now)) + (await countFailingSchedules(tx));
}
