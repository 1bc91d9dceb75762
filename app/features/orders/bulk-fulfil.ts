/** Orders that are shipped at once, at most. */
export const MOST_AT_ONCE = 250;

/** A vendor's part of an order that is shipped with others: still to be sent, begun by a worker that may be gone, sent, or refused. */
export type BulkItemState = 'waiting' | 'begun' | 'done' | 'failed';

/** Parts that can be shipped at all; the others have nothing left. */
export const OPEN_FULFILMENTS = ['unfulfilled', 'partially_fulfilled'] as const;
