/** What is read one after the other: the orders, then their fulfillments. */
export const LOAD_PHASES = ['orders', 'parcels'] as const;
export type LoadPhase = (typeof LOAD_PHASES)[number];

/** `none`: nothing was begun; `gathering`: the platform puts them together; `stopped`: somebody stopped it. */
export const LOAD_STATES = ['none', 'gathering', 'reading', 'stopped', 'finished'] as const;
