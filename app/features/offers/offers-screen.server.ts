import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { offersQuery } from './offers.contract.ts';
import { listOffers } from './offers.service.server.ts';

/** What the list shows. An address that somebody changed by hand shows the whole list rather than an error. */
export async function readOffersScreen(ctx: Ctx, { page, cursor, q, view }: ListState) {
  const parsed = offersQuery.safeParse({
    page,
    q,
    ...(cursor === undefined ? {} : { cursor }),
    ...(view === '' ? {} : { status: view }),
  });
  const query = parsed.success ? parsed.data : offersQuery.parse({});
  const { offers, counts, count, pageCount, cursor: next } = await listOffers(ctx, query);
  return {
    rows: offers,
    counts,
    page: { page: query.page, pageCount, count, ...(next === null ? {} : { cursor: next }) },
    checkedAt: ctx.clock.now().toISOString(),
  };
}
