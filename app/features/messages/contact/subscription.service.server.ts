import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { afterAsking, afterConfirming, MAX_CONFIRMATION_MAILS, MAX_SUBSCRIPTIONS_AN_HOUR } from './contact.ts';
import { readToken, type LinkContent, type LinkPurpose } from './subscription-link.server.ts';
import * as repo from './subscribers.repo.server.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

type SubscriptionRequest = { email: string; website?: string | undefined; source: string; address: string };

/**
 * Asks an address by mail whether it wants to hear from the marketplace. Whoever asked learns nothing of it: the answer is
 * the same for an address that is new, that said yes or no before, and that was asked too often already.
 */
export async function askSubscription(ctx: Ctx, requested: SubscriptionRequest): Promise<{ ok: true }> {
  const { email, website = '', source, address } = requested;
  if (website.trim() !== '') return { ok: true };
  const storeId = ctx.viewer.store.id;
  await ctx.limits.hit(`subscribe|${storeId}|from|${address}`, MAX_SUBSCRIPTIONS_AN_HOUR.address, HOUR);
  await ctx.limits.hit(`subscribe|${storeId}`, MAX_SUBSCRIPTIONS_AN_HOUR.store, HOUR);
  if (!(await mayMail(ctx, email))) return { ok: true };
  await ctx.db.fast(marketplaceScope(storeId), async (tx) => {
    const at = ctx.clock.now();
    const { locale } = ctx.viewer;
    const { row, isNew } = await repo.holdSubscriber(tx, { email, source, locale, at });
    const { asks, ...next } = afterAsking(isNew ? undefined : row);
    if (!asks) return;
    const mails = await repo.recordRequested(tx, row.id, { ...next, source, locale, at });
    await queueMails(tx, ctx, [
      {
        dedupeKey: `subscriber-confirm:${row.id}:${mails}`,
        template: 'subscriber-confirm',
        audience: { kind: 'address', address: email },
        params: { subscriberId: String(row.id), generation: next.generation },
        locale,
        dueAt: at,
        createdAt: at,
      },
    ]);
  });
  return { ok: true };
}

/** Whether an address may still be mailed a question; a stranger who types it again and again fills nobody's mailbox. */
async function mayMail(ctx: Ctx, email: string): Promise<boolean> {
  try {
    for (const { most: max, days } of MAX_CONFIRMATION_MAILS) {
      await ctx.limits.hit(`subscribe-mail|${ctx.viewer.store.id}|${email}`, max, days * DAY);
    }
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** Confirms by the token of a mail. Once more changes nothing; one that is over or not ours is link_expired (410). */
export async function confirmSubscription(ctx: Ctx, token: string): Promise<{ ok: true }> {
  const { subscriber, generation } = requireToken(ctx, token, 'confirm');
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const row = await repo.findSubscriber(tx, subscriber, { lock: true });
    const outcome = row ? afterConfirming(row, generation) : 'is_over';
    if (!row || outcome === 'is_over') throw new AppError('link_expired');
    if (outcome === 'is_done') return;
    await repo.setStatus(tx, row.id, { status: 'confirmed', at: ctx.clock.now() });
    await welcome(tx, ctx, row);
  });
  return { ok: true };
}

async function welcome(tx: SqlTx, ctx: Ctx, { id, email, generation, locale }: repo.SubscriberRow): Promise<void> {
  const at = ctx.clock.now();
  await queueMails(tx, ctx, [
    {
      dedupeKey: `subscriber-welcome:${id}:${generation}`,
      template: 'subscriber-welcome',
      audience: { kind: 'address', address: email },
      params: { subscriberId: String(id), generation },
      locale,
      dueAt: at,
      createdAt: at,
    },
  ]);
}

/** Ends a subscription by the token of any of its mails. One that is ended or erased already stays so. */
export async function endSubscription(ctx: Ctx, token: string): Promise<{ ok: true }> {
  const { subscriber } = requireToken(ctx, token, 'unsubscribe');
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const row = await repo.findSubscriber(tx, subscriber, { lock: true });
    if (!row || row.status === 'unsubscribed') return;
    await repo.setStatus(tx, row.id, { status: 'unsubscribed', at: ctx.clock.now() });
  });
  return { ok: true };
}

/** Whether a link still does what it says; the page says so before anybody presses its button. It changes nothing. */
export async function isLinkGood(ctx: Ctx, token: string, purpose: LinkPurpose): Promise<boolean> {
  const content = readToken(ctx, token, buildWanted(ctx, purpose));
  if (!content) return false;
  if (purpose === 'unsubscribe') return true;
  const row = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    repo.findSubscriber(tx, content.subscriber),
  );
  return row !== undefined && afterConfirming(row, content.generation) !== 'is_over';
}

function requireToken(ctx: Ctx, token: string, purpose: LinkPurpose): LinkContent {
  const content = readToken(ctx, token, buildWanted(ctx, purpose));
  if (!content) throw new AppError('link_expired');
  return content;
}

const buildWanted = ({ viewer, clock }: Ctx, purpose: LinkPurpose) => ({
  purpose,
  store: viewer.store.id,
  now: clock.now(),
});
