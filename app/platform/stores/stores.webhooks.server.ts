import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { recordScopes, recordShop } from './shop-changes.service.server.ts';
import { storeChanged } from './store-events.ts';

/** What the platform tells of the shop itself. */
export function storeHandlers(services: Services): readonly DeliveryHandler[] {
  return [
    {
      topics: ['shop/update'],
      handle: async (tx, store, deliveries) => {
        const outcomes = await oneByOne(deliveries, (one) => recordShop(services, tx, store, one));
        // A change of the plan turns carrier services off, and comes as any other change.
        if (store.installed) await services.events.publish(tx, storeChanged, {});
        return outcomes;
      },
    },
    {
      topics: ['app/scopes_update'],
      handle: async (tx, store, deliveries) => {
        const outcomes = await oneByOne(deliveries, (one) => recordScopes(services, tx, store, one));
        if (store.installed) await services.events.publish(tx, storeChanged, {});
        return outcomes;
      },
    },
  ];
}

async function oneByOne<One>(deliveries: readonly One[], handle: (one: One) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const delivery of deliveries) outcomes.push(await handle(delivery));
  return outcomes;
}
