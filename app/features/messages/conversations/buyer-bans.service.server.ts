import { hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './buyer-bans.repo.server.ts';
import { toBuyerKeys, type BuyerIdentity } from './conversation.ts';

/** Whether the marketplace banned a buyer, by any of what it is known by: what it sends is dropped and answered as always. */
export const isBuyerBanned = (tx: SqlTx, buyer: BuyerIdentity): Promise<boolean> =>
  repo.isBanned(tx, toBuyerKeys(buyer).map(hashToken));
