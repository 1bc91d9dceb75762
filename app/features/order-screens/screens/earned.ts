import type { OrderPartDto, ShownPartDto } from '#app/features/orders/orders.contract.ts';

/** Whether a part comes with what is earned of it, which needs the right to see money. */
export const hasEarnings = (part: ShownPartDto): part is OrderPartDto => part.money.earnings !== null;
