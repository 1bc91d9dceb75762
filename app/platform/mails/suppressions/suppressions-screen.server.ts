import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { suppressionsQuery } from './suppressions.contract.ts';
import { listSuppressions, listUnsent } from './suppressions.service.server.ts';

/** What the screen of undelivered emails shows. A page address that cannot be read shows the whole list. */
export async function readSuppressionsScreen(ctx: Ctx, { page, cursor, q }: ListState) {
  const parsed = suppressionsQuery.safeParse({ page, q, ...(cursor === undefined ? {} : { cursor }) });
  const query = parsed.success ? parsed.data : suppressionsQuery.parse({});
  const found = await listSuppressions(ctx, query);
  return {
    rows: found.suppressions,
    page: {
      page: query.page,
      pageCount: found.pageCount,
      count: found.count,
      ...(found.cursor === null ? {} : { cursor: found.cursor }),
    },
    unsent: (await listUnsent(ctx)).mails,
    checkedAt: ctx.clock.now().toISOString(),
  };
}
