import { z } from 'zod';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { isSignedBy } from '#app/server/crypto.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { requestOrderChecks } from '../store-orders/schedule-orders.service.server.ts';
import * as repo from './connections.repo.server.ts';
import { scheduleStoreSync } from './schedule-sync.service.server.ts';
import type { WooHookAddress } from './woo-hook-address.ts';

const id = z
  .number()
  .int()
  .positive()
  .transform((value) => [BigInt(value)])
  .catch([]);
/** Only which product or order is meant is read of a report: the store is asked. A variation names its product. */
const reportSchema = z.looseObject({ id, parent_id: id });

/** What becomes of a report: taken, signed by nobody we know, for an address that is not ours, or unreadable. */
export type ReportOutcome = 'stored' | 'unsigned' | 'unknown' | 'unreadable';

/** What a store sends as its webhook is made, before it signs anything. */
const PING = /^webhook_id=\d{1,18}$/;
const MAX_PING_BYTES = 40;
const MAX_HEADER = 200;

/**
 * Takes what a vendor's own store of WooCommerce reports (docs of webhooks of its REST API: base64 HMAC-SHA256 over the body), and has the
 * product or order looked at. A report says so little that a late one, or the same one again, does no harm. One that says that its
 * webhook lost its rights is an object without an id: the store is looked at, which finds that out.
 */
export async function receiveWooReport(
  services: Services,
  { storeId: of, vendorId }: WooHookAddress,
  { headers, body }: { headers: Headers; body: Buffer },
): Promise<ReportOutcome> {
  if (body.length <= MAX_PING_BYTES && PING.test(body.toString('utf8'))) return 'stored';
  const storeId = asStoreId(of);
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return 'unknown';
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const connection = await repo.findConnection(tx, vendorId);
    if (!connection?.hookSecret) return 'unknown';
    const signature = (headers.get('x-wc-webhook-signature') ?? '').slice(0, MAX_HEADER);
    if (!isSignedBy([services.vault.openText(connection.hookSecret)], body, Buffer.from(signature, 'base64')))
      return 'unsigned';
    const report = reportSchema.safeParse(readJson(body));
    if (!report.success) return 'unreadable';
    const ids = [...report.data.id, ...report.data.parent_id];
    const isOrder = (headers.get('x-wc-webhook-topic') ?? '').startsWith('order.');
    if (isOrder && ids.length > 0) {
      await requestOrderChecks(tx, services, vendorId, ids);
      return 'stored';
    }
    const count = await repo.reopenSynced(tx, vendorId, { sourceIds: ids, itemIds: ids });
    if (count > 0 || ids.length === 0) await scheduleStoreSync(tx, services, { vendorId, at: services.clock.now() });
    return 'stored';
  });
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
