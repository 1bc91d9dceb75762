import type { SqlTx } from '#app/server/db.server.ts';
import type { CarrierState } from './carrier.ts';

export type CarrierRow = {
  token: string;
  carrierId: bigint | null;
  state: CarrierState;
  refusal: string | null;
  plan: string | null;
  checkedAt: Date | null;
  deactivatedAt: Date | null;
  calledAt: Date | null;
  foreignAt: Date | null;
};

const COLUMNS = `token, carrier_id AS "carrierId", state, refusal, plan, checked_at AS "checkedAt",
  deactivated_at AS "deactivatedAt", called_at AS "calledAt", foreign_at AS "foreignAt"`;

/** The store's carrier service; undefined where there never was one. */
export async function findCarrier(tx: SqlTx): Promise<CarrierRow | undefined> {
  const [row] = await tx.query<CarrierRow>(`SELECT ${COLUMNS} FROM carrier_services WHERE store_id = $1`, [
    tx.scope.storeId,
  ]);
  return row;
}

/** Begins a carrier service with the secret part of its address, or lets it wait for a look. Hand-written: an upsert that keeps the secret. */
export async function openCarrier(tx: SqlTx, token: string): Promise<void> {
  await tx.query(
    `INSERT INTO carrier_services AS c (store_id, token, state) VALUES ($1, $2, 'pending')
     ON CONFLICT (store_id) DO UPDATE SET state = CASE WHEN c.state = 'off' THEN 'pending' ELSE c.state END`,
    [tx.scope.storeId, token],
  );
}

/** Writes how it stands. */
export async function saveCarrier(
  tx: SqlTx,
  o: Pick<CarrierRow, 'carrierId' | 'state' | 'refusal' | 'plan'> & { at: Date; isDeactivated: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE carrier_services SET carrier_id = $2, state = $3, refusal = $4, plan = $5, checked_at = $6,
       deactivated_at = CASE WHEN $7 THEN $6::timestamptz ELSE deactivated_at END WHERE store_id = $1`,
    [tx.scope.storeId, o.carrierId, o.state, o.refusal, o.plan, o.at, o.isDeactivated],
  );
}

/** Forgets it with its address: whoever asks there is refused. */
export async function deleteCarrier(tx: SqlTx): Promise<void> {
  await tx.query('DELETE FROM carrier_services WHERE store_id = $1', [tx.scope.storeId]);
}
