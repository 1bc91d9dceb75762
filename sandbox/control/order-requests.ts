import { type Sandbox, Refusal } from '#sandbox/core/kernel.ts';
import type { Shop, Order, FulfillmentOrder, Address } from '#sandbox/core/state.ts';
import type { EditInput } from '#sandbox/platform/store/edits.ts';
import { placeOrder, type OrderLineInput } from '#sandbox/platform/store/orders.ts';
import { type RefundInput, restockOf } from '#sandbox/platform/store/refunds.ts';
import {
  type Body,
  readText,
  readList,
  readObject,
  requireText,
  readNumber,
  readAmountField,
  readFlag,
  readOneOf,
} from './input.ts';

export const RECOMMENDATIONS = ['ACCEPT', 'CANCEL', 'INVESTIGATE', 'NONE'] as const;
export const RISK_LEVELS = ['HIGH', 'LOW', 'MEDIUM', 'NONE', 'PENDING'] as const;
export const RESTOCK = ['return', 'cancel', 'no_restock'] as const;

export function readAndPlace(sandbox: Sandbox, shop: Shop, body: Body): Order {
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
export const isOpen = ({ status }: FulfillmentOrder): boolean => status === 'OPEN' || status === 'IN_PROGRESS';

/** Whether `lines` names something of a fulfillment order, or nothing at all. */
export const isNamed = (order: Order, target: FulfillmentOrder, body: Body): boolean =>
  readList(body, 'lines') === undefined || linesNamed(order, target, body).length > 0;

/** The units of a fulfillment order that `lines: [sku or line id]` names. */
export function linesNamed(order: Order, target: FulfillmentOrder, body: Body): { id: number; quantity: number }[] {
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

export function readRefund(order: Order, body: Body): RefundInput {
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

export function readEdit(body: Body): EditInput {
  return {
    lines: (readList(body, 'lines') ?? [])
      .map((line) => readObject(line, 'lines'))
      .map((line) => ({ sku: requireText(line, 'sku'), quantity: readNumber(line, 'quantity') ?? -1 })),
  };
}
