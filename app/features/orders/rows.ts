import type { TransactionSource } from '#app/platform/ledger/ledger.ts';
import type { Buyer } from './buyer.ts';
import type { OrderDecisions, SettledOrder, VendorOrder } from './money/split-order.ts';
import type { FulfillmentFacts } from './fulfillment/fulfillment.ts';
import type { HoldReason, OrderHistory, LineFacts, OrderFacts } from './order.ts';
import type { LineDiscountTitle } from './line-properties.ts';
import { ownFinancialStatus } from './order-view.ts';
import type { OrderTerms } from './money/order-terms.ts';
import { countLeft, countReturnedOf, decideFulfillmentStatus } from './money/units-left.ts';

/** An order as it is stored: what is known, what was frozen at its sale, what admins decided. */
export type StoredOrder = {
  known: OrderHistory;
  orderTerms: OrderTerms;
  decisions: OrderDecisions;
  historical: boolean;
  /** When the buyer had first paid in full, by the platform's time. */
  paidAt: Date | null;
};

/** An order as it was found, and when it was first recorded: its terms were frozen then. */
export type FoundOrder = StoredOrder & { recordedAt: Date };

export type OrderRow = StoredOrder & {
  id: bigint;
  /** The text of `known`, where it was written already. */
  written: string | undefined;
  name: string;
  currency: string;
  taxesIncluded: boolean;
  financialStatus: string;
  totalMinor: bigint;
  orderedAt: Date;
  cancelledAt: Date | null;
  platformUpdatedAt: Date;
};

export type LineRow = {
  id: bigint;
  orderId: bigint;
  vendorId: bigint | null;
  position: number;
  productId: bigint | null;
  variantId: bigint | null;
  sku: string;
  title: string;
  variantTitle: string;
  quantity: number;
  remainingQuantity: number;
  fulfilledQuantity: number;
  /** Units that were shipped and came back. */
  returnedQuantity: number;
  /** Units that can still be shipped. */
  leftQuantity: number;
  unitPriceMinor: bigint;
  requiresShipping: boolean;
  giftCard: boolean;
  discounts: LineDiscountTitle[] | null;
};

export type VendorOrderRow = {
  orderId: bigint;
  vendorId: bigint;
  name: string;
  currency: string;
  orderedAt: Date;
  financialStatus: string;
  fulfillment: string;
  isPaid: boolean;
  itemCount: number;
  goodsMinor: bigint;
  discountMinor: bigint;
  shippingMinor: bigint;
  taxMinor: bigint;
  totalMinor: bigint;
  soldMinor: bigint;
  commissionMinor: bigint;
  payoutMinor: bigint;
  overridePercent: bigint | null;
  overrideFlatMinor: bigint | null;
  held: HoldReason | null;
  historical: boolean;
  searchText: string;
  fulfilledAt: Date | null;
  cancelledAt: Date | null;
  isTest: boolean;
};

/** Whose the fulfillments of lines without a vendor are: the marketplace's own. No vendor has this number. */
export const OWN_FULFILLMENTS = '0';

/** A fulfillment of one vendor: the lines of a fulfillment that are that vendor's. */
export type FulfillmentRow = {
  facts: FulfillmentFacts;
  vendorId: bigint;
  lines: { lineId: string; quantity: number }[];
};

/** An order with everything that was computed of it, before it is written. */
export type SettledState = StoredOrder & {
  id: bigint;
  isNew: boolean;
  /** As it was stored before; undefined for a new one. */
  stored: StoredOrder | undefined;
  /** The text of `known`, where it was written already. */
  written: string | undefined;
  settled: SettledOrder;
  buyer: Buyer | undefined;
  sellingPlans?: ReadonlyMap<string, string>;
  fulfillments: FulfillmentFacts[];
  source: TransactionSource;
  /** When it was ingested, where that is what counts: a correction is never dated back (M63). */
  reportedAt?: Date;
};

/** Units of each line in fulfillments, and when the last fulfillment of an order and vendor was made. */
export type Fulfilled = { quantityOf: ReadonlyMap<string, number>; lastAt: ReadonlyMap<string, Date> };

/** An order that was just written, with the rows of its vendor orders and the units that its fulfillments hold. */
export type WrittenOrder = { state: SettledState; rows: readonly VendorOrderRow[]; fulfilled: Fulfilled };

/** The row of an order itself. */
export function buildOrderRow(state: SettledState): OrderRow {
  const { known, settled } = state;
  return {
    ...state,
    name: known.latest.name,
    currency: settled.currency,
    taxesIncluded: known.latest.taxesIncluded,
    financialStatus: known.latest.financialStatus,
    totalMinor: settled.totalMinor,
    orderedAt: new Date(known.sale.createdAt),
    cancelledAt: timeOrNull(known.latest.cancelledAt),
    platformUpdatedAt: new Date(known.latest.updatedAt),
  };
}

/** The rows of an order's parts: its lines, and one row for each vendor. */
export function buildVendorOrderRows(
  state: SettledState,
  fulfilled: Fulfilled,
): { lines: LineRow[]; vendorOrders: VendorOrderRow[] } {
  return {
    lines: buildLines(state, fulfilled),
    vendorOrders: state.settled.vendorOrders.map((vendorOrder) => buildVendorOrder(state, vendorOrder, fulfilled)),
  };
}

