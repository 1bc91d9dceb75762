import { DAY_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { decodeCursor, encodeCursor } from '#app/core/paging.ts';
import { can, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  listKinds,
  listTopics,
  NOTICE_DAYS,
  pathOfNotice,
  type Bell,
  type NoticeTopic,
  type OpenedSubject,
} from './notice.ts';
import type { BellNoticeDto, NoticeTopicsDto, ReadInput } from './notices.contract.ts';
import * as repo from './notices.repo.server.ts';

const PAGE = 25;
/** So many of the newest notices the bell holds; what is older counts as read. */
const MAX_SHOWN = 500;

const formatPerson = ({ actor }: Viewer): string => `${actor.kind}:${actor.id}`;

/** What was there before somebody was invited is no news to them; the store's own staff are there from the beginning. */
const toReader = (viewer: Viewer): repo.Reader => ({
  key: formatPerson(viewer),
  personId: viewer.actor.kind === 'person' && /^\d+$/.test(viewer.actor.id) ? BigInt(viewer.actor.id) : null,
});

/** What the viewer may see in a bell: that of the marketplace, or of the vendor they act for. */
async function readBell({ viewer }: Pick<Ctx, 'viewer'>, tx: SqlTx): Promise<Bell> {
  const { makeAnOffer, messages, integrations } = await readSwitches(tx);
  return {
    isMarketplace: viewer.vendorScope === '*',
    permissions: viewer.permissions,
    features: { makeAnOffer, messages, integrations },
  };
}

async function readShown(ctx: Pick<Ctx, 'viewer' | 'clock'>, tx: SqlTx): Promise<repo.Shown> {
  return { kinds: listKinds(await readBell(ctx, tx)), since: computeShownSince(ctx), limit: MAX_SHOWN };
}

const computeShownSince = ({ clock }: Pick<Ctx, 'clock'>): Date =>
  new Date(clock.now().getTime() - NOTICE_DAYS * DAY_MS);

/** How many objects have a notice of the last 90 days that the viewer has not read; 500 at most. */
export async function countUnreadNotices(ctx: Pick<Ctx, 'viewer' | 'clock'>, tx: SqlTx): Promise<number> {
  return repo.countUnread(tx, toReader(ctx.viewer), await readShown(ctx, tx));
}

export async function readUnread(ctx: Ctx): Promise<{ unread: number }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({ unread: await countUnreadNotices(ctx, tx) }));
}

/** A page of the viewer's notices, newest first: one line for each object, with its newest state. */
export async function listNotices(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ notices: BellNoticeDto[]; unread: number; cursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const reader = toReader(ctx.viewer);
    const shown = await readShown(ctx, tx);
    const rows = await repo.listNotices(tx, reader, shown, { after, limit: PAGE + 1 });
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    return {
      notices: page.map((row) => toNoticeDto(row, can(ctx.viewer, 'read_finance'))),
      unread: await repo.countUnread(tx, reader, shown),
      cursor: last && rows.length > PAGE ? encodeCursor({ at: last.at, id: last.id }) : null,
    };
  });
}

function toNoticeDto(row: repo.NoticeRow, seesMoney: boolean): BellNoticeDto {
  const { amountMinor, currency } = row;
  // What an order earns is the vendor's own: amounts of offers and payouts have permissions of their own.
  const isHidden = row.subject === 'order' && !seesMoney;
  return {
    id: String(row.id),
    kind: row.kind,
    name: row.name,
    vendor: row.vendor,
    isRead: row.isRead,
    amount:
      amountMinor === null || currency === null || isHidden ? null : toDto(money(amountMinor, asCurrency(currency))),
    item: row.item === null ? null : { title: row.item, others: Math.max(0, (row.items ?? 1) - 1) },
    image: row.imageUrl,
    state: row.fulfillment === 'fulfilled' || row.fulfillment === 'cancelled' ? row.fulfillment : null,
    path: pathOfNotice(row.kind, String(row.subjectId)),
    at: row.at.toISOString(),
  };
}

/** Marks what a page is about as read for the viewer, because they opened it. */
export async function markOpened(ctx: Ctx, opened: OpenedSubject): Promise<void> {
  await ctx.db.once(scopeOf(ctx.viewer), (tx) =>
    repo.insertObjectReads(tx, toReader(ctx.viewer), computeShownSince(ctx), opened),
  );
}

/** Marks notices as read for the viewer: those of the objects that some ids are about, or all. One that they do not see is not_found (404), and none is marked. */
export async function markRead(ctx: Ctx, { ids }: ReadInput): Promise<{ unread: number }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const reader = toReader(ctx.viewer);
    const shown = await readShown(ctx, tx);
    if (ids) {
      const known = new Set(await repo.listShownIds(tx, reader, shown, ids));
      if (!ids.every((id) => known.has(id))) throw new AppError('not_found');
    }
    await repo.insertReads(tx, reader, shown, ids);
    return { unread: await repo.countUnread(tx, reader, shown) };
  });
}

/** The topics that the viewer may choose about, and which of them they see. */
export async function readTopics(ctx: Ctx): Promise<NoticeTopicsDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => describeTopics(ctx, tx));
}

async function describeTopics(ctx: Ctx, tx: SqlTx): Promise<NoticeTopicsDto> {
  const topics = listTopics(await readBell(ctx, tx));
  const muted = await repo.listMuted(tx, formatPerson(ctx.viewer));
  return { topics: topics.map((topic) => ({ topic, enabled: !muted.includes(topic) })) };
}

/** Leaves a topic out of the viewer's bell, or takes it in again. One that they never get is not_found (404). */
export async function changeTopic(ctx: Ctx, o: { topic: NoticeTopic; enabled: boolean }): Promise<NoticeTopicsDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const person = formatPerson(ctx.viewer);
    if (!listTopics(await readBell(ctx, tx)).includes(o.topic)) throw new AppError('not_found');
    await (o.enabled ? repo.deleteMute(tx, person, o.topic) : repo.insertMute(tx, person, o.topic));
    return describeTopics(ctx, tx);
  });
}
