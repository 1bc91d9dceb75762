/** Why what leaves the house stands still: the database was restored, or an admin said so. */
export const HOLD_REASONS = ['restored', 'asked'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Since when, and why. */
export type Hold = { since: Date; reason: HoldReason };
