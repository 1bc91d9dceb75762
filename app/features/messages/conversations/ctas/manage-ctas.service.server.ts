import { randomUUID } from 'node:crypto';
import { WebRefusal } from '#app/adapters/web/web-reader.server.ts';
import { stateRefuses } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { toSide } from '../conversation-dto.server.ts';
import { requireConversations } from '../write-message.service.server.ts';
import { CALLBACK_MS } from './cta.ts';
import { toCtaDto } from './cta-dto.server.ts';
import type { CtaChanges, CtaDto, CtasQuery, CtaTestDto, ListedCtaDto } from './ctas.contract.ts';
import * as repo from './ctas.repo.server.ts';
import { recordCta, requireCta } from './ctas.service.server.ts';
import { signCall } from './sign-call.server.ts';

const MAX_LISTED = 50;

/** A page of the buttons beside conversations, newest first. Throws feature_disabled (404). */
export function listCtas(ctx: Ctx, query: CtasQuery): Promise<{ ctas: ListedCtaDto[]; next: string | null }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    const { conversationId, before } = query;
    const found = await repo.listCtaPage(tx, { conversationId, before, limit: MAX_LISTED });
    const rows = found.slice(0, MAX_LISTED);
    const last = rows.at(-1);
    return {
      ctas: rows.map((row) => ({
        cta: toCtaDto(row, 'admin'),
        conversation: {
          conversationId: String(row.conversationId),
          buyer: row.buyer,
          seller: row.seller,
          about: row.about,
        },
      })),
      next: found.length > MAX_LISTED && last ? String(last.id) : null,
    };
  });
}

/** Changes a button. Throws not_found (404), and invalid_state (409) for one that was answered, which is history. */
export function updateCta(ctx: Ctx, id: bigint, { prompt, ...input }: CtaChanges): Promise<{ cta: CtaDto }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const cta = await requireCta(ctx, tx, id);
    if (cta.answeredAt !== null) throw stateRefuses('cta_answered');
    const changes = { ...input, promptTitle: prompt?.title ?? null, promptConfirm: prompt?.confirmText ?? null };
    await repo.updateCta(tx, id, changes);
    await recordCta(ctx, tx, { ...cta, label: input.label, action: 'conversation.cta_changed' });
    return { cta: toCtaDto({ ...cta, ...changes }, 'admin') };
  });
}

/** Calls the address of a button as pressing it would, with `test` in the body; nothing of the button changes. Throws not_found (404). */
export async function testCta(ctx: Ctx, id: bigint): Promise<CtaTestDto> {
  const cta = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => requireCta(ctx, tx, id));
  const pressId = randomUUID();
  const body = JSON.stringify({
    test: true,
    pressId,
    ctaId: String(cta.id),
    conversationId: String(cta.conversationId),
    label: cta.label,
    pressedBy: toSide(ctx.viewer),
    store: ctx.viewer.store.domain,
  });
  try {
    const signal = AbortSignal.timeout(CALLBACK_MS);
    await ctx.adapters.callbacks.send(cta.callbackUrl, {
      body,
      headers: signCall(ctx, cta, { body, pressId }),
      signal,
    });
    return { result: 'answered', status: null };
  } catch (error) {
    if (!(error instanceof WebRefusal)) throw error;
    return { result: error.kind, status: error.status ?? null };
  }
}
