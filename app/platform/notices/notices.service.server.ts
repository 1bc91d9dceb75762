import { DAY_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { decodeCursor, encodeCursor } from '#app/core/paging.ts';
import { scopeOf, type Viewer } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listShownKinds, listTopics, NOTICE_DAYS, pathOfNotice, type Bell, type NoticeTopic } from './notice.ts';
import type { BellNoticeDto, NoticeTopicsDto, ReadInput } from './notices.contract.ts';
import * as repo from './notices.repo.server.ts';

const PAGE = 25;
/** So many of the newest notices the bell holds; what is older counts as read. */
const MAX_SHOWN = 500;
const MAX_ON_HOME = 5;

const formatPerson = ({ actor }: Viewer): string => `${actor.kind}:${actor.id}`;

/** What the viewer may see in a bell: that of the marketplace, or of the vendor they act for. */
async function readBell({ viewer }: Pick<Ctx, 'viewer'>, tx: SqlTx): Promise<Bell> {
  const { makeAnOffer, messages, integrations } = await readSwitches(tx);
  return {
    isMarketplace: viewer.vendorScope === '*',
    permissions: viewer.permissions,
    features: { makeAnOffer, messages, integrations },
    muted: await repo.listMuted(tx, formatPerson(viewer)),
  };
}

async function readShown(ctx: Pick<Ctx, 'viewer' | 'clock'>, tx: SqlTx): Promise<repo.Shown> {
  const since = new Date(ctx.clock.now().getTime() - NOTICE_DAYS * DAY_MS);
  return { kinds: listShownKinds(await readBell(ctx, tx)), since, limit: MAX_SHOWN };
}

/** How many notices of the last 90 days the viewer has not read; 500 at most. */
export async function countUnreadNotices(ctx: Pick<Ctx, 'viewer' | 'clock'>, tx: SqlTx): Promise<number> {
  return repo.countUnread(tx, formatPerson(ctx.viewer), await readShown(ctx, tx));
}

export async function readUnread(ctx: Ctx): Promise<{ unread: number }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({ unread: await countUnreadNotices(ctx, tx) }));
}

/** A page of the viewer's notices, newest first. */
export async function listNotices(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ notices: BellNoticeDto[]; unread: number; cursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const person = formatPerson(ctx.viewer);
    const shown = await readShown(ctx, tx);
    const rows = await repo.listNotices(tx, person, shown, { after, limit: PAGE + 1 });
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    return {
      notices: page.map(toNoticeDto),
      unread: await repo.countUnread(tx, person, shown),
      cursor: last && rows.length > PAGE ? encodeCursor({ at: last.at, id: last.id }) : null,
    };
  });
}

/** The newest few that the viewer has not read, and how many there are in all. */
export async function listUnread(ctx: Ctx): Promise<{ notices: BellNoticeDto[]; unread: number }> {
  const { notices, unread } = await listNotices(ctx, {});
  return { notices: notices.filter(({ isRead }) => !isRead).slice(0, MAX_ON_HOME), unread };
}

function toNoticeDto({
  id,
  kind,
  subjectId,
  at,
  isRead,
  name,
  vendor,
  amountMinor,
  currency,
}: repo.NoticeRow): BellNoticeDto {
  return {
    id: String(id),
    kind,
    name,
    vendor,
    isRead,
    amount: amountMinor === null || currency === null ? null : toDto(money(amountMinor, asCurrency(currency))),
    path: pathOfNotice(kind, String(subjectId)),
    at: at.toISOString(),
  };
}

/** Marks notices as read for the viewer: some by their ids, or all. One that they do not see is not_found (404), and none is marked. */
export async function markRead(ctx: Ctx, { ids }: ReadInput): Promise<{ unread: number }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const person = formatPerson(ctx.viewer);
    const shown = await readShown(ctx, tx);
    if (ids) {
      const known = new Set(await repo.listShownIds(tx, shown, ids));
      if (!ids.every((id) => known.has(id))) throw new AppError('not_found');
    }
    await repo.insertReads(tx, person, shown, ids);
    return { unread: await repo.countUnread(tx, person, shown) };
  });
}

/** The topics that the viewer may choose about, and which of them they see. */
export async function readTopics(ctx: Ctx): Promise<NoticeTopicsDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => describeTopics(ctx, tx));
}

async function describeTopics(ctx: Ctx, tx: SqlTx): Promise<NoticeTopicsDto> {
  const bell = await readBell(ctx, tx);
  return { topics: listTopics(bell).map((topic) => ({ topic, enabled: !bell.muted.includes(topic) })) };
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
