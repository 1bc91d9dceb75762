import { updateProduct } from '#app/adapters/shopify/products/product-set.server.ts';
import { readProduct } from '#app/adapters/shopify/products/products.server.ts';
import type { NamedProduct } from '#app/adapters/shopify/products/product-handles.server.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Offer } from '#app/features/catalog/offer-links.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { approveUnseen } from '../review/decide-product.service.server.ts';
import { cleanHtml } from './description.server.ts';
import type { Links } from './linked-options.service.server.ts';
import { withPlace, type QuotaSlot } from '../listing/listing-limit.service.server.ts';
import { endCreation, findBrokenOff, makeProduct } from './make-product.service.server.ts';
import { mirrorProducts } from '../mirror/mirror.service.server.ts';
import { resolveMedia } from '../media/product-media.service.server.ts';
import { goesLiveAtOnce, readRules } from '../form/product-rules.service.server.ts';
import { ownFacts, toWrite } from './product-write.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import * as repo from '../products.repo.server.ts';
import {
  checkSkus,
  locationFor,
  logSave,
  mailSubmission,
  refuseIssues,
  type SavedProduct,
} from './save-steps.service.server.ts';

/** Whose it becomes, what it is known by when it is asked for again, which entry's offer it is, and its linked options. */
export type Making = { vendor: string; fingerprint: string; offer: Offer | undefined; links: Links };

/** Makes a product as a draft, or goes on with one whose making broke off. */
export async function createProduct(ctx: Ctx, input: ProductInput, making: Making): Promise<SavedProduct> {
  const { vendor, fingerprint } = making;
  const started = await findBrokenOff(ctx, fingerprint, { vendor, title: input.title });
  return withPlace(ctx, { vendor, key: fingerprint, productId: started?.id }, (slot) => {
    if (started) slot.begin();
    return make(ctx, input, { ...making, begun: started, held: slot });
  });
}

type New = Making & { begun: NamedProduct | undefined; held: QuotaSlot };

async function make(ctx: Ctx, input: ProductInput, o: New): Promise<SavedProduct> {
  const { vendor, offer, begun: started, links } = o;
  refuseIssues(await checkSkus(ctx, input, { self: started?.id, vendor }));
  const own = await resolveMedia(ctx, input, undefined);
  const media = own.length === 0 && offer ? offer.media : own;
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const locationId = await locationFor(platform, input);
  const write = toWrite(input, { vendor, media, bodyHtml: cleanHtml(input.bodyHtml), locationId, links });
  const scope = marketplaceScope(ctx.viewer.store.id);
  const { templateSuffix } = await ctx.db.fast(scope, readRules);
  const draft = {
    ...write,
    templateSuffix,
    status: 'DRAFT' as const,
    ...(offer ? { metafields: [...write.metafields, ...offer.metafields], productType: offer.productType } : {}),
  };
  const id = started?.id ?? (await makeProduct(ctx, platform, draft, o));
  // An offer that broke off is gone on with for whatever the vendor asks now.
  if (started && (offer || started.variantCount !== input.variants.length)) await updateProduct(platform, id, draft);
  const made = await readProduct(platform, id);
  if (!made) throw new AppError('platform_failed');
  const now = ctx.clock.now();
  const goesLive = await ctx.db.fast(scope, (tx) => goesLiveAtOnce(tx, vendor));
  await ctx.db.fast(scope, async (tx) => {
    await mirrorProducts(tx, [made], { currency: ctx.viewer.store.currency, now, own: ownFacts(input) });
    await repo.markSubmission(tx, id, { submission: 'awaiting', status: made.status, submittedAt: now });
    await logSave(ctx, tx, id, 'created', {});
    await offer?.made(tx, id);
    await endCreation(ctx, tx, o);
    if (!goesLive) await mailSubmission(ctx, tx, { id, isChange: false, at: now });
  });
  if (goesLive && !(await approveUnseen(ctx, id))) {
    await ctx.db.fast(scope, (tx) => mailSubmission(ctx, tx, { id, isChange: false, at: now }));
  }
  return { productId: String(id), handle: made.handle };
}
