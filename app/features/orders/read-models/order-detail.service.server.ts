import { AppError } from '#app/core/errors.ts';
import type { PayoutReason } from '#app/core/payout-reason.ts';
import { asCurrency, money, sumMinor, toDto } from '#app/core/money/money.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { readTimeline } from '#app/platform/audit/audit.service.server.ts';
import { listOrderEntries } from '#app/platform/ledger/ledger.service.server.ts';
import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { adjustmentEvents } from './adjustment-view.service.server.ts';
import { describeBuyer } from './buyer-view.service.server.ts';
import { listAdjustments } from '../money/adjustments.repo.server.ts';
import { splitOrder, type SettledOrder } from '../money/split-order.ts';
import { listHolds } from '../fulfillment/hold.repo.server.ts';
import { toRefundEvent } from './event-makers.service.server.ts';
import { findOrders } from '../ingest/ingest.repo.server.ts';
import { resolveFilter } from './list-orders.service.server.ts';
import { readHiddenFields } from '../order-settings.service.server.ts';
import {
  computeChanges,
  marketplaceParts,
  splitShares,
  wholeFinancialStatus,
  wholeFulfillment,
} from '../order-view.ts';
import type { ShownOrderDetailDto, OrderFilter, ShownVendorOrderDto, ShownOrderDto } from '../orders.contract.ts';
import { findNeighbours } from './order-list.repo.server.ts';
import * as repo from '../orders.repo.server.ts';
import { listPayoutReasons } from './payout-reasons.repo.server.ts';
import { toLineDto, toVendorOrderDto, toFulfillmentDto } from './vendor-order.service.server.ts';
import { toVariantDto } from './variant-view.service.server.ts';
import { findEarned, listEarningsHistory, listRefundShares, listWholeRefunds } from '../money/refund-shares.ts';
import { ownReturns } from './return-view.service.server.ts';
import { listReturns } from '../returns/returns.repo.server.ts';
import { OWN_FULFILLMENTS, type StoredOrder } from '../rows.ts';
import { compareEvents } from './timeline-order.ts';

/**
 * An order as the viewer may know it. A vendor gets its own part as if it were the whole order; the marketplace view gets
 * every part and what is its own. An order without a part in the scope is not_found (404).
 */
export async function getOrder(ctx: Ctx, orderId: bigint, filter: OrderFilter): Promise<ShownOrderDetailDto> {
  const whole = await readWhole(ctx, ctx.viewer.store.id, orderId);
  if (!whole) throw new AppError('not_found');
  const own = await readOwn(ctx, orderId, {
    filter,
    isInPayouts: whole.entries.some(({ payoutId }) => payoutId !== null),
  });
  // The rows that the scope yielded decide what is told (describePart); the whole order is only computed with.
  const isWholeKnown = ctx.viewer.vendorScope === '*';
  const vendorOrders = own.parts.flatMap((vendorOrder): ShownVendorOrderDto[] => {
    const settled = whole.settled.vendorOrders.find((one) => one.vendorId === String(vendorOrder.vendorId));
    if (!settled) return [];
    const { known, orderTerms } = whole.stored;
    const { paidAt, entries } = whole;
    const { lines, fulfillments, returns, adjustments, holds, events, reasons } = own;
    const sources = {
      part: vendorOrder,
      money: settled,
      known,
      paidAt,
      lines,
      fulfillments,
      returns,
      adjustments,
      holds,
      entries,
      events,
      reasons,
      refunds: whole.refunds.get(String(vendorOrder.vendorId)) ?? [],
      history: whole.histories.get(String(vendorOrder.vendorId)) ?? null,
      isWholeKnown,
      timezone: ctx.viewer.store.timezone,
      seesMoney: can(ctx.viewer, 'read_finance'),
      isPickup: orderTerms.terms.pickups?.includes(String(vendorOrder.vendorId)) ?? false,
    };
    return [toVendorOrderDto({ ...sources, changes: toFulfillmentChanges(ctx) })];
  });
  const order = isWholeKnown
    ? describeWhole(ctx, own, whole, vendorOrders)
    : describeVendorOrder(ctx, own, whole, vendorOrders[0]);
  return {
    order,
    adminOrders: isWholeKnown ? vendorOrders : [],
    variantDetails: own.variants.map((one) => toVariantDto(one, asCurrency(ctx.viewer.store.currency))),
  };
}

