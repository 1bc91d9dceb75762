import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { runChecks, type Checked, type StoreCheckId } from './check.ts';
import { listPlatformChecks } from './platform-checks.server.ts';
import { listOwnChecks } from './store-checks.server.ts';

type InstalledStore = { id: StoreId; domain: string; installedAt: Date };

/** Longer than the platform takes for a read, with a repeat. */
const LIMIT_MS = 15_000;

/** Checks the installation of one store. Reads only. */
export function examineStore(services: Services, store: InstalledStore): Promise<Checked<StoreCheckId>[]> {
  const checks = [...listPlatformChecks(services, store), ...listOwnChecks(services, store.id)];
  return runChecks<StoreCheckId>(checks, { limitMs: LIMIT_MS });
}

/** Checks the installation of the viewer's store: what its admins can mend. */
export async function readChecks(ctx: Ctx): Promise<{ checks: Checked<StoreCheckId>[] }> {
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  if (!store) throw new AppError('store_unknown');
  return { checks: await examineStore(ctx, store) };
}
