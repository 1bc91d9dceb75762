import type { SqlTx } from '#app/server/db.server.ts';

export type RefreshToken = {
  id: bigint;
  userId: bigint;
  familyId: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
};

export async function insertToken(
  tx: SqlTx,
  o: { userId: bigint; familyId: string; tokenHash: string; at: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO refresh_tokens (store_id, user_id, family_id, token_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz)`,
    [tx.scope.storeId, o.userId, o.familyId, o.tokenHash, o.at, o.expiresAt],
  );
}

/** The token of a hash, locked, so that two tabs rotate one after the other. */
export async function lockToken(tx: SqlTx, tokenHash: string): Promise<RefreshToken | undefined> {
  const [row] = await tx.query<RefreshToken>(
    `SELECT id, user_id AS "userId", family_id AS "familyId", created_at AS "createdAt", expires_at AS "expiresAt",
       used_at AS "usedAt", revoked_at AS "revokedAt"
     FROM refresh_tokens WHERE store_id = $1 AND token_hash = $2 FOR UPDATE`,
    [tx.scope.storeId, tokenHash],
  );
  return row;
}

/** Marks a token as replaced; the first time counts. */
export async function markUsed(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query(
    'UPDATE refresh_tokens SET used_at = $3::timestamptz WHERE store_id = $1 AND id = $2 AND used_at IS NULL',
    [tx.scope.storeId, id, at],
  );
}

export async function revokeFamily(tx: SqlTx, familyId: string, at: Date): Promise<void> {
  await tx.query(
    'UPDATE refresh_tokens SET revoked_at = $3::timestamptz WHERE store_id = $1 AND family_id = $2 AND revoked_at IS NULL',
    [tx.scope.storeId, familyId, at],
  );
}

export async function revokeOfUser(tx: SqlTx, userId: bigint, at: Date): Promise<void> {
  await tx.query(
    'UPDATE refresh_tokens SET revoked_at = $3::timestamptz WHERE store_id = $1 AND user_id = $2 AND revoked_at IS NULL',
    [tx.scope.storeId, userId, at],
  );
}
