import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import type { Order, OrderReturn, Shop } from '../core/state.ts';
import { findVariantBySku } from '../platform/store/lookup.ts';
import { suggestRefund } from '../platform/store/refunds.ts';
import { refundValueOf } from '../platform/store/order-amounts.ts';
import { makeReturn, processReturn, returnableUnits } from '../platform/store/returns.ts';
import { readFlag, readList, readNumber, readObject, readText, requireText } from './input.ts';
import type { Body } from './input.ts';

/** `{lines: [{sku, quantity, reason?, note?}], exchange?: [{sku, quantity}], approved?}`: a buyer asks, or the merchant opens one. */
export function askReturn(sandbox: Sandbox, shop: Shop, order: Order, body: Body): void {
  const units = returnableUnits(order);
  const lines = listOf(body, 'lines').flatMap((line) => {
    const sku = requireText(line, 'sku');
    let open = readNumber(line, 'quantity') ?? 1;
    const parts = order.fulfillments.flatMap((fulfillment) => fulfillment.lines);
    const chosen = units.flatMap((entry) => {
      const lineId = parts.find((part) => part.id === entry.fulfillmentLineId)?.lineId;
      const isWanted = order.lines.some((one) => one.id === lineId && (one.sku === sku || String(one.id) === sku));
      const quantity = isWanted ? Math.min(open, entry.quantity) : 0;
      open -= quantity;
      const { fulfillmentLineId } = entry;
      const [reason, note] = [readText(line, 'reason') ?? null, readText(line, 'note') ?? null];
      return quantity > 0 ? [{ fulfillmentLineId, quantity, reason, note }] : [];
    });
    if (open > 0) throw new Refusal(`Not that many of ${sku} can come back.`, ['lines']);
    return chosen;
  });
  const exchange = listOf(body, 'exchange').map((entry) => {
    const owned = findVariantBySku(shop, requireText(entry, 'sku'));
    if (!owned) throw new Refusal('No variant with that sku.', ['exchange'], 'NOT_FOUND');
    return { variantId: owned.variant.id, quantity: readNumber(entry, 'quantity') ?? 1 };
  });
  makeReturn(sandbox, shop, order, { lines, exchange, approved: readFlag(body, 'approved') ?? false });
}

/** `{refund?, restock?, note?}`: all that has not come yet arrives, is restocked unless told otherwise, and paid back when asked. */
export function receiveReturn(sandbox: Sandbox, shop: Shop, order: Order, body: Body): void {
  const one = lastReturn(order);
  const restock = readFlag(body, 'restock') ?? true;
  const open = one.lines.filter((line) => line.quantity > line.processedQuantity);
  const lines = open.map((line) => ({ id: line.id, quantity: line.quantity - line.processedQuantity, restock }));
  const units = open.map((line) => ({ lineId: line.lineId, quantity: line.quantity - line.processedQuantity }));
  const worth = refundValueOf(order, suggestRefund(order, { lines: units }));
  processReturn(sandbox, shop, order, one, {
    lines,
    exchange: one.exchange.map((entry) => ({ id: entry.id, quantity: entry.quantity - entry.processedQuantity })),
    amountMinor: (readFlag(body, 'refund') ?? true) ? worth : 0,
    note: readText(body, 'note') ?? null,
  });
}

/** The newest return of an order: the one that the merchant works on. */
export function lastReturn(order: Order): OrderReturn {
  const one = order.returns.at(-1);
  if (!one) throw new Refusal(`Order ${order.name} has no return.`, ['name'], 'NOT_FOUND');
  return one;
}

function listOf(body: Body, field: string): Body[] {
  return (readList(body, field) ?? []).map((entry) => readObject(entry, field));
}
