import { z } from 'zod';
import { readOrderRisk } from '#app/adapters/shopify/orders/order-risk.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { idSchema, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { listDigitalLeft, type DigitalVendorOrder } from './digital.repo.server.ts';
import { planDigitalPoll } from './digital.service.server.ts';
import { decideDigital, readRisk } from './digital.ts';
import { sendFulfillments } from './send-fulfillments.service.server.ts';

const workSchema = z.object({
  orderId: idSchema,
  version: z.string(),
  look: z.number().int(),
  outages: z.number().int().default(0),
});
type Work = z.output<typeof workSchema>;

/** While the platform is away the same look is repeated so often, for a day in all. */
const REPEAT_MINUTES = 5;
const MAX_OUTAGES = (24 * 60) / REPEAT_MINUTES;
const DIGITAL: Actor = { kind: 'system', id: 'digital', name: '', role: 'system' };

/**
 * Ships what is left of an order's digital items without telling the buyer, unless the platform finds its risk high, or does
 * not know it yet: then it looks again. What is on hold, refused or already shipped is left as it is, for a person. May run
 * twice. A platform that does not answer is asked again every few minutes for a day.
 */
export async function shipDigital(services: Services, storeId: StoreId, payload: unknown): Promise<JobEnd | undefined> {
  const work = workSchema.parse(payload);
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const vendorOrders = await services.db.fast(marketplaceScope(storeId), async (tx) =>
    (await readSwitches(tx)).autoFulfillDigital ? listDigitalLeft(tx, work.orderId) : [],
  );
  const free = vendorOrders.filter((vendorOrder) => !vendorOrder.isHeld);
  if (free.length === 0) return undefined;
  const waitMinutes =
    (minutes: number, next: Partial<Work>): JobEnd =>
    (tx) =>
      planDigitalPoll(tx, services, {
        ...work,
        ...next,
        dueAt: new Date(services.clock.now().getTime() + minutes * MINUTE_MS),
      });
  try {
    const opinion = await readOrderRisk(await services.adapters.platform(store.domain), work.orderId);
    if (!opinion) return undefined;
    const decided = decideDigital(readRisk(opinion), work.look);
    if (decided.act === 'leave') return undefined;
    if (decided.act === 'wait') return waitMinutes(decided.minutes, { look: work.look + 1 });
    for (const vendorOrder of free) await shipVendorOrder(services, store, work.orderId, vendorOrder);
    return undefined;
  } catch (error) {
    // The attempts of a job are over within hours, and an outage of the platform may not be.
    if (!(error instanceof AppError) || !mayPass(error) || work.outages >= MAX_OUTAGES) throw error;
    services.log.info({ code: error.code, orderId: String(work.orderId) }, 'digital items wait for the platform');
    return waitMinutes(REPEAT_MINUTES, { outages: work.outages + 1 });
  }
}

async function shipVendorOrder(
  services: Services,
  store: Store,
  orderId: bigint,
  vendorOrder: DigitalVendorOrder,
): Promise<void> {
  const { vendorId, lines } = vendorOrder;
  try {
    const sent = await sendFulfillments(
      services,
      {
        domain: store.domain,
        part: { storeId: store.id, orderId, vendorId, actor: DIGITAL },
        // The quantities were read a moment ago; the store has the last word on them.
        checkLeft: () => Promise.resolve(),
      },
      { fulfillments: [{ carrier: null, tracking: null, url: null, location: null, lines }], notify: false },
    );
    const [failed] = sent.failed;
    if (failed) throw failed.error;
  } catch (error) {
    if (!(error instanceof AppError) || mayPass(error)) throw error;
    services.log.info({ code: error.code, orderId: String(orderId) }, 'digital items are left to a person');
  }
}

const mayPass = (error: AppError): boolean =>
  ['platform_throttled', 'platform_failed', 'unavailable'].includes(error.code) ||
  error.reason === 'fulfillment_in_progress';
