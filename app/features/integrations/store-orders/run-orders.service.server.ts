import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { findConnection, type StoredConnection } from '../connections/connections.repo.server.ts';
import { openOwnStore } from '../connections/open-store.service.server.ts';
import { findOwnStoreViewer } from '../connections/own-store-viewer.service.server.ts';
import { pauseRevokedStore } from '../connections/store-maker.service.server.ts';
import { PASSING_CODES } from '../connections/sync-product.service.server.ts';
import { cancelPlaced, claimNext, placeOrder, StoreAccessLost, type OrderRun } from './place-orders.service.server.ts';
import { grantsOrders, ORDER_PERMISSIONS, STORE_ORDERS } from './schedule-orders.service.server.ts';
import { LOOK_MS, type StoreOrderProblem } from './store-order.ts';
import * as repo from './store-orders.repo.server.ts';
import { passUnchanged, syncShipments } from './sync-shipments.service.server.ts';

const payloadSchema = z.object({
  vendorId: z.string().transform((id) => BigInt(id)),
  isLook: z.boolean().default(false),
});

/** Orders of each kind of work that one run sees to; the next run goes on with the others. */
const MAX_A_RUN = 20;
/** The next run begins at the next full step of this, whatever is due. */
const GO_ON_MS = 5_000;
/** A store that does not answer is asked again after this. */
const UNANSWERED_MS = 5 * MINUTE_MS;

type Found = { connection: StoredConnection; vendor: { id: bigint; name: string } };

/**
 * The job: places a vendor's orders in its own store, cancels there what was cancelled here, and takes over what was shipped there.
 * Nothing outside is asked within a transaction. Whatever it does is noted order by order, so that a worker that is killed leaves the
 * rest to the next one.
 */
export async function runStoreOrders(
  services: Services,
  storeId: StoreId,
  payload: unknown,
): Promise<JobEnd | undefined> {
  const { vendorId, isLook } = payloadSchema.parse(payload);
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const scope = marketplaceScope(storeId);
  const found = await services.db.fast(scope, async (tx): Promise<Found | undefined> => {
    const connection = await findConnection(tx, vendorId);
    // A store that is connected again, and a feature that is on again, begin again by themselves.
    if (connection?.state !== 'active' || !(await readSwitches(tx)).integrations) return undefined;
    const vendor = await requireVendorRow(tx, vendorId);
    if (vendor.deletedAt) return undefined;
    const placedSince = new Date(services.clock.now().getTime() - LOOK_MS);
    if (isLook) await repo.requestChecks(tx, vendorId, placedSince);
    return { connection, vendor };
  });
  if (!found || !(await hasWork(services, storeId, found.connection))) return undefined;
  const { shop } = found.connection;
  const obstacle = await seeToAllowed(services, store, found);
  if (obstacle === 'access') return (tx) => pauseRevokedStore(tx, services, found.connection, services.clock.now());
  if (obstacle) await wait(services, storeId, { vendorId, problem: obstacle, pauseMs: findPause(obstacle) });
  return async (tx) => {
    const dueAt = await repo.findNextDue(tx, vendorId, shop);
    if (!dueAt) return;
    const at = chooseNextRun(dueAt, services.clock.now(), findPause(obstacle));
    await services.jobs.schedule(tx, {
      kind: STORE_ORDERS,
      key: `${vendorId}/${at.getTime()}`,
      payload: { vendorId: String(vendorId) },
      dueAt: at,
    });
  };
}

const hasWork = async (
  services: Services,
  storeId: StoreId,
  { vendorId, shop }: Pick<StoredConnection, 'vendorId' | 'shop'>,
): Promise<boolean> =>
  (await services.db.fast(marketplaceScope(storeId), (tx) => repo.findNextDue(tx, vendorId, shop))) !== undefined;

/** How long the next run waits: what a person has to mend is looked at once an hour. */
function findPause(obstacle: string | null): number {
  if (obstacle === null) return GO_ON_MS;
  return obstacle === 'unanswered' ? UNANSWERED_MS : HOUR_MS;
}

/** When the next run begins: at the next full step of the pause, so that runs which were asked for at different moments become one. */
const chooseNextRun = (dueAt: Date, now: Date, pauseMs: number): Date =>
  new Date(Math.ceil(Math.max(dueAt.getTime(), now.getTime() + 1) / pauseMs) * pauseMs);

/** Names why nothing is done for now; whoever mends it need not wait for more than an hour. */
function wait(
  services: Services,
  storeId: StoreId,
  { vendorId, problem, pauseMs }: { vendorId: bigint; problem: StoreOrderProblem; pauseMs: number },
): Promise<void> {
  const now = services.clock.now();
  const dueAt = new Date(now.getTime() + pauseMs);
  return services.db.fast(marketplaceScope(storeId), (tx) => repo.markWaiting(tx, vendorId, { problem, now, dueAt }));
}

/** Sees to orders as far as whoever connected the store may now. Returns why nothing was done; null where something was. */
async function seeToAllowed(
  services: Services,
  store: Store,
  found: Found,
): Promise<Extract<StoreOrderProblem, 'scopes' | 'rights' | 'membership' | 'unanswered'> | 'access' | null> {
  if (!grantsOrders(found.connection.scopes)) return 'scopes';
  const viewer = await findOwnStoreViewer(services, store, { ...found, wanted: ORDER_PERMISSIONS });
  if (viewer?.withheld?.size) return 'membership';
  if (!viewer || !ORDER_PERMISSIONS.every((permission) => can(viewer, permission))) return 'rights';
  const ctx = { ...services, viewer };
  const { connection, vendor } = found;
  try {
    const ownStore = await openOwnStore(ctx, scopeOf(viewer), connection);
    const run: OrderRun = { ctx, store, vendorId: vendor.id, shop: connection.shop, ownStore };
    await seeToOrders(run);
    return null;
  } catch (error) {
    if (error instanceof StoreAccessLost) return 'access';
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'shop_access_revoked') return 'access';
    if (!PASSING_CODES.has(error.code)) throw error;
    ctx.log.warn({ err: error }, 'orders of a vendor’s own store were not seen to');
    return 'unanswered';
  }
}

const STEPS = { place: placeOrder, cancel: cancelPlaced, check: syncShipments } as const;

async function seeToOrders(run: OrderRun): Promise<void> {
  for (const work of ['place', 'cancel', 'check'] as const) {
    if (work === 'check') await passUnchanged(run);
    for (let count = 0; count < MAX_A_RUN; count++) {
      const order = await claimNext(run, work);
      if (!order || !(await STEPS[work](run, order))) break;
    }
  }
}
