import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Address, FulfillmentOrder, Order, OrderLine, Shop, ShippingLine } from '../../core/state.ts';
import { orderPayload } from '../payloads/order.ts';
import { applyDiscounts } from './discounts.ts';
import { applyStoreDiscounts } from './store-discounts.ts';
import { chooseLocation, moveStock } from './inventory.ts';
import { availableOf, findVariantById, findVariantBySku } from './lookup.ts';
import type { Owned } from './lookup.ts';
import { outstandingOf, totalsOf } from './order-amounts.ts';
import { applyTaxes } from './order-taxes.ts';
import { completeAddress, findOrAddCustomer } from './order-customers.ts';

export type OrderInput = {
  email: string;
  lines: OrderLineInput[];
  phone?: string | null;
  shippingAddress?: Partial<Address> | null;
  /** One shipping line, unless `shippingLines` names several. */
  shippingPriceMinor?: number;
  shippingTitle?: string;
  shippingLines?: { title: string; code?: string; priceMinor: number; discountMinor?: number }[];
  /** Shipping is taxed with the same rates unless this is false. */
  shippingTaxed?: boolean;
  discountCodes?: string[];
  /** Whether automatic discounts apply; they do unless this is false. */
  automaticDiscounts?: boolean;
  taxesIncluded?: boolean;
  taxes?: { title: string; rate: number }[];
  currency?: string;
  financialStatus?: 'paid' | 'pending' | 'authorized';
  note?: string | null;
  noteAttributes?: { name: string; value: string }[];
  tags?: string[];
  sourceName?: string;
  /** `obey` refuses what is out of stock, as the storefront does; `ignore` sells below zero, as staff may. */
  stock?: 'obey' | 'ignore';
  processedAt?: string;
  /** The buyer collects at the location instead of having it sent. */
  pickup?: boolean;
  /** What the platform thinks of the order. */
  risk?: Order['risk'];
  /** Paid with the platform's test gateway. */
  isTest?: boolean;
  /** What an app names it by that places it. */
  source?: { identifier: string | null; url: string | null };
};

export type OrderLineInput = (
  | { sku: string }
  | { variantId: number }
  | {
      title: string;
      unitPriceMinor: number;
      vendor?: string | null;
      requiresShipping?: boolean;
      ownSku?: string;
      variantTitle?: string | null;
    }
) & {
  quantity: number;
  /** The line's own discount over all its units, apart from codes. */
  discountMinor?: number;
  properties?: { name: string; value: string }[];
  sellingPlan?: string | null;
  /** An agreed price instead of the variant's. */
  priceMinor?: number;
};

/** A buyer checks out. Changes the stock, stores the order and tells the app (orders/create, and orders/paid when paid). */
export function placeOrder(sandbox: Sandbox, shop: Shop, input: OrderInput): Order {
  if (!/^[^@\s]{1,100}@[^@\s]{1,150}$/.test(input.email))
    throw new Refusal('email must be an e-mail address.', ['email']);
  if (input.lines.length === 0 || input.lines.length > 1_000)
    throw new Refusal('An order has 1 to 1000 lines.', ['lines']);
  const at = sandbox.clock.iso();
  const currency = input.currency ?? shop.currency;
  const chosen = input.lines.map((line, index) => chooseItem(shop, line, index, input.stock ?? 'ignore'));
  const address = input.shippingAddress === null ? null : completeAddress(input.shippingAddress ?? {}, input.email);
  const customer = findOrAddCustomer(sandbox, shop, input.email, address, input.phone ?? null);
  const lines = chosen.map(({ owned, line }) => buildLine(sandbox, owned, line));
  const shippingLines = (
    input.shippingLines ?? [{ title: input.shippingTitle ?? 'Standard', priceMinor: input.shippingPriceMinor ?? 0 }]
  ).map((line) => ({
    line: buildShippingLine(sandbox, line),
    discountMinor: 'discountMinor' in line ? (line.discountMinor ?? 0) : 0,
  }));
  const order: Order = {
    id: nextId(sandbox),
    number: shop.nextOrderNumber,
    name: `#${shop.nextOrderNumber}`,
    email: input.email,
    phone: input.phone ?? null,
    customerId: customer.id,
    createdAt: at,
    updatedAt: at,
    processedAt: input.processedAt ?? at,
    closedAt: null,
    cancelledAt: null,
    cancelReason: null,
    currency,
    taxesIncluded: input.taxesIncluded ?? shop.taxesIncluded,
    taxes: input.taxes ?? [],
    financialStatus: input.financialStatus ?? 'paid',
    note: input.note ?? null,
    noteAttributes: input.noteAttributes ?? [],
    tags: input.tags ?? [],
    sourceName: input.sourceName ?? 'web',
    shippingAddress: address,
    billingAddress: address,
    discountApplications: [],
    lines,
    shippingLines: shippingLines.map((entry) => entry.line),
    fulfillmentOrders: [],
    fulfillments: [],
    refunds: [],
    returns: [],
    transactions: [],
    ...(input.risk ? { risk: input.risk } : {}),
    ...(input.isTest ? { isTest: true } : {}),
    ...(input.source ? { sourceIdentifier: input.source.identifier, sourceUrl: input.source.url } : {}),
  };
  const codes = applyDiscounts(
    shop,
    order,
    input.lines.map((line) => line.discountMinor ?? 0),
    shippingLines.map((entry) => entry.discountMinor),
    input.discountCodes ?? [],
  );
  applyStoreDiscounts(sandbox, shop, order, { codes, automatic: input.automaticDiscounts ?? true });
  applyTaxes(order, input.shippingTaxed ?? true);
  openTransactions(sandbox, order);
  shop.nextOrderNumber += 1;
  shop.orders[String(order.id)] = order;
  openFulfillmentOrders(sandbox, shop, order, order.lines);
  if (input.pickup) for (const target of order.fulfillmentOrders) target.method = 'PICK_UP';
  sandbox.webhooks.emit(shop, 'orders/create', orderPayload(shop, order));
  if (order.financialStatus === 'paid') sandbox.webhooks.emit(shop, 'orders/paid', orderPayload(shop, order));
  sandbox.save();
  return order;
}

