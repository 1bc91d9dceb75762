import { formatAmount, money, sumMinor, toDto, type Currency } from '#app/core/money/money.ts';
import type { PayoutReason } from '#app/core/payout-reason.ts';
import { formatPercent } from '#app/core/money/percent.ts';
import type { AuditEvent } from '#app/platform/audit/audit.service.server.ts';
import type { OrderEntry } from '#app/platform/ledger/ledger.service.server.ts';
import { adjustmentEvents, explainAdjusted, toAdjusted } from './adjustment-view.service.server.ts';
import type { StoredAdjustment } from '../money/adjustments.repo.server.ts';
import { trackingAddress } from '../fulfillment/carriers.ts';
import { explainVendorOrder } from '../money/explain.ts';
import type { VendorOrder } from '../money/split-order.ts';
import type { StoredHold } from '../fulfillment/hold.repo.server.ts';
import type { EarnedMoneyDto, ShownVendorOrderDto } from '../orders.contract.ts';
import { ownFinancialStatus } from '../order-view.ts';
import type { OrderHistory } from '../order.ts';
import type { Line, Fulfillment, Part } from '../orders.repo.server.ts';
import { describeCanceller, toRefundEvent } from './event-makers.service.server.ts';
import { payoutEvents } from './payout-events.service.server.ts';
import { findEarned, type EarningsHistory, type RefundEvent } from '../money/refund-shares.ts';
import { asOwnReturn, ownReturns, returnEvents } from './return-view.service.server.ts';
import type { StoredReturn } from '../returns/returns.repo.server.ts';
import { compareEvents } from './timeline-order.ts';

/** All that a part is shown from. Lines, fulfillments and entries may hold other vendors' too; only the part's own are taken. */
export type VendorOrderSources = {
  part: Part;
  money: VendorOrder;
  known: OrderHistory;
  paidAt: Date | null;
  lines: readonly Line[];
  fulfillments: readonly Fulfillment[];
  holds: readonly StoredHold[];
  /** Whether the buyer collects the part, by the row that was chosen at the checkout. */
  isPickup: boolean;
  /** Whether the reader may change fulfillments of this part that were made here, and those of the store too. */
  changes: 'none' | 'own' | 'all';
  entries: readonly OrderEntry[];
  /** Why payouts of the order did not arrive or came back. */
  reasons: ReadonlyMap<bigint, PayoutReason>;
  events: readonly AuditEvent[];
  returns: readonly StoredReturn[];
  adjustments: readonly StoredAdjustment[];
  /** What each refund gave back of the part. */
  refunds: readonly RefundEvent[];
  /** The store's time zone, in which days are told. */
  timezone: string;
  /** Whether the reader may see what is earned. */
  seesMoney: boolean;
  /** How refunds and a cancellation changed its earnings; null where none did. */
  history: EarningsHistory | null;
  /** Whether the reader may know of the whole order. Else nothing numbers, dates or splits by what other vendors do. */
  isWholeKnown: boolean;
};

/** A fulfillment on the wire; one that was taken back cannot be changed by anybody. */
export function toFulfillmentDto(
  fulfillment: Fulfillment,
  titleOf: ReadonlyMap<string, string>,
  mayChange: boolean,
): ShownVendorOrderDto['fulfillments'][number] {
  return {
    id: String(fulfillment.id),
    status: fulfillment.status,
    carrier: fulfillment.carrier,
    tracking: fulfillment.tracking,
    url: fulfillment.url,
    trackingPage: trackingAddress(fulfillment),
    canChange: fulfillment.status === 'success' && mayChange,
    createdAt: fulfillment.createdAt.toISOString(),
    lines: fulfillment.lines.map(({ lineId, quantity }) => ({ lineId, title: titleOf.get(lineId) ?? '', quantity })),
  };
}

