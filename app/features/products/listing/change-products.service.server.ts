import { z } from 'zod';
import { changeProductTags } from '#app/adapters/shopify/products/product-tags.server.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { BatchKind } from '#app/features/batches/kind.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { BATCH_ACTIONS, permissionsFor } from './batch.ts';
import * as repo from './batches.repo.server.ts';
import { runProductAction } from '../review/decide-product.service.server.ts';
import { startActing, endActing, markDeletedExternally } from '../mirror/external-change.service.server.ts';
import { requireProduct } from '../products.service.server.ts';

const changeSchema = z.object({
  action: z.enum(BATCH_ACTIONS),
  note: z.string().nullable(),
  tags: z.array(z.string()),
});
export type Change = z.output<typeof changeSchema>;

/** One change of many products: approved, sent back, deleted, or with tags added or taken off. */
export const changeProducts: BatchKind<Change, object> = {
  name: 'products.change',
  input: changeSchema,
  item: z.object({}),
  whileRunning: 'batch_running',
  permissions: ({ action }) => permissionsFor(action),
  run: (ctx, change, { subjectId }) => changeProduct(ctx, change, subjectId),
  // A product that was begun before and now refuses because it is what it should become was done by that beginning.
  wasDone({ action }, error) {
    if (action === 'approve') return error.reason === 'product_approved';
    return action === 'delete' && error.code === 'not_found';
  },
};

async function changeProduct(ctx: Ctx, { action, note, tags }: Change, productId: bigint): Promise<void> {
  if (action === 'add_tags' || action === 'remove_tags') await changeTags(ctx, productId, { action, tags });
  else await runProductAction(ctx, { productId, action, note });
}

async function changeTags(
  ctx: Ctx,
  productId: bigint,
  { action, tags }: { action: 'add_tags' | 'remove_tags'; tags: readonly string[] },
): Promise<void> {
  const { viewer } = ctx;
  const { vendorId } = await ctx.db.fast(scopeOf(viewer), (tx) => requireProduct(tx, productId));
  const platform = await ctx.adapters.platform(viewer.store.domain);
  await startActing(ctx, productId);
  const changed = await changeProductTags(platform, productId, action === 'add_tags' ? 'add' : 'remove', tags);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
    if (!changed) {
      await markDeletedExternally(tx, [productId], at);
      return;
    }
    await endActing(tx, productId);
    const before = await repo.writeTags(tx, productId, changed.tags, changed.updatedAt);
    if (before.join() === changed.tags.join()) return;
    await recordAudit(tx, [
      {
        subject: 'product',
        subjectId: String(productId),
        vendorId,
        action: 'tagged',
        actor: viewer.actor,
        detail: { tags: [before, changed.tags] },
        at,
      },
    ]);
  });
  if (!changed) throw new AppError('not_found');
}
