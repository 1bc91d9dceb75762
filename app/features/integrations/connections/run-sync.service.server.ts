import { z } from 'zod';
import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { OperationRefused } from '#app/core/operation-refused.ts';
import { can, marketplaceScope, scopeOf, type Permission } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { notifyOfLoss } from '#app/features/integrations/losses/tell-of-loss.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { nextHourlySync } from '../next-hourly-sync.ts';
import { enqueueStoreOrders } from '../store-orders/schedule-orders.service.server.ts';
import { DEFAULT_SETTINGS, silentSince, type StoreProblem, type SyncSettings } from './connection.ts';
import * as repo from './connections.repo.server.ts';
import { openOwnStore } from './open-store.service.server.ts';
import { findOwnStoreViewer } from './own-store-viewer.service.server.ts';
import { scheduleStoreSync } from './schedule-sync.service.server.ts';
import { PASSING_CODES, syncProduct } from './sync-product.service.server.ts';
import { buildWooHookUrl } from './woo-hook-address.ts';

const payloadSchema = z.object({ vendorId: z.string().transform((id) => BigInt(id)), turn: z.number().int() });

/** Products that one run looks at; the next run goes on with the others. */
const MAX_PRODUCTS_A_RUN = 40;
/** Products that are read together. */
const READ_TOGETHER = 5;
/** A run that did not come through all products goes on after a moment. */
const GO_ON_MS = 5_000;

/** What a sync needs of whoever connected the store. */
const STORE_PERMISSIONS: readonly Permission[] = ['read_products', 'write_products'];

type Found = { connection: repo.StoredConnection; vendor: { id: bigint; name: string }; settings: SyncSettings };

/**
 * The job: brings products of one vendor's own store in step. Nothing outside is asked within a transaction; what was done is noted
 * product by product, so that a worker that is killed leaves the rest to the next one. Returns how it ended and the plan of the next.
 */
export async function runStoreSync(
  services: Services,
  storeId: StoreId,
  payload: unknown,
): Promise<JobEnd | undefined> {
  const { vendorId, turn } = payloadSchema.parse(payload);
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const found = await services.db.fast(marketplaceScope(storeId), async (tx): Promise<Found | undefined> => {
    const connection = await repo.findConnection(tx, vendorId);
    if (connection?.turn !== turn || connection.state === 'paused') return undefined;
    // It goes on when the feature is on again, or the store comes back (resumeStoreSyncs).
    if (!(await readSwitches(tx)).integrations) return undefined;
    const vendor = await requireVendorRow(tx, vendorId);
    if (vendor.deletedAt) return undefined;
    const currency = asCurrency(store.currency);
    const settings = (await repo.findSettings(tx, vendorId)) ?? { ...DEFAULT_SETTINGS, currency };
    return { connection, vendor: { id: vendor.id, name: vendor.name }, settings };
  });
  if (!found) return undefined;
  if (beganRound(found.connection, services.clock.now()) !== null) {
    // The look at every product is the look at every order that was placed there too.
    await services.db.fast(marketplaceScope(storeId), (tx) =>
      enqueueStoreOrders(tx, services, vendorId, { isLook: true }),
    );
  }
  const problem = await syncAllowed(services, store, found);
  return (tx) => endRun(tx, services, found.connection, problem);
}

/** Syncs as far as whoever connected the store may now. Returns why that did not come to its end; null where it did. */
async function syncAllowed(services: Services, store: Store, found: Found): Promise<StoreProblem | null> {
  const viewer = await findOwnStoreViewer(services, store, { ...found, wanted: STORE_PERMISSIONS });
  if (!viewer) return 'maker';
  if (viewer.withheld?.size) return 'membership';
  if (!STORE_PERMISSIONS.every((permission) => can(viewer, permission))) return 'rights';
  return syncOpen({ ...services, viewer }, found);
}

/** Looks at the products that are open. Returns why that did not come to its end; null where it did. */
async function syncOpen(ctx: Ctx, { connection, vendor, settings }: Found): Promise<StoreProblem | null> {
  const scope = scopeOf(ctx.viewer);
  const roundAt = beganRound(connection, ctx.clock.now());
  const rows = await ctx.db.fast(scope, (tx) => repo.listOpen(tx, vendor.id, { roundAt, limit: MAX_PRODUCTS_A_RUN }));
  try {
    if (roundAt !== null) await mendSubscription(ctx, connection);
    for (let from = 0; from < rows.length; from += READ_TOGETHER) {
      const group = rows.slice(from, from + READ_TOGETHER);
      const sources = await readSources(ctx, connection, group);
      for (const row of group) {
        await syncProduct(ctx, vendor, { row, source: sources.find(({ id }) => id === row.sourceId), settings });
      }
    }
    return null;
  } catch (error) {
    if (error instanceof ShopAccessRevoked) return 'access';
    if (!(error instanceof AppError) || !PASSING_CODES.has(error.code)) throw error;
    ctx.log.warn({ err: error }, 'a vendor’s own store was not synced');
    return error.code === 'platform_throttled' || error.code === 'rate_limited' ? 'busy' : 'unanswered';
  }
}

/** The vendor's store took its access away, unlike the marketplace's. */
class ShopAccessRevoked extends Error {}

