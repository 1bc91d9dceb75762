import type { SqlTx } from '#app/server/db.server.ts';
import type { FlowTrigger } from './flow-trigger.ts';

/** Keeps whether workflows of the scope's store use some triggers; what was told earlier by the platform's clock changes nothing. */
export async function saveUse(
  tx: SqlTx,
  triggers: readonly FlowTrigger[],
  { isUsed, reportedAt }: { isUsed: boolean; reportedAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO flow_triggers AS f (store_id, trigger, is_used, used_since, reported_at)
     SELECT $1, n.trigger, $3, CASE WHEN $3 THEN $4::timestamptz END, $4 FROM unnest($2::text[]) AS n (trigger)
     ON CONFLICT (store_id, trigger) DO UPDATE SET is_used = excluded.is_used, reported_at = excluded.reported_at,
       used_since = CASE WHEN f.is_used AND excluded.is_used THEN f.used_since ELSE excluded.used_since END
     WHERE f.reported_at <= excluded.reported_at`,
    [tx.scope.storeId, triggers, isUsed, reportedAt],
  );
}

/** Those of some triggers that workflows of the scope's store use, and since when. */
export function listUsed(
  tx: SqlTx,
  triggers: readonly FlowTrigger[],
): Promise<{ trigger: FlowTrigger; usedSince: Date }[]> {
  return tx.query(
    `SELECT trigger, used_since AS "usedSince" FROM flow_triggers WHERE store_id = $1 AND is_used AND trigger = ANY($2::text[])`,
    [tx.scope.storeId, triggers],
  );
}
