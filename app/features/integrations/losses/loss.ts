/** What of a vendor is synced by itself. */
export const INTEGRATIONS = ['sheet', 'ownStore'] as const;
export type Integration = (typeof INTEGRATIONS)[number];

/**
 * Why it is synced no more: its access, whoever connected it, or that person's rights are gone; of a sheet also errors in place of SKUs,
 * and most rows gone at once; of a store also that it has not answered for a day.
 */
export const LOSS_REASONS = ['access', 'maker', 'rights', 'cells', 'vanished', 'silent'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];
