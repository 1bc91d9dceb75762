import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route, SandboxRequest } from '../core/router.ts';
import type { DraftOrder, Order, Shop } from '../core/state.ts';
import { orderPayload } from '../platform/payloads/order.ts';
import { productPayload } from '../platform/payloads/product.ts';
import { editOrder } from '../platform/store/edits.ts';
import { fileUrl } from '../platform/store/files.ts';
import { cancelFulfillment, fulfillOrder, openUnits, updateTracking } from '../platform/store/fulfillments.ts';
import type { FulfillInput } from '../platform/store/fulfillments.ts';
import { holdFulfillmentOrder, moveFulfillmentOrder, releaseFulfillmentOrder } from '../platform/store/holds.ts';
import { orderOf, shopOf } from '../platform/store/lookup.ts';
import { completeDraft, draftOrderInput, draftsOf, findInvoice } from '../platform/store/drafts.ts';
import { deleteOrder, markOrderPaid } from '../platform/store/orders.ts';
import { cancelOrder, refundOrder } from '../platform/store/refunds.ts';
import { payPart, voidPayment } from '../platform/store/payments.ts';
import { approveReturn, cancelReturn, closeReturn, declineReturn } from '../platform/store/returns.ts';
import { askReturn, lastReturn, receiveReturn } from './returns.ts';
import { controlBody } from './guard.ts';
import {
  readAmountField,
  readFlag,
  readList,
  readNumber,
  readObject,
  readOneOf,
  readText,
  requireText,
} from './input.ts';
import type { Body } from './input.ts';
import { isNamed, isOpen, linesNamed, readAndPlace, readEdit, readRefund } from './order-requests.ts';

