import type { ProductWrite } from '#app/adapters/shopify/products/product-input.server.ts';
import type { PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { videoEmbed } from '#app/core/media.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { requireUploadSource } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import { holdsMedium } from '../review/product-changes.repo.server.ts';
import * as repo from '../products.repo.server.ts';

/** Media as the platform takes them: old ones by their reference, new ones by a source that this scope may use. */
export async function resolveMedia(
  ctx: Ctx,
  input: ProductInput,
  live: PlatformProduct | undefined,
): Promise<ProductWrite['media']> {
  const own = new Set(live?.media.map((medium) => medium.id));
  const media: ProductWrite['media'] = [];
  for (const [index, medium] of input.media.entries()) {
    if (medium.id !== undefined) {
      const { id } = medium;
      const mine =
        own.has(id) ||
        (await ctx.db.fast(
          scopeOf(ctx.viewer),
          async (tx) => (await repo.showsMedium(tx, id)) || (await holdsMedium(tx, id)),
        ));
      if (!mine) throw new AppError('not_found');
      media.push({ id, alt: medium.alt });
      continue;
    }
    const source = medium.src ?? '';
    const path = `product.media.${index}.src`;
    if (!URL.canParse(source) || !/^https?:$/.test(new URL(source).protocol)) {
      throw invalidInput([{ path, rule: 'invalid_url', message: rule('valid_url') }]);
    }
    if (medium.contentType === 'EXTERNAL_VIDEO' && videoEmbed(source) === undefined) {
      throw invalidInput([{ path, rule: 'video_host', message: rule('video_host') }]);
    }
    await requireUploadSource(ctx, source);
    media.push({ source, alt: medium.alt, contentType: medium.contentType });
  }
  return media;
}
