import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { BUYER } from '../buyer-actor.ts';
import { findByToken } from '../buyer-thread.service.server.ts';
import { readThreadToken } from '../thread-link.server.ts';
import { requireConversations } from '../write-message.service.server.ts';
import { MAX_REPORTS_AN_HOUR } from './report.ts';
import type { ReportInput } from './reports.contract.ts';
import { recordReport } from './record-report.service.server.ts';

const HOUR = 3_600;

/** Keeps a buyer's report of a conversation, by the token of its link. Throws link_expired (410), rate_limited (429). */
export async function reportAsBuyer(ctx: Ctx, input: ReportInput, address: string): Promise<{ ok: true }> {
  const { store } = ctx.viewer;
  const claim = readThreadToken(ctx, input.token, store.id);
  if (!claim) throw new AppError('link_expired');
  const key = `chat|${store.id}|report`;
  await ctx.limits.hit(`${key}|conversation:${claim.id}`, MAX_REPORTS_AN_HOUR.conversation, HOUR);
  await ctx.limits.hit(`${key}|${address}`, MAX_REPORTS_AN_HOUR.address, HOUR);
  await ctx.limits.hit(key, MAX_REPORTS_AN_HOUR.store, HOUR);
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireConversations(tx);
    const row = await findByToken(ctx, tx, input.token, { lock: true });
    if (!row) throw new AppError('link_expired');
    // A banned buyer's report is dropped like its messages, and answered alike.
    if (row.archivedAt !== null) return;
    const at = ctx.clock.now();
    await recordReport(ctx, tx, row, { side: 'buyer', note: input.note, reportedAt: at });
    const about = { subject: 'conversation', subjectId: String(row.id), vendorId: row.vendorId } as const;
    await recordAudit(tx, [{ ...about, action: 'conversation.report', actor: BUYER, at }]);
  });
  return { ok: true };
}
