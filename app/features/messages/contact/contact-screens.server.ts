import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { subscribersQuery } from './contact-messages.contract.ts';
import { listSubscribers } from './subscribers.service.server.ts';

type Found = { count: number; pageCount: number; cursor: string | null };

const buildPage = (page: number, { count, pageCount, cursor }: Found) => ({
  page,
  pageCount,
  count,
  ...(cursor === null ? {} : { cursor }),
});

const toPlace = ({ page, cursor }: ListState) => ({ page, ...(cursor === undefined ? {} : { cursor }) });

/** What narrows the subscribers, as the list's address says it. */
export function readSubscribersQuery(state: ListState) {
  const parsed = subscribersQuery.safeParse({
    ...toPlace(state),
    q: state.q,
    ...(state.view === '' ? {} : { status: state.view }),
  });
  return parsed.success ? parsed.data : subscribersQuery.parse({});
}

/** What the list of subscribers shows. */
export async function readSubscribersScreen(ctx: Ctx, state: ListState) {
  const query = readSubscribersQuery(state);
  const found = await listSubscribers(ctx, query);
  return {
    rows: found.subscribers,
    counts: found.counts,
    page: buildPage(query.page, found),
    checkedAt: ctx.clock.now().toISOString(),
  };
}
