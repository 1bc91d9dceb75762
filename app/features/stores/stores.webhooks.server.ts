import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { recordScopes, recordShop } from './shop-changes.service.server.ts';

/** What the platform tells of the shop itself. */
export function storeHandlers(services: Services): readonly DeliveryHandler[] {
  return [
    {
      topics: ['shop/update'],
      handle: (tx, store, deliveries) => oneByOne(deliveries, (one) => recordShop(services, tx, store, one)),
    },
    {
      topics: ['app/scopes_update'],
      handle: (tx, store, deliveries) => oneByOne(deliveries, (one) => recordScopes(services, tx, store, one)),
    },
  ];
}

async function oneByOne<One>(deliveries: readonly One[], handle: (one: One) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const delivery of deliveries) outcomes.push(await handle(delivery));
  return outcomes;
}
