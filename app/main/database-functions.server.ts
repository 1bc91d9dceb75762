import { connectedVendorsFunction } from '#app/features/integrations/connections/connected-vendors-function.repo.server.ts';
import { openFindingsFunction } from '#app/features/finance/reconciliation/open-findings-function.repo.server.ts';
import { orderPageFunction } from '#app/features/orders/read-models/order-page-function.repo.server.ts';
import { productPageFunction } from '#app/features/products/listing/product-page-function.repo.server.ts';
import { variantsBySkuFunction } from '#app/features/products/listing/variants-by-sku-function.repo.server.ts';
import { dateChangesFunction } from '#app/platform/identity/users/date-changes-function.repo.server.ts';
import type { DatabaseFunction } from '#app/server/database-function.server.ts';
import { recordMessagesFunction } from '#app/platform/webhook-messages/record-messages-function.repo.server.ts';
import { scheduleJobFunction } from '#app/server/schedule-job-function.server.ts';

/** Every function of the database that the program brings with it. */
export const databaseFunctions: readonly DatabaseFunction[] = [
  orderPageFunction,
  productPageFunction,
  variantsBySkuFunction,
  dateChangesFunction,
  scheduleJobFunction,
  openFindingsFunction,
  connectedVendorsFunction,
  recordMessagesFunction,
];
