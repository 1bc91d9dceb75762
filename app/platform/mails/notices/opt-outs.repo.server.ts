import type { SqlTx } from '#app/server/db.server.ts';
import type { Notice } from './notice.ts';

/** The notices that an address left. */
export async function listOptOuts(tx: SqlTx, email: string): Promise<Notice[]> {
  const rows = await tx.query<{ notice: Notice }>(
    'SELECT notice FROM mail_opt_outs WHERE store_id = $1 AND email = $2',
    [tx.scope.storeId, email],
  );
  return rows.map(({ notice }) => notice);
}

export async function insertOptOut(tx: SqlTx, o: { email: string; notice: Notice; at: Date }): Promise<void> {
  await tx.query(
    'INSERT INTO mail_opt_outs (store_id, email, notice, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [tx.scope.storeId, o.email, o.notice, o.at],
  );
}

export async function deleteOptOut(tx: SqlTx, o: { email: string; notice: Notice }): Promise<void> {
  await tx.query('DELETE FROM mail_opt_outs WHERE store_id = $1 AND email = $2 AND notice = $3', [
    tx.scope.storeId,
    o.email,
    o.notice,
  ]);
}

/** Takes the choices of an address along to another one. */
export async function moveOptOuts(tx: SqlTx, from: string, to: string): Promise<void> {
  await tx.query(
    `INSERT INTO mail_opt_outs (store_id, email, notice, created_at)
     SELECT store_id, $3, notice, created_at FROM mail_opt_outs WHERE store_id = $1 AND email = $2 ON CONFLICT DO NOTHING`,
    [tx.scope.storeId, from, to],
  );
  await tx.query('DELETE FROM mail_opt_outs WHERE store_id = $1 AND email = $2', [tx.scope.storeId, from]);
}
