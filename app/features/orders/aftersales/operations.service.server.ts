import { createHash, randomUUID } from 'node:crypto';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, stateRefuses, type ErrorCode, type ReasonCode } from '#app/core/errors.ts';
import { encodeExact } from '#app/core/exact-json.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { forgetRefund } from '#app/features/orders/money/pending-refunds.ts';
import { decideOrder, type ChangeableOrder } from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './operations.repo.server.ts';
import type { OperationKind, OpenOperation } from './operations.repo.server.ts';

/** After this an act of somebody else whose outcome nobody asked for again no longer stands in the way. */
const STALE_MS = 2 * MINUTE_MS;

/** After this no call of an act can still be under way, whatever the platform let it wait for. */
const OVER_MS = 10 * MINUTE_MS;

/** Whether the store granted an optional access. */
export async function isGranted(ctx: Ctx, scope: string): Promise<boolean> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  return (await listGrantedScopes(platform)).has(scope);
}

/** Throws invalid_state (409) where the store has not granted an access. */
export async function requireGranted(ctx: Ctx, scope: string, reason: ReasonCode): Promise<void> {
  if (!(await isGranted(ctx, scope))) throw stateRefuses(reason);
}

/** A text of some values: the same for the same values, and nothing can be read from it. */
export function computeFingerprint(...values: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(values.map((value) => encodeExact(value))))
    .digest('hex');
}

/**
 * The same act of the order whose outcome is not known: it is gone on with, under its own key, and never begun twice.
 * Another one that is under way refuses (409); one that nobody came back for is dropped, because the order was read again.
 */
export async function findSameOperation(
  ctx: Ctx,
  order: ChangeableOrder,
  kind: OperationKind,
  fingerprint: string,
): Promise<OpenOperation | undefined> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const open = await repo.findOpenOperation(tx, order.orderId);
    if (!open || (open.kind === kind && open.fingerprint === fingerprint)) return open;
    const now = ctx.clock.now();
    if (now.getTime() - open.recordedAt.getTime() < STALE_MS) throw stateRefuses('order_in_progress');
    await dropWithNote(ctx, tx, order, open);
    return undefined;
  });
}

/** Notes an act before it is sent. Somebody who was a moment faster with another one refuses (409). */
export async function recordOperation(
  ctx: Ctx,
  order: ChangeableOrder,
  kind: OperationKind,
  fingerprint: string,
  o: { isOnce?: boolean } = {},
): Promise<OpenOperation> {
  const operation: OpenOperation = {
    id: randomUUID(),
    kind,
    fingerprint,
    knownRefunds: order.known.refunds.map((refund) => refund.id),
    recordedAt: ctx.clock.now(),
    isLost: false,
    isOwn: true,
  };
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    if (await repo.insertOperation(tx, { ...operation, orderId: order.orderId, at: operation.recordedAt }))
      return operation;
    const open = await repo.findOpenOperation(tx, order.orderId);
    if (!o.isOnce && open?.kind === kind && open.fingerprint === fingerprint) return open;
    throw stateRefuses('order_in_progress');
  });
}

/** Throws invalid_state (409) while another call of the same act may still be on its way; `recordRepeat` has the last word. */
export function requireUnconfirmed(ctx: Ctx, operation: OpenOperation): void {
  if (!operation.isLost && ctx.clock.now().getTime() - operation.recordedAt.getTime() < STALE_MS)
    throw stateRefuses('order_in_progress');
}

/**
 * Marks an act of which the platform would make a second one as sent again, in the statement that looks whether it may be: its last call
 * ended without an answer, or nothing was heard of it for long. Throws invalid_state (409) while it may be under way, and once it ended.
 */
export async function recordRepeat(ctx: Ctx, operation: OpenOperation): Promise<OpenOperation> {
  const unconfirmedBefore = new Date(ctx.clock.now().getTime() - STALE_MS);
  return renew(ctx, operation, unconfirmedBefore);
}

/**
 * Marks an act as sent again that the platform makes once. Whoever goes on with it counts from here how long nothing was heard of it.
 * Throws invalid_state (409) where it was ended since.
 */
export const recordSending = (ctx: Ctx, operation: OpenOperation): Promise<OpenOperation> => renew(ctx, operation);

async function renew(ctx: Ctx, operation: OpenOperation, unconfirmedBefore?: Date): Promise<OpenOperation> {
  const recordedAt = ctx.clock.now();
  const scope = marketplaceScope(ctx.viewer.store.id);
  const isOurs = await ctx.db.fast(scope, (tx) =>
    repo.renewOperation(tx, operation.id, {
      at: recordedAt,
      ...(unconfirmedBefore ? { lostBefore: unconfirmedBefore } : {}),
    }),
  );
  if (!isOurs) throw stateRefuses('order_in_progress');
  return { ...operation, recordedAt, isLost: false };
}

/** Notes that the call of an act ended without an answer, so that the same call again goes on with it. */
export async function markOperationUnconfirmed(ctx: Ctx, operation: OpenOperation): Promise<void> {
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.markUnconfirmed(tx, operation.id));
}

/** What the order itself refuses. What the platform refuses may be a second request of an act whose first is under way. */
const ANSWERS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['invalid_state', 'invalid_input']);

/**
 * What follows an error of an act: it ends where nothing was done, and the error goes on. The call that noted it knows so of
 * every error but a lost answer. One that goes on with it knows so of a refusal, once nothing was heard of the first for
 * long: an act that stayed open for ever would take a refund of the store admin for its own.
 */
export function orEnd(ctx: Ctx, order: ChangeableOrder, operation: OpenOperation | undefined) {
  return async (error: unknown): Promise<never> => {
    if (operation && error instanceof AppError) {
      const isStale = ctx.clock.now().getTime() - operation.recordedAt.getTime() >= OVER_MS;
      const isUndone = operation.isOwn ? error.code !== 'platform_failed' : isStale && ANSWERS.has(error.code);
      if (isUndone) {
        await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => dropWithNote(ctx, tx, order, operation));
      }
    }
    throw error;
  };
}

/**
 * Ends an act, and with it the note of whose its refund would be: an equal refund of somebody else must not be taken for it.
 * The order is locked before the act, as wherever both are written.
 */
async function dropWithNote(ctx: Ctx, tx: SqlTx, order: ChangeableOrder, operation: OpenOperation): Promise<void> {
  if (operation.kind === 'refund') {
    await decideOrder(ctx, tx, order.orderId, (decisions) => forgetRefund(decisions, operation.id));
  }
  await repo.settleOperation(tx, operation.id, { state: 'dropped', result: null, at: ctx.clock.now() });
}
