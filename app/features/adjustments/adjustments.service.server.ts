import { createHash } from 'node:crypto';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { money, plainAmount, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { buildReversal, type LedgerTransaction, type Occasion } from '#app/platform/ledger/ledger.ts';
import { recordTransactions } from '#app/platform/ledger/ledger.service.server.ts';
import { adjustmentTransaction, decideGoodwill, type Adjustment } from '#app/features/orders/money/adjustment.ts';
import {
  decideOrder,
  findChangeableOrder,
  lockOrder,
  readChangeableOrder,
  type ChangeableOrder,
  type StoredAdjustment,
} from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import { assertMayPayOut, mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { AdjustInput, AdjustmentOutcome, AdjustmentsDto, AdjustmentDto } from './adjustments.contract.ts';
import * as repo from './adjustments.repo.server.ts';
import { MAX_ADJUSTMENTS, computeLimits } from './limits.ts';
import { toAdjustment } from './parse-adjustment.service.server.ts';

/** The adjustments of an order and what can still be adjusted of it. An unknown or another store's order is not_found (404). */
export async function readAdjustments(ctx: Ctx, orderId: bigint): Promise<AdjustmentsDto> {
  const order = await findChangeableOrder(ctx, orderId);
  const { known, currency, settled, adjustments, parts: vendorOrders } = order;
  const isAllowed = await mayPayOut(ctx);
  const toMoneyDto = (minor: bigint) => toDto(money(minor, currency));
  const limits = computeLimits(settled, adjustments);
  const allowedActions: AdjustmentsDto['allowedActions'] = isAllowed ? ['undo'] : [];
  if (isAllowed && isAdjustable(order)) allowedActions.push('adjust');
  return {
    order: { id: String(orderId), name: known.latest.name, currency },
    vendors: vendorOrders.map((vendorOrder) => ({
      id: String(vendorOrder.vendorId),
      name: vendorOrder.vendorName,
      due: toMoneyDto(computeDue(vendorOrder)),
    })),
    goodwill: toMoneyDto(limits.goodwillMinor),
    chargeable: toMoneyDto(limits.chargeableMinor),
    adjustments: adjustments.map((one) => toAdjustmentDto(order, one)),
    allowedActions,
    token: computeToken(order),
  };
}

/**
 * Adjusts an order under its lock: whoever adjusts it at the same moment comes after. What was paid out of it already makes it
 * overpaid, or due again, and is netted in the next payout (M61). Throws missing_permission (403) without the right to pay out,
 * because it changes what is paid; not_found (404), invalid_state and conflict (409), invalid_input (422).
 */
export async function adjustOrder(ctx: Ctx, orderId: bigint, input: AdjustInput): Promise<AdjustmentOutcome> {
  await assertMayPayOut(ctx);
  return changeOrder(ctx, orderId, async (tx, order) => {
    if (input.token && input.token !== computeToken(order)) throw new AppError('conflict');
    const { locale } = ctx.viewer;
    const request = toAdjustment(order, {
      ...input,
      amount: plainAmount(input.amount, locale),
      borne: input.borne === null ? null : plainAmount(input.borne, locale),
    });
    requireAdjustable(order);
    const { actor } = ctx.viewer;
    const at = ctx.clock.now();
    const id = await repo.insertAdjustment(tx, request, { note: input.note, actor, at });
    const made: Adjustment = { ...request, id, isUndone: false };
    await repo.recordPosted(tx, id, await post(ctx, tx, made, at));
    return { made, action: 'order.adjusted', at };
  });
}

/** Undoes an adjustment with an entry of its own. Once: a second time is invalid_state (409). */
export async function undoAdjustment(
  ctx: Ctx,
  orderId: bigint,
  adjustmentId: bigint,
  { note }: { note: string },
): Promise<AdjustmentOutcome> {
  await assertMayPayOut(ctx);
  return changeOrder(ctx, orderId, async (tx, order) => {
    const made = order.adjustments.find((one) => one.id === String(adjustmentId));
    if (!made) throw new AppError('not_found');
    if (made.isUndone) throw stateRefuses('adjustment_undone');
    const at = ctx.clock.now();
    const transactionId = await post(ctx, tx, made, at, { isUndo: true });
    await repo.markUndone(tx, made.id, { note, actor: ctx.viewer.actor, at, transactionId });
    return { made, action: 'order.adjustment_undone', at };
  });
}

type Change = { made: Adjustment; action: 'order.adjusted' | 'order.adjustment_undone'; at: Date };

/** Changes an order that nobody else changes meanwhile, writes it into the log, and answers what came of it. */
async function changeOrder(
  ctx: Ctx,
  orderId: bigint,
  change: (tx: SqlTx, order: ChangeableOrder) => Promise<Change>,
): Promise<AdjustmentOutcome> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await lockOrder(tx, orderId);
    const before = await readChangeableOrder(tx, orderId);
    const { made, action, at } = await change(tx, before);
    const toMoneyDto = (minor: bigint) => toDto(money(minor, made.currency));
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(orderId),
        vendorId: made.vendorId === null ? null : BigInt(made.vendorId),
        action,
        actor: ctx.viewer.actor,
        // The vendor may read its own events: what the bank took back in all is not its business.
        detail: { kind: made.kind, amount: toMoneyDto(made.vendorId === null ? made.amountMinor : made.vendorMinor) },
        at,
      },
    ]);
    const after = await readChangeableOrder(tx, orderId);
    const stored = after.adjustments.find((one) => one.id === made.id);
    if (!stored) throw new AppError('not_found');
    const due = (order: ChangeableOrder) => {
      const vendorOrder = findVendorOrder(order, made.vendorId);
      return vendorOrder ? toMoneyDto(computeDue(vendorOrder)) : null;
    };
    const [dueBefore, dueAfter] = [due(before), due(after)];
    return {
      adjustment: toAdjustmentDto(after, stored),
      due: dueBefore && dueAfter && { before: dueBefore, after: dueAfter },
    };
  });
}

