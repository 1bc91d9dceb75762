import { writeFields } from '#app/adapters/shopify/metaobjects/metafields.server.ts';
import { readProduct, type PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { readCurated } from '#app/features/specifications/specifications.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { cleanHtml } from './description.server.ts';
import {
  holdChange,
  recordSave,
  whatFlows,
  type Before,
  type SplitSave,
  type SaveParts,
} from './hold-change.service.server.ts';
import { apartFromLinked, type Links } from './linked-options.service.server.ts';
import { withPlace } from '../listing/listing-limit.service.server.ts';
import { mirrorProducts } from '../mirror/mirror.service.server.ts';
import { isLive } from '../policy.ts';
import { resolveMedia } from '../media/product-media.service.server.ts';
import {
  beforePlanned,
  changedFields,
  specificationMark,
  type Known,
} from './product-specifications.service.server.ts';
import { ownFacts, stockChanges, toWrite } from './product-write.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import * as repo from '../products.repo.server.ts';
import { contentVersion, requireProduct, shownVersion } from '../products.service.server.ts';
import { readBeforeChange } from '../mirror/refresh.service.server.ts';
import { locationFor, logSave, mailSubmission, type SavedProduct } from './save-steps.service.server.ts';
import type { UnfinishedSave } from './saves.repo.server.ts';
import { endSave, findUnfinished, moveStock, writeChange } from './write-change.service.server.ts';

type Target = { id: bigint; vendor: string | undefined; fingerprint: string; links: Links };

/** Changes a product that is there. Throws as saveProduct. */
export async function changeProduct(
  ctx: Ctx,
  requested: ProductInput,
  { id, vendor, fingerprint, links }: Target,
): Promise<SavedProduct> {
  const { viewer } = ctx;
  const platform = await ctx.adapters.platform(viewer.store.domain);
  const live = await readBeforeChange(ctx, id);
  // Read again in the viewer's own scope: the product may have moved to another vendor meanwhile.
  const before = await ctx.db.fast(scopeOf(viewer), async (tx) => {
    const product = await requireProduct(tx, id);
    const variants = await repo.listVariants(tx, id);
    return { product, variants, version: await shownVersion(tx, viewer, product, variants) };
  });
  const { begun: started, unfinished } = await findUnfinished(ctx, live, fingerprint);
  if (!unfinished && requested.version !== undefined && !(await isAsSeen(ctx, requested.version, before, started))) {
    throw new AppError('conflict');
  }
  // The platform's own word counts too: what we hold may be a report of the same second, which is not written over.
  if (before.product.status === 'ARCHIVED' || live.status === 'ARCHIVED') {
    throw stateRefuses('product_archived');
  }
  const liveIds = new Set(live.variants.map((variant) => variant.id));
  if (requested.variants.some((variant) => variant.id !== undefined && !liveIds.has(variant.id))) {
    throw new AppError('not_found');
  }
  // What was not touched is written back as it is, so that text of another editor is not destroyed.
  const bodyHtml = requested.bodyHtml === live.bodyHtml ? live.bodyHtml : cleanHtml(requested.bodyHtml);
  const after = unfinished
    ? await goOn(ctx, platform, { asked: requested, bodyHtml, fingerprint, before, live, links, unfinished })
    : await withPlace(
        ctx,
        { vendor: vendor ?? before.product.vendorId, key: `product:${id}`, productId: id },
        (pending) => {
          pending.begin();
          return write(ctx, platform, { asked: requested, bodyHtml, fingerprint, before, live, links, vendor });
        },
      );
  return { productId: String(id), handle: after.handle };
}

/**
 * Whether a product is as it was when its editor was opened. A save of the same request that broke off may have written
 * specifications, and kept what is held: neither is another's change.
 */
async function isAsSeen(
  ctx: Ctx,
  version: string,
  before: Before & { version: string },
  started: UnfinishedSave | undefined,
): Promise<boolean> {
  if (!started) return version === before.version;
  const { product, variants } = before;
  const old = beforePlanned(product.id, product, variants, started.fields);
  const curated = await ctx.db.fast(scopeOf(ctx.viewer), readCurated);
  const mark = specificationMark(curated, old.product, old.variants);
  return (
    contentVersion(version) === contentVersion(before.version) &&
    (version.includes('~') ? version.slice(version.indexOf('~')) : '') === mark
  );
}

type ChangeRequest = {
  asked: ProductInput;
  bodyHtml: string;
  fingerprint: string;
  before: Before;
  live: PlatformProduct;
  links: Links;
};

/** Writes what may go live: what the marketplace's rules hold has become a change that waits. */
async function write(
  ctx: Ctx,
  platform: PlatformClient,
  o: ChangeRequest & { vendor: string | undefined },
): Promise<PlatformProduct> {
  const { asked: requested, bodyHtml, fingerprint, before, live, links } = o;
  const { id } = live;
  const wanted = { input: requested, media: await resolveMedia(ctx, requested, live), bodyHtml };
  const send = async ({ input, ...parts }: SaveParts, known: Known): Promise<PlatformProduct> => {
    const locationId = await locationFor(platform, input, live);
    const stock = stockChanges(input, live, locationId);
    const content = toWrite(input, { vendor: o.vendor ?? live.vendor, ...parts, locationId, links, live });
    const fields = apartFromLinked(changedFields(id, input, known), links);
    await writeChange(ctx, platform, id, {
      fingerprint,
      fields: fields.now,
      write: content,
      stock,
    });
    await writeFields(platform, fields.after);
    return readAgain(platform, id);
  };
  let flow = await holdChange(ctx, platform, { ...before, live }, wanted);
  let after = await send(flow, { product: live.metafields, variants: live.variants });
  if (!isLive(live.status) && isLive(after.status)) {
    // It was approved while this was on its way: what was approved is what stood before.
    flow = await holdChange(ctx, platform, { ...before, live: { ...live, status: after.status } }, wanted);
    if (flow.held.length > 0) after = await send(flow, { product: after.metafields, variants: after.variants });
  }
  await finishChange(ctx, flow, { id, before, after });
  return after;
}

/** Goes on with a save whose specifications and write were taken in and whose held part was kept: its stock is left. */
async function goOn(
  ctx: Ctx,
  platform: PlatformClient,
  o: ChangeRequest & { unfinished: UnfinishedSave },
): Promise<PlatformProduct> {
  const { asked: requested, bodyHtml, before, live, links, unfinished } = o;
  await moveStock(ctx, platform, live.id, unfinished.stockPlan);
  const flow = await whatFlows(ctx, { ...before, live }, { input: requested, media: [], bodyHtml });
  const known = { product: live.metafields, variants: live.variants };
  await writeFields(platform, apartFromLinked(changedFields(live.id, flow.input, known), links).after);
  const after = await readAgain(platform, live.id);
  await finishChange(ctx, flow, { id: live.id, before, after });
  return after;
}

async function readAgain(platform: PlatformClient, id: bigint): Promise<PlatformProduct> {
  const after = await readProduct(platform, id);
  if (!after) throw new AppError('not_found');
  return after;
}

type Change = { id: bigint; before: Before; after: PlatformProduct };

async function finishChange(ctx: Ctx, { input, held: pending }: SplitSave, o: Change): Promise<void> {
  const { id, after } = o;
  const { product } = o.before;
  const now = ctx.clock.now();
  const again = product.status === 'DRAFT' && product.submission !== 'awaiting' && !ctx.viewer.isAdmin;
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const own = ownFacts(input);
    await mirrorProducts(tx, [after], { currency: ctx.viewer.store.currency, now, own });
    if (again) {
      await repo.markSubmission(tx, id, { submission: 'awaiting', status: after.status, submittedAt: now });
      await mailSubmission(ctx, tx, { id, isChange: true, at: now });
    }
    const written = { product: await requireProduct(tx, id), variants: await repo.listVariants(tx, id) };
    const detail = await recordSave(ctx, tx, o.before, written);
    await endSave(ctx, tx, id);
    // A save of which all was held changed nothing yet; the log has the change that waits.
    if (pending.length > 0 && Object.keys(detail).length === 0) return;
    await logSave(ctx, tx, id, again ? 'submitted' : 'updated', detail);
  });
}
