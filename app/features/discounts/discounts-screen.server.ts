import { dayOf } from '#app/core/calendar.ts';
import { can, marketplaceScope } from '#app/core/viewer.ts';
import { listVendors } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ListState } from '#app/ui/lists/list-url.ts';
import { isDiscountGranted, requireDiscounts } from './discount-settings.service.server.ts';
import { discountsQuery } from './discounts.contract.ts';
import { listDiscounts, readQuota } from './discounts.service.server.ts';
import { listSharedDiscounts } from './refuse-discount.service.server.ts';

/** What the list shows. An address that somebody changed by hand shows the whole list rather than an error. */
export async function readDiscountsScreen(ctx: Ctx, { page, cursor, q, view }: ListState) {
  const parsed = discountsQuery.safeParse({
    page,
    q,
    ...(cursor === undefined ? {} : { cursor }),
    ...(view === '' ? {} : { status: view }),
  });
  const query = parsed.success ? parsed.data : discountsQuery.parse({});
  const { discounts, counts, count, pageCount, cursor: next, automatic } = await listDiscounts(ctx, query);
  const shared = ctx.viewer.vendorScope === '*' ? [] : (await listSharedDiscounts(ctx)).discounts;
  return {
    rows: discounts,
    counts,
    automatic,
    borne: shared,
    mayChangeSettings: can(ctx.viewer, 'switch_vendor'),
    page: { page: query.page, pageCount, count, ...(next === null ? {} : { cursor: next }) },
    mayCreate: can(ctx.viewer, 'write_products'),
    checkedAt: ctx.clock.now().toISOString(),
  };
}

/** What a new discount is made with: the vendors to choose from in the marketplace view, the store's day, what is left of the quota. */
export async function readNewDiscountScreen(ctx: Ctx) {
  const { store, vendorScope } = ctx.viewer;
  const now = ctx.clock.now();
  const { vendors, automatic } = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireDiscounts(tx);
    const all = vendorScope === '*' ? (await listVendors(tx)).filter(({ deletedAt }) => deletedAt === null) : null;
    return {
      vendors: all && all.map(({ id, name }) => ({ id: String(id), name })),
      automatic: await readQuota(ctx, tx),
    };
  });
  return {
    vendors,
    automatic,
    today: dayOf(now, store.timezone),
    granted: await isDiscountGranted(ctx),
  };
}