/** A fulfillment may hold lines of several vendors: each vendor gets a fulfillment of its own lines. `ownerOf` names the vendor of a line. */
export function splitFulfillment(facts: FulfillmentFacts, ownerOf: ReadonlyMap<string, string>): FulfillmentRow[] {
  const byVendor = new Map<string, { lineId: string; quantity: number }[]>();
  for (const line of facts.lines) {
    const vendorId = ownerOf.get(line.lineId);
    if (vendorId === undefined) continue;
    const list = byVendor.get(vendorId);
    if (list) list.push(line);
    else byVendor.set(vendorId, [line]);
  }
  return [...byVendor].map(([vendorId, lines]) => ({ facts, vendorId: BigInt(vendorId), lines }));
}

/** Every line of the newest version; what is left of it is computed with its vendor's part, or stated by the platform. */
function buildLines(state: SettledState, fulfilled: Fulfilled): LineRow[] {
  const money = new Map(
    state.settled.vendorOrders.flatMap((vendorOrder) =>
      vendorOrder.lines.map(
        (one) => [one.line.facts.id, { vendorId: vendorOrder.vendorId, left: one.line.quantity }] as const,
      ),
    ),
  );
  return state.known.latest.lines.map((line, position) => {
    const own = money.get(line.id);
    const remaining = own?.left ?? line.currentQuantity;
    const units = buildUnits(state, fulfilled, { lineId: line.id, remaining });
    return {
      id: BigInt(line.id),
      orderId: state.id,
      vendorId: own ? BigInt(own.vendorId) : null,
      position,
      productId: line.productId === null ? null : BigInt(line.productId),
      variantId: line.variantId === null ? null : BigInt(line.variantId),
      sku: line.sku,
      title: line.title,
      variantTitle: line.variantTitle,
      quantity: line.quantity,
      remainingQuantity: remaining,
      fulfilledQuantity: units.fulfilled,
      returnedQuantity: units.returned,
      leftQuantity: countLeft(units),
      unitPriceMinor: line.unitPriceMinor,
      requiresShipping: line.requiresShipping,
      giftCard: line.isGiftCard,
      discounts: listDiscounts(line, state.known.latest),
    };
  });
}

/** The discounts of a line by their titles. */
function listDiscounts(line: LineFacts, { discountApplications }: OrderFacts): LineDiscountTitle[] | null {
  const discounts = line.discounts.flatMap(({ amountMinor, applicationIndex }) => {
    const application = discountApplications.find(({ index }) => index === applicationIndex);
    const title = application?.title ?? application?.code ?? '';
    return title === '' || amountMinor === 0n ? [] : [{ title, amountMinor: String(amountMinor) }];
  });
  return discounts.length === 0 ? null : discounts;
}

function buildUnits({ known }: SettledState, fulfilled: Fulfilled, line: { lineId: string; remaining: number }) {
  return {
    remaining: line.remaining,
    fulfilled: fulfilled.quantityOf.get(line.lineId) ?? 0,
    returned: countReturnedOf(known, line.lineId),
  };
}

function buildVendorOrder(state: SettledState, vendorOrder: VendorOrder, fulfilled: Fulfilled): VendorOrderRow {
  const { known, historical } = state;
  const lines = vendorOrder.lines.map(({ line }) =>
    buildUnits(state, fulfilled, { lineId: line.facts.id, remaining: line.quantity }),
  );
  const fulfillment = decideFulfillmentStatus(lines.map((line) => ({ ...line, left: countLeft(line) })));
  const lastAt = fulfilled.lastAt.get(`${state.id}|${vendorOrder.vendorId}`) ?? null;
  return {
    orderId: state.id,
    vendorId: BigInt(vendorOrder.vendorId),
    name: known.latest.name,
    currency: vendorOrder.currency,
    orderedAt: new Date(known.sale.createdAt),
    // Told from the part alone: the order’s own would tell a vendor of another’s refund.
    financialStatus: ownFinancialStatus(vendorOrder, known),
    fulfillment,
    isPaid: state.settled.isPaid,
    itemCount: lines.reduce((sum, line) => sum + line.remaining, 0),
    goodsMinor: vendorOrder.goodsMinor,
    discountMinor: vendorOrder.discountMinor,
    shippingMinor: vendorOrder.shippingMinor,
    taxMinor: vendorOrder.taxMinor,
    totalMinor: vendorOrder.totalMinor,
    soldMinor: vendorOrder.soldMinor,
    commissionMinor: vendorOrder.commissionMinor,
    payoutMinor: vendorOrder.payoutMinor,
    overridePercent: vendorOrder.override?.percent ?? null,
    overrideFlatMinor: vendorOrder.override?.flatMinor ?? null,
    held: vendorOrder.holds[0] ?? null,
    historical,
    searchText: formatSearchText(state, vendorOrder),
    fulfilledAt: fulfillment === 'fulfilled' ? lastAt : null,
    // Goods that all came back before they were sent are a sale and a refund: cancelled is what the platform cancelled (M67).
    cancelledAt: timeOrNull(known.latest.cancelledAt),
    isTest: known.latest.isTest,
  };
}

/** What a vendor's order is found by besides its buyer: its number, SKUs and titles of its own lines; the database folds it. */
function formatSearchText(state: SettledState, vendorOrder: VendorOrder): string {
  const words = vendorOrder.lines.flatMap(({ line }) => [line.facts.sku, line.facts.title, line.facts.variantTitle]);
  return [state.known.latest.name, ...words].filter(Boolean).join(' ').slice(0, 4000);
}

function timeOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
