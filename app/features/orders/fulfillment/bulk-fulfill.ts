/** Shipments of one order that are made at once, at most. */
export const MAX_FULFILLMENTS = 20;

/** Orders that are shipped at once, at most. */
export const MAX_AT_ONCE = 250;

/** Parts that can be shipped at all; the others have nothing left. */
export const OPEN_FULFILLMENTS = ['unfulfilled', 'partially_fulfilled'] as const;
