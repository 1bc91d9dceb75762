import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import { checkLedgerDue, LEDGER_CHECK } from './ledger-check.service.server.ts';

/** The daily look at the books. A store that left is not looked at; its next installation begins anew. */
export function systemDueWork(services: Services): readonly DueWorkHandler[] {
  return [
    {
      kind: LEDGER_CHECK,
      async handle(tx, storeId) {
        const store = await findStoreById(services, storeId);
        if (store && !store.uninstalledAt) await checkLedgerDue(services, tx);
      },
    },
  ];
}
