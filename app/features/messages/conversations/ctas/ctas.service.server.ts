import { randomUUID } from 'node:crypto';
import { WebRefusal } from '#app/adapters/web/web-reader.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { randomToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { requireConversation, withConversation } from '../conversations.service.server.ts';
import { toSide } from '../conversation-dto.server.ts';
import { requireConversations } from '../write-message.service.server.ts';
import { CALLBACK_MS, MAX_CTAS } from './cta.ts';
import { toCtaDto } from './cta-dto.server.ts';
import type { CtaDto, CtaInput } from './ctas.contract.ts';
import { signCall } from './sign-call.server.ts';
import * as repo from './ctas.repo.server.ts';
import type { CtaRow } from './ctas.repo.server.ts';

/** Puts a button beside a conversation. Throws not_found (404), invalid_state (409) where it has five already. */
export async function createCta(ctx: Ctx, input: CtaInput): Promise<{ cta: CtaDto; secret: string }> {
  const secret = randomToken();
  const cta = await withConversation(ctx, input.conversationId, async (tx, row) => {
    if ((await repo.listCtas(tx, [row.id])).length >= MAX_CTAS) throw stateRefuses('ctas_full', { limit: MAX_CTAS });
    const { label, callbackUrl, redirect, variant, prompt } = input;
    const id = await repo.insertCta(tx, {
      vendorId: row.vendorId,
      conversationId: row.id,
      label,
      callbackUrl,
      redirect,
      variant,
      promptTitle: prompt?.title ?? null,
      promptConfirm: prompt?.confirmText ?? null,
      secret: ctx.vault.sealText(secret),
      createdAt: ctx.clock.now(),
    });
    await recordCta(ctx, tx, {
      conversationId: row.id,
      vendorId: row.vendorId,
      action: 'conversation.cta_added',
      label,
    });
    return repo.findCta(tx, id);
  });
  if (!cta) throw new AppError('not_found');
  return { cta: toCtaDto(cta, 'admin'), secret };
}

/** Takes a button away. Throws not_found (404). */
export async function deleteCta(ctx: Ctx, id: bigint): Promise<{ ok: true }> {
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const cta = await requireCta(ctx, tx, id);
    await repo.deleteCta(tx, id);
    await recordCta(ctx, tx, { ...cta, action: 'conversation.cta_removed' });
  });
  return { ok: true };
}

/**
 * Presses a button: notes it, calls its address with a signed body, and notes that it was answered. One that was answered is not
 * called again. A call that failed is repeated by pressing again, under the same id. Throws not_found (404), and invalid_state (409)
 * where the address is not of the public internet or does not take the call, or while it is being called.
 */
export async function pressCta(ctx: Ctx, id: bigint): Promise<{ redirect: string | null }> {
  const end = ctx.clock.now().getTime() + CALLBACK_MS;
  let pressed = await press(ctx, id);
  // Somebody else presses it at this moment: what comes of it is this press's outcome, too.
  while (pressed.state === 'called' && ctx.clock.now().getTime() < end) {
    await ctx.clock.sleep(WAIT_MS);
    pressed = await press(ctx, id);
  }
  const { cta } = pressed;
  if (pressed.state === 'answered') return { redirect: cta.redirect };
  if (pressed.state !== 'ours') throw stateRefuses('cta_in_progress');
  try {
    await call(ctx, cta, pressed.pressId);
  } catch (error) {
    await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.endCall(tx, id));
    throw error;
  }
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.markAnswered(tx, id, ctx.clock.now()));
  return { redirect: cta.redirect };
}

const WAIT_MS = 100;

type Pressed =
  | { cta: CtaRow; state: 'ours'; pressId: string }
  | { cta: CtaRow; state: 'called' }
  | { cta: CtaRow; state: 'answered' };

/** Marks the press where the button was not answered and nobody calls its address. Throws not_found (404). */
function press(ctx: Ctx, id: bigint): Promise<Pressed> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx): Promise<Pressed> => {
    const cta = await requireCta(ctx, tx, id);
    if (cta.answeredAt !== null) return { cta, state: 'answered' };
    const at = ctx.clock.now();
    const until = new Date(at.getTime() + CALLBACK_MS);
    const pressId = await repo.markPressed(tx, id, { pressId: randomUUID(), at, until });
    if (pressId === undefined) return { cta, state: 'called' };
    await recordCta(ctx, tx, { ...cta, action: 'conversation.cta_pressed' });
    return { cta, state: 'ours', pressId };
  });
}

async function call(ctx: Ctx, cta: CtaRow, pressId: string): Promise<void> {
  const body = JSON.stringify({
    pressId,
    ctaId: String(cta.id),
    conversationId: String(cta.conversationId),
    label: cta.label,
    pressedBy: toSide(ctx.viewer),
    store: ctx.viewer.store.domain,
  });
  const headers = signCall(ctx, cta, { body, pressId });
  try {
    const signal = AbortSignal.timeout(CALLBACK_MS);
    await ctx.adapters.callbacks.send(cta.callbackUrl, { body, headers, signal });
  } catch (error) {
    if (!(error instanceof WebRefusal)) throw error;
    ctx.log.info({ cta: String(cta.id), reason: error.message }, 'a button of a conversation was not answered');
    throw stateRefuses('callback_failed');
  }
}

/** A button of the viewer's, locked. One of a conversation that is archived is not there for its vendor. Throws not_found (404). */
export async function requireCta(ctx: Ctx, tx: SqlTx, id: bigint): Promise<CtaRow> {
  await requireConversations(tx);
  const cta = await repo.findCta(tx, id, { lock: true });
  if (!cta) throw new AppError('not_found');
  await requireConversation(ctx, tx, cta.conversationId);
  return cta;
}

/** Writes what was done with a button into the log of its conversation. */
export function recordCta(
  ctx: Ctx,
  tx: SqlTx,
  o: { conversationId: bigint; vendorId: bigint; label: string; action: `conversation.cta_${string}` },
): Promise<void> {
  const { action, label, vendorId } = o;
  const about = { subject: 'conversation', subjectId: String(o.conversationId), vendorId } as const;
  return recordAudit(tx, [{ ...about, action, actor: ctx.viewer.actor, detail: { label }, at: ctx.clock.now() }]);
}
