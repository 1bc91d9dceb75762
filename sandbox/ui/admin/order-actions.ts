import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { parseMinor } from '../../core/money.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest } from '../../core/router.ts';
import type { Order, Shop } from '../../core/state.ts';
import { editOrder } from '../../platform/store/edits.ts';
import type { EditInput } from '../../platform/store/edits.ts';
import { cancelFulfillment, fulfillOrder } from '../../platform/store/fulfillments.ts';
import type { FulfillInput, Tracking } from '../../platform/store/fulfillments.ts';
import { orderOf } from '../../platform/store/lookup.ts';
import { deleteOrder, markOrderPaid } from '../../platform/store/orders.ts';
import { cancelOrder, refundOrder, restockOf } from '../../platform/store/refunds.ts';
import type { CancelInput } from '../../platform/store/refunds.ts';
import { showMoney } from '../markup.ts';
import { posting } from '../page.ts';
import { adminShop, currentStaff } from './admin-page.ts';

type Act = (shop: Shop, order: Order, form: URLSearchParams, request: SandboxRequest) => string;

/** What the forms of an order's page do. Each calls the store's own function, so the webhooks follow. */
export function orderActionRoutes(sandbox: Sandbox): Route[] {
  const act = (path: string, perform: Act): Route =>
    route(
      'POST',
      `/admin/store/{store}/orders/{order}/${path}`,
      posting(sandbox, pageOf, (request) => {
        const shop = adminShop(sandbox, request);
        const done = perform(shop, orderOf(shop, request.params['order'] ?? ''), readForm(request), request);
        return { to: pageOf(request), done };
      }),
    );
  const orders = (request: SandboxRequest): string => `/admin/store/${request.params['store'] ?? ''}/orders`;
  return [
    route(
      'POST',
      '/admin/store/{store}/orders/{order}/delete',
      posting(sandbox, pageOf, (request) => {
        const shop = adminShop(sandbox, request);
        const order = orderOf(shop, request.params['order'] ?? '');
        deleteOrder(sandbox, shop, order);
        return { to: orders(request), done: `Order ${order.name} is deleted.` };
      }),
    ),
    act('paid', (shop, order) => {
      markOrderPaid(sandbox, shop, order);
      return 'The order is paid.';
    }),
    act('fulfill', (shop, order, form) => fulfill(sandbox, shop, order, form)),
    act('refund', (shop, order, form, request) => refund(sandbox, shop, order, form, currentStaff(request, shop).id)),
    act('edit', (shop, order, form) => edit(sandbox, shop, order, form)),
    act('cancel', (shop, order, form, request) => {
      cancelOrder(sandbox, shop, order, {
        reason: readReason(form),
        refund: form.get('refund') === 'yes',
        restock: form.get('restock') === 'yes',
        userId: currentStaff(request, shop).id,
      });
      return 'The order is cancelled.';
    }),
    act('fulfillments/{fulfillment}/cancel', (shop, order, _form, request) => {
      const fulfillment = order.fulfillments.find(
        (candidate) => String(candidate.id) === request.params['fulfillment'],
      );
      if (!fulfillment) throw new Refusal('There is no such shipment.', ['fulfillment'], 'NOT_FOUND');
      cancelFulfillment(sandbox, shop, order, fulfillment);
      return `Shipment ${fulfillment.name} is cancelled.`;
    }),
  ];
}

function pageOf(request: SandboxRequest): string {
  return `/admin/store/${request.params['store'] ?? ''}/orders/${request.params['order'] ?? ''}`;
}

/** The quantities of `line-{id}` fields. */
function readQuantities(order: Order, form: URLSearchParams): { lineId: number; quantity: number }[] {
  return order.lines.flatMap((line) => {
    const value = form.get(`line-${line.id}`);
    if (value === null || value.trim() === '') return [];
    if (!/^\d{1,6}$/.test(value.trim()))
      throw new Refusal(`The quantity of ${line.title} must be a whole number.`, ['lines']);
    return [{ lineId: line.id, quantity: Number(value) }];
  });
}

function readAmount(form: URLSearchParams, name: string, currency: string): number | undefined {
  const value = (form.get(name) ?? '').trim();
  if (value === '') return undefined;
  const amountMinor = parseMinor(value, currency);
  if (amountMinor === null || amountMinor < 0)
    throw new Refusal(`${name} must be an amount of ${currency}, such as 12.50.`, [name]);
  return amountMinor;
}