type Own = Awaited<ReturnType<typeof readOwn>>;
type Whole = {
  stored: StoredOrder;
  settled: SettledOrder;
  paidAt: Date | null;
  /** What each refund gave back of each vendor's part. */
  refunds: ReturnType<typeof listRefundShares>;
  /** How refunds and a cancellation brought each vendor's earnings to what they are. */
  histories: ReturnType<typeof listEarningsHistory>;
  entries: Awaited<ReturnType<typeof listOrderEntries>>;
};

/** What the viewer's own scope yields. Why payouts failed is asked only of an order that was in one. */
async function readOwn(ctx: Ctx, orderId: bigint, o: { filter: OrderFilter; isInPayouts: boolean }) {
  const mayPay = await mayPayOut(ctx);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    // The filter only says which orders are beside this one: without the vendor that it names there are none.
    const query = await resolveFilter(ctx, tx, o.filter).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    const [vendorOrders, lines] = await Promise.all([repo.findVendorOrders(tx, orderId), repo.listLines(tx, orderId)]);
    const [first] = vendorOrders;
    const beside =
      first && query
        ? findNeighbours(tx, query, { orderId, at: { at: first.orderedAt, id: first.id } })
        : { newer: null, older: null };
    const partIds = vendorOrders.map((vendorOrder) => vendorOrder.id);
    const variantIds = lines.flatMap((line) => line.variantId ?? []);
    // None of these waits for another: they are sent at once, and the connection answers one after the other.
    const [neighbours, fulfillments, holds, returns, adjustments, buyer, events, reasons, variants, hidden] =
      await Promise.all([
        beside,
        repo.listFulfillments(tx, orderId),
        listHolds(tx, orderId),
        listReturns(tx, orderId),
        listAdjustments(tx, orderId),
        repo.findBuyer(tx, orderId),
        readTimeline(tx, 'order', String(orderId)),
        o.isInPayouts ? listPayoutReasons(tx, partIds) : NO_REASONS,
        variantIds.length > 0 ? repo.listVariants(tx, variantIds) : [],
        readHiddenFields(tx),
      ]);
    const found = { fulfillments, holds, returns, adjustments, buyer, events, reasons, variants, hidden };
    return { mayPay, parts: vendorOrders, lines, neighbours, ...found };
  });
}

const NO_REASONS: ReadonlyMap<bigint, PayoutReason> = new Map();

/** Whose fulfillments the viewer may change: an admin everybody's, a vendor those that were made here. */
function toFulfillmentChanges({ viewer }: Ctx): 'none' | 'own' | 'all' {
  if (!can(viewer, 'write_orders')) return 'none';
  return can(viewer, 'switch_vendor') ? 'all' : 'own';
}

/** The whole order, for computing a part of it: the marketplace's knowledge, never shown as it is. */
async function readWhole(services: Services, storeId: StoreId, orderId: bigint): Promise<Whole | undefined> {
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const [found, entries] = await Promise.all([findOrders(tx, [orderId]), listOrderEntries(tx, orderId)]);
    const stored = found.get(orderId);
    if (!stored) return undefined;
    const settled = splitOrder(stored.known, stored.orderTerms, stored.decisions);
    return {
      stored,
      settled,
      refunds: listRefundShares(stored),
      histories: listEarningsHistory(stored, settled.vendorOrders),
      // Of an order from before the installation only the state is read, not when it was paid.
      paidAt: stored.historical && !stored.known.sale.isTest ? null : stored.paidAt,
      entries,
    };
  });
}