const DEFAULT_SHOP = 'demo.myshopify.com';
const HOLD_REASONS = [
  'AWAITING_PAYMENT',
  'HIGH_RISK_OF_FRAUD',
  'INCORRECT_ADDRESS',
  'INVENTORY_OUT_OF_STOCK',
  'UNKNOWN_DELIVERY_DATE',
  'OTHER',
] as const;
/** What buyers and merchants do, as calls. Every one takes `shop` (body or query), by default the demo shop. */
export function orderControlRoutes(sandbox: Sandbox): Route[] {
  const shopIn = (request: SandboxRequest, body: Body = {}): Shop =>
    shopOf(sandbox, readText(body, 'shop') ?? request.query.get('shop') ?? DEFAULT_SHOP);
  const act = (path: string, run: (shop: Shop, order: Order, body: Body) => void): Route =>
    route('POST', `/control/orders/{name}/${path}`, (request) => {
      const body = controlBody(request);
      const shop = shopIn(request, body);
      const order = orderOf(shop, request.params['name'] ?? '');
      run(shop, order, body);
      return json(200, orderAnswer(shop, order));
    });
  const draftIn = (shop: Shop, request: SandboxRequest): DraftOrder => {
    const draft = shop.draftOrders?.[request.params['id'] ?? ''];
    if (!draft) throw new Refusal('There is no such draft.', ['id'], 'NOT_FOUND');
    return draft;
  };
  return [
    route('POST', '/control/orders', (request) => {
      const body = controlBody(request);
      const shop = shopIn(request, body);
      const order = readAndPlace(sandbox, shop, body);
      return json(201, { id: String(order.id), name: order.name });
    }),
    route('GET', '/control/orders', (request) =>
      json(
        200,
        Object.values(shopIn(request).orders).map((order) => ({
          id: String(order.id),
          name: order.name,
          financialStatus: order.financialStatus,
          createdAt: order.createdAt,
        })),
      ),
    ),
    route('GET', '/control/draft-orders', (request) =>
      json(
        200,
        draftsOf(shopIn(request)).map((draft) => ({ ...draft, id: String(draft.id) })),
      ),
    ),
    route('POST', '/control/draft-orders/{id}/begin', (request) => {
      const draft = draftIn(shopIn(request, controlBody(request)), request);
      draft.opened = true;
      sandbox.save();
      return json(200, { ok: true });
    }),
    route('POST', '/control/draft-orders/{id}/pay', (request) => {
      const body = controlBody(request);
      const shop = shopIn(request, body);
      const draft = draftIn(shop, request);
      if (!findInvoice(shop, draft.key, { begun: true }))
        throw new Refusal('This invoice is no longer available.', ['id'], 'NOT_FOUND');
      const buyer = { email: draft.email ?? 'buyer@example.test', financialStatus: 'paid' as const };
      const order = completeDraft(sandbox, shop, draft, draftOrderInput(draft, buyer));
      return json(201, { id: String(order.id), name: order.name });
    }),
    route('GET', '/control/orders/{name}', (request) => {
      const shop = shopIn(request);
      return json(200, orderAnswer(shop, orderOf(shop, request.params['name'] ?? '')));
    }),
    act('refunds', (shop, order, body) => void refundOrder(sandbox, shop, order, readRefund(order, body))),
    act('cancel', (shop, order, body) => {
      cancelOrder(sandbox, shop, order, {
        reason:
          readOneOf(body, 'reason', ['customer', 'declined', 'fraud', 'inventory', 'other', 'staff']) ?? 'customer',
        refund: readFlag(body, 'refund') ?? true,
        restock: readFlag(body, 'restock') ?? true,
      });
    }),
    act('edit', (shop, order, body) => {
      editOrder(sandbox, shop, order, readEdit(body));
    }),
    act('fulfill', (shop, order, body) => {
      fulfill(sandbox, shop, order, body);
    }),
    act('cancel-fulfillments', (shop, order) => {
      for (const fulfillment of order.fulfillments.filter((candidate) => candidate.status === 'SUCCESS'))
        cancelFulfillment(sandbox, shop, order, fulfillment);
    }),
    act('delete', (shop, order) => {
      deleteOrder(sandbox, shop, order);
    }),
    act('hold', (shop, order, body) => {
      for (const target of order.fulfillmentOrders.filter((one) => isOpen(one) && isNamed(order, one, body)))
        holdFulfillmentOrder(sandbox, shop, order, target, {
          reason: readOneOf(body, 'reason', HOLD_REASONS) ?? 'OTHER',
          notes: readText(body, 'note') ?? null,
          handle: '',
          byApp: false,
          lines: linesNamed(order, target, body),
        });
    }),
    act('move', (shop, order, body) => {
      const location = shop.locations.find((one) => one.name === requireText(body, 'location'));
      if (!location) throw new Refusal('The shop has no such location.', ['location'], 'NOT_FOUND');
      const targets = order.fulfillmentOrders.filter((one) => isOpen(one) && isNamed(order, one, body));
      for (const target of targets) {
        const lines = linesNamed(order, target, body).map((line) => ({
          ...line,
          quantity: readNumber(body, 'quantity') ?? line.quantity,
        }));
        moveFulfillmentOrder(sandbox, order, target, lines, location.id);
      }
    }),
    act('release', (shop, order) => {
      for (const target of order.fulfillmentOrders.filter((one) => one.status === 'ON_HOLD'))
        releaseFulfillmentOrder(sandbox, shop, target, null);
    }),
    act('track', (shop, order, body) => {
      for (const fulfillment of order.fulfillments.filter((one) => one.status === 'SUCCESS'))
        updateTracking(sandbox, shop, order, fulfillment, [
          {
            company: readText(body, 'company') ?? null,
            number: readText(body, 'number') ?? null,
            url: readText(body, 'url') ?? null,
          },
        ]);
    }),
    act('returns', (shop, order, body) => {
      askReturn(sandbox, shop, order, body);
    }),
    act('returns/approve', (shop, order) => {
      approveReturn(sandbox, shop, order, lastReturn(order));
    }),
    act('returns/decline', (shop, order, body) => {
      const decline = { reason: readText(body, 'reason') ?? 'OTHER', note: readText(body, 'note') ?? null };
      declineReturn(sandbox, shop, order, lastReturn(order), decline);
    }),
    act('returns/process', (shop, order, body) => {
      receiveReturn(sandbox, shop, order, body);
    }),
    act('returns/close', (shop, order) => {
      closeReturn(sandbox, shop, order, lastReturn(order));
    }),
    act('returns/cancel', (shop, order) => {
      cancelReturn(sandbox, shop, order, lastReturn(order));
    }),
    act('pay-part', (shop, order, body) => {
      const amountMinor = readAmountField(body, 'amount', order.currency) ?? 0;
      payPart(sandbox, shop, order, amountMinor);
    }),
    act('void', (shop, order) => {
      voidPayment(sandbox, shop, order);
    }),
    act('mark-paid', (shop, order) => {
      markOrderPaid(sandbox, shop, order);
    }),
    route('GET', '/control/products', (request) => {
      const shop = shopIn(request);
      const [sku, handle, title] = ['sku', 'handle', 'title'].map((name) => request.query.get(name));
      const found = Object.values(shop.products).filter(
        (product) =>
          (!sku || product.variants.some((variant) => variant.sku === sku)) &&
          (!handle || product.handle === handle) &&
          (!title || product.title === title),
      );
      return json(
        200,
        found.map((product) => ({
          ...productPayload(shop, product, (fileId) => fileUrl(sandbox, shop, fileId)),
          published_on: product.publishedOn.map(
            (entry) => shop.publications.find((publication) => publication.id === entry.publicationId)?.name ?? '',
          ),
        })),
      );
    }),
  ];
}

