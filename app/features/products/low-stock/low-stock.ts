/** Stock up to which a variant can be called low. */
export const MAX_LOW_STOCK = 1_000;

/** Stock of a variant that changed: when it was last looked at, and now. */
export type MovedStock = { variantId: bigint; before: number; after: number };

/** The variants that have just become low: above the threshold before, and at or below it now. */
export function listBecameLow(moved: readonly MovedStock[], threshold: number): MovedStock[] {
  return moved.filter(({ before, after }) => before > threshold && after <= threshold);
}
