import {
  approveReturn as approveAtPlatform,
  declineReturn as declineAtPlatform,
  endReturn as endAtPlatform,
  listReturnable,
  listReturnReasons,
  makeReturn as makeAtPlatform,
  RETURN_SCOPE,
  type ReturnableUnits,
} from '#app/adapters/shopify/orders/returns.server.ts';
import { readReturn } from '#app/adapters/shopify/orders/returns-read.server.ts';
import type { PlatformReturn } from '#app/adapters/shopify/orders/returns-read.server.ts';
import { AppError, fillText, REASONS, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  findChangeableOrder,
  type ChangeableOrder,
} from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import { readReturnStatus } from '#app/features/orders/returns/order-return.ts';
import { refreshReturns } from '#app/features/orders/returns/returns.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { isGranted, requireGranted } from './operations.service.server.ts';
import { listReturnCommands, STATUS_AFTER, type ReturnCommand } from './return-commands.ts';
import type { MakeReturnInput, ReturnsDto } from './returns.contract.ts';

/** The returns of an order with what can be done, and what can still come back. Without the access there is only that to say. */
export async function listReturns(ctx: Ctx, orderId: bigint): Promise<ReturnsDto> {
  const order = await findChangeableOrder(ctx, orderId);
  if (!(await isGranted(ctx, RETURN_SCOPE))) return { granted: false, returns: [], returnable: [] };
  const found = await refreshReturns(ctx, ctx.viewer.store.id, orderId);
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const lineOf = new Map(order.lines.map((line) => [line.id, line]));
  const vendorOf = new Map(order.parts.map((vendorOrder) => [vendorOrder.vendorId, vendorOrder.vendorName]));
  const describe = (lineId: bigint) => {
    const line = lineOf.get(lineId);
    const vendor = line?.vendorId == null ? null : (vendorOf.get(line.vendorId) ?? null);
    return { lineId: String(lineId), title: line?.title ?? '', vendor };
  };
  return {
    granted: true,
    returns: found.toReversed().map((one) => {
      const status = readReturnStatus(one.status);
      return {
        id: String(one.id),
        name: one.name,
        status,
        requestedAt: one.createdAt.toISOString(),
        decline: one.decline && { reason: one.decline.reason.toLowerCase(), note: one.decline.note },
        lines: one.lines.map(({ id, lineId, quantity, received, reason }) => ({
          id: String(id),
          ...describe(lineId),
          quantity,
          received,
          reason,
        })),
        allowedActions: listReturnCommands({ status, lines: one.lines }),
      };
    }),
    returnable: sumByLine(await listReturnable(platform, orderId)).map(([lineId, quantity]) => ({
      ...describe(lineId),
      quantity,
    })),
  };
}

function sumByLine(units: readonly ReturnableUnits[]): [bigint, number][] {
  const sums = new Map<bigint, number>();
  for (const { lineId, quantity } of units) sums.set(lineId, (sums.get(lineId) ?? 0) + quantity);
  return [...sums];
}

/**
 * Asks for a return of shipped units, or opens it at once. The platform takes no idempotency key here: after a lost answer
 * its returns are read, and a new one of just these units is taken for ours. A foreign line is not_found (404).
 */
export async function makeReturn(ctx: Ctx, orderId: bigint, input: MakeReturnInput): Promise<{ returnId: string }> {
  const order = await findChangeableOrder(ctx, orderId);
  const own = new Set(order.lines.map((line) => line.id));
  if (input.lines.some((line) => !own.has(line.id))) throw new AppError('not_found');
  await requireGranted(ctx, RETURN_SCOPE, 'returns_not_granted');
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const before = new Set((await refreshReturns(ctx, ctx.viewer.store.id, orderId)).map(({ id }) => id));
  const lines = chooseUnits(await listReturnable(platform, orderId), input.lines);
  const reasons = await listReturnReasons(platform);
  const request = {
    orderId,
    isRequest: !input.approved,
    lines,
    reasonId: reasons.get(input.reason) ?? null,
    note: input.note,
  };
  const id = await makeAtPlatform(platform, request).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'platform_failed') throw error;
    const found = await refreshReturns(ctx, ctx.viewer.store.id, orderId);
    const made = found.find((one) => !before.has(one.id) && isOf(one, input.lines));
    if (!made) throw error;
    return made.id;
  });
  await refreshReturns(ctx, ctx.viewer.store.id, orderId);
  await recordReturn(ctx, order, { returnId: id, action: 'order.return.requested', detail: { reason: input.reason } });
  return { returnId: String(id) };
}

