import type { SqlTx } from '#app/server/db.server.ts';

export type SecondFactor = { secret: string; createdAt: Date; confirmedAt: Date | null; lastStep: bigint | null };

/** A person's second factor, locked, so that one code is taken once. */
export async function lockFactor(tx: SqlTx, userId: bigint): Promise<SecondFactor | undefined> {
  const [row] = await tx.query<SecondFactor>(
    `SELECT secret, created_at AS "createdAt", confirmed_at AS "confirmedAt", last_step AS "lastStep"
     FROM second_factors WHERE store_id = $1 AND user_id = $2 FOR UPDATE`,
    [tx.scope.storeId, userId],
  );
  return row;
}

/** Since when somebody is asked for a second factor; undefined for nobody who is. */
export async function confirmedSince(tx: SqlTx, userId: bigint): Promise<Date | undefined> {
  const [row] = await tx.query<{ confirmedAt: Date }>(
    `SELECT confirmed_at AS "confirmedAt" FROM second_factors WHERE store_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL`,
    [tx.scope.storeId, userId],
  );
  return row?.confirmedAt;
}

/** Who of these people is asked for a second factor. */
export async function withFactor(tx: SqlTx, userIds: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await tx.query<{ userId: bigint }>(
    `SELECT user_id AS "userId" FROM second_factors
     WHERE store_id = $1 AND user_id = ANY($2::bigint[]) AND confirmed_at IS NOT NULL`,
    [tx.scope.storeId, [...userIds]],
  );
  return new Set(rows.map((row) => row.userId));
}

/** Keeps a new secret that is not asked for yet; one that is in force stays. */
export async function saveUnconfirmed(tx: SqlTx, userId: bigint, secret: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO second_factors AS f (store_id, user_id, secret, created_at) VALUES ($1, $2, $3, $4::timestamptz)
     ON CONFLICT (store_id, user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = NULL
       WHERE f.confirmed_at IS NULL`,
    [tx.scope.storeId, userId, secret, at],
  );
}

/** Notes the time step of a code that was taken; the first one puts the factor in force. */
export async function takeStep(tx: SqlTx, userId: bigint, step: bigint, at: Date): Promise<void> {
  await tx.query(
    `UPDATE second_factors SET last_step = $3, confirmed_at = coalesce(confirmed_at, $4::timestamptz) WHERE store_id = $1 AND user_id = $2`,
    [tx.scope.storeId, userId, step, at],
  );
}

export async function deleteFactor(tx: SqlTx, userId: bigint): Promise<void> {
  await tx.query('DELETE FROM second_factors WHERE store_id = $1 AND user_id = $2', [tx.scope.storeId, userId]);
  await tx.query('DELETE FROM recovery_codes WHERE store_id = $1 AND user_id = $2', [tx.scope.storeId, userId]);
}

/** Puts new recovery codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  tx: SqlTx,
  userId: bigint,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE store_id = $1 AND user_id = $2', [tx.scope.storeId, userId]);
  await tx.query(
    `INSERT INTO recovery_codes (store_id, user_id, code_hash, created_at)
     SELECT $1, $2, hash, $4::timestamptz FROM unnest($3::text[]) AS hash`,
    [tx.scope.storeId, userId, [...hashes], at],
  );
}

/** Uses a recovery code up; false when it is none, or was used. */
export async function takeRecoveryCode(tx: SqlTx, userId: bigint, hash: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE recovery_codes SET used_at = $4::timestamptz
     WHERE store_id = $1 AND user_id = $2 AND code_hash = $3 AND used_at IS NULL RETURNING id`,
    [tx.scope.storeId, userId, hash, at],
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(tx: SqlTx, userId: bigint): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM recovery_codes WHERE store_id = $1 AND user_id = $2 AND used_at IS NULL',
    [tx.scope.storeId, userId],
  );
  return row?.count ?? 0;
}
