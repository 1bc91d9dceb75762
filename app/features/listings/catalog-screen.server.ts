import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { browseQuery } from './listings.contract.ts';
import { browseCatalog } from './listings.service.server.ts';

/** What the catalogue shows. An address that somebody changed by hand shows the whole list rather than an error. */
export async function readCatalogScreen(ctx: Ctx, { page, cursor, q }: ListState) {
  const parsed = browseQuery.safeParse({ page, q, ...(cursor === undefined ? {} : { cursor }) });
  const query = parsed.success ? parsed.data : browseQuery.parse({});
  const { entries, count, pageCount, cursor: next } = await browseCatalog(ctx, query);
  return {
    rows: entries,
    currency: ctx.viewer.store.currency,
    page: { page: query.page, pageCount, count, ...(next === null ? {} : { cursor: next }) },
    checkedAt: ctx.clock.now().toISOString(),
    hasSearch: query.q !== '',
  };
}
