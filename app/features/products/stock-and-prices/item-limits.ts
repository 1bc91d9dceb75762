/** Items that one call may name. */
export const MAX_ITEMS = 1_000;
/** Products whose prices one call changes: each is a save of its own at the platform, which has none for several products. */
export const MAX_PRICED_PRODUCTS = 40;

/** What became of an item; `held` waits for the marketplace's decision. */
export const ITEM_OUTCOMES = ['changed', 'unchanged', 'held', 'refused'] as const;
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];
