import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, type Issue } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { FILE_TYPES, isStoreFile } from '#app/features/specifications/file-value.ts';
import type { Field } from '#app/features/specifications/product-fields.ts';
import { listIn } from '#app/features/specifications/specification.ts';
import { fileOfUpload, ownsFile } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as repo from '../products.repo.server.ts';

/** A field of a product or of a variant, and where it stands in what is saved. */
export type PlacedField = { field: Field; path: string };

const GONE = { rule: 'file_gone', message: rule('file_expired') };

/**
 * The fields with references of files of the store in the place of uploads: of each a file is made, the first time. A file
 * that neither stood there before nor is the viewer's own is refused. `before` are the fields as they are stored.
 */
export async function referStoreFiles(
  ctx: Ctx,
  placed: readonly PlacedField[],
  before: readonly Field[],
): Promise<{ values: ReadonlyMap<Field, string>; issues: Issue[] }> {
  const fields = placed.filter(({ field }) => FILE_TYPES.includes(field.type) && field.value !== '');
  const known = new Set(before.filter((field) => FILE_TYPES.includes(field.type)).flatMap(toItems));
  const values = new Map<Field, string>();
  const issues: Issue[] = [];
  let platform: PlatformClient | undefined;
  for (const { field, path } of fields) {
    const items: string[] = [];
    for (const item of toItems(field)) {
      platform ??= await ctx.adapters.platform(ctx.viewer.store.domain);
      const reference = known.has(item) ? item : await findReference(ctx, platform, item);
      if (reference === undefined) issues.push({ path, ...GONE });
      else items.push(reference);
    }
    values.set(field, field.type.startsWith('list.') ? JSON.stringify(items) : (items[0] ?? ''));
  }
  return { values, issues };
}

const toItems = (field: Field): string[] => (field.type.startsWith('list.') ? listIn(field.value) : [field.value]);

async function findReference(ctx: Ctx, platform: PlatformClient, item: string): Promise<string | undefined> {
  if (isStoreFile(item)) return (await mayName(ctx, item)) ? item : undefined;
  try {
    return await fileOfUpload(ctx, platform, item);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function mayName(ctx: Ctx, fileId: string): Promise<boolean> {
  if (ctx.viewer.vendorScope === '*') return true;
  const isShown = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.showsMedium(tx, fileId));
  return isShown || ownsFile(ctx, fileId);
}
