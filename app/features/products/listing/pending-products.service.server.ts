import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { countWaitingDrafts } from './product-counts.service.server.ts';
import * as repo from './pending-products.repo.server.ts';

/** How many products within the scope wait for the marketplace's approval. */
export const countWaitingProducts = (tx: SqlTx): Promise<number> => countWaitingDrafts(tx);

/** The same for the viewer, in a transaction of its own. */
export const readWaitingProducts = (ctx: Ctx): Promise<number> =>
  ctx.db.fast(scopeOf(ctx.viewer), countWaitingProducts);

/** Products within the scope that were sent back, newest first, with what the marketplace wrote last. */
export const listSentBackProducts = (tx: SqlTx, limit: number): Promise<repo.SentBack[]> =>
  repo.listSentBack(tx, limit);
