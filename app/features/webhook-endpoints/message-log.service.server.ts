import { AppError } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findEndpoint } from './endpoints.repo.server.ts';
import { isOpenTo, requireSwitch } from './endpoints.service.server.ts';
import * as repo from './messages.repo.server.ts';
import type {
  MessagesDto,
  MessagesQuery,
  WebhookMessageDetailDto,
  WebhookMessageDto,
} from './webhook-endpoints.contract.ts';

const PAGE = 50;

/** A page of what an endpoint was told, newest first. Throws feature_disabled and not_found (404). */
export function listMessages(ctx: Ctx, endpointId: bigint, query: MessagesQuery): Promise<MessagesDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireEndpoint(ctx, tx, endpointId);
    const { state = null, topic = null, before = null } = query;
    const found = await repo.listMessages(tx, endpointId, { state, topic, before, limit: PAGE + 1 });
    const rows = found.slice(0, PAGE);
    const last = rows.at(-1);
    return { messages: rows.map(toDto), next: found.length > PAGE && last ? String(last.id) : null };
  });
}

/** What was sent, and each try. Throws feature_disabled and not_found (404). */
export function readMessage(ctx: Ctx, endpointId: bigint, id: bigint): Promise<{ message: WebhookMessageDetailDto }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireEndpoint(ctx, tx, endpointId);
    const row = await repo.findMessage(tx, endpointId, id);
    if (!row) throw new AppError('not_found');
    const open = (bytes: Buffer | null): string | null => (bytes ? ctx.vault.open(bytes).toString('utf8') : null);
    const tries = await repo.listAttempts(tx, id);
    return {
      message: {
        ...toDto(row),
        body: open(row.body),
        tries: tries.map(({ at, answer, ...one }) => ({ ...one, at: at.toISOString(), answer: open(answer) })),
      },
    };
  });
}

async function requireEndpoint(ctx: Ctx, tx: SqlTx, id: bigint): Promise<void> {
  await requireSwitch(tx);
  const { vendorScope } = ctx.viewer;
  const row = await findEndpoint(tx, vendorScope === '*' ? null : vendorScope, id);
  if (!row || !isOpenTo(ctx.viewer, row)) throw new AppError('not_found');
}

const toDto = (row: repo.LoggedMessage): WebhookMessageDto => ({
  id: String(row.id),
  topic: row.topic,
  subject: row.subject,
  subjectId: String(row.subjectId),
  state: row.state,
  attempts: row.attempts,
  isTest: row.subjectId === 0n,
  occurredAt: row.occurredAt.toISOString(),
  dueAt: row.state === 'pending' ? row.dueAt.toISOString() : null,
  endedAt: row.endedAt?.toISOString() ?? null,
  status: row.status,
  problem: row.problem,
  notCalled: row.notCalled,
});
