import { AppError } from '#app/core/errors.ts';
import { readTimeline } from '#app/platform/audit/audit.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { PartProgress } from '../customer-part.ts';
import { trackingAddress } from '../fulfillment/carriers.ts';
import * as repo from '../orders.repo.server.ts';
import { listReturns } from '../returns/returns.repo.server.ts';

type CustomerShipment = {
  id: bigint;
  carrier: string | null;
  tracking: string | null;
  trackingPage: string | null;
  sentAt: Date;
  items: { title: string; quantity: number }[];
};

/** One vendor's part of an order as its buyer sees it: no money, and nothing of what vendors are told of each other. */
type CustomerPart = {
  vendorId: bigint;
  vendor: string;
  progress: PartProgress;
  items: { title: string; variant: string; quantity: number }[];
  shipments: CustomerShipment[];
};

/**
 * An order of a customer of the store by vendor, for whom the order was placed. Needs the marketplace's scope; another customer's
 * order, or one in which no vendor sells anything, is not_found (404).
 */
export async function readCustomerOrder(
  tx: SqlTx,
  { customerId, orderId }: { customerId: bigint; orderId: bigint },
): Promise<{ name: string; parts: CustomerPart[] }> {
  const [isOwn, parts] = await Promise.all([
    repo.isOrderOfCustomer(tx, { orderId, customerId }),
    repo.findVendorOrders(tx, orderId),
  ]);
  const [first] = parts;
  if (!isOwn || !first) throw new AppError('not_found');
  const [lines, fulfillments, returns, events] = await Promise.all([
    repo.listLines(tx, orderId),
    repo.listFulfillments(tx, orderId),
    listReturns(tx, orderId),
    readTimeline(tx, 'order', String(orderId)),
  ]);
  return {
    name: first.name,
    parts: parts.map((part): CustomerPart => {
      const isOfPart = ({ vendorId }: { vendorId: bigint | null }): boolean => vendorId === part.vendorId;
      const own = lines.filter(isOfPart);
      const titleOf = new Map(own.map(({ id, title }) => [String(id), title]));
      return {
        vendorId: part.vendorId,
        vendor: part.vendorName,
        progress: decideProgress(part, {
          isReturned: returns.some((one) => isOfPart(one) && one.status === 'closed'),
          isDelivered: events.some((one) => isOfPart(one) && one.action === 'label.delivered'),
        }),
        items: own.map(({ title, variantTitle, quantity }) => ({ title, variant: variantTitle, quantity })),
        shipments: fulfillments
          .filter((one) => isOfPart(one) && one.status === 'success')
          .map((one) => toShipment(one, titleOf)),
      };
    }),
  };
}

function decideProgress(
  { fulfillment }: repo.Part,
  { isReturned, isDelivered }: { isReturned: boolean; isDelivered: boolean },
): PartProgress {
  if (fulfillment === 'cancelled') return 'cancelled';
  if (fulfillment === 'unfulfilled') return 'preparing';
  if (fulfillment === 'partially_fulfilled') return 'partly_shipped';
  if (isReturned) return 'returned';
  return isDelivered ? 'delivered' : 'shipped';
}

function toShipment(fulfillment: repo.Fulfillment, titleOf: ReadonlyMap<string, string>): CustomerShipment {
  const { id, carrier, tracking, createdAt, lines } = fulfillment;
  return {
    id,
    carrier,
    tracking,
    trackingPage: trackingAddress(fulfillment),
    sentAt: createdAt,
    items: lines.flatMap(({ lineId, quantity }) => {
      const title = titleOf.get(lineId);
      return title === undefined ? [] : [{ title, quantity }];
    }),
  };
}
