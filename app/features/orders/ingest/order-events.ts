import type { TransactionSource } from '#app/platform/ledger/ledger.ts';
import type { Buyer } from '../buyer.ts';
import type { FulfillmentFacts } from '../fulfillment/fulfillment.ts';
import { isPaidInFull, type OrderHistory, type OrderFacts, type RefundFacts } from '../order.ts';
import { addVersion, addRefund } from '../order-versions.ts';
import type { FoundOrder } from '../rows.ts';
import { addOriginalSale, type SoldVersions } from './original-sale.ts';

/**
 * Something learnt of an order: a version of it with its buyer, a refund, or a fulfillment. `source` names where it came from, `sold`
 * the versions of an edited order that the store was asked for. `written` is what is stored of the order if this is all that is
 * known of it (`writeFirstVersion`), where somebody else than who learns it had time to write it.
 */
export type OrderEvent = { orderId: string; source: TransactionSource } & (
  | {
      kind: 'order';
      facts: OrderFacts;
      buyer: Buyer;
      fulfillments: readonly FulfillmentFacts[];
      sold?: SoldVersions;
      written?: string;
    }
  | { kind: 'refund'; refund: RefundFacts }
  | { kind: 'fulfillment'; fulfillment: FulfillmentFacts }
);

/** An order with what is known of it now, beside how it was stored. */
export type OrderIngest = {
  id: bigint;
  stored: FoundOrder | undefined;
  known: OrderHistory;
  /** The text of `known`, where it was written already. */
  written: string | undefined;
  paidAt: Date | null;
  buyer: Buyer | undefined;
  fulfillments: FulfillmentFacts[];
  /** Selling plans of lines, whichever version stated them: no webhook does. */
  sellingPlans?: ReadonlyMap<string, string>;
  source: TransactionSource;
};

/** Whether an order is from before the installation. The platform's times are whole seconds: a sale in that very second is not. */
export function isBefore(createdAt: string, installedAt: Date): boolean {
  return Date.parse(createdAt) < Math.floor(installedAt.getTime() / 1000) * 1000;
}

/**
 * What is known of each order once its order events are ingested; `missing` are ids of orders that nothing has told of yet. Nothing is
 * due of orders from before the installation: how their sale was split, and when it was paid, is not asked.
 */
export function foldOrderEvents(
  orderEvents: readonly OrderEvent[],
  stored: ReadonlyMap<bigint, FoundOrder>,
  installedAt: Date,
): { cases: OrderIngest[]; missing: Set<string> } {
  const byOrder = new Map<string, OrderEvent[]>();
  for (const orderEvent of orderEvents) {
    const list = byOrder.get(orderEvent.orderId);
    if (list) list.push(orderEvent);
    else byOrder.set(orderEvent.orderId, [orderEvent]);
  }
  const missing = new Set<string>();
  const cases: OrderIngest[] = [];
  for (const [orderId, list] of byOrder) {
    const before = stored.get(BigInt(orderId));
    let known: OrderHistory | null = before?.known ?? null;
    for (const orderEvent of list) if (orderEvent.kind === 'order') known = addVersion(known, orderEvent.facts);
    if (known === null) {
      missing.add(orderId);
      continue;
    }
    const isPast = isBefore(known.latest.createdAt, installedAt);
    const sold = isPast ? [] : list.flatMap((orderEvent) => (orderEvent.kind === 'order' && orderEvent.sold) || []);
    for (const orderEvent of list) if (orderEvent.kind === 'refund') known = addRefund(known, orderEvent.refund);
    known = sold.reduce(addOriginalSale, known);
    const latest = known.latest;
    const newest = list.find((orderEvent) => orderEvent.kind === 'order' && orderEvent.facts === latest);
    cases.push({
      id: BigInt(orderId),
      stored: before,
      known,
      written: before ? undefined : onlyWritten(list),
      paidAt: firstPaidAt(before?.paidAt ?? null, list, sold),
      buyer: newest?.kind === 'order' ? newest.buyer : undefined,
      sellingPlans: collectPlans(list),
      fulfillments: newestFulfillments(
        list.flatMap((orderEvent) =>
          orderEvent.kind === 'order'
            ? orderEvent.fulfillments
            : orderEvent.kind === 'fulfillment'
              ? [orderEvent.fulfillment]
              : [],
        ),
      ),
      source: list[0]?.source ?? { type: 'webhook', id: '' },
    });
  }
  return { cases, missing };
}

/** What was written of an order of which one version is all that is told. */
function onlyWritten([first, ...others]: readonly OrderEvent[]): string | undefined {
  return first?.kind === 'order' && !first.sold && others.length === 0 ? first.written : undefined;
}

function collectPlans(orderEvents: readonly OrderEvent[]): ReadonlyMap<string, string> {
  const lines = orderEvents.flatMap((orderEvent) => (orderEvent.kind === 'order' ? orderEvent.buyer.lines : []));
  return new Map(lines.flatMap(({ lineId, sellingPlan }) => (sellingPlan === null ? [] : [[lineId, sellingPlan]])));
}

/** The earliest moment, by the platform's time, of a version that was paid in full. */
function firstPaidAt(
  before: Date | null,
  orderEvents: readonly OrderEvent[],
  sold: readonly SoldVersions[],
): Date | null {
  const versions = orderEvents.flatMap((orderEvent) => (orderEvent.kind === 'order' ? [orderEvent.facts] : []));
  let first = before;
  for (const facts of [...sold.flatMap(({ paid }) => paid), ...versions]) {
    const at = new Date(facts.updatedAt);
    if (isPaidInFull(facts) && (first === null || at < first)) first = at;
  }
  return first;
}

/** Each fulfillment once, in its newest version: a batch often holds a fulfillment by itself and again inside its order. */
export function newestFulfillments(fulfillments: readonly FulfillmentFacts[]): FulfillmentFacts[] {
  const byId = new Map<string, FulfillmentFacts>();
  for (const fulfillment of fulfillments) {
    const before = byId.get(fulfillment.id);
    if (!before || fulfillment.updatedAt >= before.updatedAt) byId.set(fulfillment.id, fulfillment);
  }
  return [...byId.values()];
}
