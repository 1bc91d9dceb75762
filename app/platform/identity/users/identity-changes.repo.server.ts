import type { SqlTx } from '#app/server/db.server.ts';
import { dateChangesFunction } from './date-changes-function.repo.server.ts';

/** Notes the time of the changes of addresses, roles and second factors that this unit of work made: triggers know no clock. */
export async function dateIdentityChanges(tx: SqlTx, at: Date): Promise<void> {
  await tx.query(`SELECT ${dateChangesFunction.name}($1::timestamptz)`, [at]);
}