function describeVendorOrder(
  ctx: Ctx,
  own: Own,
  whole: Whole,
  vendorOrder: ShownVendorOrderDto | undefined,
): ShownOrderDto {
  if (!vendorOrder) throw new AppError('not_found');
  const ended = vendorOrder.timeline.find((event) => event.kind === 'cancelled' || event.kind === 'refunded');
  return {
    ...describeHead(ctx, own, whole, vendorOrder.lines),
    cancelledAt: vendorOrder.fulfillment === 'cancelled' ? (ended?.at ?? null) : null,
    fulfillment: vendorOrder.fulfillment,
    financialStatus: vendorOrder.financialStatus,
    payout: vendorOrder.payout,
    held: vendorOrder.held,
    onHold: vendorOrder.onHold,
    isPickup: vendorOrder.isPickup,
    vendor: vendorOrder.vendor,
    lines: vendorOrder.lines,
    fulfillments: vendorOrder.fulfillments,
    returns: vendorOrder.returns,
    timeline: vendorOrder.timeline,
    money: vendorOrder.money,
    marketplace: null,
  };
}

const ONCE: ReadonlySet<string> = new Set(['placed', 'paid', 'cancelled']);

function describeWhole(ctx: Ctx, own: Own, whole: Whole, vendorOrders: readonly ShownVendorOrderDto[]): ShownOrderDto {
  const { settled, stored } = whole;
  const { known } = stored;
  const amount = (amountMinor: bigint) => toDto(money(amountMinor, settled.currency));
  const vendorsMinor = sumMinor(settled.vendorOrders.map((one) => one.totalMinor));
  const vendorOf = new Map(
    own.parts.map((vendorOrder) => [
      vendorOrder.vendorId,
      { id: String(vendorOrder.vendorId), name: vendorOrder.vendorName },
    ]),
  );
  const lines = own.lines.map((line) =>
    toLineDto(line, line.vendorId === null ? null : (vendorOf.get(line.vendorId) ?? null), settled.currency),
  );
  return {
    ...describeHead(ctx, own, whole, lines),
    cancelledAt: known.latest.cancelledAt === null ? null : new Date(known.latest.cancelledAt).toISOString(),
    fulfillment: wholeFulfillment(
      vendorOrders.map((vendorOrder) => vendorOrder.fulfillment),
      own.lines.map(({ left, fulfilled }) => ({ left: known.latest.cancelledAt === null ? left : 0, fulfilled })),
    ),
    financialStatus: wholeFinancialStatus(known),
    payout: null,
    held: null,
    onHold: null,
    isPickup: false,
    vendor: null,
    lines,
    fulfillments: [...vendorOrders.flatMap((vendorOrder) => vendorOrder.fulfillments), ...ownFulfillments(own)],
    returns: wholeReturns(own),
    timeline: wholeTimeline(own, whole, vendorOrders),
    money: null,
    marketplace: {
      paid: amount(settled.heldMinor),
      vendors: amount(vendorsMinor),
      own: amount(settled.heldMinor - vendorsMinor),
      parts: marketplaceParts(settled.marketplace).map(({ kind, amountMinor }) => ({
        kind,
        amount: amount(amountMinor),
      })),
      split: can(ctx.viewer, 'read_finance')
        ? splitShares(settled).map(({ kind, vendorId, amountMinor }) => ({
            kind,
            vendor: vendorId === null ? null : (vendorOf.get(BigInt(vendorId))?.name ?? ''),
            amount: amount(amountMinor),
          }))
        : null,
    },
  };
}

/** The fulfillments of lines that are no vendor's: the store sent them, and changes them. */
function ownFulfillments(own: Own): ShownOrderDto['fulfillments'] {
  const titleOf = new Map(own.lines.map((line) => [String(line.id), line.title]));
  return own.fulfillments
    .filter((fulfillment) => String(fulfillment.vendorId) === OWN_FULFILLMENTS)
    .map((fulfillment) => toFulfillmentDto(fulfillment, titleOf, false));
}

