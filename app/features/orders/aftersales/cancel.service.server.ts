import {
  cancelOrder as cancelAtPlatform,
  isJobDone,
  REFUND_SCOPE,
  suggestRefund,
} from '#app/adapters/shopify/orders/refunds.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { money, toDto } from '#app/core/money/money.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  findChangeableOrder,
  ingestChange,
  refreshOrder,
  type ChangeableOrder,
} from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import { addRefund } from '#app/features/orders/order-versions.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as actions from './operations.repo.server.ts';
import {
  findSameOperation,
  computeFingerprint,
  recordOperation,
  recordSending,
  orEnd,
  requireGranted,
} from './operations.service.server.ts';
import type { CancelInput, CancelPreviewDto } from './aftersales.contract.ts';
import { toLosses } from './losses.service.server.ts';
import { thinkRefund } from './refund.ts';

const MAX_POLLS = 8;

/** What cancelling an order would pay back and take from whom; nothing changes. */
export async function previewCancel(ctx: Ctx, orderId: bigint, input: CancelInput): Promise<CancelPreviewDto> {
  const order = await findChangeableOrder(ctx, orderId);
  await requireGranted(ctx, REFUND_SCOPE, 'refunds_not_granted');
  refuseUncancellable(order);
  return describe(ctx, order, input);
}

/**
 * Cancels an order at the platform and learns it at once. The platform works on it as a job, which is asked after for a few
 * seconds; `in_work` says that its webhook will finish it. After a lost answer the order is read before anything is repeated.
 */
export async function cancelOrder(
  ctx: Ctx,
  orderId: bigint,
  input: CancelInput,
): Promise<{ state: 'cancelled' | 'in_work' }> {
  await findChangeableOrder(ctx, orderId);
  await requireGranted(ctx, REFUND_SCOPE, 'refunds_not_granted');
  const { token, ...request } = input;
  const fingerprint = computeFingerprint('cancel', request);
  const order = await refreshOrder(ctx, orderId);
  const same = await findSameOperation(ctx, order, 'cancel', fingerprint);
  if (same && order.known.latest.cancelledAt !== null) return finish(ctx, order, same.id, input);
  refuseUncancellable(order);
  if (!same && token && token !== (await describe(ctx, order, input)).token) throw new AppError('amount_changed');
  const operation = same ? await recordSending(ctx, same) : await recordOperation(ctx, order, 'cancel', fingerprint);
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const job = await cancelAtPlatform(platform, { orderId, ...request }).catch(orEnd(ctx, order, operation));
  for (let pollCount = 1; job !== null && !(await isJobDone(platform, job)); pollCount++) {
    if (pollCount === MAX_POLLS) break;
    await ctx.clock.sleep(250 * pollCount);
  }
  return finish(ctx, order, operation.id, input);
}

/** The platform's own rules, told before it is asked: once, and nothing of it may be on its way. */
function refuseUncancellable(order: ChangeableOrder): void {
  if (order.known.latest.cancelledAt !== null) throw stateRefuses('order_cancelled');
  if (order.lines.some((line) => line.fulfilled > 0)) throw stateRefuses('order_shipped');
}

async function finish(
  ctx: Ctx,
  order: ChangeableOrder,
  operationId: string,
  input: CancelInput,
): Promise<{ state: 'cancelled' | 'in_work' }> {
  await ingestChange(ctx, order.orderId, async (tx) => {
    const at = ctx.clock.now();
    if (!(await actions.settleOperation(tx, operationId, { state: 'done', result: null, at }))) return {};
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(order.orderId),
        vendorId: null,
        action: 'order.cancelled',
        actor: ctx.viewer.actor,
        detail: { cancelled: true, reason: input.reason, note: input.note },
        at,
      },
    ]);
    return {};
  });
  const { known } = await findChangeableOrder(ctx, order.orderId);
  return { state: known.latest.cancelledAt === null ? 'in_work' : 'cancelled' };
}

async function describe(ctx: Ctx, order: ChangeableOrder, input: CancelInput): Promise<CancelPreviewDto> {
  const { known, currency, orderId } = order;
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const suggestion = await suggestRefund(platform, { orderId, currency, lines: [], shipping: null, everything: true });
  const isPaidBack = input.refund && suggestion.maximumMinor > 0n;
  const amountMinor = isPaidBack ? suggestion.maximumMinor : 0n;
  const latest = { ...known.latest, cancelledAt: known.latest.updatedAt };
  const thought = thinkRefund({ lines: [], shippingMinor: 0n, shippingTaxMinor: 0n }, amountMinor, []);
  const after = order.settleAs({ known: addRefund({ ...known, latest }, thought) });
  return { ...toLosses(order, after, amountMinor), amount: toDto(money(amountMinor, currency)) };
}
