import type { SqlTx } from '#app/server/db.server.ts';
import type { Hold } from './hold.ts';
import * as repo from './hold.repo.server.ts';

/** Since when and why what leaves the house stands still; undefined while it does not. */
export const findHold = (tx: SqlTx): Promise<Hold | undefined> => repo.findHold(tx);
