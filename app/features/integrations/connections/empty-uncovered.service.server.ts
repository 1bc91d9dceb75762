import { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { emptyVariants } from '#app/features/products/stock-and-prices/empty-variants.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { formatSku } from './compare-products.service.server.ts';
import * as repo from './connections.repo.server.ts';
import { openOwnStore } from './open-store.service.server.ts';
import { findOwnStoreViewer } from './own-store-viewer.service.server.ts';

/** The kind of job that takes the stock of what a newly connected store does not have. */
export const EMPTY_UNCOVERED = 'connections.empty-uncovered';

const payloadSchema = z.object({ vendorId: z.string().transform((id) => BigInt(id)), shop: z.string() });

/** Of a larger store it is not known what it lacks: nothing is emptied. */
const MAX_PAGES = 1_000;

/** Schedules it for a store that was connected in the place of none, or of another. */
export function scheduleEmptyUncovered(
  tx: SqlTx,
  services: Pick<Services, 'jobs' | 'clock'>,
  { vendorId, shop }: { vendorId: bigint; shop: string },
): Promise<void> {
  return services.jobs.schedule(tx, {
    kind: EMPTY_UNCOVERED,
    key: `${vendorId}/${shop}/${services.clock.now().toISOString()}`,
    payload: { vendorId: String(vendorId), shop },
    dueAt: services.clock.now(),
  });
}

/**
 * The job: what the vendor sells here and its own store does not have is not for sale any longer (behaviour.md 10.1): one source says
 * what there is. Whoever connected the store has to be allowed to set stock. May run twice.
 */
export async function emptyUncovered(
  services: Services,
  storeId: StoreId,
  payload: unknown,
): Promise<JobEnd | undefined> {
  const { vendorId, shop } = payloadSchema.parse(payload);
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const found = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const connection = await repo.findConnection(tx, vendorId);
    if (connection?.shop !== shop || connection.state === 'paused') return undefined;
    if (!(await readSwitches(tx)).integrations) return undefined;
    const vendor = await requireVendorRow(tx, vendorId);
    return vendor.deletedAt ? undefined : { connection, vendor: { id: vendor.id, name: vendor.name } };
  });
  if (!found) return undefined;
  const viewer = await findOwnStoreViewer(services, store, { ...found, wanted: ['read_products', 'write_products'] });
  if (!viewer || !can(viewer, 'write_products')) return undefined;
  const ctx: Ctx = { ...services, viewer };
  const covered = await readCovered(ctx, found.connection);
  if (!covered) return undefined;
  const changed = await emptyVariants(ctx, (sku) => covered.has(sku));
  if (changed === 0) return undefined;
  return (tx) =>
    recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(vendorId),
        vendorId,
        action: 'own_store.uncovered_emptied',
        actor: viewer.actor,
        at: services.clock.now(),
        detail: { shop, variants: changed },
      },
    ]);
}

/** The SKUs of the store in small letters; undefined where its access is gone, or it is too large. */
async function readCovered(ctx: Ctx, connection: repo.StoredConnection): Promise<Set<string> | undefined> {
  const skus = new Set<string>();
  try {
    const ownStore = await openOwnStore(ctx, scopeOf(ctx.viewer), connection);
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { variants, next } = await ownStore.listVariants(after);
      for (const variant of variants) skus.add(formatSku(variant).toLowerCase());
      if (next === null) return skus;
      after = next;
    }
    ctx.log.warn({ shop: connection.shop }, 'an own store has too many variants to know what it lacks');
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'shop_access_revoked') return undefined;
    throw error;
  }
}