/** One vendor's part of an order on the wire, made of that part alone. */
export function toVendorOrderDto(sources: VendorOrderSources): ShownVendorOrderDto {
  const { part: vendorOrder, known } = sources;
  const vendor = { id: String(vendorOrder.vendorId), name: vendorOrder.vendorName };
  const lines = sources.lines.filter((line) => line.vendorId === vendorOrder.vendorId);
  const titleOf = new Map(lines.map((line) => [String(line.id), line.title]));
  const fulfillments = sources.fulfillments.filter((fulfillment) => fulfillment.vendorId === vendorOrder.vendorId);
  const entries = ownEntries(sources);
  const found = sources.returns.filter((one) => one.vendorId === vendorOrder.vendorId);
  const returns = sources.isWholeKnown ? found : found.map(asOwnReturn);
  return {
    vendor,
    fulfillment: vendorOrder.fulfillment,
    financialStatus: ownFinancialStatus(sources.money, known),
    payout: vendorOrder.payoutState,
    held: vendorOrder.held,
    onHold: describeHold(sources),
    isPickup: sources.isPickup,
    lines: lines.map((line) => toLineDto(line, vendor, sources.money.currency)),
    fulfillments: fulfillments.map((fulfillment) =>
      toFulfillmentDto(
        fulfillment,
        titleOf,
        sources.changes === 'all' || (sources.changes === 'own' && fulfillment.byApp),
      ),
    ),
    returns: ownReturns(returns, titleOf, sources.isWholeKnown ? undefined : vendorOrder.name),
    timeline: buildTimeline(sources, fulfillments, returns).flatMap((event) =>
      sources.seesMoney ? [event] : withoutEarned(event),
    ),
    money: sources.seesMoney ? toMoneyDto(sources, entries) : toPaidMoney(sources.money),
  };
}

/** What of the part is on hold; nothing once nothing is left to ship. */
function describeHold({ part: vendorOrder, holds, changes }: VendorOrderSources): ShownVendorOrderDto['onHold'] {
  const hold = holds.find((one) => one.vendorId === vendorOrder.vendorId);
  if (!hold || vendorOrder.fulfillment === 'fulfilled' || vendorOrder.fulfillment === 'cancelled') return null;
  const { reason, note, byVendor, lines } = hold;
  const canRelease = changes === 'all' || (changes === 'own' && byVendor);
  return { reason, note, byVendor, canRelease, lines };
}

/** A line on the wire, of a vendor or of the marketplace itself. */
export function toLineDto(
  line: Line,
  vendor: ShownVendorOrderDto['vendor'] | null,
  currency: Currency,
): ShownVendorOrderDto['lines'][number] {
  const amount = (amountMinor: bigint) => toDto(money(amountMinor, currency));
  return {
    id: String(line.id),
    productId: line.productId === null ? null : String(line.productId),
    variantId: line.variantId === null ? null : String(line.variantId),
    vendor,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    image: line.image,
    quantity: line.quantity,
    remaining: line.remaining,
    fulfilled: line.fulfilled,
    left: line.left,
    requiresShipping: line.requiresShipping,
    properties: line.properties ?? [],
    sellingPlan: line.sellingPlan,
    discounts: (line.discounts ?? []).map(({ title, amountMinor }) => ({
      title,
      amount: amount(-BigInt(amountMinor)),
    })),
    unitPrice: amount(line.unitPriceMinor),
    total: amount(line.unitPriceMinor * BigInt(line.remaining)),
  };
}

const MONEY_KINDS: ReadonlySet<string> = new Set([
  'payout',
  'payout_failed',
  'payout_back',
  'payout_deleted',
  'corrected',
  'goodwill_borne',
  'charged_back',
  'label_charged',
  'adjustment_undone',
]);

/**
 * An event for who may not see what is earned: what the buyer got back stays, what it took of the earnings does not, and payouts
 * and corrections are no events of the order for them.
 */
function withoutEarned(event: ShownVendorOrderDto['timeline'][number]): ShownVendorOrderDto['timeline'] {
  if (MONEY_KINDS.has(event.kind)) return [];
  return [event.kind === 'refunded' ? { ...event, earned: null } : { ...event, amount: null }];
}

type OwnEntry = NonNullable<ShownVendorOrderDto['money']['entries']>[number];

