import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Delivery, DeliveryHandler, DeliveryStore, Outcome } from '#app/server/webhook-queue.server.ts';
import { answerDataRequest, redactCustomer, redactShop } from './requests.service.server.ts';
import { recordUninstallation } from './uninstall.service.server.ts';

type HandleOne = (services: Services, tx: SqlTx, store: DeliveryStore, delivery: Delivery) => Promise<Outcome>;

/** What the platform asks of us about people, and its word that the store left. */
export function complianceHandlers(services: Services): readonly DeliveryHandler[] {
  const handler = (topic: string, handleOne: HandleOne): DeliveryHandler => ({
    topics: [topic],
    async handle(tx, store, deliveries) {
      const outcomes: Outcome[] = [];
      for (const delivery of deliveries) outcomes.push(await handleOne(services, tx, store, delivery));
      return outcomes;
    },
  });
  return [
    handler('app/uninstalled', recordUninstallation),
    handler('customers/data_request', answerDataRequest),
    handler('customers/redact', redactCustomer),
    handler('shop/redact', redactShop),
  ];
}
