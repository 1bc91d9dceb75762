import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { conversationsQuery } from './conversations.contract.ts';
import { listConversations } from './conversations.service.server.ts';

/** What the list shows. An address that somebody changed by hand shows the whole list rather than an error. */
export async function readConversationsScreen(ctx: Ctx, { page, cursor, q, view }: ListState) {
  const parsed = conversationsQuery.safeParse({
    page,
    q,
    ...(cursor === undefined ? {} : { cursor }),
    ...(view === '' ? {} : { status: view }),
  });
  const query = parsed.success ? parsed.data : conversationsQuery.parse({});
  const { conversations, counts, count, pageCount, cursor: next } = await listConversations(ctx, query);
  return {
    rows: conversations,
    counts,
    page: { page: query.page, pageCount, count, ...(next === null ? {} : { cursor: next }) },
    checkedAt: ctx.clock.now().toISOString(),
  };
}