/** Records that the buyer paid what is outstanding, outside the platform's own payments. */
export function markOrderPaid(sandbox: Sandbox, shop: Shop, order: Order): void {
  const outstandingMinor = outstandingOf(order);
  if (order.cancelledAt !== null || order.financialStatus === 'paid' || outstandingMinor <= 0)
    throw new Refusal('Order cannot be marked as paid.', ['input', 'id']);
  const authorization = order.transactions.find((transaction) => transaction.kind === 'authorization');
  const pending = order.transactions.find(
    (transaction) => transaction.kind === 'sale' && transaction.status === 'pending',
  );
  if (pending && pending.amountMinor === outstandingMinor)
    Object.assign(pending, { status: 'success', processedAt: sandbox.clock.iso() });
  else
    order.transactions.push({
      id: nextId(sandbox),
      kind: authorization ? 'capture' : 'sale',
      status: 'success',
      gateway: authorization?.gateway ?? 'manual',
      amountMinor: outstandingMinor,
      parentId: authorization?.id ?? null,
      createdAt: sandbox.clock.iso(),
    });
  order.financialStatus = 'paid';
  touchOrder(sandbox, shop, order, ['orders/paid', 'orders/updated']);
}

/** The merchant deletes an order: it is gone for good. Tells the app (orders/delete, which carries the id alone). */
export function deleteOrder(sandbox: Sandbox, shop: Shop, order: Order): void {
  Reflect.deleteProperty(shop.orders, String(order.id));
  sandbox.webhooks.emit(shop, 'orders/delete', { id: order.id });
  sandbox.save();
}

/** Notes that an order changed now and tells the app under the given topics. */
export function touchOrder(sandbox: Sandbox, shop: Shop, order: Order, topics: readonly string[]): void {
  order.updatedAt = sandbox.clock.iso();
  for (const topic of topics) sandbox.webhooks.emit(shop, topic, orderPayload(shop, order));
  sandbox.save();
}

type Chosen = { owned: Owned | null; line: OrderLineInput };

function chooseItem(shop: Shop, line: OrderLineInput, index: number, stock: 'obey' | 'ignore'): Chosen {
  const field = ['lines', String(index)];
  if (!Number.isInteger(line.quantity) || line.quantity < 1 || line.quantity > 100_000)
    throw new Refusal('quantity must be a whole number from 1 to 100000.', [...field, 'quantity']);
  if ('title' in line) return { owned: null, line };
  const owned = 'sku' in line ? findVariantBySku(shop, line.sku) : findVariantById(shop, line.variantId);
  if (!owned)
    throw new Refusal(
      `No variant ${'sku' in line ? `with the sku ${line.sku}` : String(line.variantId)}.`,
      [...field, 'sku'],
      'NOT_FOUND',
    );
  const { variant } = owned;
  if (
    stock === 'obey' &&
    variant.inventory.tracked &&
    variant.inventoryPolicy === 'DENY' &&
    availableOf(shop, variant) < line.quantity
  )
    throw new Refusal(
      `Only ${Math.max(0, availableOf(shop, variant))} of ${owned.product.title} left.`,
      [...field, 'quantity'],
      'OUT_OF_STOCK',
    );
  return { owned, line };
}