/**
 * Posts an adjustment, or what takes it back: rows before the ledger, as an order's own writers do. Answers the transaction;
 * null where nothing moved, as with goodwill that nobody bears any more.
 */
async function post(
  ctx: Ctx,
  tx: SqlTx,
  made: Adjustment,
  at: Date,
  { isUndo = false }: { isUndo?: boolean } = {},
): Promise<bigint | null> {
  const orderId = BigInt(made.orderId);
  const sign = isUndo ? -1n : 1n;
  const { actor } = ctx.viewer;
  const reference = `adjustment:${made.id}`;
  const occasion: Occasion = { reference, occurredAt: at, source: { type: 'admin', id: `${actor.kind}:${actor.id}` } };
  const transaction = adjustmentTransaction(made, occasion);
  if (!transaction) return postGoodwill(ctx, tx, made, sign * made.amountMinor);
  const vendorId = made.vendorId === null ? null : BigInt(made.vendorId);
  if (vendorId !== null) {
    await repo.moveAdjusted(tx, { orderId, vendorId, amountMinor: sign * made.vendorMinor, at });
  }
  const posted: LedgerTransaction = isUndo
    ? buildReversal(transaction, { ...occasion, reference: `${reference}:undone` })
    : transaction;
  await recordTransactions(tx, [{ ...posted, orderId, vendorId }], at);
  return repo.findTransaction(tx, posted.reference);
}

/** Goodwill is decided and the order settled anew: its own entry moves what the vendor bears. */
async function postGoodwill(ctx: Ctx, tx: SqlTx, made: Adjustment, moreMinor: bigint): Promise<bigint | null> {
  const orderId = BigInt(made.orderId);
  const before = await repo.findLastTransaction(tx, orderId);
  await decideOrder(ctx, tx, orderId, (decisions) => decideGoodwill(decisions, made.vendorId ?? '', moreMinor));
  const after = await repo.findLastTransaction(tx, orderId);
  return after === before ? null : after;
}

const isAdjustable = ({ settled, historical, adjustments }: ChangeableOrder): boolean =>
  settled.isPaid && !historical && adjustments.length < MAX_ADJUSTMENTS;

/** Nothing is owed of an order before it was paid in full once (M62), nor ever of a historical one. */
function requireAdjustable({ settled, historical, adjustments }: ChangeableOrder): void {
  if (historical) throw stateRefuses('order_historical');
  if (!settled.isPaid) throw stateRefuses('part_unpaid');
  if (adjustments.length >= MAX_ADJUSTMENTS) throw stateRefuses('adjustments_full', { limit: MAX_ADJUSTMENTS });
}

type Part = ChangeableOrder['parts'][number];

const computeDue = (vendorOrder: Part): bigint => vendorOrder.postedMinor - vendorOrder.paidOutMinor;

const findVendorOrder = ({ parts: vendorOrders }: ChangeableOrder, vendorId: string | null): Part | undefined =>
  vendorOrders.find((vendorOrder) => String(vendorOrder.vendorId) === vendorId);

/** A text of all that a form showed of the amounts; nothing can be read from it. */
function computeToken(order: ChangeableOrder): string {
  const limits = computeLimits(order.settled, order.adjustments);
  const shown = [
    order.adjustments.map((one) => [one.id, one.isUndone]),
    order.parts.map((vendorOrder) => [String(vendorOrder.vendorId), String(computeDue(vendorOrder))]),
    [String(limits.goodwillMinor), String(limits.chargeableMinor)],
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex');
}

function toAdjustmentDto(order: ChangeableOrder, one: StoredAdjustment): AdjustmentDto {
  const { id, kind, vendorId, amountMinor, vendorMinor, note, madeBy, madeAt, undone, currency } = one;
  const vendor = findVendorOrder(order, vendorId);
  return {
    id,
    kind,
    vendor: vendor ? { id: String(vendor.vendorId), name: vendor.vendorName } : null,
    amount: toDto(money(amountMinor, currency)),
    owed: toDto(money(vendorMinor, currency)),
    note,
    by: madeBy.name,
    at: madeAt.toISOString(),
    undone: undone && { by: undone.by.name, at: undone.at.toISOString(), note: undone.note },
  };
}
