import { storedText } from '#app/core/text/stored-text.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './published.repo.server.ts';

const MAX_FOUND = 10;

/** Products that buyers see in the store, by words of their titles, at most ten; or the one of an id. */
export async function searchPublishedProducts(ctx: Ctx, o: { q: string; id?: bigint | undefined }) {
  const words = storedText(o.q).split(/\s+/).filter(Boolean).slice(0, 5);
  const rows = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    repo.searchPublished(tx, { words, id: o.id, limit: MAX_FOUND }),
  );
  return { products: rows.map(({ id, title, imageUrl }) => ({ id: String(id), title, imageUrl })) };
}

/** The titles of those of some ids that buyers see in the store. */
export async function findPublishedProducts(tx: SqlTx, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = ids.length === 0 ? [] : await repo.findPublished(tx, ids);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
