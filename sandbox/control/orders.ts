import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route, SandboxRequest } from '../core/router.ts';
import type { Address, DraftOrder, FulfillmentOrder, Order, Shop } from '../core/state.ts';
import { orderPayload } from '../platform/payloads/order.ts';
import { productPayload } from '../platform/payloads/product.ts';
import { editOrder } from '../platform/store/edits.ts';
import type { EditInput } from '../platform/store/edits.ts';
import { fileUrl } from '../platform/store/files.ts';
import { cancelFulfillment, fulfilOrder, openUnits, updateTracking } from '../platform/store/fulfillments.ts';
import type { FulfilInput } from '../platform/store/fulfillments.ts';
import { holdFulfillmentOrder, moveFulfillmentOrder, releaseFulfillmentOrder } from '../platform/store/holds.ts';
import { orderOf, shopOf } from '../platform/store/lookup.ts';
import { completeDraft, draftOrderInput, draftsOf, findInvoice } from '../platform/store/drafts.ts';
import { deleteOrder, markOrderPaid, placeOrder } from '../platform/store/orders.ts';
import type { OrderLineInput } from '../platform/store/orders.ts';
import { cancelOrder, refundOrder, restockOf } from '../platform/store/refunds.ts';
import type { RefundInput } from '../platform/store/refunds.ts';
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

const DEFAULT_SHOP = 'demo.myshopify.com';
const HOLD_REASONS = [
  'AWAITING_PAYMENT',
  'HIGH_RISK_OF_FRAUD',
  'INCORRECT_ADDRESS',
  'INVENTORY_OUT_OF_STOCK',
  'UNKNOWN_DELIVERY_DATE',
  'OTHER',
] as const;
const RECOMMENDATIONS = ['ACCEPT', 'CANCEL', 'INVESTIGATE', 'NONE'] as const;
const RISK_LEVELS = ['HIGH', 'LOW', 'MEDIUM', 'NONE', 'PENDING'] as const;
const RESTOCK = ['return', 'cancel', 'no_restock'] as const;

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
      fulfil(sandbox, shop, order, body);
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

function readAndPlace(sandbox: Sandbox, shop: Shop, body: Body): Order {
  const currency = readText(body, 'currency') ?? shop.currency;
  const lines = (readList(body, 'lines') ?? []).map((line, index) =>
    readLine(readObject(line, `lines.${index}`), currency),
  );
  const taxes = readList(body, 'taxes')
    ?.map((tax) => readObject(tax, 'taxes'))
    .map((tax) => ({ title: requireText(tax, 'title'), rate: readNumber(tax, 'rate') ?? 0 }));
  const rate = readNumber(body, 'taxRate');
  if (rate !== undefined && (rate < 0 || rate > 1))
    throw new Refusal('taxRate lies between 0 and 1 (0.21 is 21 %).', ['taxRate']);
  const shippingLines = readList(body, 'shippingLines')
    ?.map((entry) => readObject(entry, 'shippingLines'))
    .map((entry) => ({
      title: readText(entry, 'title') ?? 'Shipping',
      code: readText(entry, 'code'),
      priceMinor: readAmountField(entry, 'price', currency) ?? 0,
      discountMinor: readAmountField(entry, 'discount', currency) ?? 0,
    }));
  const address = body['shippingAddress'];
  return placeOrder(sandbox, shop, {
    email: requireText(body, 'email'),
    lines,
    currency,
    phone: readText(body, 'phone') ?? null,
    shippingAddress:
      address === null ? null : address === undefined ? {} : readAddress(readObject(address, 'shippingAddress')),
    shippingPriceMinor: readAmountField(body, 'shippingPrice', currency) ?? 0,
    shippingTitle: readText(body, 'shippingTitle') ?? 'Standard',
    shippingLines,
    shippingTaxed: readFlag(body, 'shippingTaxed') ?? true,
    discountCodes: (readList(body, 'discountCodes') ?? []).map(String),
    taxesIncluded: readFlag(body, 'taxesIncluded') ?? shop.taxesIncluded,
    taxes: taxes ?? (rate ? [{ title: 'VAT', rate }] : []),
    financialStatus: readOneOf(body, 'financialStatus', ['paid', 'pending', 'authorized']) ?? 'paid',
    note: readText(body, 'note') ?? null,
    tags: (readList(body, 'tags') ?? []).map(String),
    stock: readOneOf(body, 'stock', ['obey', 'ignore']) ?? 'ignore',
    pickup: readFlag(body, 'pickup') ?? false,
    risk: readRisk(body),
    isTest: readFlag(body, 'test') ?? false,
  });
}

/** `risk: {recommendation, level}`. */
function readRisk(body: Body): Order['risk'] {
  if (body['risk'] === undefined) return undefined;
  const risk = readObject(body['risk'], 'risk');
  return {
    recommendation: readOneOf(risk, 'recommendation', RECOMMENDATIONS) ?? 'NONE',
    level: readOneOf(risk, 'level', RISK_LEVELS) ?? 'NONE',
  };
}

const isOpen = ({ status }: FulfillmentOrder): boolean => status === 'OPEN' || status === 'IN_PROGRESS';

