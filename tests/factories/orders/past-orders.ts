import { DAY_MS } from '#app/core/durations.ts';
import type { Sandbox } from '#sandbox/core/kernel.ts';
import type { Order, Shop } from '#sandbox/core/state.ts';
import { editOrder } from '#sandbox/platform/store/edits.ts';
import { fulfillOrder } from '#sandbox/platform/store/fulfillments.ts';
import { placeOrder } from '#sandbox/platform/store/orders.ts';
import { cancelOrder, refundOrder } from '#sandbox/platform/store/refunds.ts';

const TEN_DAYS_MS = 10 * DAY_MS;

/**
 * Puts orders into a store of the sandbox as its past has them: of two vendors, most of them shipped (some in two fulfillments, some
 * not wholly), some unpaid, refunded, edited, cancelled, or with several shipping lines. Before the app is installed nothing is told of them.
 */
export function buildPastOrders(sandbox: Sandbox, shop: Shop, count: number): Order[] {
  return Array.from({ length: count }, (_, index) => {
    const order = placeOrder(sandbox, shop, {
      email: `buyer-${index % 17}@buyers.example`,
      lines: [
        { title: 'Old mug', vendor: 'Kiln & Co', unitPriceMinor: 2_400 + index, quantity: 1 + (index % 3) },
        { title: 'Old bowl', vendor: `Maker ${index % 5}`, unitPriceMinor: 6_400, quantity: 2, discountMinor: 150 },
      ],
      shippingLines: Array.from({ length: index % 10 === 7 ? 2 : 1 }, (_each, at) => ({
        title: at === 0 ? 'Standard' : 'Bulky',
        priceMinor: 700 + at,
      })),
      taxes: [{ title: 'VAT', rate: 0.21 }],
      financialStatus: index % 10 === 9 ? 'pending' : 'paid',
      note: index % 4 === 0 ? `Note ${index}` : null,
    });
    // Long before anything that is installed in this very second.
    const soldAt = new Date(Date.parse(order.createdAt) - TEN_DAYS_MS).toISOString();
    Object.assign(order, { createdAt: soldAt, processedAt: soldAt });
    change(sandbox, shop, order, index);
    return order;
  });
}

function change(sandbox: Sandbox, shop: Shop, order: Order, index: number): void {
  const [first, second] = order.lines;
  if (!first || !second || order.financialStatus !== 'paid') return;
  if (index % 10 === 3) refundOrder(sandbox, shop, order, { lines: [{ lineId: second.id, quantity: 1 }] });
  if (index % 10 === 5) editOrder(sandbox, shop, order, { lines: [{ lineId: second.id, quantity: 1 }] });
  if (index % 10 === 8) cancelOrder(sandbox, shop, order, { reason: 'customer', refund: true, restock: true });
  else if (index % 3 !== 0) ship(sandbox, shop, order, index);
}

function ship(sandbox: Sandbox, shop: Shop, order: Order, index: number): void {
  const [group] = order.fulfillmentOrders;
  const [first] = group?.lines ?? [];
  if (!group || !first) return;
  const tracking = [{ company: 'bpost', number: `3232${index}`, url: null }];
  const isApart = index % 11 === 2 || index % 11 === 4;
  if (isApart) {
    const lines = [{ id: first.id, quantity: first.remainingQuantity }];
    fulfillOrder(sandbox, shop, order, { fulfillmentOrders: [{ id: group.id, lines }], tracking });
  }
  if (index % 11 === 2) return;
  fulfillOrder(sandbox, shop, order, { fulfillmentOrders: [{ id: group.id }], tracking });
}