function orderAnswer(shop: Shop, order: Order): Body {
  return {
    ...orderPayload({ ...shop, customerDataLevel: 2 }, order),
    id: String(order.id),
    fulfillment_orders: order.fulfillmentOrders,
    transactions: order.transactions,
  };
}

function fulfill(sandbox: Sandbox, shop: Shop, order: Order, body: Body): void {
  const company = readText(body, 'company') ?? null;
  const number = readText(body, 'number') ?? readText(body, 'trackingNumber') ?? null;
  const tracking = company === null && number === null ? [] : [{ company, number, url: readText(body, 'url') ?? null }];
  const wanted = readList(body, 'lines')?.map((line) => readObject(line, 'lines'));
  if (!wanted) {
    const open = openUnits(order);
    if (open.length === 0) throw new Refusal('There is nothing left to fulfill.', ['lines']);
    for (const fulfillmentOrders of open) fulfillOrder(sandbox, shop, order, { fulfillmentOrders, tracking });
    return;
  }
  const byLocation = new Map<number, FulfillInput['fulfillmentOrders']>();
  for (const line of wanted) {
    const sku = requireText(line, 'sku');
    let left = readNumber(line, 'quantity') ?? 1;
    for (const target of order.fulfillmentOrders.filter(
      (candidate) => candidate.status === 'OPEN' || candidate.status === 'IN_PROGRESS',
    ))
      for (const entry of target.lines) {
        const matches = order.lines.some(
          (candidate) => candidate.id === entry.lineId && (candidate.sku === sku || String(candidate.id) === sku),
        );
        const taken = matches ? Math.min(left, entry.remainingQuantity) : 0;
        if (taken === 0) continue;
        left -= taken;
        byLocation.set(target.locationId, [
          ...(byLocation.get(target.locationId) ?? []),
          { id: target.id, lines: [{ id: entry.id, quantity: taken }] },
        ]);
      }
    if (left > 0) throw new Refusal(`Not that many of ${sku} are left to fulfill.`, ['lines']);
  }
  for (const fulfillmentOrders of byLocation.values())
    fulfillOrder(sandbox, shop, order, { fulfillmentOrders, tracking });
}
