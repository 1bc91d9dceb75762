import { hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './buyer-bans.repo.server.ts';
import { toBuyerKeys, type BuyerIdentity } from './buyer-identity.ts';

/** Whether the marketplace banned a buyer, by any of what it is known by: what it sends is dropped and answered as always. */
export const isBuyerBanned = (tx: SqlTx, buyer: BuyerIdentity): Promise<boolean> => repo.isBanned(tx, hashKeys(buyer));

/** When a buyer was banned; undefined where it is not. */
export const findBannedAt = (tx: SqlTx, buyer: BuyerIdentity): Promise<Date | undefined> =>
  repo.findBannedAt(tx, hashKeys(buyer));

/** Bans a buyer by all that it is known by; again changes nothing. */
export const banBuyer = (tx: SqlTx, buyer: BuyerIdentity, at: Date): Promise<void> =>
  repo.banBuyer(tx, hashKeys(buyer), at);

export const unbanBuyer = (tx: SqlTx, buyer: BuyerIdentity): Promise<void> => repo.unbanBuyer(tx, hashKeys(buyer));

const hashKeys = (buyer: BuyerIdentity): string[] => toBuyerKeys(buyer).map(hashToken);