function isOf(one: PlatformReturn, wanted: readonly { id: bigint; quantity: number }[]): boolean {
  const sums = new Map<bigint, number>();
  for (const { lineId, quantity } of one.lines) sums.set(lineId, (sums.get(lineId) ?? 0) + quantity);
  return sums.size === wanted.length && wanted.every(({ id, quantity }) => sums.get(id) === quantity);
}

/** Takes the wanted units of order lines from the fulfillments that hold them. More than can come back is invalid_state (409). */
function chooseUnits(
  returnable: readonly ReturnableUnits[],
  wanted: readonly { id: bigint; quantity: number }[],
): { fulfillmentLineId: bigint; quantity: number }[] {
  return wanted.flatMap(({ id, quantity }, index) => {
    let open = quantity;
    const chosen = returnable.flatMap((units) => {
      const taken = units.lineId === id ? Math.min(open, units.quantity) : 0;
      open -= taken;
      return taken > 0 ? [{ fulfillmentLineId: units.fulfillmentLineId, quantity: taken }] : [];
    });
    if (open > 0) {
      const params = { left: quantity - open };
      const message = fillText(REASONS.more_than_returnable, params);
      throw stateRefuses('more_than_returnable', params, [
        { path: `lines.${index}.quantity`, rule: 'above_returnable', message, params },
      ]);
    }
    return chosen;
  });
}

/** Approves a request of a buyer. */
export async function approveReturn(ctx: Ctx, orderId: bigint, returnId: bigint, o: { notify: boolean }) {
  return command(ctx, orderId, returnId, 'approve', {}, (platform) => approveAtPlatform(platform, returnId, o.notify));
}

/** Declines a request of a buyer. */
export async function declineReturn(
  ctx: Ctx,
  orderId: bigint,
  returnId: bigint,
  o: { reason: string; note: string | null; notify: boolean },
) {
  const { reason, note } = o;
  return command(ctx, orderId, returnId, 'decline', { reason, note }, (platform) =>
    declineAtPlatform(platform, { id: returnId, ...o }),
  );
}

/** Ends an open return: as complete, or as one that will not happen. */
export async function endReturn(ctx: Ctx, orderId: bigint, returnId: bigint, how: 'close' | 'cancel') {
  return command(ctx, orderId, returnId, how, {}, (platform) => endAtPlatform(platform, returnId, how));
}

type Platform = Parameters<typeof readReturn>[0];

/**
 * Does one thing to a return at the platform and learns it at once. After a lost answer the return is read: where it stands
 * as it should, it was done.
 */
async function command(
  ctx: Ctx,
  orderId: bigint,
  returnId: bigint,
  what: Exclude<ReturnCommand, 'receive'>,
  detail: object,
  operation: (platform: Platform) => Promise<void>,
): Promise<{ ok: true }> {
  const { order } = await requireReturn(ctx, orderId, returnId, what);
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  await operation(platform).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'platform_failed') throw error;
    const now = await readReturn(platform, returnId);
    if (!now || readReturnStatus(now.status) !== STATUS_AFTER[what]) throw error;
  });
  await refreshReturns(ctx, ctx.viewer.store.id, orderId);
  await recordReturn(ctx, order, { returnId, action: `order.return.${what}`, detail });
  return { ok: true };
}

/**
 * The return that somebody wants to do something to, as the platform states it now. One of another order is not_found (404);
 * one that does not stand so is invalid_state (409).
 */
export async function requireReturn(
  ctx: Ctx,
  orderId: bigint,
  returnId: bigint,
  what: ReturnCommand,
): Promise<{ order: ChangeableOrder; found: PlatformReturn }> {
  const order = await findChangeableOrder(ctx, orderId);
  await requireGranted(ctx, RETURN_SCOPE, 'returns_not_granted');
  const found = await readReturn(await ctx.adapters.platform(ctx.viewer.store.domain), returnId);
  if (found?.orderId !== orderId) throw new AppError('not_found');
  const status = readReturnStatus(found.status);
  if (!listReturnCommands({ status, lines: found.lines }).includes(what)) throw stateRefuses('return_not_open');
  return { order, found };
}

/** Writes who did something to a return; what happened to it itself is told by its facts. */
async function recordReturn(
  ctx: Ctx,
  order: ChangeableOrder,
  o: { returnId: bigint; action: string; detail: object },
): Promise<void> {
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(order.orderId),
        vendorId: null,
        action: o.action,
        actor: ctx.viewer.actor,
        detail: { return: String(o.returnId), ...o.detail },
        at: ctx.clock.now(),
      },
    ]),
  );
}
