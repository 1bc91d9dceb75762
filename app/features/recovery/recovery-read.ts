/** What is read, one after the other. */
export const READ_PHASES = ['orders', 'returns', 'products', 'offers', 'discounts', 'labels', 'payouts'] as const;
export type ReadPhase = (typeof READ_PHASES)[number];

export const READ_STATES = ['running', 'done', 'stopped'] as const;
export type ReadState = (typeof READ_STATES)[number];

/** How much was brought that was not known here, by kind; `products` and `offers` were compared and read again. */
export const COUNTED = [
  'orders',
  'changedOrders',
  'refunds',
  'fulfillments',
  'returns',
  'products',
  'offers',
  'labels',
] as const;
export type Counts = Record<(typeof COUNTED)[number], number>;

export const NO_COUNTS: Counts = {
  orders: 0,
  changedOrders: 0,
  refunds: 0,
  fulfillments: 0,
  returns: 0,
  products: 0,
  offers: 0,
  labels: 0,
};

export const addCounts = (counts: Counts, more: Partial<Counts>): Counts => {
  const sum = { ...counts };
  for (const kind of COUNTED) sum[kind] += more[kind] ?? 0;
  return sum;
};

/** Why a phase could not be read. */
export const SKIP_REASONS = ['not_connected', 'refused', 'not_granted'] as const;
export type Skipped = { phase: ReadPhase; reason: (typeof SKIP_REASONS)[number] };

/** What nothing outside holds, so that no reading brings it back. */
export const LOST_KINDS = ['messages', 'notes', 'settings', 'applications', 'documents', 'sessions'] as const;

/** As many unknown labels are listed; all are counted. */
export const MAX_LISTED_LABELS = 200;
/** The platform tells of orders of the last 60 days. */
export const MAX_DAYS = 60;

/** The phase after one; undefined after the last. */
export const nextPhase = (phase: ReadPhase): ReadPhase | undefined => READ_PHASES[READ_PHASES.indexOf(phase) + 1];
