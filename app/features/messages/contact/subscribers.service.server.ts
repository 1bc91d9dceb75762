import { storeTime } from '#app/core/calendar.ts';
import { AppError } from '#app/core/errors.ts';
import { countPages, type Cursor, cutPage, decodeCursor } from '#app/core/paging.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { forgetAddress } from '#app/platform/mails/mails.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv } from '#app/server/csv.server.ts';
import type { SubscribersQuery, SubscriberDto } from './contact-messages.contract.ts';
import * as repo from './subscribers.repo.server.ts';

const ROWS_AT_ONCE = 500;
/** The columns of the export, which programs read: their names stay English in every language. */
const COLUMNS = ['email', 'status', 'source', 'language', 'created_at', 'confirmed_at', 'unsubscribed_at'] as const;

/** A page of subscribers, newest first, with the counts of the states. */
export async function listSubscribers(ctx: Ctx, query: SubscribersQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const found = await repo.listPage(tx, query, { page: query.page, after });
    const { rows, cursor } = cutPage(found, (row) => row.createdAt);
    const counts = await repo.countSubscribers(tx, query.q);
    return {
      subscribers: rows.map(toDto),
      counts,
      count: counts[query.status],
      pageCount: countPages(counts[query.status]),
      cursor,
    };
  });
}

/** Erases a subscriber, and the address in the log of the mails that went to it. One that is gone is not_found (404). */
export async function removeSubscriber(ctx: Ctx, id: bigint): Promise<{ ok: true }> {
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const email = await repo.deleteSubscriber(tx, id);
    if (email === undefined) throw new AppError('not_found');
    await forgetAddress(tx, email, ['subscriber-confirm', 'subscriber-welcome']);
    await recordAudit(tx, [{ ...toEvent(ctx), subjectId: String(id), action: 'subscriber.removed' }]);
  });
  return { ok: true };
}

/**
 * The subscribers that a filter finds as CSV, read some rows at a time while it is sent: no number of them fills the memory.
 * A text that a spreadsheet would take for a formula is written so that it stays a text. That somebody took it is noted.
 */
export async function exportSubscribers(
  ctx: Ctx,
  query: Pick<SubscribersQuery, 'status' | 'q'>,
): Promise<ReadableStream<Uint8Array>> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  await ctx.db.fast(scope, (tx) =>
    recordAudit(tx, [{ ...toEvent(ctx), subjectId: 'all', action: 'subscriber.exported' }]),
  );
  let after: Cursor | undefined;
  let ended = false;
  return streamCsv(COLUMNS, async () => {
    if (ended) return undefined;
    const place = { limit: ROWS_AT_ONCE, offset: 0, after };
    const rows = await ctx.db.fast(scope, (tx) => repo.listSubscribers(tx, query, place));
    const last = rows.at(-1);
    if (last) after = { at: last.createdAt, id: last.id };
    ended = rows.length < ROWS_AT_ONCE;
    return rows.map((row) => computeCells(row, ctx.viewer.store.timezone));
  });
}

function computeCells(row: repo.SubscriberRow, timezone: string): string[] {
  const timeOf = (at: Date | null): string => (at ? storeTime(at, timezone) : '');
  const { email, status, source, locale } = row;
  return [email, status, source, locale, timeOf(row.createdAt), timeOf(row.confirmedAt), timeOf(row.unsubscribedAt)];
}

const toEvent = ({ viewer, clock }: Ctx) => ({
  subject: 'subscriber' as const,
  vendorId: null,
  actor: viewer.actor,
  at: clock.now(),
});

function toDto(row: repo.SubscriberRow): SubscriberDto {
  const { id, email, status, source } = row;
  return {
    id: String(id),
    email,
    status,
    source,
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    unsubscribedAt: row.unsubscribedAt?.toISOString() ?? null,
  };
}
