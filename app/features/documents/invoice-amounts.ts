import { sumMinor, type Currency } from '#app/core/money/money.ts';
import { splitLargestRemainder } from '#app/core/money/split.ts';
import {
  splitOrder,
  type LineMoney,
  type OrderDecisions,
  type VendorOrder,
} from '#app/features/orders/money/split-order.ts';
import { settledVersion, type OrderHistory, type OrderFacts, type TaxFact } from '#app/features/orders/order.ts';
import type { OrderTerms } from '#app/features/orders/money/order-terms.ts';

/**
 * Tax of one title and rate (10⁻⁹) over the whole sheet: what it was charged on and what it came to, in minor units. The rate
 * is null where several were charged on shipping: how they were mixed would tell what else the buyer bought.
 */
export type SheetTax = {
  title: string;
  rateNano: bigint | null;
  netMinor: bigint;
  amountMinor: bigint;
  byChannel: boolean;
};

/** One line: `totalMinor` is unit price × quantity less discount, with tax inside where prices include it. */
export type SheetLine = {
  id: string;
  title: string;
  variant: string;
  sku: string;
  quantity: number;
  unitPriceMinor: bigint;
  discountMinor: bigint;
  rates: { title: string; rateNano: bigint }[];
  totalMinor: bigint;
};

/**
 * The money of one vendor's part as an invoice says it, in minor units. Goods less discount, plus shipping, plus tax where
 * prices do not include it, is the total: exactly what the buyer paid for the part.
 */
export type Sheet = {
  currency: Currency;
  taxesIncluded: boolean;
  lines: SheetLine[];
  goodsMinor: bigint;
  discountMinor: bigint;
  shippingMinor: bigint;
  taxes: SheetTax[];
  taxMinor: bigint;
  totalMinor: bigint;
};

/** All of an order that a sheet is computed from: the marketplace's knowledge, of which one part is taken. */
export type OrderKnowledge = { known: OrderHistory; orderTerms: OrderTerms; decisions: OrderDecisions };

/**
 * The sheet of a vendor's part after some of the order's refunds, as if the others had not been made; undefined where the
 * vendor has no part. A cancellation is left out too: what it gave back is in its refunds.
 */
export function sheetAfter(order: OrderKnowledge, vendorId: string, refundIds: ReadonlySet<string>): Sheet | undefined {
  const known: OrderHistory = {
    ...order.known,
    latest: { ...order.known.latest, cancelledAt: null },
    refunds: order.known.refunds.filter((refund) => refundIds.has(refund.id)),
  };
  const settled = splitOrder(known, order.orderTerms, order.decisions);
  const vendorOrder = settled.vendorOrders.find((one) => one.vendorId === vendorId);
  return vendorOrder && buildSheet(vendorOrder, settledVersion(known));
}

/** The sheet of a part as it stands: the lines that are left, and all amounts of the part alone. */
export function buildSheet(vendorOrder: VendorOrder, facts: OrderFacts): Sheet {
  const { taxesIncluded } = vendorOrder;
  const lines = vendorOrder.lines.filter(
    ({ line }) => line.quantity > 0 || line.listMinor !== 0n || line.discountMinor !== 0n,
  );
  const shippingTaxes = taxesOfShipping(vendorOrder, facts);
  const shippingTaxMinor = sumMinor(shippingTaxes.map((tax) => tax.amountMinor));
  return {
    currency: vendorOrder.currency,
    taxesIncluded,
    lines: lines.map(toSheetLine),
    goodsMinor: vendorOrder.goodsMinor,
    discountMinor: vendorOrder.discountMinor,
    shippingMinor: vendorOrder.shippingMinor + (taxesIncluded ? shippingTaxMinor : 0n),
    taxes: sumTaxes([...lines.flatMap((line) => taxesOfLine(line, taxesIncluded)), ...shippingTaxes]),
    taxMinor: vendorOrder.taxMinor + vendorOrder.channelTaxMinor,
    totalMinor: vendorOrder.totalMinor,
  };
}

/**
 * What a change took of a sheet: a sheet of its own, whose amounts are what goes back; what it added stands there below zero.
 * Lines and taxes of which nothing changed are left out.
 */
export function computeDifference(before: Sheet, after: Sheet): Sheet {
  const takeLine = (line: SheetLine, rest: SheetLine | undefined): SheetLine => ({
    ...line,
    quantity: line.quantity - (rest?.quantity ?? 0),
    discountMinor: line.discountMinor - (rest?.discountMinor ?? 0n),
    totalMinor: line.totalMinor - (rest?.totalMinor ?? 0n),
  });
  const takeTax = (tax: SheetTax, rest: SheetTax | undefined): SheetTax => ({
    ...tax,
    amountMinor: tax.amountMinor - (rest?.amountMinor ?? 0n),
    netMinor: tax.netMinor - (rest?.netMinor ?? 0n),
  });
  return {
    ...before,
    lines: pairUp(before.lines, after.lines, (line) => line.id)
      .map(([line, rest]) => (line ? takeLine(line, rest) : takeLine(toNone(rest), rest)))
      .filter((line) => line.quantity !== 0 || line.discountMinor !== 0n || line.totalMinor !== 0n),
    goodsMinor: before.goodsMinor - after.goodsMinor,
    discountMinor: before.discountMinor - after.discountMinor,
    shippingMinor: before.shippingMinor - after.shippingMinor,
    taxes: pairUp(before.taxes, after.taxes, buildKey)
      .map(([tax, rest]) => (tax ? takeTax(tax, rest) : takeTax({ ...rest, amountMinor: 0n, netMinor: 0n }, rest)))
      .filter((tax) => tax.amountMinor !== 0n || tax.netMinor !== 0n),
    taxMinor: before.taxMinor - after.taxMinor,
    totalMinor: before.totalMinor - after.totalMinor,
  };
}

