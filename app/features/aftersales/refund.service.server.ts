import { foldName } from '#app/core/text/folding.ts';
import {
  createRefund,
  readPayments,
  REFUND_SCOPE,
  suggestRefund,
  type SuggestedRefund,
} from '#app/adapters/shopify/orders/refunds.server.ts';
import { AppError, fillText, invalidInput, REASONS, stateRefuses, type Issue } from '#app/core/errors.ts';
import { amountIssue, formatAmount, money, plainAmount, readAmount, sumMinor, toDto } from '#app/core/money/money.ts';
import { marketplaceScope, type Locale } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import {
  decideOrder,
  findChangeableOrder,
  ingestChange,
  lockOrder,
  refreshOrder,
  type ChangeableOrder,
} from '#app/features/orders/views/changeable-order.service.server.ts';
import {
  attributeRefund,
  awaitRefund,
  decideLiableParty,
  goodwillOf,
} from '#app/features/orders/money/pending-refunds.ts';
import type { OrderDecisions } from '#app/features/orders/money/finance.ts';
import { addRefund, type FinancialStatus } from '#app/features/orders/order.ts';
import { computeRefundValue, worthOfShipping } from '#app/features/orders/money/refunded.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as acts from './operations.repo.server.ts';
import type { OpenAct } from './operations.repo.server.ts';
import {
  findSameAct,
  fingerprintOf,
  recordAct,
  recordSending,
  orEnd,
  requireGranted,
} from './operations.service.server.ts';
import type { RefundInput, RefundPreviewDto } from './aftersales.contract.ts';
import { toLosses } from './losses.service.server.ts';
import { findMadeRefund, spreadOverPayments, thinkRefund, type RefundUnits } from './refund.ts';

/** What a refund comes to: its units, what the platform says they are worth, and what goes back. Minor units. */
type Plan = {
  units: RefundUnits[];
  suggestion: SuggestedRefund;
  amountMinor: bigint;
  worthMinor: bigint;
  vendorId: string | null;
};

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
  const { token, ...wish } = input;
  const fingerprint = fingerprintOf('refund', wish);
  const order = await refreshOrder(ctx, orderId);
  const same = await findSameAct(ctx, order, 'refund', fingerprint);
  const made = same && findUnexplained(order, same.knownRefunds, input);
  if (same && made) return finish(ctx, order, same.id, input, made);
  const plan = await planRefund(ctx, order, input).catch(orEnd(ctx, order, same));
  if (!same && token && token !== describePlan(order, plan).token) throw new AppError('amount_changed');
  const act = same ? await recordSending(ctx, same) : await recordAct(ctx, order, 'refund', fingerprint);
  await awaitOwn(ctx, order, act, plan);
  // After a lost answer the act stays open, so that the next call goes on with it.
  const refundId = await send(ctx, order, input, plan, act.id).catch(orEnd(ctx, order, act));
  const { amountMinor, worthMinor, suggestion } = plan;
  return finish(ctx, order, act.id, input, {
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
async function awaitOwn(ctx: Ctx, order: ChangeableOrder, act: OpenAct, plan: Plan): Promise<void> {
  const { vendorId, units, suggestion, amountMinor } = plan;
  if (vendorId === null) return;
  const { shippingMinor } = suggestion;
  const awaited = { actId: act.id, vendorId, units, shippingMinor, amountMinor, knownRefunds: act.knownRefunds };
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await lockOrder(tx, order.orderId);
    const state = await acts.findActState(tx, act.id);
    if (state === 'dropped') throw stateRefuses('order_in_progress');
    if (state !== 'noted') return;
    await decideOrder(ctx, tx, order.orderId, (decisions) => awaitRefund(decisions, awaited, ctx.clock.now()));
  });
}

type Made = { id: string; amountMinor: bigint; goodwillMinor: bigint; shippingMinor: bigint };

