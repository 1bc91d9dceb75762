import { AppError, stateRefuses } from '#app/core/errors.ts';
import { can } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { banBuyer, unbanBuyer } from '#app/platform/buyer-bans/buyer-bans.service.server.ts';
import { toBuyerKeys } from '#app/platform/buyer-bans/buyer-identity.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isOfMarketplace } from './conversation-dto.server.ts';
import type { Moderation } from './conversation.ts';
import type { ModerateInput } from './conversations.contract.ts';
import * as repo from './conversations.repo.server.ts';
import type { ConversationRow } from './conversations.repo.server.ts';
import { recordReport } from './reports/record-report.service.server.ts';
import { deleteReports } from './reports/reports.repo.server.ts';
import { withConversation } from './conversations.service.server.ts';

/**
 * Moderates a conversation: the marketplace archives it or everything of its buyer and takes that back, a vendor reports one of its own.
 * Nothing is erased. What is so already stays so. Throws not_found (404), missing_permission (403) for what is the marketplace's to do,
 * invalid_state (409) for banning the marketplace itself.
 */
export async function moderate(ctx: Ctx, input: ModerateInput): Promise<{ ok: true }> {
  const { viewer } = ctx;
  const isMarketplace = can(viewer, 'switch_vendor') && viewer.vendorScope === '*';
  await withConversation(ctx, input.conversationId, async (tx, row) => {
    if (input.action !== 'report' && !isMarketplace)
      throw new AppError('missing_permission', { permission: 'switch_vendor' });
    await ACTIONS[input.action](ctx, tx, row, input.note);
    await recordAudit(tx, [
      {
        subject: 'conversation',
        subjectId: String(row.id),
        vendorId: row.vendorId,
        action: `conversation.${input.action}`,
        actor: viewer.actor,
        at: ctx.clock.now(),
      },
    ]);
  });
  return { ok: true };
}

type ModerationAction = (ctx: Ctx, tx: SqlTx, row: ConversationRow, note: string) => Promise<void>;

const ACTIONS: Readonly<Record<Moderation, ModerationAction>> = {
  'delete-conversation': (ctx, tx, row) => repo.setArchived(tx, [row.id], ctx.clock.now()),
  'restore-conversation': (_ctx, tx, row) => repo.setArchived(tx, [row.id], null),
  'ban-buyer': async (ctx, tx, row) => {
    requireBuyer(row);
    await banBuyer(tx, row, ctx.clock.now());
    const known = { keys: toBuyerKeys(row), email: row.email };
    await repo.setArchived(tx, await repo.listIdsOfBuyer(tx, known), ctx.clock.now());
  },
  'unban-buyer': async (_ctx, tx, row) => {
    requireBuyer(row);
    await unbanBuyer(tx, row);
  },
  report: (ctx, tx, row, note) =>
    recordReport(ctx, tx, row, { side: 'seller', note: note.trim(), reportedAt: ctx.clock.now() }),
  'dismiss-report': (_ctx, tx, row) => deleteReports(tx, row.id),
};

function requireBuyer(row: ConversationRow): void {
  if (isOfMarketplace(row)) throw stateRefuses('conversation_has_no_buyer');
}
