import type { SqlTx } from '#app/server/db.server.ts';
import type { CodePurpose } from './user.ts';

export type UserCode = {
  id: bigint;
  purpose: CodePurpose;
  codeHash: string;
  tries: number;
  knownTries: number;
  target: string | null;
};

/** Adds a code; those of the same purpose that are still open stop being valid. */
export async function replaceCode(
  tx: SqlTx,
  o: { userId: bigint; purpose: CodePurpose; codeHash: string; at: Date; expiresAt: Date; target?: string },
): Promise<bigint> {
  await tx.query(
    `UPDATE user_codes SET used_at = $4::timestamptz WHERE store_id = $1 AND user_id = $2 AND purpose = $3 AND used_at IS NULL`,
    [tx.scope.storeId, o.userId, o.purpose, o.at],
  );
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO user_codes (store_id, user_id, purpose, code_hash, created_at, expires_at, target)
     VALUES ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz, $7::text) RETURNING id`,
    [tx.scope.storeId, o.userId, o.purpose, o.codeHash, o.at, o.expiresAt, o.target ?? null],
  );
  if (!row) throw new Error('a code was not stored');
  return row.id;
}

/** The codes of a person for a purpose that can still be used, locked, so that tries at the same moment are counted one after another. */
export function lockOpenCodes(
  tx: SqlTx,
  userId: bigint,
  purposes: readonly CodePurpose[],
  now: Date,
): Promise<UserCode[]> {
  return tx.query<UserCode>(
    `SELECT id, purpose, code_hash AS "codeHash", tries, known_tries AS "knownTries", target FROM user_codes
     WHERE store_id = $1 AND user_id = $2 AND purpose = ANY($3::text[]) AND used_at IS NULL AND expires_at > $4::timestamptz
     ORDER BY id FOR UPDATE`,
    [tx.scope.storeId, userId, [...purposes], now],
  );
}

/** Counts a wrong guess, of a device that signed in to the account before or of anybody else. */
export async function countTry(tx: SqlTx, ids: readonly bigint[], isKnownDevice = false): Promise<void> {
  await tx.query(
    `UPDATE user_codes SET tries = tries + CASE WHEN $3::boolean THEN 0 ELSE 1 END,
       known_tries = known_tries + CASE WHEN $3::boolean THEN 1 ELSE 0 END
     WHERE store_id = $1 AND id = ANY($2::bigint[])`,
    [tx.scope.storeId, [...ids], isKnownDevice],
  );
}

/** Ends all open codes of a person: a password was set. */
export async function closeCodes(tx: SqlTx, userId: bigint, at: Date): Promise<void> {
  await tx.query(
    'UPDATE user_codes SET used_at = $3::timestamptz WHERE store_id = $1 AND user_id = $2 AND used_at IS NULL',
    [tx.scope.storeId, userId, at],
  );
}
