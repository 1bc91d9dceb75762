import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { Notice } from './notice.ts';
import { MAX_NOTICE_TOKEN, readNoticeToken } from './notice-link.server.ts';
import { isNoticeOn, setNotice } from './notices.service.server.ts';

/** What the page of a link shows: the notice and whether its address gets it. `isDone`: something was just changed. */
export type NoticePage = { found: { notice: Notice; enabled: boolean } | null; isDone: boolean };

const parseToken = (request: Request): string =>
  (new URL(request.url).searchParams.get('token') ?? '').slice(0, MAX_NOTICE_TOKEN + 1);

/** What the page shows before anything is done. It changes nothing: programs that look through mails follow their links. */
export async function readNoticePage(ctx: Ctx, request: Request): Promise<NoticePage> {
  const { store } = ctx.viewer;
  const link = readNoticeToken(ctx, parseToken(request), store.id);
  if (!link) return { found: null, isDone: false };
  const { email, notice } = link;
  const enabled = await ctx.db.fast(marketplaceScope(store.id), (tx) => isNoticeOn(tx, email, notice));
  return { found: { notice, enabled }, isDone: false };
}

/**
 * Leaves the notice of a link, for its page's button and for a mail program's one click (RFC 8058, which sends no field of ours);
 * `resume` takes it again.
 */
export async function followNoticeLink(ctx: Ctx, request: Request): Promise<NoticePage> {
  const { store } = ctx.viewer;
  const link = readNoticeToken(ctx, parseToken(request), store.id);
  if (!link) return { found: null, isDone: false };
  const enabled = (await request.formData()).get('intent') === 'resume';
  const { email: address, notice } = link;
  await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    setNotice(tx, { address, notice, enabled, at: ctx.clock.now() }),
  );
  return { found: { notice, enabled }, isDone: true };
}
