import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { entriesQuery } from './catalog.contract.ts';
import { listEntries } from './entries.service.server.ts';

/** What the list of entries shows. An address that somebody changed by hand shows the whole list rather than an error. */
export async function readEntriesScreen(ctx: Ctx, { page, cursor, q, view }: ListState) {
  const parsed = entriesQuery.safeParse({
    page,
    q,
    ...(cursor === undefined ? {} : { cursor }),
    ...(view === '' ? {} : { view }),
  });
  const query = parsed.success ? parsed.data : entriesQuery.parse({});
  const found = await listEntries(ctx, query);
  const { entries, counts, count, pageCount } = found;
  return {
    rows: entries,
    counts,
    page: { page: query.page, pageCount, count, ...(found.cursor === null ? {} : { cursor: found.cursor }) },
    checkedAt: ctx.clock.now().toISOString(),
  };
}
