import type { Provider } from '#app/core/provider-problem.ts';
import { buildReference, toItemKey } from '#app/features/payouts/execute/provider-payout.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { OwnPayout } from './provider-check.ts';

/** Whose payouts are compared: those that the store's present key made, from a moment on. */
export type Side = { provider: Provider; account: string; isTest: boolean; from: Date };

type Row = Omit<OwnPayout, 'reference' | 'itemKey'> & {
  runId: string;
  sendKey: string | null;
  batchKey: string | null;
};

const COLUMNS = `p.id, p.vendor_id AS "vendorId", p.run_id AS "runId", p.currency, p.amount_minor AS "amountMinor", p.reversed_minor AS "reversedMinor", p.state, p.resolution IS NOT NULL AS "isEnded", p.attempted_at AS "attemptedAt", p.send_key AS "sendKey", p.batch_key AS "batchKey"`;
// What people ended is compared from when they did, or from when its batch became known.
const OF_SIDE = `p.store_id = $1 AND p.method = $2 AND p.provider_account = $3 AND p.is_test = $4 AND p.attempts > 0
  AND (p.created_at >= $5 OR (p.resolution IS NOT NULL AND p.changed_at >= $5))`;

const computeValues = (tx: SqlTx, side: Side) => [
  tx.scope.storeId,
  side.provider,
  side.account,
  side.isTest,
  side.from,
];

const toOwn = (method: Provider) => (row: Row) => ({
  ...row,
  reference: buildReference({ ...row, method }),
  itemKey: toItemKey(row),
});

/** Some of the store's payouts by Stripe, by what they are called there. */
export async function listTransferPayouts(tx: SqlTx, ids: readonly bigint[]): Promise<Map<string, OwnPayout>> {
  const provider = 'stripe';
  const rows = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payouts p WHERE p.store_id = $1 AND p.method = $2 AND p.id = ANY($3::bigint[])`,
    [tx.scope.storeId, provider, [...ids]],
  );
  return new Map(rows.map(toOwn(provider)).map((own) => [own.reference, own]));
}

/** Notes that a run saw payouts in their provider's list. */
export async function markSeen(tx: SqlTx, ids: readonly bigint[], runId: bigint): Promise<void> {
  await tx.query('UPDATE payouts SET seen_run_id = $3 WHERE store_id = $1 AND id = ANY($2::bigint[])', [
    tx.scope.storeId,
    [...ids],
    runId,
  ]);
}

/** Payouts that are held as paid and that a run did not see, by id. */
export async function listUnseen(
  tx: SqlTx,
  side: Side,
  o: { runId: bigint; sentBefore: Date; after: bigint; limit: number },
): Promise<OwnPayout[]> {
  const rows = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payouts p WHERE ${OF_SIDE} AND p.state = 'paid' AND p.seen_run_id IS DISTINCT FROM $6 AND p.attempted_at < $7
       AND p.id > $8 ORDER BY p.id LIMIT $9`,
    [...computeValues(tx, side), o.runId, o.sentBefore, o.after, o.limit],
  );
  return rows.map(toOwn(side.provider));
}

export type OwnBatch = { batchRef: string; firstId: bigint };

/** Batches that were handed in, by the id of their first payout. */
export function listBatches(tx: SqlTx, side: Side, o: { after: bigint; limit: number }): Promise<OwnBatch[]> {
  return tx.query(
    `SELECT p.batch_ref AS "batchRef", min(p.id) AS "firstId" FROM payouts p WHERE ${OF_SIDE} AND p.batch_ref IS NOT NULL
     GROUP BY p.batch_ref HAVING min(p.id) > $6 ORDER BY "firstId" LIMIT $7`,
    [...computeValues(tx, side), o.after, o.limit],
  );
}

export async function listOfBatch(tx: SqlTx, provider: Provider, batchRef: string): Promise<OwnPayout[]> {
  const rows = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payouts p WHERE p.store_id = $1 AND p.method = $2 AND p.batch_ref = $3 ORDER BY p.id`,
    [tx.scope.storeId, provider, batchRef],
  );
  return rows.map(toOwn(provider));
}

/** How many payouts a provider was asked for. */
export async function countRequested(tx: SqlTx, provider: Provider): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM payouts WHERE store_id = $1 AND method = $2 AND attempts > 0',
    [tx.scope.storeId, provider],
  );
  return row?.count ?? 0;
}

/** From when the oldest open finding of a source is; undefined where none is open. */
export async function findOldestOpen(tx: SqlTx, source: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date | null }>(
    `SELECT min(nullif(detail->>'at', '')::timestamptz) AS at FROM reconciliation_findings
     WHERE store_id = $1 AND source = $2 AND resolved_at IS NULL`,
    [tx.scope.storeId, source],
  );
  return row?.at ?? undefined;
}
