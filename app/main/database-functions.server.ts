import { orderPageFunction } from '#app/features/orders/views/order-page.function.ts';
import { productPageFunction } from '#app/features/products/listing/product-page.function.ts';
import { dateChangesFunction } from '#app/platform/payout-rights/date-changes.function.ts';
import type { DatabaseFunction } from '#app/server/database-function.ts';
import { scheduleJobFunction } from '#app/server/schedule-job.function.ts';

/** Every function of the database that the program brings with it. */
export const databaseFunctions: readonly DatabaseFunction[] = [
  orderPageFunction,
  productPageFunction,
  dateChangesFunction,
  scheduleJobFunction,
];
