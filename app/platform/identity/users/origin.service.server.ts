import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './origin.repo.server.ts';

/** Which admin brought a person into their vendor last, and when; null where none did. */
export const findOrigin = (tx: SqlTx, userId: bigint): Promise<repo.Origin | null> => repo.findOrigin(tx, userId);

/**
 * Keeps who brought a person in: the admin who invites or promotes them, or the admin who had brought in whoever does. Somebody
 * else's later invitation takes nothing away from it, so that nobody washes it off by inviting themselves again.
 */
export async function keepOrigin(
  tx: SqlTx,
  userId: bigint,
  o: { by: Actor; isAdmin: boolean; at: Date },
): Promise<void> {
  const origin = o.isAdmin
    ? { by: o.by, at: o.at }
    : o.by.kind === 'person'
      ? await repo.findOrigin(tx, BigInt(o.by.id))
      : null;
  if (origin) await repo.saveOrigin(tx, userId, origin);
}
