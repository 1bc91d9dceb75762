import { foldName } from '#app/core/text/folding.ts';
import { AppError, fillText, invalidInput, REASONS, stateRefuses, type ReasonCode } from '#app/core/errors.ts';
import { amountIssue, formatAmount, readAmount } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import type { Adjustment } from '#app/features/orders/money/adjustment.ts';
import type { ChangeableOrder } from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import type { AdjustInput } from './adjustments.contract.ts';
import { computeLimits, computeVendorMinor } from './limits.ts';

/**
 * Reads what somebody wants to adjust against the order as it stands. A vendor without a part in it is not_found (404), a wrong
 * amount invalid_input (422), more than there is of goodwill or receipts invalid_state (409), each at its field.
 */
export function toAdjustment(order: ChangeableOrder, input: AdjustInput): Omit<Adjustment, 'id' | 'isUndone'> {
  const { kind } = input;
  const vendorId = findVendorId(order, input);
  const amountMinor = computeAmount(order, input.amount, 'amount');
  if (amountMinor === 0n) throw wrong('amount', rule('not_zero'));
  if (kind !== 'correction' && amountMinor < 0n) throw wrong('amount', rule('above_zero'));
  const shareMinor = computeVendorShares(order, input, { vendorId, amountMinor });
  const limits = computeLimits(order.settled, order.adjustments);
  if (kind === 'goodwill' && amountMinor > limits.goodwillMinor)
    throw above(order, 'above_goodwill', limits.goodwillMinor);
  if (kind === 'chargeback' && amountMinor > limits.chargeableMinor)
    throw above(order, 'above_receipts', limits.chargeableMinor);
  return {
    orderId: String(order.orderId),
    vendorId,
    kind,
    currency: order.currency,
    amountMinor,
    vendorMinor: computeVendorMinor({ kind, amountMinor }, shareMinor),
  };
}

/** What a vendor bears of a chargeback: all of it where nothing else is said. */
function computeVendorShares(
  order: ChangeableOrder,
  { kind, borne: shares }: AdjustInput,
  { vendorId, amountMinor }: { vendorId: string | null; amountMinor: bigint },
): bigint | null {
  if (kind !== 'chargeback' || vendorId === null) return null;
  if (shares === null) return amountMinor;
  const shareMinor = computeAmount(order, shares, 'borne');
  if (shareMinor <= 0n) throw wrong('borne', rule('above_zero'));
  if (shareMinor > amountMinor) throw wrong('borne', rule('above_chargeback'));
  return shareMinor;
}

function findVendorId(order: ChangeableOrder, { vendor }: AdjustInput): string | null {
  if (vendor === null) return null;
  const wanted = foldName(vendor);
  const vendorOrder = order.parts.find(({ vendorName }) => foldName(vendorName) === wanted);
  if (!vendorOrder) throw new AppError('not_found');
  return String(vendorOrder.vendorId);
}

function computeAmount(order: ChangeableOrder, typed: string | number, path: string): bigint {
  const parsed = readAmount(typed, order.currency);
  if (parsed.ok) return parsed.value;
  throw invalidInput([amountIssue(path, parsed.refusal)]);
}

const wrong = (path: string, message: string): AppError => invalidInput([{ path, rule: 'amount', message }]);

function above(order: ChangeableOrder, reason: ReasonCode, maxMinor: bigint): AppError {
  const params = { most: formatAmount(maxMinor, order.currency) };
  const message = fillText(REASONS[reason], params);
  return stateRefuses(reason, params, [{ path: 'amount', rule: reason, message, params }]);
}