/** The ledger's entries of this part. Whoever knows the part alone gets them numbered by themselves. */
function ownEntries({ part: vendorOrder, money: own, entries, isWholeKnown }: VendorOrderSources): OwnEntry[] {
  const amount = (amountMinor: bigint) => toDto(money(amountMinor, own.currency));
  return entries
    .map((entry) => ({
      ...entry,
      postings: entry.postings.filter((posting) => posting.vendorId === String(vendorOrder.vendorId)),
    }))
    .filter((entry) => entry.postings.length > 0)
    .map((entry, index) => ({
      reference: isWholeKnown ? entry.reference : `${vendorOrder.name}/${index + 1}`,
      kind: entry.kind as OwnEntry['kind'],
      occurredAt: entry.occurredAt.toISOString(),
      postings: entry.postings.map((posting) => ({ account: posting.account, amount: amount(posting.amountMinor) })),
      sum: amount(sumMinor(entry.postings.map((posting) => posting.amountMinor))),
    }));
}

const ownAdjustments = ({ adjustments, part: vendorOrder }: VendorOrderSources): StoredAdjustment[] =>
  adjustments.filter((one) => one.vendorId === String(vendorOrder.vendorId));

type BuyerMoney = Pick<ShownVendorOrderDto['money'], 'total' | 'goods' | 'discount' | 'shipping' | 'tax'>;

/** What the buyer paid for a part, which everybody who sees the order sees. */
function toBuyerMoney(own: VendorOrder): BuyerMoney {
  const amount = (amountMinor: bigint) => toDto(money(amountMinor, own.currency));
  return {
    total: amount(own.totalMinor),
    goods: amount(own.goodsMinor),
    discount: amount(-own.discountMinor),
    shipping: amount(own.shippingMinor),
    tax: amount(own.taxMinor),
  };
}

/** A part's money for who may not see what is earned. */
function toPaidMoney(own: VendorOrder): ShownVendorOrderDto['money'] {
  return {
    ...toBuyerMoney(own),
    netGoods: null,
    commission: null,
    shippingPassedOn: null,
    taxPassedOn: null,
    discountCharged: null,
    goodwill: null,
    earnings: null,
    history: null,
    adjusted: null,
    owed: null,
    adjustments: null,
    paidOut: null,
    due: null,
    override: null,
    explain: null,
    entries: null,
  };
}

function toMoneyDto(sources: VendorOrderSources, entries: OwnEntry[]): EarnedMoneyDto {
  const { part: vendorOrder, money: own, isWholeKnown } = sources;
  const amount = (amountMinor: bigint) => toDto(money(amountMinor, own.currency));
  const { override } = own;
  const adjustments = ownAdjustments(sources);
  const reader = { isWholeKnown, currency: own.currency };
  const owedMinor = own.payoutMinor + vendorOrder.adjustedMinor;
  return {
    ...toBuyerMoney(own),
    netGoods: amount(own.netGoodsMinor),
    commission: amount(-own.commissionMinor),
    shippingPassedOn: amount(own.shippingInPayoutMinor),
    taxPassedOn: amount(own.taxInPayoutMinor),
    discountCharged: amount(-own.discountChargedMinor),
    goodwill: amount(-own.goodwillMinor),
    earnings: amount(own.payoutMinor),
    history: sources.history && {
      before: amount(sources.history.beforeMinor),
      changes: sources.history.changes.map(({ kind, at, amountMinor }) => ({
        kind,
        at: new Date(at).toISOString(),
        amount: amount(amountMinor),
      })),
    },
    adjusted: amount(vendorOrder.adjustedMinor),
    owed: amount(owedMinor),
    adjustments: toAdjusted(adjustments, reader),
    paidOut: amount(vendorOrder.paidOutMinor),
    due: amount(vendorOrder.postedMinor - vendorOrder.paidOutMinor),
    override: override && {
      percentage: formatPercent(override.percent),
      flat: formatAmount(override.flatMinor, own.currency),
    },
    explain: [
      ...explainVendorOrder(own).steps.map((step) => ({
        key: step.key,
        lineId: step.lineId,
        params: step.params,
        // How shipping was rounded tells that it was shared with somebody.
        rounding: step.rounding === 'largest_remainder' && !isWholeKnown ? ('none' as const) : step.rounding,
        amount: amount(step.amountMinor),
      })),
      ...explainAdjusted(adjustments, owedMinor, reader),
    ],
    entries,
  };
}

