import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler } from '#app/server/webhook-queue.server.ts';
import { handleBulkEnded } from './mirror/load-bulk.service.server.ts';
import { handleDeleted, handleLevels, handleProducts } from './mirror/reported-products.service.server.ts';

/** The platform's word on products and stock. Each may come twice, late and out of order. */
export function productHandlers(services: Services): readonly DeliveryHandler[] {
  return [
    {
      topics: ['products/create', 'products/update'],
      handle: (tx, store, deliveries) => handleProducts(services, tx, store, deliveries),
    },
    { topics: ['products/delete'], handle: (tx, _store, deliveries) => handleDeleted(services, tx, deliveries) },
    {
      topics: ['inventory_levels/connect', 'inventory_levels/update', 'inventory_levels/disconnect'],
      handle: (tx, store, deliveries) => handleLevels(services, tx, store, deliveries),
    },
    {
      topics: ['bulk_operations/finish'],
      handle: (tx, _store, deliveries) => handleBulkEnded(services, tx, deliveries),
    },
  ];
}
