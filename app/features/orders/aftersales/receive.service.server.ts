import { readPayments, suggestRefund, type SuggestedRefund } from '#app/adapters/shopify/orders/refunds.server.ts';
import { processReturn } from '#app/adapters/shopify/orders/returns.server.ts';
import type { PlatformReturn } from '#app/adapters/shopify/orders/returns-read.server.ts';
import { AppError, fillText, REASONS, stateRefuses } from '#app/core/errors.ts';
import { money, sumMinor, toDto } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  ingestChange,
  refreshOrder,
  type ChangeableOrder,
} from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import { addRefund } from '#app/features/orders/order-versions.ts';
import { refreshReturns } from '#app/features/orders/returns/returns.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as actions from './operations.repo.server.ts';
import {
  findSameOperation,
  computeFingerprint,
  markOperationUnconfirmed,
  recordOperation,
  recordRepeat,
  orEnd,
  requireUnconfirmed,
} from './operations.service.server.ts';
import { toLosses } from './losses.service.server.ts';
import { findMadeRefund, spreadOverPayments, thinkRefund, type RefundUnits } from './refund.ts';
import { aboveRefundable } from './refund-plan.server.ts';
import type { ReceivePreviewDto, ReceiveReturnInput } from './returns.contract.ts';
import { requireReturn } from './returns.service.server.ts';

type ReturnLine = PlatformReturn['lines'][number];
type Arrival = ReturnLine & { arrived: number };
/** The lines that a call names with their quantities, or null: all that is still on its way. */
type Named = readonly { line: ReturnLine; quantity: number }[] | null;

/** What receiving units of a return would pay back and take from whom; nothing changes. Refusals are those of receiving them. */
export async function previewReceive(
  ctx: Ctx,
  orderId: bigint,
  returnId: bigint,
  input: ReceiveReturnInput,
): Promise<ReceivePreviewDto> {
  const { order, found } = await requireReturn(ctx, orderId, returnId, 'receive');
  return describeReceive(
    order,
    await planReceive(ctx, order, chooseArrivals(found, requireLines(found, input)), input),
  );
}

/** What arrives and what is paid back for it. Minor units. */
type ReceivePlan = { units: RefundUnits[]; suggestion: SuggestedRefund; amountMinor: bigint };

async function planReceive(
  ctx: Ctx,
  { orderId, currency }: ChangeableOrder,
  arrivals: readonly Arrival[],
  input: ReceiveReturnInput,
): Promise<ReceivePlan> {
  const units = arrivals.map(({ lineId, arrived }): RefundUnits => ({
    lineId: String(lineId),
    quantity: arrived,
    restock: input.restock ? 'return' : 'no_restock',
  }));
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const suggestion = await suggestRefund(platform, { orderId, currency, lines: units, shipping: null });
  return { units, suggestion, amountMinor: input.refund ? suggestion.amountMinor : 0n };
}

function describeReceive(order: ChangeableOrder, { suggestion, amountMinor, units }: ReceivePlan): ReceivePreviewDto {
  const { known, decisions, currency } = order;
  const after = order.settleAs({ known: addRefund(known, thinkRefund(suggestion, amountMinor, units)), decisions });
  return { ...toLosses(order, after, amountMinor), amount: toDto(money(amountMinor, currency)) };
}

/**
 * Units of a return arrived: the platform restocks and pays back where asked, and it is ingested at once. It is noted before
 * it is sent; the same call again after a lost answer finds the refund that it made and sends nothing.
 */