/** Whether `lines` names something of a fulfilment order, or nothing at all. */
const isNamed = (order: Order, target: FulfillmentOrder, body: Body): boolean =>
  readList(body, 'lines') === undefined || linesNamed(order, target, body).length > 0;

/** The units of a fulfilment order that `lines: [sku or line id]` names. */
function linesNamed(order: Order, target: FulfillmentOrder, body: Body): { id: number; quantity: number }[] {
  const named = readList(body, 'lines')?.map(String);
  if (!named) return [];
  return target.lines.flatMap((entry) => {
    const line = order.lines.find((candidate) => candidate.id === entry.lineId);
    const isNamed = line !== undefined && (named.includes(line.sku) || named.includes(String(line.id)));
    return isNamed && entry.remainingQuantity > 0 ? [{ id: entry.id, quantity: entry.remainingQuantity }] : [];
  });
}

function readLine(line: Body, currency: string): OrderLineInput {
  const quantity = readNumber(line, 'quantity') ?? 1;
  const properties = readList(line, 'properties')
    ?.map((property) => readObject(property, 'properties'))
    .map((property) => ({ name: requireText(property, 'name'), value: readText(property, 'value') ?? '' }));
  const rest = {
    quantity,
    discountMinor: readAmountField(line, 'discount', currency),
    priceMinor: readAmountField(line, 'price', currency),
    properties,
    sellingPlan: readText(line, 'sellingPlan') ?? null,
  };
  const sku = readText(line, 'sku');
  if (sku !== undefined) return { sku, ...rest };
  return {
    title: requireText(line, 'title'),
    unitPriceMinor: rest.priceMinor ?? 0,
    vendor: readText(line, 'vendor') ?? null,
    requiresShipping: readFlag(line, 'requiresShipping') ?? true,
    ...rest,
  };
}

function readAddress(address: Body): Partial<Address> {
  const names: (keyof Address)[] = [
    'firstName',
    'lastName',
    'company',
    'address1',
    'address2',
    'city',
    'province',
    'provinceCode',
    'country',
    'countryCode',
    'zip',
    'phone',
  ];
  return Object.fromEntries(
    names.flatMap((name) => (readText(address, name) === undefined ? [] : [[name, readText(address, name)]])),
  );
}

function readRefund(order: Order, body: Body): RefundInput {
  const lines = (readList(body, 'lines') ?? [])
    .map((line) => readObject(line, 'lines'))
    .flatMap((line) =>
      spread(order, requireText(line, 'sku'), readNumber(line, 'quantity') ?? 1).map((part) => ({
        ...part,
        restockType: readOneOf(line, 'restockType', RESTOCK) ?? restockOf(order, part),
      })),
    );
  const shippingMinor = body['shipping'] === true ? undefined : readAmountField(body, 'shipping', order.currency);
  return {
    lines,
    ...(body['shipping'] === true
      ? { shipping: { full: true as const } }
      : shippingMinor === undefined
        ? {}
        : { shipping: { amountMinor: shippingMinor } }),
    amountMinor: readAmountField(body, 'amount', order.currency),
    note: readText(body, 'note') ?? null,
  };
}

/** Units of a sku over the lines that carry it, in their order. */
function spread(order: Order, sku: string, quantity: number): { lineId: number; quantity: number }[] {
  const lines = order.lines.filter((line) => line.sku === sku || String(line.id) === sku);
  if (lines.length === 0)
    throw new Refusal(`Order ${order.name} has no line with the sku ${sku}.`, ['lines'], 'NOT_FOUND');
  let open = quantity;
  const parts = lines.flatMap((line, index) => {
    const taken = index === lines.length - 1 ? open : Math.min(open, line.currentQuantity);
    open -= taken;
    return taken > 0 ? [{ lineId: line.id, quantity: taken }] : [];
  });
  return parts.length > 0 ? parts : [{ lineId: lines[0]?.id ?? 0, quantity }];
}

function readEdit(body: Body): EditInput {
  return {
    lines: (readList(body, 'lines') ?? [])
      .map((line) => readObject(line, 'lines'))
      .map((line) => ({ sku: requireText(line, 'sku'), quantity: readNumber(line, 'quantity') ?? -1 })),
  };
}

function fulfil(sandbox: Sandbox, shop: Shop, order: Order, body: Body): void {
  const company = readText(body, 'company') ?? null;
  const number = readText(body, 'number') ?? readText(body, 'trackingNumber') ?? null;
  const tracking = company === null && number === null ? [] : [{ company, number, url: readText(body, 'url') ?? null }];
  const wanted = readList(body, 'lines')?.map((line) => readObject(line, 'lines'));
  if (!wanted) {
    const open = openUnits(order);
    if (open.length === 0) throw new Refusal('There is nothing left to fulfill.', ['lines']);
    for (const fulfillmentOrders of open) fulfilOrder(sandbox, shop, order, { fulfillmentOrders, tracking });
    return;
  }
  const byLocation = new Map<number, FulfilInput['fulfillmentOrders']>();
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
    fulfilOrder(sandbox, shop, order, { fulfillmentOrders, tracking });
}