/** Spreads the wanted units over the open fulfillment orders; each location becomes a shipment of its own. */
function fulfill(sandbox: Sandbox, shop: Shop, order: Order, form: URLSearchParams): string {
  const left = new Map(readQuantities(order, form).map(({ lineId, quantity }) => [lineId, quantity]));
  const units = [...left.values()].reduce((sum, quantity) => sum + quantity, 0);
  if (units === 0) throw new Refusal('Choose at least one item to fulfill.', ['lines']);
  const byLocation = new Map<number, FulfillInput['fulfillmentOrders']>();
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    const lines = fulfillmentOrder.lines.flatMap((entry) => {
      const quantity = Math.min(entry.remainingQuantity, left.get(entry.lineId) ?? 0);
      left.set(entry.lineId, (left.get(entry.lineId) ?? 0) - quantity);
      return quantity > 0 ? [{ id: entry.id, quantity }] : [];
    });
    if (lines.length > 0)
      byLocation.set(fulfillmentOrder.locationId, [
        ...(byLocation.get(fulfillmentOrder.locationId) ?? []),
        { id: fulfillmentOrder.id, lines },
      ]);
  }
  if ([...left.values()].some((quantity) => quantity > 0))
    throw new Refusal('That is more than what is left to fulfill.', ['lines']);
  const tracking = readTracking(form);
  for (const fulfillmentOrders of byLocation.values())
    fulfillOrder(sandbox, shop, order, { fulfillmentOrders, tracking });
  return `${units === 1 ? '1 item is' : `${units} items are`} on the way.`;
}

function readTracking(form: URLSearchParams): Tracking[] {
  const field = (name: string): string | null => (form.get(name) ?? '').trim().slice(0, 500) || null;
  const url = field('url');
  if (url !== null && !/^https?:\/\//i.test(url))
    throw new Refusal('The tracking address must begin with http:// or https://.', ['url']);
  const tracking = { company: field('company'), number: field('number'), url };
  return (tracking.company ?? tracking.number ?? tracking.url) ? [tracking] : [];
}

function refund(sandbox: Sandbox, shop: Shop, order: Order, form: URLSearchParams, userId: number): string {
  const isKept = form.get('restock') === 'no_restock';
  const shippingMinor = readAmount(form, 'shipping', order.currency);
  const made = refundOrder(sandbox, shop, order, {
    lines: readQuantities(order, form)
      .filter(({ quantity }) => quantity > 0)
      .map((line) => ({ ...line, restockType: isKept ? ('no_restock' as const) : restockOf(order, line) })),
    shipping: shippingMinor ? { amountMinor: shippingMinor } : undefined,
    amountMinor: readAmount(form, 'amount', order.currency),
    note: (form.get('note') ?? '').trim().slice(0, 255) || null,
    userId,
  });
  return `${showMoney(made.totalMinor, order.currency)} refunded.`;
}

function edit(sandbox: Sandbox, shop: Shop, order: Order, form: URLSearchParams): string {
  const lines: EditInput['lines'] = readQuantities(order, form).filter(
    ({ lineId, quantity }) => order.lines.find((line) => line.id === lineId)?.currentQuantity !== quantity,
  );
  const sku = (form.get('sku') ?? '').trim();
  const existing = sku === '' ? undefined : order.lines.find((line) => line.sku === sku);
  const added = Number(form.get('added') ?? '1');
  // Of an item that the order already has, more is added; its own field above may have changed it too.
  if (existing) {
    const changed = lines.find((line) => 'lineId' in line && line.lineId === existing.id);
    if (changed) changed.quantity += added;
    else lines.push({ lineId: existing.id, quantity: existing.currentQuantity + added });
  } else if (sku !== '') lines.push({ sku, quantity: added });
  if (lines.length === 0) throw new Refusal('Nothing was changed.', ['lines']);
  editOrder(sandbox, shop, order, { lines });
  return 'The order is updated.';
}

const REASONS: readonly CancelInput['reason'][] = ['customer', 'declined', 'fraud', 'inventory', 'other', 'staff'];

function readReason(form: URLSearchParams): CancelInput['reason'] {
  return REASONS.find((reason) => reason === form.get('reason')) ?? 'other';
}
