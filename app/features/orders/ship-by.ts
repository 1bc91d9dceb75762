import { HOUR_MS } from '#app/core/durations.ts';

/** An order is expected to leave within so many hours; the scorecard of vendors calls more on average slow. */
export const SHIP_WITHIN_HOURS = 72;

/** Until when an order is expected to leave. */
export const computeShipBy = (orderedAt: Date): Date => new Date(orderedAt.getTime() + SHIP_WITHIN_HOURS * HOUR_MS);
