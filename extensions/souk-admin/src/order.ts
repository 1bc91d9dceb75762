import { call, Refused } from './call.ts';
import type { Money } from './host.ts';

/** What the blocks use of `GET /orders/{orderId}`. */
export type OrderAnswer = {
  order: { id: string; name: string; currency: string; allowedActions: string[] };
  adminOrders: {
    vendor: { id: string; name: string };
    fulfillment: 'unfulfilled' | 'partially_fulfilled' | 'fulfilled' | 'cancelled';
    payout: 'unpaid' | 'due' | 'paid' | 'overpaid' | 'none';
    held: string | null;
    onHold: unknown;
    lines: { title: string; variantTitle: string; remaining: number; quantity: number; left: number }[];
    returns: { status: string }[];
    timeline: { kind: string }[];
    /** Signed as it counts to what the vendor earns: the commission is below zero. */
    money: { earnings: Money | null; commission: Money | null; due: Money | null };
  }[];
};
export type VendorOrder = OrderAnswer['adminOrders'][number];

/** An order with every vendor's part. One that the marketplace does not know has no vendors. */
export async function loadOrder(orderId: string): Promise<OrderAnswer> {
  try {
    return await call<OrderAnswer>(`/orders/${orderId}`);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not_found') throw error;
    return { order: { id: orderId, name: '', currency: '', allowedActions: [] }, adminOrders: [] };
  }
}

export type Progress = 'to_ship' | 'partly_shipped' | 'shipped' | 'delivered' | 'returned' | 'on_hold' | 'cancelled';

/** How far a vendor's part came, as the block says it: what came back counts more than what was delivered. */
export function computeProgress({ fulfillment, onHold, returns, timeline }: VendorOrder): Progress {
  if (fulfillment === 'cancelled') return 'cancelled';
  if (onHold !== null) return 'on_hold';
  if (fulfillment === 'unfulfilled') return 'to_ship';
  if (fulfillment === 'partially_fulfilled') return 'partly_shipped';
  if (returns.some(({ status }) => status === 'closed')) return 'returned';
  return timeline.some(({ kind }) => kind === 'labelDelivered') ? 'delivered' : 'shipped';
}
