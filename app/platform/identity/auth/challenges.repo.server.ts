import type { SqlTx } from '#app/server/db.server.ts';
import type { ChallengePurpose } from './sign-in.ts';

export type Challenge = { id: bigint; userId: bigint; purpose: ChallengePurpose; createdAt: Date; tries: number };

export async function insertChallenge(
  tx: SqlTx,
  o: { userId: bigint; purpose: ChallengePurpose; tokenHash: string; at: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO sign_in_challenges (store_id, user_id, purpose, token_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz)`,
    [tx.scope.storeId, o.userId, o.purpose, o.tokenHash, o.at, o.expiresAt],
  );
}

/** A ticket that still holds, locked, so that it is used once. */
export async function lockChallenge(tx: SqlTx, tokenHash: string, now: Date): Promise<Challenge | undefined> {
  const [row] = await tx.query<Challenge>(
    `SELECT id, user_id AS "userId", purpose, created_at AS "createdAt", tries FROM sign_in_challenges
     WHERE store_id = $1 AND token_hash = $2 AND used_at IS NULL AND expires_at > $3::timestamptz FOR UPDATE`,
    [tx.scope.storeId, tokenHash, now],
  );
  return row;
}

export async function useChallenge(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query('UPDATE sign_in_challenges SET used_at = $3::timestamptz WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    at,
  ]);
}

export async function countChallengeTry(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('UPDATE sign_in_challenges SET tries = tries + 1 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
  ]);
}

/** Ends every open ticket of a person. */
export async function closeChallenges(tx: SqlTx, userId: bigint, at: Date): Promise<void> {
  await tx.query(
    'UPDATE sign_in_challenges SET used_at = $3::timestamptz WHERE store_id = $1 AND user_id = $2 AND used_at IS NULL',
    [tx.scope.storeId, userId, at],
  );
}

/** Forgets tickets that nobody can use any more. */
export async function deleteOldChallenges(tx: SqlTx, before: Date): Promise<void> {
  await tx.query('DELETE FROM sign_in_challenges WHERE store_id = $1 AND expires_at < $2::timestamptz', [
    tx.scope.storeId,
    before,
  ]);
}
