import { z } from 'zod';
import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  countMisnamedProducts,
  renameSomeProducts,
} from '#app/features/products/mirror/product-vendors.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { refreshPage } from '#app/features/vendor-profiles/page/show-page.service.server.ts';
import { vendorRenamed } from '#app/platform/vendors/vendor-events.ts';
import { decideRename, tidyName } from '#app/platform/vendors/vendor.ts';
import {
  findVendorByName,
  giveName,
  lockVendor,
  requireVendorRow,
  resolveVendor,
} from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { isUniqueViolation, type SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import type { RenameDto } from './vendor-operations.contract.ts';
import * as repo from './renames.repo.server.ts';

/** The kind of job that writes the new name on some of a vendor's products. */
export const RENAME_STEP = 'vendors.rename';
const stepSchema = z.object({
  renameId: z.string().transform((id) => BigInt(id)),
  step: z.number().int(),
  /** Payloads of the release before have this name. */
  troubles: z.number().int(),
});

/** Products of one step, so that it is over within seconds. */
const PRODUCTS_A_STEP = 20;

/**
 * Gives a vendor another name at once: orders, dues, people and settings belong to the vendor and not to its name, and the
 * old name leads to it from then on. What is left is the text on its products at the platform, which follows step by step.
 * Throws vendor_exists (409) for a name, present or past, of another vendor, invalid_state (409) while it is getting a name.
 */
export async function renameVendor(
  ctx: Ctx,
  input: { oldVendor: string; newVendor: string },
): Promise<{ vendor: string; rename: RenameDto | null }> {
  const at = ctx.clock.now();
  const newName = tidyName(input.newVendor);
  try {
    return await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
      const { id } = await resolveVendor(tx, input.oldVendor);
      await lockVendor(tx, id);
      const vendor = await requireVendorRow(tx, id);
      const decision = decideRename(vendor, newName, await findVendorByName(tx, newName));
      if (!decision.ok) throw new AppError('vendor_exists');
      const before = await repo.findNewest(tx, id);
      if (decision.value === 'nothing') return { vendor: vendor.name, rename: before ? toRenameDto(before) : null };
      if (before?.state === 'running') throw stateRefuses('rename_running');
      await giveName(tx, vendor, newName);
      const total = await countMisnamedProducts(tx, id, newName);
      const by = ctx.viewer.actor.name;
      const renameId = await repo.insertRename(tx, { vendorId: id, oldName: vendor.name, newName, total, at, by });
      await ctx.events.publish(tx, vendorRenamed, { vendorId: id, from: vendor.name, to: newName });
      await planStep(tx, ctx, { renameId, step: 0, issues: 0, dueAt: at });
      await recordRename(tx, ctx, { id, names: [vendor.name, newName] });
      const made = await repo.findNewest(tx, id);
      return { vendor: newName, rename: made ? toRenameDto(made) : null };
    });
  } catch (error) {
    // Somebody took the name, or renamed the vendor, in the same moment.
    if (isUniqueViolation(error)) throw new AppError('vendor_exists');
    throw error;
  }
}

async function recordRename(tx: SqlTx, ctx: Ctx, o: { id: bigint; names: [string, string] }): Promise<void> {
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(o.id),
      vendorId: o.id,
      action: 'vendor.renamed',
      actor: ctx.viewer.actor,
      detail: { name: o.names },
      at: ctx.clock.now(),
    },
  ]);
}

/** The newest change of a vendor's name, done or not. */
export async function readNewestRename(tx: SqlTx, vendorId: bigint): Promise<RenameDto | null> {
  const row = await repo.findNewest(tx, vendorId);
  return row ? toRenameDto(row) : null;
}

function toRenameDto(row: repo.RenameRow): RenameDto {
  const { id, oldName, newName, state, total, rewritten, trouble: issue, startedAt, finishedAt } = row;
  return {
    id: String(id),
    oldName,
    newName,
    state,
    total,
    rewritten,
    trouble: issue,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

async function planStep(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: { renameId: bigint; step: number; issues: number; dueAt: Date },
): Promise<void> {
  await services.jobs.schedule(tx, {
    kind: RENAME_STEP,
    key: `${o.renameId}:${o.step}`,
    payload: { renameId: String(o.renameId), step: o.step, troubles: o.issues },
    dueAt: o.dueAt,
  });
}

/**
 * One step of a rename. Its end and the next step commit together, so a worker that is killed leaves the step to the
 * next worker; a product that was written already is written again without harm. Trouble at the platform pauses it and
 * never ends it.
 */
export async function runRenameStep(
  services: Services,
  storeId: StoreId,
  payload: unknown,
): Promise<JobEnd | undefined> {
  const { renameId, step, troubles: issues } = stepSchema.parse(payload);
  const rename = await services.db.fast(marketplaceScope(storeId), (tx) => repo.lockRename(tx, renameId));
  if (rename?.state !== 'running') return undefined;
  const store = await findStoreById(services, storeId);
  // It goes on when the store comes back (resumeRenames).
  if (!store || store.uninstalledAt) return undefined;
  const now = services.clock.now();
  try {
    const platform = await services.adapters.platform(store.domain);
    const wrote = await renameSomeProducts(services.db, platform, {
      storeId,
      vendorId: rename.vendorId,
      name: rename.newName,
      oldName: rename.oldName,
      limit: PRODUCTS_A_STEP,
      at: now,
    });
    return async (tx) => {
      await repo.recordProgress(tx, renameId, { wrote, trouble: null, finishedAt: wrote === 0 ? now : null });
      if (wrote > 0) {
        await planStep(tx, services, { renameId, step: step + 1, issues: 0, dueAt: now });
        return;
      }
      await refreshPage(tx, services, rename.vendorId);
      await deleteDoneJobs(tx, RENAME_STEP, now);
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.log.warn({ err: error, renameId: String(renameId) }, 'renaming a vendor is held up');
    const pauseMs = computeBackoffMs(RETRIES.platformStep, issues + 1);
    const dueAt = new Date(now.getTime() + pauseMs);
    return async (tx) => {
      await repo.recordProgress(tx, renameId, { wrote: 0, trouble: error.message, finishedAt: null });
      await planStep(tx, services, { renameId, step: step + 1, issues: issues + 1, dueAt });
    };
  }
}

/** Goes on with renames that stood still while the store was gone. Part of what follows an installation; may run twice. */
export async function resumeRenames(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const now = services.clock.now();
    for (const renameId of await repo.listRunning(tx)) {
      await planStep(tx, services, { renameId, step: -now.getTime(), issues: 0, dueAt: now });
    }
  });
}
