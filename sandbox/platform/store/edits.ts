import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Order, OrderLine, Shop } from '../../core/state.ts';
import { orderEditPayload } from '../payloads/order.ts';
import { noteEdit } from './agreements.ts';
import { moveStock } from './inventory.ts';
import { findVariantById, findVariantBySku } from './lookup.ts';
import { outstandingOf, receivedOf } from './order-amounts.ts';
import { openFulfillmentOrders, touchOrder } from './orders.ts';
import { retaxLine } from './order-taxes.ts';
import { releaseUnits } from './refunds.ts';

/** The wished quantity of a line that exists (by id or sku), or of a variant that is added. */
export type EditInput = { lines: ({ lineId: number; quantity: number } | { sku: string; quantity: number })[] };

/**
 * Staff edits an order: quantities up or down, new variants. `quantity` of a line keeps what was ordered and grows with additions;
 * what is taken away lowers `currentQuantity` only. Tells the app (orders/edited, orders/updated).
 */
export function editOrder(sandbox: Sandbox, shop: Shop, order: Order, input: EditInput): void {
  if (order.cancelledAt !== null) throw new Refusal('A cancelled order cannot be edited.', ['lines']);
  if (input.lines.length === 0 || input.lines.length > 500) throw new Refusal('An edit has 1 to 500 lines.', ['lines']);
  const before = structuredClone(order.lines);
  const additions: { lineId: number; delta: number }[] = [];
  const removals: { lineId: number; delta: number }[] = [];
  for (const [index, wanted] of input.lines.entries()) {
    if (!Number.isInteger(wanted.quantity) || wanted.quantity < 0 || wanted.quantity > 100_000)
      throw new Refusal('quantity must be a whole number from 0 to 100000.', ['lines', String(index), 'quantity']);
    const line = findLine(order, wanted);
    if (!line) {
      const added = addLine(sandbox, shop, order, wanted, index);
      if (added) additions.push({ lineId: added.id, delta: added.quantity });
      continue;
    }
    const delta = wanted.quantity - line.currentQuantity;
    if (delta > 0) additions.push({ lineId: increaseLine(sandbox, shop, order, line, delta).id, delta });
    if (delta < 0) {
      decreaseLine(sandbox, shop, order, line, -delta, index);
      removals.push({ lineId: line.id, delta: -delta });
    }
  }
  if (additions.length === 0 && removals.length === 0) throw new Refusal('The edit changes nothing.', ['lines']);
  if (receivedOf(order) > 0 && ['paid', 'partially_paid'].includes(order.financialStatus))
    order.financialStatus = outstandingOf(order) > 0 ? 'partially_paid' : 'paid';
  order.updatedAt = sandbox.clock.iso();
  noteEdit(order, before, order.updatedAt);
  sandbox.webhooks.emit(shop, 'orders/edited', orderEditPayload(sandbox, order, additions, removals));
  touchOrder(sandbox, shop, order, ['orders/updated']);
}

function findLine(order: Order, wanted: EditInput['lines'][number]): OrderLine | undefined {
  return 'lineId' in wanted
    ? order.lines.find((line) => line.id === wanted.lineId)
    : order.lines.find((line) => line.sku === wanted.sku && line.sku !== '');
}

function addLine(
  sandbox: Sandbox,
  shop: Shop,
  order: Order,
  wanted: EditInput['lines'][number],
  index: number,
): OrderLine | null {
  if ('lineId' in wanted)
    throw new Refusal(`Order ${order.name} has no line ${wanted.lineId}.`, ['lines', String(index)], 'NOT_FOUND');
  const owned = findVariantBySku(shop, wanted.sku);
  if (!owned) throw new Refusal(`No variant with the sku ${wanted.sku}.`, ['lines', String(index), 'sku'], 'NOT_FOUND');
  if (wanted.quantity === 0) return null;
  const line: OrderLine = {
    id: nextId(sandbox),
    productId: owned.product.id,
    variantId: owned.variant.id,
    title: owned.product.title,
    variantTitle: owned.variant.title === 'Default Title' ? null : owned.variant.title,
    sku: owned.variant.sku,
    vendor: owned.product.vendor,
    quantity: wanted.quantity,
    currentQuantity: wanted.quantity,
    fulfillableQuantity: wanted.quantity,
    unitPriceMinor: owned.variant.priceMinor,
    requiresShipping: owned.variant.inventory.requiresShipping,
    taxable: owned.variant.taxable,
    giftCard: owned.product.productType === 'Gift card',
    grams: 0,
    properties: [],
    taxLines: [],
    discountAllocations: [],
  };
  return appendLine(sandbox, shop, order, line);
}

function appendLine(sandbox: Sandbox, shop: Shop, order: Order, line: OrderLine): OrderLine {
  retaxLine(order, line);
  order.lines.push(line);
  openFulfillmentOrders(sandbox, shop, order, [line]);
  return line;
}

/** Adds units to an untouched line; one that has discounts or units taken away gets a sibling, so that its shares stay what they were. */
function increaseLine(sandbox: Sandbox, shop: Shop, order: Order, line: OrderLine, units: number): OrderLine {
  const entry = order.fulfillmentOrders
    .filter((candidate) => candidate.status === 'OPEN')
    .flatMap((candidate) => candidate.lines)
    .find((candidate) => candidate.lineId === line.id);
  if (!entry || line.discountAllocations.length > 0 || line.currentQuantity !== line.quantity)
    return appendLine(sandbox, shop, order, {
      ...line,
      id: nextId(sandbox),
      quantity: units,
      currentQuantity: units,
      fulfillableQuantity: units,
      taxLines: [],
      discountAllocations: [],
    });
  line.quantity += units;
  line.currentQuantity += units;
  line.fulfillableQuantity += units;
  entry.totalQuantity += units;
  entry.remainingQuantity += units;
  retaxLine(order, line);
  commitStock(sandbox, shop, order, line, units);
  return line;
}

function decreaseLine(sandbox: Sandbox, shop: Shop, order: Order, line: OrderLine, units: number, index: number): void {
  if (units > line.fulfillableQuantity)
    throw new Refusal(`Only ${line.fulfillableQuantity} of ${line.title} can be removed; the rest has shipped.`, [
      'lines',
      String(index),
      'quantity',
    ]);
  line.currentQuantity -= units;
  commitStock(sandbox, shop, order, line, -units);
  releaseUnits(sandbox, shop, order, line.id, units);
}

function commitStock(sandbox: Sandbox, shop: Shop, order: Order, line: OrderLine, units: number): void {
  const owned = line.variantId === null ? null : findVariantById(shop, line.variantId);
  const locationId = order.fulfillmentOrders.find((candidate) =>
    candidate.lines.some((entry) => entry.lineId === line.id),
  )?.locationId;
  if (owned?.variant.inventory.tracked && locationId !== undefined)
    moveStock(sandbox, shop, owned.variant, locationId, { available: -units, committed: units });
}