/** A refund of the order that an earlier try of the same call made, although its answer was lost. */
function findUnexplained(order: ChangeableOrder, known: readonly string[], input: RefundInput): Made | undefined {
  const units = unitsOf(input);
  const fresh = order.known.refunds.filter((refund) => !known.includes(refund.id));
  for (const refund of fresh) {
    const paidMinor = sumMinor(refund.transactions.map((transaction) => transaction.amountMinor));
    const typed = input.amount === null ? paidMinor : amountOf(input.amount, order, 'amount');
    if (!findMadeRefund([refund], new Set(), { units, amountMinor: typed })) continue;
    return {
      id: refund.id,
      amountMinor: paidMinor,
      goodwillMinor: goodwillOf(refund, order.known.latest.taxesIncluded),
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
    shipping: shippingOf(input, order),
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
  actId: string,
  input: RefundInput,
  made: Made,
): Promise<{ refundId: string; amount: MoneyDto }> {
  const attribution = { decide: (decisions: OrderDecisions) => attributeRefund(decisions, actId, made) };
  await ingestChange(ctx, order.orderId, async (tx) => {
    const at = ctx.clock.now();
    const isFirst = await acts.settleAct(tx, actId, { state: 'done', result: made.id, at });
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

const UNPAID: readonly FinancialStatus[] = ['pending', 'authorized', 'voided', 'expired'];

/** Checks a wish against the order and asks the platform what it is worth. Throws invalid_state (409), not_found (404). */
async function planRefund(ctx: Ctx, order: ChangeableOrder, input: RefundInput): Promise<Plan> {
  const { currency, known } = order;
  const units = checkUnits(order, input);
  const vendorId = vendorIdOf(order, input);
  if (UNPAID.includes(known.latest.financialStatus)) throw stateRefuses('order_not_paid');
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const shipping = shippingOf(input, order);
  // The shipping that is left is asked for by itself first, because the platform refuses more of it with words of its own.
  if (shipping && 'amount' in shipping) await checkShipping(ctx, order, shipping.amount);
  const suggestion = await suggestRefund(platform, { orderId: order.orderId, currency, lines: units, shipping });
  const worthMinor = computeRefundValue(suggestion, known.latest.taxesIncluded);
  const amountMinor = input.amount === null ? suggestion.amountMinor : amountOf(input.amount, order, 'amount');
  if (amountMinor > suggestion.maximumMinor) throw aboveRefundable(suggestion.maximumMinor, order);
  if (amountMinor === 0n && units.length === 0) throw stateRefuses('nothing_to_refund');
  return { units, suggestion, amountMinor, worthMinor, vendorId };
}

async function checkShipping(ctx: Ctx, order: ChangeableOrder, amount: string): Promise<void> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const { orderId, currency } = order;
  const { shippingMaximumMinor } = await suggestRefund(platform, { orderId, currency, lines: [], shipping: null });
  if (amountOf(amount, order, 'shipping.amount') > shippingMaximumMinor) {
    throw aboveRefundable(shippingMaximumMinor, order, 'shipping.amount');
  }
}

/** Refuses (409) what is more than can still go back. */
export function aboveRefundable(mostMinor: bigint, order: ChangeableOrder, path = 'amount'): AppError {
  const params = { most: formatAmount(mostMinor < 0n ? 0n : mostMinor, order.currency) };
  const message = fillText(REASONS.above_refundable, params);
  return stateRefuses('above_refundable', params, [{ path, rule: 'above_refundable', message, params }]);
}

function withPlainAmounts(sent: RefundInput, locale: Locale): RefundInput {
  const { amount, shipping } = sent;
  return {
    ...sent,
    amount: amount === null ? null : plainAmount(amount, locale),
    shipping: shipping && 'amount' in shipping ? { amount: plainAmount(shipping.amount, locale) } : shipping,
  };
}

const unitsOf = (input: RefundInput): RefundUnits[] =>
  input.lines.map(({ id, quantity, restock }) => ({ lineId: String(id), quantity, restock }));

/** The units of a wish. A line of another order is not_found (404), more units than are left invalid_state (409). */
function checkUnits(order: ChangeableOrder, input: RefundInput): RefundUnits[] {
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const issues = input.lines.flatMap(({ id, quantity }, index): Issue[] => {
    const line = byId.get(id);
    if (!line) throw new AppError('not_found');
    if (quantity <= line.remaining) return [];
    const params = { left: line.remaining };
    const message = fillText(REASONS.more_than_refundable, params);
    return [{ path: `lines.${index}.quantity`, rule: 'above_units', message, params }];
  });
  const [first] = issues;
  if (first) throw stateRefuses('more_than_refundable', first.params, issues);
  return unitsOf(input);
}

/** Throws not_found (404) for a line or a vendor that is none of the order, before anything is read or written for it. */
function requireNamed(order: ChangeableOrder, input: RefundInput): void {
  const ids = new Set(order.lines.map((line) => line.id));
  if (input.lines.some(({ id }) => !ids.has(id))) throw new AppError('not_found');
  vendorIdOf(order, input);
}

/** The vendor that a wish names, which has to have a part in the order: else not_found (404). */
function vendorIdOf(order: ChangeableOrder, input: RefundInput): string | null {
  if (input.vendor === null) return null;
  const wanted = foldName(input.vendor);
  const part = order.parts.find(({ vendorName }) => foldName(vendorName) === wanted);
  if (!part) throw new AppError('not_found');
  return String(part.vendorId);
}

function shippingOf(input: RefundInput, order: ChangeableOrder): { full: true } | { amount: string } | null {
  if (input.shipping === null || 'full' in input.shipping) return input.shipping;
  const minor = amountOf(input.shipping.amount, order, 'shipping.amount');
  return { amount: formatAmount(minor, order.currency) };
}

/** An amount above zero in the order's currency, in minor units; anything else is invalid_input (422). */
function amountOf(typed: string | number, order: ChangeableOrder, path: string): bigint {
  const parsed = readAmount(typed, order.currency);
  if (!parsed.ok) throw invalidInput([amountIssue(path, parsed.refusal)]);
  if (parsed.value <= 0n) throw invalidInput([{ path, rule: 'amount', message: 'must be above 0' }]);
  return parsed.value;
}

function describePlan(order: ChangeableOrder, plan: Plan): RefundPreviewDto {
  const { suggestion, amountMinor, worthMinor, units, vendorId } = plan;
  const { known, decisions, currency } = order;
  const thought = thinkRefund(suggestion, amountMinor, units);
  const after = order.settleAs({
    known: addRefund(known, thought),
    decisions: decideLiableParty(
      decisions,
      {
        id: thought.id,
        shippingMinor: suggestion.shippingMinor,
        goodwillMinor: amountMinor > worthMinor ? amountMinor - worthMinor : 0n,
      },
      vendorId,
    ),
  });
  const wire = (minor: bigint): MoneyDto => toDto(money(minor, currency));
  const shippingWorthMinor = worthOfShipping(suggestion);
  return {
    ...toLosses(order, after, amountMinor),
    amount: wire(amountMinor),
    items: wire(worthMinor - shippingWorthMinor),
    shipping: wire(shippingWorthMinor),
    beyond: wire(amountMinor - worthMinor),
    most: wire(suggestion.maximumMinor),
  };
}