function buildLine(sandbox: Sandbox, owned: Owned | null, line: OrderLineInput): OrderLine {
  const { quantity } = line;
  const own = 'title' in line ? line : null;
  const grams = owned ? gramsOf(owned.variant.inventory.weight) : 0;
  return {
    id: nextId(sandbox),
    productId: owned?.product.id ?? null,
    variantId: owned?.variant.id ?? null,
    title: owned?.product.title ?? own?.title ?? 'Item',
    variantTitle: owned && owned.variant.title !== 'Default Title' ? owned.variant.title : (own?.variantTitle ?? null),
    sku: owned?.variant.sku ?? own?.ownSku ?? '',
    vendor: owned?.product.vendor ?? own?.vendor ?? null,
    quantity,
    currentQuantity: quantity,
    fulfillableQuantity: quantity,
    unitPriceMinor: line.priceMinor ?? owned?.variant.priceMinor ?? own?.unitPriceMinor ?? 0,
    requiresShipping: owned?.variant.inventory.requiresShipping ?? own?.requiresShipping ?? true,
    taxable: owned?.variant.taxable ?? true,
    giftCard: owned?.product.productType === 'Gift card',
    grams,
    properties: line.properties ?? [],
    sellingPlan: line.sellingPlan ?? null,
    taxLines: [],
    discountAllocations: [],
  };
}

function gramsOf(weight: { value: number; unit: string }): number {
  const factor: Record<string, number> = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.3495, POUNDS: 453.592 };
  return Math.round(weight.value * (factor[weight.unit] ?? 1));
}

function buildShippingLine(sandbox: Sandbox, line: { title: string; code?: string; priceMinor: number }): ShippingLine {
  if (!Number.isSafeInteger(line.priceMinor) || line.priceMinor < 0)
    throw new Refusal('A shipping price is never negative.', ['shippingPrice']);
  return {
    id: nextId(sandbox),
    title: line.title,
    code: line.code ?? line.title,
    priceMinor: line.priceMinor,
    taxLines: [],
    discountAllocations: [],
  };
}

function openTransactions(sandbox: Sandbox, order: Order): void {
  const { totalMinor } = totalsOf(order, 'original');
  if (totalMinor === 0) {
    order.financialStatus = 'paid';
    return;
  }
  const kind = order.financialStatus === 'authorized' ? 'authorization' : 'sale';
  const status = order.financialStatus === 'pending' ? 'pending' : 'success';
  order.transactions.push({
    id: nextId(sandbox),
    kind,
    status,
    gateway: order.financialStatus === 'pending' ? 'manual' : 'bogus',
    amountMinor: totalMinor,
    parentId: null,
    createdAt: order.createdAt,
  });
}

/** Commits stock for lines and opens one fulfillment order for each location they ship from. */
export function openFulfillmentOrders(sandbox: Sandbox, shop: Shop, order: Order, lines: readonly OrderLine[]): void {
  const at = sandbox.clock.iso();
  for (const line of lines) {
    const owned = line.variantId === null ? null : findVariantById(shop, line.variantId);
    const locationId = chooseLocation(shop, owned?.variant ?? null, line.quantity);
    let target: FulfillmentOrder | undefined = order.fulfillmentOrders.find(
      (candidate) => candidate.locationId === locationId && candidate.status === 'OPEN',
    );
    if (!target) {
      target = { id: nextId(sandbox), locationId, status: 'OPEN', lines: [], createdAt: at, updatedAt: at };
      order.fulfillmentOrders.push(target);
    }
    target.lines.push({
      id: nextId(sandbox),
      lineId: line.id,
      totalQuantity: line.fulfillableQuantity,
      remainingQuantity: line.fulfillableQuantity,
    });
    if (owned?.variant.inventory.tracked)
      moveStock(sandbox, shop, owned.variant, locationId, { available: -line.quantity, committed: line.quantity });
  }
}
