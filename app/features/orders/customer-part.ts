/** How far a vendor's part of an order came, as its buyer is told: what came back counts more than what was delivered. */
export const PART_PROGRESS = ['preparing', 'partly_shipped', 'shipped', 'delivered', 'returned', 'cancelled'] as const;
export type PartProgress = (typeof PART_PROGRESS)[number];
