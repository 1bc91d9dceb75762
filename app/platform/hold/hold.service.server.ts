import { stateRefuses } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { hasMail, holdBackQueuedMails, queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { storeRestored } from './hold-events.ts';
import type { Hold, HoldReason } from './hold.ts';
import * as repo from './hold.repo.server.ts';

/** Who holds a store by itself: the program, which noticed a restore, or the comparison that ended it. */
const PROGRAM: Actor = { kind: 'system', id: 'restore', name: 'Restore', role: 'system' };

/** Since when and why what leaves the house stands still; undefined while it does not. */
export const findHold = (tx: SqlTx): Promise<Hold | undefined> => repo.findHold(tx);

/** When the database of the scope's store was last restored: what happened before may have been told. Undefined where it never was. */
export const findRestoredAt = (tx: SqlTx): Promise<Date | undefined> => repo.findRestoredAt(tx);

/** Throws invalid_state (409) while what leaves the house stands still. */
export async function assertNotOnHold(tx: SqlTx): Promise<void> {
  if (await repo.findHold(tx)) throw stateRefuses('after_restore');
}

/**
 * Holds the scope's store: payouts, automatic runs, labels, numbered documents and mails queued before stand still. Admins are told
 * once of each hold. Said again it is done.
 */
export async function startHold(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  o: { reason: HoldReason; actor: Actor; at: Date },
): Promise<void> {
  const { reason, at } = o;
  if (reason === 'restored') {
    await repo.recordRestored(tx, at);
    await holdBackQueuedMails(tx, at);
  }
  if (await repo.startHold(tx, reason, at)) await announce(services, tx, o);
}

const buildDedupeKey = (since: Date): string => `store-held/${since.toISOString()}`;

async function announce(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  o: { reason: HoldReason; actor: Actor; at: Date },
): Promise<void> {
  const { reason, actor, at } = o;
  await recordAudit(tx, [buildEvent(tx, { ...o, action: 'hold.started', detail: { reason } })]);
  const storeId = String(tx.scope.storeId);
  await queueMails(tx, services, [
    {
      dedupeKey: buildDedupeKey(at),
      template: 'marketplace-store-held',
      audience: { kind: 'admins' },
      params: { storeId, reason, by: reason === 'asked' ? actor.name : '', at: at.toISOString() },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

/** Lets the scope's store go on. Said again it is done. */
export async function endHold(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  o: { actor: Actor; at: Date; note: string | null },
): Promise<void> {
  if (!(await repo.endHold(tx))) return;
  await recordAudit(tx, [buildEvent(tx, { ...o, action: 'hold.ended', detail: {} })]);
  wakeAll(services, tx);
}

/**
 * Lets a store go on that a restore holds, once a comparison that began after the hold has seen all that its providers hold. One that
 * an admin asked for ends by a person alone.
 */
export async function endHoldAfterComparison(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  o: { startedAt: Date; at: Date },
): Promise<void> {
  const hold = await repo.findHold(tx);
  if (hold?.reason !== 'restored' || hold.since > o.startedAt || !(await repo.endHold(tx, hold.since))) return;
  const detail = { reason: 'compared' };
  await recordAudit(tx, [buildEvent(tx, { action: 'hold.ended', actor: PROGRAM, detail, at: o.at })]);
  wakeAll(services, tx);
}

/** Holds stores of which a restore was noticed. */
export async function holdRestored(services: Services, storeIds: readonly StoreId[]): Promise<void> {
  const at = services.clock.now();
  for (const storeId of storeIds)
    await services.db.fast(marketplaceScope(storeId), async (tx) => {
      await startHold(services, tx, { reason: 'restored', actor: PROGRAM, at });
      await services.events.publish(tx, storeRestored, {});
    });
}

/** Tells admins of the holds that `npm run restore` began, each once. */
export async function announceRestores(services: Services, storeIds: readonly StoreId[]): Promise<void> {
  for (const storeId of storeIds)
    await services.db.fast(marketplaceScope(storeId), async (tx) => {
      const hold = await repo.findHold(tx);
      if (hold?.reason !== 'restored' || (await hasMail(tx, buildDedupeKey(hold.since)))) return;
      await announce(services, tx, { reason: 'restored', actor: PROGRAM, at: hold.since });
    });
}

function wakeAll(services: Pick<Services, 'jobs'>, tx: SqlTx): void {
  services.jobs.wakeAfterCommit(tx, 'due');
  services.jobs.wakeAfterCommit(tx, 'mails');
}

const buildEvent = (
  tx: SqlTx,
  o: { action: string; actor: Actor; detail: object; at: Date; note?: string | null },
) => ({
  subject: 'store' as const,
  subjectId: String(tx.scope.storeId),
  vendorId: null,
  action: o.action,
  actor: o.actor,
  detail: o.detail,
  note: o.note ?? null,
  at: o.at,
});