export async function receiveReturn(
  ctx: Ctx,
  orderId: bigint,
  returnId: bigint,
  input: ReceiveReturnInput,
): Promise<{ ok: true; amount: MoneyDto }> {
  const { order: known, found } = await requireReturn(ctx, orderId, returnId, 'receive').catch(
    async (error: unknown) => {
      // What arrived whole is not awaited any more, and may be what a lost answer of this very call did.
      if (!(error instanceof AppError) || error.code !== 'invalid_state') throw error;
      return requireReturn(ctx, orderId, returnId, 'close');
    },
  );
  const named = requireLines(found, input);
  const order = await refreshOrder(ctx, known.orderId);
  const { token, ...request } = input;
  const fingerprint = computeFingerprint('receive', String(returnId), request);
  const same = await findSameOperation(ctx, order, 'receive', fingerprint);
  if (same) {
    const fresh = findArrived(order, found, same.knownRefunds, named);
    if (fresh) {
      const paidMinor = sumMinor(fresh.transactions.map((transaction) => transaction.amountMinor));
      return finish(ctx, order, same.id, { returnId, refundId: fresh.id, amountMinor: paidMinor, input });
    }
    requireUnconfirmed(ctx, same);
  }
  const arrivals = chooseArrivals(found, named);
  const plan = await planReceive(ctx, order, arrivals, input);
  if (!same && token && token !== describeReceive(order, plan).token) throw new AppError('amount_changed');
  const { units, suggestion, amountMinor } = plan;
  const { currency } = order;
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const { payments, locationOf, isForeign } = await readPayments(platform, orderId, currency);
  if (isForeign && amountMinor > 0n) throw stateRefuses('paid_in_another_currency');
  const transactions = spreadOverPayments(amountMinor, payments, currency);
  if (!transactions) throw aboveRefundable(suggestion.maximumMinor, order);
  const operation = same
    ? await recordRepeat(ctx, same)
    : await recordOperation(ctx, order, 'receive', fingerprint, { isOnce: true });
  await processReturn(platform, {
    id: returnId,
    lines: arrivals.map(({ id, lineId, arrived, reverseLineId }) => ({
      id,
      quantity: arrived,
      reverseLineId,
      locationId: locationOf.get(String(lineId)) ?? null,
    })),
    restock: input.restock,
    transactions: transactions.map(({ parentId, amount }) => ({ parentId, amount })),
    currency,
    shipping: null,
    note: input.note,
    notify: input.notify,
  }).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code === 'platform_failed')
      await markOperationUnconfirmed(ctx, operation);
    return orEnd(ctx, order, operation)(error);
  });
  const after = await refreshOrder(ctx, orderId);
  const made = findMadeRefund(after.known.refunds, new Set(operation.knownRefunds), { units, amountMinor });
  return finish(ctx, order, operation.id, { returnId, refundId: made?.id ?? null, amountMinor, input });
}

/** The lines of the return that the call names. A line that the return does not have is not_found (404). */
function requireLines(found: PlatformReturn, input: ReceiveReturnInput): Named {
  const lineOf = new Map(found.lines.map((line) => [line.id, line]));
  return (
    input.lines?.map(({ id, quantity }) => {
      const line = lineOf.get(id);
      if (!line) throw new AppError('not_found');
      return { line, quantity };
    }) ?? null
  );
}

/** The refund that an earlier try of the same call made: new, and of just the units that were named. */
function findArrived(order: ChangeableOrder, found: PlatformReturn, known: readonly string[], named: Named) {
  const wanted = named ?? found.lines.map((line) => ({ line, quantity: line.quantity }));
  const units = new Map(wanted.map(({ line, quantity }) => [String(line.lineId), quantity]));
  return order.known.refunds.find(
    (refund) =>
      !known.includes(refund.id) &&
      refund.lines.length > 0 &&
      refund.lines.every(({ lineId, quantity }) => quantity <= (units.get(lineId) ?? 0)) &&
      (named === null || refund.lines.every(({ lineId, quantity }) => quantity === units.get(lineId))),
  );
}

/** The lines that arrived: those that are named, or all that is still on its way. More than awaited is invalid_state (409). */
function chooseArrivals(found: PlatformReturn, named: Named): Arrival[] {
  const left = (line: ReturnLine) => line.quantity - line.received;
  if (named === null) {
    const open = found.lines.filter((line) => left(line) > 0);
    if (open.length === 0) throw stateRefuses('return_not_open');
    return open.map((line) => ({ ...line, arrived: left(line) }));
  }
  return named.map(({ line, quantity }, index) => {
    if (quantity <= left(line)) return { ...line, arrived: quantity };
    const params = { left: left(line) };
    const message = fillText(REASONS.more_than_returnable, params);
    throw stateRefuses('more_than_returnable', params, [
      { path: `lines.${index}.quantity`, rule: 'above_returnable', message, params },
    ]);
  });
}

async function finish(
  ctx: Ctx,
  order: ChangeableOrder,
  operationId: string,
  made: { returnId: bigint; refundId: string | null; amountMinor: bigint; input: ReceiveReturnInput },
): Promise<{ ok: true; amount: MoneyDto }> {
  await refreshReturns(ctx, ctx.viewer.store.id, order.orderId);
  await ingestChange(ctx, order.orderId, async (tx) => {
    const at = ctx.clock.now();
    if (!(await actions.settleOperation(tx, operationId, { state: 'done', result: made.refundId, at }))) return {};
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(order.orderId),
        vendorId: null,
        action: 'order.return.received',
        actor: ctx.viewer.actor,
        detail: { return: String(made.returnId), refund: made.refundId, reason: made.input.note },
        at,
      },
    ]);
    return {};
  });
  return { ok: true, amount: toDto(money(made.amountMinor, order.currency)) };
}
