import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Payer } from '#app/platform/payout-rights/payer.ts';
import { findVoidingChange, listPayers } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './approvals.repo.server.ts';

const SYSTEM: Actor = { kind: 'system', id: 'identity', name: 'Account change', role: 'system' };

/**
 * Ends the waiting requests whose requester changed since: an address, a role or a second factor of any identity of theirs, by
 * whomever. Runs before requests are listed, shown or made again, so that none of them is ever shown as waiting. May run twice.
 * Returns those that still wait.
 */
export async function voidChangedRequests(
  tx: SqlTx,
  now: Date,
): Promise<{ waiting: repo.WaitingRequest[]; payers: Payer[] }> {
  const requests = await repo.listWaitingRequests(tx, now);
  if (requests.length === 0) return { waiting: [], payers: [] };
  const payers = await listPayers(tx);
  const waiting: repo.WaitingRequest[] = [];
  for (const request of requests) {
    const change = await findVoidingChange(tx, payers, { by: request.askedBy, requester: request.requester, now });
    if (!change) waiting.push(request);
    else if (await repo.voidRequest(tx, request.id, { reason: change.what, at: change.at })) {
      await recordAudit(tx, [
        {
          subject: 'payout_request',
          subjectId: String(request.id),
          vendorId: null,
          action: 'payout_request.voided',
          actor: SYSTEM,
          detail: { reason: change.what },
          at: now,
        },
      ]);
    }
  }
  return { waiting, payers };
}
