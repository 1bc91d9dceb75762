import { AppError, describeRefusal } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import {
  moveApplication,
  requireApplication,
} from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import type { Application } from '#app/features/vendor-profiles/applications/application.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { createVendor } from './create-vendor.service.server.ts';
import type { BULK_ACTIONS, BulkOutcome } from './vendor-operations.contract.ts';

type Bulk = { ids: readonly bigint[]; action: (typeof BULK_ACTIONS)[number]; reason?: string | undefined };

/**
 * Decides on many applications, each in a transaction of its own, so that one that is refused holds up none of the others.
 * An id that is nobody's, or another store's, refuses all (404) before anything is done.
 */
export async function decideApplications(ctx: Ctx, input: Bulk): Promise<BulkOutcome> {
  const ids = [...new Set(input.ids)];
  const applications = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const found: Application[] = [];
    for (const id of ids) found.push(await requireApplication(tx, id));
    return found;
  });
  const failed: BulkOutcome['failed'] = [];
  for (const application of applications) {
    try {
      await decideOne(ctx, application, input);
    } catch (error) {
      if (!(error instanceof AppError) || error.reportable) throw error;
      const { id, vendorName } = application;
      failed.push({ id: String(id), vendorName, ...describeRefusal(error) });
    }
  }
  return { done: applications.length - failed.length, failed };
}

async function decideOne(ctx: Ctx, application: Application, { action, reason }: Bulk): Promise<void> {
  if (action !== 'approve') {
    const status = action === 'reject' ? 'rejected' : 'pending';
    await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
      moveApplication(tx, ctx, application.id, { status, reason }),
    );
    return;
  }
  // One that became a vendor before stays as it is: approving again never makes a second.
  if (application.vendorId !== null) return;
  const { id: applicationId, vendorName: name, email: identity } = application;
  await createVendor(ctx, { name, identity, applicationId });
}