/** A store switches its webhooks off by itself where they were not taken: they go on with the next look at every product. */
async function mendSubscription(ctx: Ctx, connection: repo.StoredConnection): Promise<void> {
  const { hookSecret, vendorId } = connection;
  if (hookSecret === null) return;
  const ownStore = await openOwnStore(ctx, scopeOf(ctx.viewer), connection);
  const url = buildWooHookUrl(ctx.env.SHOPIFY_APP_URL, { storeId: ctx.viewer.store.id, vendorId });
  try {
    await ownStore.subscribe?.({ url, secret: ctx.vault.openText(hookSecret) });
  } catch (error) {
    if (error instanceof AppError && error.code === 'shop_access_revoked') throw new ShopAccessRevoked(error.message);
    // Without its reports the hourly look still finds everything.
    if (!(error instanceof OperationRefused)) throw error;
    ctx.log.warn({ err: error, vendor: String(vendorId) }, 'the webhooks of an own store were not mended');
  }
}

async function readSources(ctx: Ctx, connection: repo.StoredConnection, rows: readonly repo.SyncedProduct[]) {
  try {
    const ownStore = await openOwnStore(ctx, scopeOf(ctx.viewer), connection);
    return await ownStore.readProducts(rows.map(({ sourceId }) => sourceId));
  } catch (error) {
    if (error instanceof AppError && error.code === 'shop_access_revoked') throw new ShopAccessRevoked(error.message);
    throw error;
  }
}

/** Since when all products are to be looked at again, where that time has come. */
const beganRound = ({ roundAt }: repo.StoredConnection, now: Date): Date | null =>
  roundAt !== null && roundAt <= now ? roundAt : null;

/** Writes how a run ended, unless the store was connected anew since, and plans the next. */
async function endRun(
  tx: SqlTx,
  services: Services,
  before: repo.StoredConnection,
  problem: StoreProblem | null,
): Promise<void> {
  const { vendorId } = before;
  const now = services.clock.now();
  const connection = await repo.findConnection(tx, vendorId, { lock: true });
  if (connection?.shop !== before.shop || connection.state === 'paused') return;
  const isReconnected = connection.connectedAt > before.connectedAt;
  const isPaused = (problem === 'access' || problem === 'maker') && !isReconnected;
  const tries = problem === null ? 0 : connection.tries + 1;
  const failingSince = problem === null || isReconnected ? null : (connection.failingSince ?? now);
  const roundAt = beganRound(connection, now);
  const open = await repo.listOpen(tx, vendorId, { roundAt, limit: 1 });
  const isWhole = problem === null && open.length === 0;
  await repo.markRun(tx, vendorId, {
    state: isPaused ? 'paused' : 'active',
    problem: isReconnected ? null : problem,
    tries,
    failingSince,
    syncedAt: isWhole ? now : null,
  });
  if (isPaused) {
    await notifyPaused(tx, services, connection, { problem, at: now });
    return;
  }
  const hasLostRights = problem === 'rights' && connection.problem !== 'rights' && !isReconnected;
  if (hasLostRights) await notifyWithoutRights(tx, services, connection, now);
  if ((problem === 'unanswered' || problem === 'busy') && failingSince && failingSince <= silentSince(now))
    await notifySilent(tx, services, connection, { failingSince, at: now });
  if (connection.turn !== before.turn) return;
  if (isWhole) {
    const next =
      roundAt === null ? (connection.roundAt ?? nextHourlySync(vendorId, now)) : nextHourlySync(vendorId, now);
    await scheduleStoreSync(tx, services, { vendorId, at: next, roundAt: next });
    return;
  }
  const pauseMs = problem === null ? GO_ON_MS : computeBackoffMs(RETRIES.sync, tries);
  await scheduleStoreSync(tx, services, { vendorId, at: new Date(now.getTime() + pauseMs) });
}

/** The vendor reads once of each pause why it is: the access is gone, or whoever connected the store is. */
export async function notifyPaused(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  { vendorId, shop, turn }: repo.StoredConnection,
  { problem, at }: { problem: StoreProblem; at: Date },
): Promise<void> {
  await notifyOfLoss(tx, services, {
    vendorId,
    integration: 'ownStore',
    reason: problem === 'maker' ? 'maker' : 'access',
    dedupeKey: `own-store-paused/${vendorId}/${turn}`,
    at,
  });
  await recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'own-store',
      vendorId,
      action: 'own_store.paused',
      at,
      actor: { kind: 'system', id: 'own-store', name: shop, role: 'own_store' },
    },
  ]);
}

/** Tells the vendor, once for each time, that whoever connected the store may not change products any more. */
function notifyWithoutRights(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  { vendorId, turn }: repo.StoredConnection,
  at: Date,
): Promise<void> {
  const dedupeKey = `own-store-without-rights/${vendorId}/${turn}`;
  return notifyOfLoss(tx, services, { vendorId, integration: 'ownStore', reason: 'rights', dedupeKey, at });
}

/** Tells the vendor, once for each time, that its store has not answered for a day. */
function notifySilent(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  { vendorId }: repo.StoredConnection,
  { failingSince, at }: { failingSince: Date; at: Date },
): Promise<void> {
  const dedupeKey = `own-store-silent/${vendorId}/${failingSince.toISOString()}`;
  return notifyOfLoss(tx, services, { vendorId, integration: 'ownStore', reason: 'silent', dedupeKey, at });
}
