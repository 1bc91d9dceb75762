import { countPages, cutPage, decodeCursor, PAGE_SIZE } from '#app/core/paging.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { UsageProperties } from './usage.ts';
import type { UsageEventDto, UsageQuery } from './usage.contract.ts';
import * as repo from './usage.repo.server.ts';

const HOUR_SECONDS = 3_600;
/** Events that one vendor's people, or the marketplace's, may report in an hour. */
const MAX_EVENTS_AN_HOUR = 600;

/** Keeps that something was used, for which vendor and when; not by whom. Too many in an hour is rate_limited (429). */
export async function trackEvent(
  ctx: Ctx,
  input: { event: string; properties: UsageProperties },
): Promise<{ ok: true }> {
  const { store, vendorScope } = ctx.viewer;
  await ctx.limits.hit(`usage|${store.id}|${vendorScope}`, MAX_EVENTS_AN_HOUR, HOUR_SECONDS);
  const vendorId = vendorScope === '*' ? null : vendorScope;
  await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.insertEvent(tx, { ...input, vendorId, at: ctx.clock.now() }));
  return { ok: true };
}

/** A page of the reported events, newest first. */
export async function listUsage(ctx: Ctx, query: UsageQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const offset = after ? 0 : (query.page - 1) * PAGE_SIZE;
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const found = await repo.listEvents(tx, query.q, { limit: PAGE_SIZE + 1, offset, after });
    const count = await repo.countEvents(tx, query.q);
    const { rows, cursor } = cutPage(found, (row) => row.createdAt);
    return {
      events: rows.map(toDto),
      count,
      pageCount: countPages(count),
      cursor,
    };
  });
}

const toDto = ({ id, createdAt, ...row }: repo.UsageRow): UsageEventDto => ({
  ...row,
  id: String(id),
  createdAt: createdAt.toISOString(),
});