/** Whether a sheet says nothing: no line, no tax, no amount. */
export function isEmptySheet(sheet: Sheet): boolean {
  return sheet.lines.length === 0 && sheet.taxes.length === 0 && sheet.shippingMinor === 0n && sheet.totalMinor === 0n;
}

const toNone = (line: SheetLine): SheetLine => ({ ...line, quantity: 0, discountMinor: 0n, totalMinor: 0n });

/** Each of the first list with its counterpart of the second, then those of the second that the first has not. */
function pairUp<T>(
  first: readonly T[],
  second: readonly T[],
  keyOfOne: (one: T) => string,
): ([T, T | undefined] | [undefined, T])[] {
  const others = new Map(second.map((one) => [keyOfOne(one), one]));
  const keys = new Set(first.map(keyOfOne));
  return [
    ...first.map((one): [T, T | undefined] => [one, others.get(keyOfOne(one))]),
    ...second.filter((one) => !keys.has(keyOfOne(one))).map((one): [undefined, T] => [undefined, one]),
  ];
}

function toSheetLine({ line }: LineMoney): SheetLine {
  const { facts, quantity, listMinor, discountMinor } = line;
  return {
    id: facts.id,
    title: facts.title,
    variant: facts.variantTitle,
    sku: facts.sku,
    quantity,
    unitPriceMinor: facts.unitPriceMinor,
    discountMinor,
    rates: facts.taxes.map(({ title, rateNano }) => ({ title, rateNano })),
    totalMinor: listMinor - discountMinor,
  };
}

/** What is left of each tax of a line, split as the part's own sums are, so that they add up to them. */
function taxesOfLine({ line }: LineMoney, taxesIncluded: boolean): SheetTax[] {
  const leftMinor = line.taxMinor + line.channelTaxMinor;
  const sold = line.facts.taxes.map((tax) => tax.amountMinor);
  const amounts = leftMinor === sumMinor(sold) ? sold : splitLargestRemainder(leftMinor, sold);
  const netMinor = line.listMinor - line.discountMinor - (taxesIncluded ? leftMinor : 0n);
  return line.facts.taxes.map((tax, index) => toSheetTax(tax, netMinor, amounts[index] ?? 0n));
}

/** The tax on the part's share of shipping: by title and rate where there is one, else as one sum. */
function taxesOfShipping(vendorOrder: VendorOrder, facts: OrderFacts): SheetTax[] {
  const ownMinor = vendorOrder.taxMinor - sumMinor(vendorOrder.lines.map(({ line }) => line.taxMinor));
  const channelMinor =
    vendorOrder.channelTaxMinor - sumMinor(vendorOrder.lines.map(({ line }) => line.channelTaxMinor));
  const charged = facts.shipping.flatMap((line) => line.taxes);
  return [
    { amountMinor: ownMinor, byChannel: false },
    { amountMinor: channelMinor, byChannel: true },
  ].flatMap(({ amountMinor, byChannel }) => {
    if (amountMinor === 0n) return [];
    const kinds = new Map(
      charged.filter((tax) => tax.channelLiable === byChannel).map((tax) => [`${tax.title}|${tax.rateNano}`, tax]),
    );
    const [only] = kinds.values();
    if (kinds.size === 1 && only) return [toSheetTax(only, vendorOrder.shippingMinor, amountMinor)];
    return [{ title: '', rateNano: null, netMinor: vendorOrder.shippingMinor, amountMinor, byChannel }];
  });
}

const toSheetTax = (tax: TaxFact, netMinor: bigint, amountMinor: bigint): SheetTax => ({
  title: tax.title,
  rateNano: tax.rateNano,
  netMinor,
  amountMinor,
  byChannel: tax.channelLiable,
});

function sumTaxes(taxes: readonly SheetTax[]): SheetTax[] {
  const collected = new Map<string, SheetTax>();
  for (const tax of taxes) {
    const sum = collected.get(buildKey(tax));
    if (sum === undefined) collected.set(buildKey(tax), { ...tax });
    else {
      sum.netMinor += tax.netMinor;
      sum.amountMinor += tax.amountMinor;
    }
  }
  return [...collected.values()];
}

function buildKey({ title, rateNano, byChannel }: SheetTax): string {
  return `${title}|${rateNano ?? ''}|${byChannel}`;
}
