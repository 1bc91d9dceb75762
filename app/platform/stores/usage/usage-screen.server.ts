import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { usageQuery } from './usage.contract.ts';
import { listUsage } from './usage.service.server.ts';

/** What the screen of usage shows. A page address that cannot be read shows the whole list. */
export async function readUsageScreen(ctx: Ctx, { page, cursor, q }: ListState) {
  const parsed = usageQuery.safeParse({ page, q, ...(cursor === undefined ? {} : { cursor }) });
  const query = parsed.success ? parsed.data : usageQuery.parse({});
  const found = await listUsage(ctx, query);
  return {
    rows: found.events,
    page: {
      page: query.page,
      pageCount: found.pageCount,
      count: found.count,
      ...(found.cursor === null ? {} : { cursor: found.cursor }),
    },
    checkedAt: ctx.clock.now().toISOString(),
  };
}
