import { defineEvent } from '#app/core/events.ts';
import type { WrittenOrder } from './rows.ts';

/** Orders were recorded or changed, and when. */
export type OrdersWritten = { orders: readonly WrittenOrder[]; at: Date };
export const ordersWritten = defineEvent<OrdersWritten>('orders.written');
