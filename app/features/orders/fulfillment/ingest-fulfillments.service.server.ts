import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { FulfillmentFacts } from './fulfillment.ts';
import { ingestOrders } from '../ingest/ingest.service.server.ts';
import * as repo from './fulfillment-sends.repo.server.ts';

/** Whose part of an order fulfillments belong to, and who acts on them. */
export type ActedVendorOrder = { storeId: StoreId; orderId: bigint; vendorId: bigint; actor: Actor };

/**
 * Writes fulfillments as the store just answered them, with who made, changed or cancelled them. Their webhooks change nothing any
 * more, whichever comes first.
 */
export async function ingestFulfillments(
  services: Services,
  vendorOrder: ActedVendorOrder,
  action: 'fulfilled' | 'parcel.tracking_changed' | 'parcel.cancelled',
  facts: readonly FulfillmentFacts[],
): Promise<void> {
  if (facts.length === 0) return;
  const { storeId, orderId, vendorId, actor } = vendorOrder;
  const store = await findStoreById(services, storeId);
  if (!store) throw new AppError('store_unknown');
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    await ingestOrders(
      services,
      tx,
      store,
      facts.map((fulfillment) => ({
        kind: 'fulfillment' as const,
        orderId: String(orderId),
        fulfillment,
        source: { type: 'webhook' as const, id: `fulfillment/${fulfillment.id}` },
      })),
    );
    const ids = facts.map((one) => one.id);
    if (action === 'fulfilled') await repo.markByApp(tx, vendorId, ids);
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(orderId),
        vendorId,
        action,
        actor,
        detail:
          action === 'fulfilled'
            ? { fulfillments: ids, lines: facts.flatMap((one) => one.lines) }
            : { changed: ids, carrier: facts[0]?.carrier ?? null, tracking: facts[0]?.tracking ?? null },
        at: services.clock.now(),
      },
    ]);
  });
}
