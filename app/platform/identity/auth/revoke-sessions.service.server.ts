import { endStaffSession } from '#app/platform/stores/store-staff.service.server.ts';
import { endSession, signOutUser } from '#app/platform/identity/users/users.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './refresh-tokens.repo.server.ts';
import { closeChallenges } from './challenges.repo.server.ts';

/** One sign-in: the family of its refresh tokens, and whose it is. */
type Family = Pick<repo.RefreshToken, 'userId' | 'staffId' | 'familyId'>;

/** Ends a sign-in by its family: nothing refreshes it, and its session is void at once. */
export async function revokeSession(tx: SqlTx, family: Family, at: Date): Promise<void> {
  await repo.revokeFamily(tx, family.familyId, at);
  await endLiveSession(tx, family);
}

/** Voids the session of a sign-in at once, which would hold for minutes yet. */
export async function endLiveSession(tx: SqlTx, { userId, staffId, familyId }: Family): Promise<void> {
  if (userId !== null) await endSession(tx, userId, familyId);
  else if (staffId !== null) await endStaffSession(tx, staffId, familyId);
}

/** Ends every sign-in of a person, and what their password opened half way. */
export async function revokeAllSessions(tx: SqlTx, userId: bigint, at: Date): Promise<void> {
  await repo.revokeTokens(tx, { userId }, at);
  await signOutUser(tx, userId, at);
  await closeChallenges(tx, userId, at);
}
