import { createRefund, readPayments, REFUND_SCOPE } from '#app/adapters/shopify/orders/refunds.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { formatAmount, money, sumMinor, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  decideOrder,
  findChangeableOrder,
  ingestChange,
  lockOrder,
  refreshOrder,
  type ChangeableOrder,
} from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import { attributeRefund, awaitRefund, computeGoodwill } from '#app/features/orders/money/pending-refunds.ts';
import type { OrderDecisions } from '#app/features/orders/money/split-order.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as actions from './operations.repo.server.ts';
import type { OpenOperation } from './operations.repo.server.ts';
import {
  findSameOperation,
  computeFingerprint,
  recordOperation,
  recordSending,
  orEnd,
  requireGranted,
} from './operations.service.server.ts';
import type { RefundInput, RefundPreviewDto } from './aftersales.contract.ts';
import { findMadeRefund, spreadOverPayments } from './refund.ts';
import {
  withPlainAmounts,
  toUnits,
  computeShipping,
  requireNamed,
  planRefund,
  describePlan,
  computeAmount,
  aboveRefundable,
  type Plan,
} from './refund-plan.server.ts';

/** What a refund would pay back and take from whom; nothing changes. Refusals are those of the refund itself. */
export async function previewRefund(ctx: Ctx, orderId: bigint, sent: RefundInput): Promise<RefundPreviewDto> {
  const input = withPlainAmounts(sent, ctx.viewer.locale);
  const order = await findChangeableOrder(ctx, orderId);
  await requireGranted(ctx, REFUND_SCOPE, 'refunds_not_granted');
  return describePlan(order, await planRefund(ctx, order, input));
}

/**
 * Refunds at the platform and learns it at once. It is noted before it is sent, under a key that the platform makes once:
 * the same call again after a lost answer looks whether the refund is there and goes on under that key.
 */
export async function refundOrder(
  ctx: Ctx,
  orderId: bigint,
  sent: RefundInput,
): Promise<{ refundId: string; amount: MoneyDto }> {
  const input = withPlainAmounts(sent, ctx.viewer.locale);
  requireNamed(await findChangeableOrder(ctx, orderId), input);
  await requireGranted(ctx, REFUND_SCOPE, 'refunds_not_granted');
  const { token, ...request } = input;
  const fingerprint = computeFingerprint('refund', request);
  const order = await refreshOrder(ctx, orderId);
  const same = await findSameOperation(ctx, order, 'refund', fingerprint);
  const made = same && findUnexplained(order, same.knownRefunds, input);
  if (same && made) return finish(ctx, order, same.id, input, made);
  const plan = await planRefund(ctx, order, input).catch(orEnd(ctx, order, same));
  if (!same && token && token !== describePlan(order, plan).token) throw new AppError('amount_changed');
  const operation = same ? await recordSending(ctx, same) : await recordOperation(ctx, order, 'refund', fingerprint);
  await awaitOwn(ctx, order, operation, plan);
  // After a lost answer the act stays open, so that the next call goes on with it.
  const refundId = await send(ctx, order, input, plan, operation.id).catch(orEnd(ctx, order, operation));
  const { amountMinor, worthMinor, suggestion } = plan;
  return finish(ctx, order, operation.id, input, {
    id: String(refundId),
    amountMinor,
    goodwillMinor: amountMinor > worthMinor ? amountMinor - worthMinor : 0n,
    shippingMinor: suggestion.shippingMinor,
  });
}

/**
 * Notes whose refund it will be, so that whoever learns of it first attributes it: its answer may be lost for good. One that
 * was ended meanwhile is not noted again: done, it was attributed; dropped, it is not sent any more (409).
 */
async function awaitOwn(ctx: Ctx, order: ChangeableOrder, operation: OpenOperation, plan: Plan): Promise<void> {
  const { vendorId, units, suggestion, amountMinor } = plan;
  if (vendorId === null) return;
  const { shippingMinor } = suggestion;
  const pendingRefund = {
    actId: operation.id,
    vendorId,
    units,
    shippingMinor,
    amountMinor,
    knownRefunds: operation.knownRefunds,
  };
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await lockOrder(tx, order.orderId);
    const state = await actions.findOperationState(tx, operation.id);
    if (state === 'dropped') throw stateRefuses('order_in_progress');
    if (state !== 'noted') return;
    await decideOrder(ctx, tx, order.orderId, (decisions) => awaitRefund(decisions, pendingRefund, ctx.clock.now()));
  });
}

type Made = { id: string; amountMinor: bigint; goodwillMinor: bigint; shippingMinor: bigint };

/** A refund of the order that an earlier try of the same call made, although its answer was lost. */
function findUnexplained(order: ChangeableOrder, known: readonly string[], input: RefundInput): Made | undefined {
  const units = toUnits(input);
  const fresh = order.known.refunds.filter((refund) => !known.includes(refund.id));
  for (const refund of fresh) {
    const paidMinor = sumMinor(refund.transactions.map((transaction) => transaction.amountMinor));
    const typed = input.amount === null ? paidMinor : computeAmount(input.amount, order, 'amount');
    if (!findMadeRefund([refund], new Set(), { units, amountMinor: typed })) continue;
    return {
      id: refund.id,
      amountMinor: paidMinor,
      goodwillMinor: computeGoodwill(refund, order.known.latest.taxesIncluded),
      shippingMinor: refund.shippingMinor,
    };
  }
  return undefined;
}

async function send(ctx: Ctx, order: ChangeableOrder, input: RefundInput, plan: Plan, key: string): Promise<bigint> {
  const { orderId, currency } = order;
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const { payments, locationOf, isForeign } = await readPayments(platform, orderId, currency);
  if (isForeign) throw stateRefuses('paid_in_another_currency');
  const transactions = spreadOverPayments(plan.amountMinor, payments, currency);
  if (!transactions) throw aboveRefundable(plan.suggestion.maximumMinor, order);
  return createRefund(platform, {
    orderId,
    lines: plan.units,
    shipping: computeShipping(input, order),
    transactions,
    locationOf,
    note: input.reason,
    notify: input.notify,
    key,
  });
}

/** Learns what was made, ends the act and writes who did it, in one transaction; a second time only the first part. */
async function finish(
  ctx: Ctx,
  order: ChangeableOrder,
  operationId: string,
  input: RefundInput,
  made: Made,
): Promise<{ refundId: string; amount: MoneyDto }> {
  const attribution = { decide: (decisions: OrderDecisions) => attributeRefund(decisions, operationId, made) };
  await ingestChange(ctx, order.orderId, async (tx) => {
    const at = ctx.clock.now();
    const isFirst = await actions.settleOperation(tx, operationId, { state: 'done', result: made.id, at });
    if (!isFirst) return attribution;
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(order.orderId),
        vendorId: null,
        action: 'order.refunded',
        actor: ctx.viewer.actor,
        detail: { refund: made.id, amount: formatAmount(made.amountMinor, order.currency), reason: input.reason },
        at,
      },
    ]);
    return attribution;
  });
  return { refundId: made.id, amount: toDto(money(made.amountMinor, order.currency)) };
}
