import type { SqlTx } from '#app/server/db.server.ts';

/** Whose sign-in it is: a person of ours, or a member of the store's staff by the platform's subject. */
export type Holder = { userId: bigint } | { staffId: string };

export type RefreshToken = {
  id: bigint;
  userId: bigint | null;
  staffId: string | null;
  familyId: string;
  createdAt: Date;
  signedInAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
};

export async function insertToken(
  tx: SqlTx,
  o: {
    holder: Holder;
    familyId: string;
    tokenHash: string;
    agent: string;
    signedInAt: Date;
    at: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { userId, staffId } = { userId: null, staffId: null, ...o.holder };
  await tx.query(
    `INSERT INTO refresh_tokens (store_id, user_id, staff_id, family_id, token_hash, agent, signed_in_at, created_at, expires_at)
     VALUES ($1, $2::bigint, $3::text, $4, $5, $6, $7::timestamptz, $8::timestamptz, $9::timestamptz)`,
    [tx.scope.storeId, userId, staffId, o.familyId, o.tokenHash, o.agent, o.signedInAt, o.at, o.expiresAt],
  );
}

/** The token of a hash, locked, so that two tabs rotate one after the other. */
export async function lockToken(tx: SqlTx, tokenHash: string): Promise<RefreshToken | undefined> {
  const [row] = await tx.query<RefreshToken>(
    `SELECT id, user_id AS "userId", staff_id AS "staffId", family_id AS "familyId", created_at AS "createdAt",
       signed_in_at AS "signedInAt", expires_at AS "expiresAt", used_at AS "usedAt", revoked_at AS "revokedAt"
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

/** Ends one sign-in of somebody; false where it is not theirs, or not open any more. */
export async function revokeOwnFamily(tx: SqlTx, holder: Holder, familyId: string, at: Date): Promise<boolean> {
  const { userId, staffId } = { userId: null, staffId: null, ...holder };
  const rows = await tx.query(
    `UPDATE refresh_tokens SET revoked_at = $5::timestamptz
     WHERE store_id = $1 AND family_id = $4 AND (user_id = $2::bigint OR staff_id = $3::text)
       AND revoked_at IS NULL AND expires_at > $5::timestamptz RETURNING id`,
    [tx.scope.storeId, userId, staffId, familyId, at],
  );
  return rows.length > 0;
}

/** Ends every sign-in of somebody. */
export async function revokeTokens(tx: SqlTx, holder: Holder, at: Date): Promise<void> {
  const { userId, staffId } = { userId: null, staffId: null, ...holder };
  await tx.query(
    `UPDATE refresh_tokens SET revoked_at = $4::timestamptz
     WHERE store_id = $1 AND (user_id = $2::bigint OR staff_id = $3::text) AND revoked_at IS NULL`,
    [tx.scope.storeId, userId, staffId, at],
  );
}

/** Ends the sign-ins of everybody in the store who has no second factor. */
export async function revokeWithoutSecondFactor(tx: SqlTx, at: Date): Promise<void> {
  await tx.query(
    `UPDATE refresh_tokens t SET revoked_at = $2::timestamptz
     WHERE t.store_id = $1 AND t.user_id IS NOT NULL AND t.revoked_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM second_factors f WHERE f.store_id = t.store_id AND f.user_id = t.user_id AND f.confirmed_at IS NOT NULL)`,
    [tx.scope.storeId, at],
  );
}

export type SignedInDevice = { familyId: string; agent: string; signedInAt: Date; lastUsedAt: Date };

/** Where somebody is signed in: the newest link of each chain that still holds, last used first. */
export function listDevices(tx: SqlTx, holder: Holder, now: Date): Promise<SignedInDevice[]> {
  const { userId, staffId } = { userId: null, staffId: null, ...holder };
  return tx.query<SignedInDevice>(
    `SELECT DISTINCT ON (created_at, family_id) family_id AS "familyId", agent, signed_in_at AS "signedInAt", created_at AS "lastUsedAt"
     FROM (SELECT DISTINCT ON (family_id) * FROM refresh_tokens
           WHERE store_id = $1 AND (user_id = $2::bigint OR staff_id = $3::text) AND revoked_at IS NULL AND expires_at > $4::timestamptz
           ORDER BY family_id, created_at DESC, id DESC) newest
     ORDER BY created_at DESC, family_id LIMIT 50`,
    [tx.scope.storeId, userId, staffId, now],
  );
}
