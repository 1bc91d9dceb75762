import { AppError } from '#app/core/errors.ts';
import { countPages, PAGE_SIZE } from '#app/core/paging.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { RequestDto } from './compliance.contract.ts';
import * as repo from './requests.repo.server.ts';

/** A page of requests about personal data, what is open first. */
export async function listRequests(ctx: Ctx, o: { page: number }) {
  const { rows, count } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    repo.listRequests(tx, { limit: PAGE_SIZE, offset: (o.page - 1) * PAGE_SIZE }),
  );
  return { requests: rows.map(toDto), count, pageCount: countPages(count) };
}

/** The export of a request; that somebody took it is noted. Throws not_found (404) where there is none. */
export async function readExport(ctx: Ctx, id: bigint): Promise<Record<string, unknown>> {
  const { store, actor } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const encrypted = await repo.readEncryptedExport(tx, id);
    if (encrypted === undefined) throw new AppError('not_found');
    await recordAudit(tx, [{ ...requestEvent(ctx), action: 'compliance.exported', actor, detail: { id: String(id) } }]);
    return JSON.parse(ctx.vault.openText(encrypted)) as Record<string, unknown>;
  });
}

/** Notes that an export was handed over. Throws not_found (404). */
export async function completeRequest(ctx: Ctx, id: bigint): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (!(await repo.findRequest(tx, id))) throw new AppError('not_found');
    if (await repo.completeRequest(tx, id, ctx.clock.now())) {
      const detail = { id: String(id) };
      await recordAudit(tx, [{ ...requestEvent(ctx), action: 'compliance.completed', actor, detail }]);
    }
    return { ok: true as const };
  });
}

/** How many requests wait for an admin, and when the first of them is due. */
export function countOpenRequests(tx: SqlTx): Promise<{ count: number; dueAt: Date | null }> {
  return repo.countOpenRequests(tx);
}

const requestEvent = (ctx: Ctx) => ({
  subject: 'store' as const,
  subjectId: String(ctx.viewer.store.id),
  vendorId: null,
  at: ctx.clock.now(),
});

function toDto(row: repo.RequestRow): RequestDto {
  const { customerId, orders } = row.subject;
  return {
    id: String(row.id),
    topic: row.topic,
    state: row.state,
    customerId: typeof customerId === 'string' ? customerId : null,
    orders: typeof orders === 'number' ? orders : null,
    hasExport: row.hasExport,
    receivedAt: row.receivedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}
