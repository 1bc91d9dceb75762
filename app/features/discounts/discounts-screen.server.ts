import { dayOf } from '#app/core/calendar.ts';
import { can, marketplaceScope } from '#app/core/viewer.ts';
import { listVendors } from '#app/features/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { isDiscountGranted, requireDiscounts } from './discount-settings.service.server.ts';
import { MAX_AUTOMATIC } from './discount.ts';
import { discountsQuery } from './discounts.contract.ts';
import { countAutomatic } from './discounts.repo.server.ts';
import { listDiscounts } from './discounts.service.server.ts';

/** What the list shows. An address that somebody changed by hand shows the whole list rather than an error. */
export async function readDiscountsScreen(ctx: Ctx, { page, cursor, q, view }: ListState) {
  const asked = discountsQuery.safeParse({
    page,
    q,
    ...(cursor === undefined ? {} : { cursor }),
    ...(view === '' ? {} : { status: view }),
  });
  const query = asked.success ? asked.data : discountsQuery.parse({});
  const { discounts, counts, count, pageCount, cursor: next, automatic } = await listDiscounts(ctx, query);
  return {
    rows: discounts,
    counts,
    automatic,
    page: { page: query.page, pageCount, count, ...(next === null ? {} : { cursor: next }) },
    mayCreate: can(ctx.viewer, 'write_products'),
    checkedAt: ctx.clock.now().toISOString(),
  };
}

/** What a new discount is made with: the vendors to choose from in the marketplace view, the store's day, what is left of the quota. */
export async function readNewDiscountScreen(ctx: Ctx) {
  const { store, vendorScope } = ctx.viewer;
  const now = ctx.clock.now();
  const { vendors, used } = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireDiscounts(tx);
    const all = vendorScope === '*' ? (await listVendors(tx)).filter(({ deletedAt }) => deletedAt === null) : null;
    return {
      vendors: all && all.map(({ id, name }) => ({ id: String(id), name })),
      used: await countAutomatic(tx, now),
    };
  });
  return {
    vendors,
    automatic: { used, maximum: MAX_AUTOMATIC },
    today: dayOf(now, store.timezone),
    granted: await isDiscountGranted(ctx),
  };
}
