import { AppError } from '#app/core/errors.ts';
import { countPages, cutPage, decodeCursor, PAGE_SIZE } from '#app/core/paging.ts';
import { normaliseEmail } from '#app/core/text/email-address.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isMailTemplate } from '../mail.ts';
import { requeueFailed } from '../mails.repo.server.ts';
import { formatDetail, toUnsentReason, UNCONFIRMED, type SuppressionKind } from './suppression.ts';
import { MAX_UNSENT, type SuppressionDto, type SuppressionsQuery, type UnsentDto } from './suppressions.contract.ts';
import * as repo from './suppressions.repo.server.ts';

/** Why an address is on the list of the store; undefined where it is not. */
export async function findSuppressionKind(tx: SqlTx, address: string): Promise<SuppressionKind | undefined> {
  return (await repo.findSuppression(tx, normaliseEmail(address)))?.kind;
}

/** Puts an address on the list that its mail server refused for good. An entry that is there stays as it is. */
export async function recordBounce(tx: SqlTx, o: { address: string; response: string; at: Date }): Promise<void> {
  const email = normaliseEmail(o.address);
  await repo.insertSuppression(tx, { email, kind: 'bounce', detail: formatDetail(o.response), at: o.at });
}

/** A page of the list, newest first. */
export async function listSuppressions(ctx: Ctx, query: SuppressionsQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const offset = after ? 0 : (query.page - 1) * PAGE_SIZE;
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const found = await repo.listSuppressions(tx, query.q, { limit: PAGE_SIZE + 1, offset, after });
    const count = await repo.countSuppressions(tx, query.q);
    const { rows, cursor } = cutPage(found, (row) => row.createdAt);
    return {
      suppressions: rows.map(toDto),
      count,
      pageCount: countPages(count),
      cursor,
    };
  });
}

/** Records what somebody heard about an address: a bounce, a complaint, or that it is to be blocked. The same again changes nothing. */
export async function addSuppression(
  ctx: Ctx,
  input: { email: string; kind: SuppressionKind; detail: string },
): Promise<SuppressionDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const at = ctx.clock.now();
    const made = await repo.insertSuppression(tx, { ...input, detail: formatDetail(input.detail), at });
    if (made) {
      await recordAudit(tx, [
        { ...toEvent(ctx), action: 'mail_suppression.added', detail: { [AUDIT_KEY]: ['', input.kind] } },
      ]);
      return toDto(made);
    }
    const row = await repo.findSuppression(tx, input.email);
    // Lifted between the two statements.
    if (!row) throw new AppError('conflict');
    return toDto(row);
  });
}

/** Takes an address off the list. One that is not there is not_found (404). */
export async function liftSuppression(ctx: Ctx, id: bigint): Promise<{ ok: true }> {
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const kind = await repo.deleteSuppression(tx, id);
    if (kind === undefined) throw new AppError('not_found');
    await recordAudit(tx, [
      { ...toEvent(ctx), action: 'mail_suppression.lifted', detail: { [AUDIT_KEY]: [kind, ''] } },
    ]);
  });
  return { ok: true };
}

/** The newest mails that were not sent, each with the reason. */
export async function listUnsent(ctx: Ctx): Promise<{ mails: UnsentDto[] }> {
  const rows = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.listUnsent(tx, MAX_UNSENT));
  return {
    mails: rows.map(({ id, template, email, audience, createdAt, ...row }) => ({
      id: String(id),
      template: isMailTemplate(template) ? template : null,
      email,
      audience,
      reason: toUnsentReason(row),
      detail: row.state === 'failed' && toUnsentReason(row) === null ? (row.error ?? '') : '',
      canSendAgain: row.state === 'failed' && row.error !== UNCONFIRMED && (audience !== 'address' || email !== null),
      createdAt: createdAt.toISOString(),
    })),
  };
}

/**
 * Queues mails once more whose tries all failed: those named, or all of the store. Throws not_found (404) for the whole where one of
 * the named is none of them.
 */
export async function sendUnsentAgain(
  ctx: Ctx,
  { ids }: { ids?: readonly bigint[] | undefined },
): Promise<{ queued: number }> {
  const named = ids && [...new Set(ids)];
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const at = ctx.clock.now();
    const queued = await requeueFailed(tx, { ids: named ?? null, exceptError: UNCONFIRMED, at });
    if (named && queued !== named.length) throw new AppError('not_found');
    if (queued > 0) {
      const store = { subject: 'store', subjectId: String(ctx.viewer.store.id), vendorId: null } as const;
      // It changes no setting, so it is not among their history.
      await recordAudit(tx, [
        { ...store, action: 'mails.sent_again', actor: ctx.viewer.actor, at, detail: { count: queued } },
      ]);
      ctx.jobs.wakeAfterCommit(tx, 'mails');
    }
    return { queued };
  });
}

/** The name under which the history of settings shows the list; the address stays out of the log. */
const AUDIT_KEY = 'notifications.suppressions';

const toEvent = ({ viewer, clock }: Ctx) => ({
  subject: 'settings' as const,
  subjectId: 'mail-suppressions',
  vendorId: null,
  actor: viewer.actor,
  at: clock.now(),
});

const toDto = ({ id, createdAt, ...row }: repo.SuppressionRow): SuppressionDto => ({
  ...row,
  id: String(id),
  createdAt: createdAt.toISOString(),
});
