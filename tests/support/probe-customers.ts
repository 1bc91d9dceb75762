import type { Side } from './probe.ts';

/** The customer of the store who deals with a side's vendor: each side has one of its own. */
export const customerOf = ({ vendor }: Pick<Side, 'vendor'>): bigint => 5_000_000_000n + vendor.id;
