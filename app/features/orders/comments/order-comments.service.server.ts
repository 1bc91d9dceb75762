import { AppError, invalidInput } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { listOwnVendorOrders } from '#app/features/orders/read-models/list-orders.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { OrderCommentDto } from './order-comments.contract.ts';
import * as repo from './order-comments.repo.server.ts';

type Comments = { comments: OrderCommentDto[] };

/** The comments on the parts of an order that the viewer sees. An order without a part in the scope is not_found (404). */
export async function listComments(ctx: Ctx, orderId: bigint): Promise<Comments> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireComments(tx);
    await requireVendorOrders(tx, orderId);
    return read(tx, orderId);
  });
}

/**
 * Writes a comment on a part of an order. `vendor` says whose, where the viewer sees several: without it that is
 * invalid_input (422), and a vendor without a part here is not_found (404).
 */
export async function addComment(
  ctx: Ctx,
  orderId: bigint,
  { text, vendor }: { text: string; vendor?: string | undefined },
): Promise<Comments> {
  const { actor } = ctx.viewer;
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireComments(tx);
    const vendorOrders = await requireVendorOrders(tx, orderId);
    const [vendorOrder, another] =
      vendor === undefined ? vendorOrders : vendorOrders.filter((one) => one.vendorName === vendor);
    if (!vendorOrder) throw new AppError('not_found');
    if (another) {
      throw invalidInput([{ path: 'vendor', rule: 'required', message: rule('required_field') }]);
    }
    await repo.insertComment(tx, {
      orderId,
      vendorId: vendorOrder.vendorId,
      author: actor.name,
      role: actor.role,
      text,
      at: ctx.clock.now(),
    });
    return read(tx, orderId);
  });
}

/** Writes one comment on the parts of several vendors of an order, on all or none. Throws feature_disabled (404). */
export async function addComments(
  ctx: Ctx,
  orderId: bigint,
  { text, vendors }: { text: string; vendors: ReadonlySet<bigint> },
): Promise<void> {
  const { actor } = ctx.viewer;
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireComments(tx);
    for (const { vendorId } of await requireVendorOrders(tx, orderId)) {
      if (!vendors.has(vendorId)) continue;
      const { name: author, role } = actor;
      await repo.insertComment(tx, { orderId, vendorId, author, role, text, at: ctx.clock.now() });
    }
  });
}

/** Throws feature_disabled (404) where the marketplace has no comments. */
async function requireComments(tx: SqlTx): Promise<void> {
  if (!(await readSwitches(tx)).comments) throw new AppError('feature_disabled');
}

async function requireVendorOrders(tx: SqlTx, orderId: bigint) {
  const vendorOrders = await listOwnVendorOrders(tx, orderId);
  if (vendorOrders.length === 0) throw new AppError('not_found');
  return vendorOrders;
}

async function read(tx: SqlTx, orderId: bigint): Promise<Comments> {
  const comments = await repo.listComments(tx, orderId);
  return {
    comments: comments.map(({ id, vendorId, vendorName, text, author, role, createdAt }) => ({
      id: String(id),
      vendor: { id: String(vendorId), name: vendorName },
      text,
      by: author,
      role,
      at: createdAt.toISOString(),
    })),
  };
}
