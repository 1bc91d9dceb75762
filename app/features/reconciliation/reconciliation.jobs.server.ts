import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import { DAILY, runDaily, STEP, takeStep } from './run.service.server.ts';

/** Comparing the books: begun once a day, and gone on with in steps. */
export function reconciliationDueWork(services: Services): DueWorkHandler[] {
  return [
    { kind: DAILY, handle: (tx, store) => runDaily(services, tx, store) },
    { kind: STEP, handle: (tx, store, work) => takeStep(services, tx, store, work.payload) },
  ];
}
