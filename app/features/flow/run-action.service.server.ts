import { AppError, invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { foldName } from '#app/core/text/folding.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { saveVendorList } from '#app/features/commissions/commission-lists.service.server.ts';
import { addComments } from '#app/features/orders/comments/order-comments.service.server.ts';
import { listOwnVendorOrders } from '#app/features/orders/read-models/list-orders.service.server.ts';
import { remindNow } from '#app/features/orders/reminders/remind-now.service.server.ts';
import { holdPayouts, releasePayouts } from '#app/features/payouts/holds/payout-holds.service.server.ts';
import { decideChange } from '#app/features/products/review/decide-change.service.server.ts';
import { runProductAction } from '#app/features/products/review/decide-product.service.server.ts';
import { readProductReview } from '#app/features/products/review/product-review.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { replayOrRun } from '#app/server/http/idempotency.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { FLOW_ACTIONS, type FlowAction, type FlowRun } from './flow-action.ts';

type Given = { [Action in FlowAction]: ReturnType<(typeof FLOW_ACTIONS)[Action]['parse']> };

/**
 * Does what a step of a workflow says, once for the id of its run. Throws what our services refuse, invalid_input (422) for fields
 * that are missing or too long, and idempotency_running (409) while the same run is under way.
 */
export async function runFlowAction(ctx: Ctx, action: FlowAction, run: FlowRun): Promise<void> {
  const parsed = FLOW_ACTIONS[action].safeParse(run.properties);
  if (!parsed.success) throw invalidInput(toIssues(parsed.error));
  const given = parsed.data;
  const parts = [
    action,
    JSON.stringify(given, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ];
  await replayOrRun(ctx, { key: `flow:${run.action_run_id}`, parts, body: undefined, address: '' }, async () => {
    await HANDLERS[action](ctx, given as never);
    return new Reply({});
  });
}

const HANDLERS: { [Action in FlowAction]: (ctx: Ctx, given: Given[Action]) => Promise<void> } = {
  'souk-approve-product': async (ctx, { product_id: productId }) => {
    const { status, change } = await readProductReview(ctx, productId);
    if (change) await decideChange(ctx, BigInt(change.id), { action: 'apply', note: null, seen: change.seen });
    // What is on sale has nothing to approve: the step finds it as it should be.
    else if (status === 'DRAFT') await runProductAction(ctx, { productId, action: 'approve', note: null });
  },
  'souk-send-product-back': async (ctx, { product_id: productId, note }) => {
    const { status, submission, change } = await readProductReview(ctx, productId);
    if (change) await decideChange(ctx, BigInt(change.id), { action: 'decline', note, seen: change.seen });
    else if (status !== 'DRAFT' || submission !== 'sent_back')
      await runProductAction(ctx, { productId, action: 'unapprove', note });
  },
  'souk-add-order-note': async (ctx, { order_id: orderId, note, vendor }) => {
    const vendors = await findVendors(ctx, orderId, vendor);
    await addComments(ctx, orderId, { text: note, vendors: new Set(vendors.map(({ vendorId }) => vendorId)) });
  },
  'souk-remind-vendor': async (ctx, { order_id: orderId, vendor }) => {
    const vendors = await findVendors(ctx, orderId, vendor);
    await remindNow(ctx, { orders: vendors.map(({ vendorId }) => ({ orderId, vendor: vendorId })) });
  },
  'souk-hold-payouts': async (ctx, given) => {
    await holdPayouts(ctx, given);
  },
  'souk-release-payouts': async (ctx, given) => {
    await releasePayouts(ctx, given);
  },
  'souk-set-commission': async (ctx, { vendor, list }) => {
    await saveVendorList(ctx, { vendor, commissions: list, field: 'list' });
  },
};

/** The vendors of an order, or the one of a name. An order that has none of them is not_found (404). */
async function findVendors(ctx: Ctx, orderId: bigint, name: string): Promise<{ vendorId: bigint }[]> {
  const vendors = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => listOwnVendorOrders(tx, orderId));
  const meant = vendors.filter(({ vendorName }) => name === '' || foldName(vendorName) === foldName(name));
  if (meant.length === 0) throw new AppError('not_found');
  return meant;
}