type TimelineDto = ShownVendorOrderDto['timeline'];

/** What happened to the part, newest first, from the facts: never from a table that somebody could forget to write. */
function buildTimeline(
  sources: VendorOrderSources,
  fulfillments: readonly Fulfillment[],
  returns: readonly StoredReturn[],
): TimelineDto {
  const { part: vendorOrder, known, paidAt, money: own } = sources;
  const actorOf = new Map(
    sources.events.flatMap(({ detail, actor }) =>
      toFulfillmentIds(detail).map((id) => [id, (actor as { name?: string }).name ?? null] as const),
    ),
  );
  const event = (
    kind: TimelineDto[number]['kind'],
    at: string,
    more: Partial<TimelineDto[number]> = {},
  ): TimelineDto[number] => ({ kind, at, by: null, params: {}, amount: null, earned: null, ...more });
  const events: TimelineDto = [event('placed', vendorOrder.orderedAt.toISOString())];
  if (paidAt) events.push(event('paid', paidAt.toISOString()));
  for (const fulfillment of fulfillments) {
    if (fulfillment.status === 'cancelled') continue;
    const count = fulfillment.lines.reduce((sum, line) => sum + line.quantity, 0);
    const params = { count: String(count), carrier: fulfillment.carrier ?? '', tracking: fulfillment.tracking ?? '' };
    events.push(
      event('fulfilled', fulfillment.createdAt.toISOString(), {
        params,
        by: actorOf.get(String(fulfillment.id)) ?? null,
      }),
    );
  }
  events.push(...listOwnActions(sources).map(({ kind, at, by }) => event(kind, at, { by })));
  events.push(
    ...sources.refunds.map((refund) =>
      toRefundEvent(refund, sources, { currency: own.currency, earnedMinor: findEarned(sources.history, refund.id) }),
    ),
  );
  if (vendorOrder.fulfillment === 'cancelled' && known.latest.cancelledAt !== null) {
    events.push(event('cancelled', new Date(known.latest.cancelledAt).toISOString(), describeCanceller(sources)));
  }
  events.push(...returns.flatMap(returnEvents).map(({ kind, at, params }) => event(kind, at, { params })));
  const { isWholeKnown } = sources;
  events.push(...adjustmentEvents(ownAdjustments(sources), { isWholeKnown, currency: own.currency }));
  const { vendorId } = vendorOrder;
  events.push(
    ...payoutEvents(sources.entries, {
      vendorId,
      currency: own.currency,
      isWholeKnown,
      timezone: sources.timezone,
      reasons: sources.reasons,
    }),
  );
  return events.sort(compareEvents);
}

const TIMELINE_ACTIONS: Readonly<Record<string, TimelineDto[number]['kind']>> = {
  'order.held': 'held',
  'order.released': 'released',
  'order.pickup_ready': 'pickupReady',
  'order.reminded': 'reminded',
  'parcel.cancelled': 'fulfillmentCancelled',
  'parcel.tracking_changed': 'trackingChanged',
  'label.bought': 'labelBought',
  'label.voided': 'labelVoided',
  'label.package_voided': 'labelPackageVoided',
  'label.in_transit': 'labelInTransit',
  'label.delivered': 'labelDelivered',
  'label.delivery_failed': 'labelDeliveryFailed',
  'label.returned': 'labelReturned',
  'label.return_in_transit': 'returnInTransit',
  'label.return_delivered': 'returnDelivered',
};

/** What people did here with the part besides shipping it. */
function listOwnActions({ part: vendorOrder, events }: VendorOrderSources) {
  return events.flatMap(({ action, vendorId, at, actor }) => {
    const kind = TIMELINE_ACTIONS[action];
    if (kind === undefined || vendorId !== vendorOrder.vendorId) return [];
    return [{ kind, at: at.toISOString(), by: (actor as { name?: string }).name ?? null }];
  });
}

function toFulfillmentIds(detail: unknown): string[] {
  const { fulfillments } = (detail ?? {}) as { fulfillments?: unknown };
  return Array.isArray(fulfillments) ? fulfillments.map(String) : [];
}
