import type { Actor } from '#app/core/viewer.ts';
import type { FulfillmentStatus } from '#app/features/orders/money/units-left.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { RunResults } from './run-results.ts';

export type RunRow = {
  id: bigint;
  occasion: string;
  actor: Actor;
  startedAt: Date;
  endedAt: Date | null;
  results: RunResults | null;
};

const RUN = `id, occasion, actor, started_at AS "startedAt", ended_at AS "endedAt", results`;

/** Begins a run; undefined where one is going on, or where this occasion had its own. */
export async function insertRun(
  tx: SqlTx,
  o: { occasion: string; actor: Actor; at: Date },
): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    `INSERT INTO automatic_payouts (store_id, occasion, actor, started_at) VALUES ($1, $2, $3::jsonb, $4)
     ON CONFLICT DO NOTHING RETURNING ${RUN}`,
    [tx.scope.storeId, o.occasion, JSON.stringify(o.actor), o.at],
  );
  return row;
}

/** The run that is going on. */
export async function findOpenRun(tx: SqlTx): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    `SELECT ${RUN} FROM automatic_payouts WHERE store_id = $1 AND ended_at IS NULL`,
    [tx.scope.storeId],
  );
  return row;
}

export async function findRun(tx: SqlTx, id: bigint): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(`SELECT ${RUN} FROM automatic_payouts WHERE store_id = $1 AND id = $2`, [
    tx.scope.storeId,
    id,
  ]);
  return row;
}

export function listRuns(tx: SqlTx, limit: number): Promise<RunRow[]> {
  return tx.query(`SELECT ${RUN} FROM automatic_payouts WHERE store_id = $1 ORDER BY id DESC LIMIT $2`, [
    tx.scope.storeId,
    limit,
  ]);
}

export async function endRun(tx: SqlTx, id: bigint, o: { results: RunResults; at: Date }): Promise<void> {
  await tx.query('UPDATE automatic_payouts SET results = $3::jsonb, ended_at = $4 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    JSON.stringify(o.results),
    o.at,
  ]);
}

/** Forgets a run that had nothing to do. */
export async function deleteRun(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('DELETE FROM automatic_payouts WHERE store_id = $1 AND id = $2', [tx.scope.storeId, id]);
}

/** Forgets runs that ended long ago; what they paid stands among the payouts. */
export async function forgetRuns(tx: SqlTx, endedBefore: Date): Promise<void> {
  await tx.query('DELETE FROM automatic_payouts WHERE store_id = $1 AND ended_at < $2', [
    tx.scope.storeId,
    endedBefore,
  ]);
}

/** Ends runs that broke off for good, so that they do not keep later ones from beginning. */
export async function endBrokenRuns(tx: SqlTx, o: { startedBefore: Date; at: Date }): Promise<void> {
  await tx.query(
    'UPDATE automatic_payouts SET ended_at = $3 WHERE store_id = $1 AND ended_at IS NULL AND started_at < $2',
    [tx.scope.storeId, o.startedBefore, o.at],
  );
}

export type DueRow = {
  id: bigint;
  vendorId: bigint;
  vendor: string;
  orderName: string;
  currency: string;
  isTest: boolean;
  dueMinor: bigint;
  fulfillment: FulfillmentStatus;
  fulfilledAt: Date | null;
  held: string | null;
  isVendorOnHold: boolean;
};

const DUE = `o.id, o.vendor_id AS "vendorId", v.name AS vendor, o.name AS "orderName", o.currency, o.is_test AS "isTest",
  o.posted_minor - o.paid_out_minor AS "dueMinor", o.fulfillment, o.fulfilled_at AS "fulfilledAt", o.on_hold_reason AS held,
  v.payouts_on_hold_since IS NOT NULL AS "isVendorOnHold"
  FROM vendor_orders o JOIN vendors v ON v.store_id = o.store_id AND v.id = o.vendor_id`;

/** What is due, those shipped longest ago first. */
export function listDue(tx: SqlTx, limit: number): Promise<DueRow[]> {
  return tx.query(
    `SELECT ${DUE} WHERE o.store_id = $1 AND o.payout_state = 'due' AND NOT o.historical
     ORDER BY v.payouts_on_hold_since IS NOT NULL, o.on_hold_reason IS NOT NULL, o.fulfilled_at NULLS LAST, o.id LIMIT $2`,
    [tx.scope.storeId, limit],
  );
}

/** What some vendors were paid too much. */
export function listOverpaid(tx: SqlTx, vendorIds: readonly bigint[]): Promise<DueRow[]> {
  return tx.query(
    `SELECT ${DUE} WHERE o.store_id = $1 AND o.payout_state = 'overpaid' AND o.vendor_id = ANY($2::bigint[])`,
    [tx.scope.storeId, [...vendorIds]],
  );
}
