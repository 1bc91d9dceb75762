import { scopeOf } from '#app/core/viewer.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { toSentProduct } from '../merge-product.service.server.ts';
import type { Sent } from '../sent-product.ts';
import {
  hasPictures,
  joinRecords,
  recordUndo,
  settlePictures,
  undoRecordSchema,
  type Snapshot,
  type UndoRecord,
} from './undo-record.ts';
import * as repo from './undo.repo.server.ts';

/** Is given a product as it stands, and as it is sent before and after a change, before it is changed. */
export type KeepUndo = (known: ProductDto, sent: { before: Sent; after: Sent }) => Promise<void>;

/** A product as it is sent, its pictures with their addresses, so that one that is taken off can be fetched again. */
export function toSnapshot(known: ProductDto, sent: Sent): Snapshot {
  const srcOf = new Map(known.media.map(({ id, src }) => [id, src ?? undefined]));
  return { ...sent, media: sent.media.map((medium) => ({ ...medium, src: medium.src ?? srcOf.get(medium.id ?? '') })) };
}

/**
 * Keeps what an import changes of a product: before it is saved, so that a save that breaks off is known, and once more when its new
 * pictures have their ids. `hasRecord` is whether an earlier try kept something.
 */
export async function undoKeeper(ctx: Ctx, importId: bigint, position: number) {
  const scope = scopeOf(ctx.viewer);
  const write = (record: UndoRecord): Promise<void> =>
    ctx.db.fast(scope, (tx) => repo.writeUndo(tx, importId, position, record));
  const item = await ctx.db.fast(scope, (tx) => repo.findUndoItem(tx, importId, position));
  const earlier = item?.undo === null ? undefined : undoRecordSchema.parse(item?.undo);
  let record = earlier;
  const keep: KeepUndo = async (known, { before, after }) => {
    const made = recordUndo(toSnapshot(known, before), toSnapshot(known, after));
    record = earlier ? joinRecords(earlier, made) : made;
    await write(record);
  };
  return {
    hasRecord: earlier !== undefined,
    keep,
    settle: async (productId: bigint): Promise<void> => {
      if (!record || !hasPictures(record)) return;
      const { product } = await readProduct(ctx, productId);
      await write(settlePictures(record, toSnapshot(product, toSentProduct(product))));
    },
  };
}