/** What happened to every part, and to none of them. A refund is one event, whosever lines are in it. */
function wholeTimeline(
  own: Own,
  whole: Whole,
  vendorOrders: readonly ShownVendorOrderDto[],
): ShownOrderDto['timeline'] {
  const { currency } = whole.settled;
  const reader = { isWholeKnown: true, currency };
  const nameOf = new Map(own.parts.map((vendorOrder) => [String(vendorOrder.vendorId), vendorOrder.vendorName]));
  const refunds = listWholeRefunds(whole.stored.known).map((refund) => {
    const sharers = [...whole.refunds].filter(([, shares]) => shares.some(({ id }) => id === refund.id));
    const vendor = sharers.map(([vendorId]) => nameOf.get(vendorId) ?? '').join(', ');
    const earnedMinor = sumMinor([...whole.histories.values()].map((history) => findEarned(history, refund.id)));
    const event = toRefundEvent(refund, { events: own.events, isWholeKnown: true }, { currency, earnedMinor });
    return vendor === '' ? event : { ...event, params: { ...event.params, vendor } };
  });
  const ofNoVendor = own.adjustments.filter((one) => one.vendorId === null);
  const ofVendorOrders = vendorOrders.flatMap((vendorOrder, index) =>
    vendorOrder.timeline
      .filter((event) => event.kind !== 'refunded' && (index === 0 || !ONCE.has(event.kind)))
      .map((event) =>
        ONCE.has(event.kind) ? event : { ...event, params: { ...event.params, vendor: vendorOrder.vendor.name } },
      ),
  );
  return [...adjustmentEvents(ofNoVendor, reader), ...refunds, ...ofVendorOrders].sort(compareEvents);
}

/** Every return whole, whoever's lines are in it. */
function wholeReturns(own: Own): ShownOrderDto['returns'] {
  const titleOf = new Map(own.lines.map((line) => [String(line.id), line.title]));
  const whole = new Map<bigint, (typeof own.returns)[number]>();
  for (const one of own.returns) {
    const before = whole.get(one.id);
    whole.set(one.id, before ? { ...before, lines: [...before.lines, ...one.lines] } : one);
  }
  return ownReturns([...whole.values()], titleOf, undefined);
}

const toText = (id: bigint | null): string | null => (id === null ? null : String(id));

type Head = Pick<
  ShownOrderDto,
  | 'id'
  | 'name'
  | 'orderedAt'
  | 'historical'
  | 'test'
  | 'currency'
  | 'buyer'
  | 'previousOrder'
  | 'nextOrder'
  | 'allowedActions'
>;

function describeHead(ctx: Ctx, own: Own, { stored, settled }: Whole, lines: ShownOrderDto['lines']): Head {
  const { sale, latest } = stored.known;
  const allowed: ShownOrderDto['allowedActions'] = [];
  if (can(ctx.viewer, 'write_orders') && lines.some((line) => line.left > 0 && line.vendor !== null)) {
    allowed.push('fulfill', 'hold');
  }
  if (can(ctx.viewer, 'write_orders') && own.parts.length > 0) allowed.push('comment');
  if (can(ctx.viewer, 'switch_vendor')) {
    if (own.parts.length > 0 && own.mayPay) allowed.push('override_commission');
    allowed.push(...computeChanges(stored.known, own.lines));
    if (own.parts.length > 0 && settled.isPaid && !stored.historical) allowed.push('adjust');
  }
  return {
    id: settled.orderId,
    name: latest.name,
    orderedAt: new Date(sale.createdAt).toISOString(),
    historical: stored.historical,
    test: sale.isTest,
    currency: settled.currency,
    buyer: describeBuyer(own.buyer, own.hidden),
    previousOrder: toText(own.neighbours.newer),
    nextOrder: toText(own.neighbours.older),
    allowedActions: allowed,
  };
}
