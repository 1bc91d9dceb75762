import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type StoredGrant = {
  id: bigint;
  /** Null of an assistant of the marketplace. */
  vendorId: bigint | null;
  keyId: bigint;
  clientId: string;
  redirectUri: string;
  challenge: string;
  codeHash: string;
  codeEndsAt: Date;
  /** Null until the code was exchanged. */
  accessHash: string | null;
  accessEndsAt: Date | null;
  refreshHash: string | null;
  oldRefreshHash: string | null;
  refreshedAt: Date | null;
};

const COLUMNS = `g.id, g.vendor_id AS "vendorId", g.key_id AS "keyId", g.client_id AS "clientId", g.redirect_uri AS "redirectUri",
  g.challenge, g.code_hash AS "codeHash", g.code_ends_at AS "codeEndsAt", g.access_hash AS "accessHash",
  g.access_ends_at AS "accessEndsAt", g.refresh_hash AS "refreshHash", g.old_refresh_hash AS "oldRefreshHash",
  g.refreshed_at AS "refreshedAt"`;

type NewGrant = Pick<
  StoredGrant,
  'vendorId' | 'keyId' | 'clientId' | 'redirectUri' | 'challenge' | 'codeHash' | 'codeEndsAt'
> & { createdAt: Date };

export async function insertGrant(tx: SqlTx, o: NewGrant): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO assistant_grants (store_id, vendor_id, key_id, client_id, redirect_uri, challenge, code_hash, code_ends_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      tx.scope.storeId,
      o.vendorId,
      o.keyId,
      o.clientId,
      o.redirectUri,
      o.challenge,
      o.codeHash,
      o.codeEndsAt,
      o.createdAt,
    ],
  );
  if (!row) throw new Error('no row for a grant');
  return row.id;
}

/** A grant of the scope. */
export async function findGrant(tx: SqlTx, id: bigint): Promise<StoredGrant | undefined> {
  const filter = scopedSql(tx.scope, 'g', 2);
  const [row] = await tx.query<StoredGrant>(
    `SELECT ${COLUMNS} FROM assistant_grants g WHERE g.id = $1 AND ${filter.text}`,
    [id, ...filter.values],
  );
  return row;
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockGrant(tx: SqlTx, id: bigint): Promise<StoredGrant | undefined> {
  const filter = scopedSql(tx.scope, 'g', 2);
  const [row] = await tx.query<StoredGrant>(
    `SELECT ${COLUMNS} FROM assistant_grants g WHERE g.id = $1 AND ${filter.text} FOR UPDATE`,
    [id, ...filter.values],
  );
  return row;
}

export type NewTokens = { accessHash: string; accessEndsAt: Date; refreshHash: string; oldRefreshHash: string | null };

/** Gives a grant new tokens; those before end. */
export async function writeTokens(tx: SqlTx, id: bigint, o: NewTokens & { at: Date }): Promise<void> {
  const filter = scopedSql(tx.scope, 'g', 7);
  await tx.query(
    `UPDATE assistant_grants g SET access_hash = $2, access_ends_at = $3, refresh_hash = $4,
       old_refresh_hash = $5, refreshed_at = $6
     WHERE g.id = $1 AND ${filter.text}`,
    [id, o.accessHash, o.accessEndsAt, o.refreshHash, o.oldRefreshHash, o.at, ...filter.values],
  );
}
