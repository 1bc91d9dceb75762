/** Orders that are shipped at once, at most. */
export const MAX_AT_ONCE = 250;

/** Parts that can be shipped at all; the others have nothing left. */
export const OPEN_FULFILMENTS = ['unfulfilled', 'partially_fulfilled'] as const;
