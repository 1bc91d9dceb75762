import { invariant } from '#app/core/invariant.ts';
import { createFile } from '#app/adapters/shopify/products/files.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import type { ProductWrite } from '#app/adapters/shopify/products/product-input.server.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { fileOfUpload } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { putBack } from '../review/apply-differences.ts';
import { differencesBetween, plainAmount, withIds, type Content, type Difference } from '../review/differences.ts';
import { isOptionless, computeMinor } from '../mirror/mirror.service.server.ts';
import {
  chooseHold,
  findOrigin,
  holdsNothing,
  isLive,
  listFieldsToReview,
  nextBases,
  type HoldPolicy,
  type PriceBases,
} from '../policy.ts';
import { MEDIA_TYPES } from '../product.ts';
import { asLogged, mergeSave, shorten } from '../review/product-change.ts';
import * as changes from '../review/product-changes.repo.server.ts';
import { toContent } from '../review/product-content.ts';
import { goesLiveAtOnce, readRules } from '../form/product-rules.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import type { StoredProduct, StoredVariant } from '../products.repo.server.ts';
import { requireProduct } from '../products.service.server.ts';

/** A product as we hold it at the moment at which it is changed. */
export type Before = { product: StoredProduct; variants: StoredVariant[] };
/** The same with what the platform itself says of it: what is live is asked of nobody else. */
export type BeforeSave = Before & { live: PlatformProduct };
/** What a save is about to write: the checked input, its media as the platform takes them, its cleaned description. */
export type SaveParts = { input: ProductInput; media: ProductWrite['media']; bodyHtml: string };
export type SplitSave = SaveParts & { held: Difference[] };

/**
 * Takes out of a vendor's save on a live product what the marketplace's rules hold, and keeps it as a change that waits. What
 * comes back goes live. The change is kept before anything is written, so that a save that breaks off loses nothing of it.
 */
export async function holdChange(
  ctx: Ctx,
  platform: PlatformClient,
  before: BeforeSave,
  parts: SaveParts,
): Promise<SplitSave> {
  if (ctx.viewer.isAdmin) return { ...parts, held: [] };
  const { live, look } = await openRules(ctx, before);
  let input = buildWanted(live, parts);
  let pending = look(input);
  if (pending.some((one) => one.field === 'media')) {
    input = await withFiles(ctx, platform, input);
    pending = look(input);
  }
  await storeDifferences(ctx, before.product.id, pending);
  if (pending.length === 0) return { ...parts, input: withBody(input, parts), held: pending };
  const flow = putBack(live, input, pending);
  const media = pending.some((one) => one.field === 'media')
    ? live.media.flatMap(({ id, alt }) => (id === undefined ? [] : [{ id, alt }]))
    : parts.media;
  return { input: flow, media, bodyHtml: flow.bodyHtml, held: pending };
}

/** The part of a save that goes live, where its held part was kept already: for going on with one that broke off. */
export async function whatFlows(ctx: Ctx, before: BeforeSave, parts: SaveParts): Promise<SplitSave> {
  if (ctx.viewer.isAdmin) return { ...parts, held: [] };
  const { live, look } = await openRules(ctx, before);
  const input = buildWanted(live, parts);
  const pending = look(input);
  return {
    ...parts,
    input: pending.length === 0 ? withBody(input, parts) : putBack(live, input, pending),
    held: pending,
  };
}

/** What is live, and what of a wanted content the marketplace's rules hold back from it. */
async function openRules(
  ctx: Ctx,
  before: BeforeSave,
): Promise<{ live: Content; look: (content: Content) => Difference[] }> {
  const live = liveContent(before, ctx.viewer.store.currency);
  const { policy, bases } = await readPolicy(ctx, before.product, live);
  const isBound = isLive(before.live.status) && !holdsNothing(policy);
  return {
    live,
    look: (content) => (isBound ? listFieldsToReview(policy, live, differencesBetween(live, content), bases) : []),
  };
}

const withBody = (input: ProductInput, parts: SaveParts): ProductInput => ({
  ...input,
  bodyHtml: parts.input.bodyHtml,
});

/** What is live by the platform's word, with what only we keep of its variants. */
function liveContent({ live, variants }: BeforeSave, currency: string): Content {
  const own = new Map(variants.map((variant) => [variant.id, variant]));
  const hasOptions = !isOptionless(live.options);
  const kept = live.variants.map((variant) => ({
    ...variant,
    options: hasOptions ? variant.options : [],
    priceMinor: computeMinor(variant.price, currency),
    compareAtMinor: variant.compareAt === null ? null : computeMinor(variant.compareAt, currency),
    weight: variant.weight && variant.weight.value > 0 ? String(variant.weight.value) : null,
    weightUnit: variant.weight?.unit ?? null,
    dimensions: own.get(variant.id)?.dimensions ?? null,
    localPickup: own.get(variant.id)?.localPickup ?? false,
  }));
  const media = live.media.map((medium) => ({ ...medium, contentType: toKind(medium.contentType) }));
  return toContent({ ...live, media, options: hasOptions ? live.options : [] }, kept, currency);
}

const toKind = (contentType: string) => MEDIA_TYPES.find((type) => type === contentType) ?? 'IMAGE';

async function readPolicy(
  ctx: Ctx,
  { id: productId, vendorName }: StoredProduct,
  live: Content,
): Promise<{ policy: HoldPolicy; bases: PriceBases }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const rules = await readRules(tx);
    const origin = findOrigin(ctx.viewer.actor.role);
    const hold = chooseHold(rules, {
      origin,
      goesLiveAtOnce: origin === 'own_store' && (await goesLiveAtOnce(tx, vendorName)),
    });
    const policy = { hold, priceTolerance: rules.priceTolerance };
    if (policy.priceTolerance === null) return { policy, bases: {} };
    return { policy, bases: nextBases(await changes.readPrices(tx, productId), toPrices(live.variants)) };
  });
}

const toPrices = (variants: Content['variants']): { id: string; price: string }[] =>
  variants.flatMap(({ id, price }) =>
    id === undefined ? [] : [{ id: String(id), price: plainAmount(price) ?? price }],
  );

/** The input as it is compared: its variants with the ids of those that they are, media of the product with their own kind. */
function buildWanted(live: Content, { input, bodyHtml }: SaveParts): ProductInput {
  const kinds = new Map(live.media.map((medium) => [medium.id, medium.contentType]));
  const media = input.media.map((medium) => ({
    ...medium,
    contentType: kinds.get(medium.id ?? '') ?? medium.contentType,
  }));
  return withIds(live, { ...input, bodyHtml, media });
}

/** New media as files of the store that no product shows: what is held must not be fetched again when it is applied. */
async function withFiles(ctx: Ctx, platform: PlatformClient, input: ProductInput): Promise<ProductInput> {
  const made = new Map<string, string>();
  const media: ProductInput['media'] = [];
  for (const medium of input.media) {
    const { src, ...rest } = medium;
    if (medium.id !== undefined || src === undefined) {
      media.push(medium);
      continue;
    }
    const id = made.get(src) ?? (await makeFile(ctx, platform, src, medium.contentType));
    made.set(src, id);
    media.push({ ...rest, id });
  }
  const variants = input.variants.map((variant) => ({
    ...variant,
    media: made.get(variant.media ?? '') ?? variant.media,
  }));
  return { ...input, media, variants };
}

async function makeFile(
  ctx: Ctx,
  platform: PlatformClient,
  source: string,
  contentType: ProductInput['media'][number]['contentType'],
): Promise<string> {
  try {
    return await fileOfUpload(ctx, platform, source);
  } catch (error) {
    // An address outside of our uploads is anybody's; whose upload it is was asked before.
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return createFile(platform, { source, alt: '', contentType });
  }
}

/** Writes down what waits after this save: a new change, a change of the one that waits, or its end. */
async function storeDifferences(ctx: Ctx, productId: bigint, pending: readonly Difference[]): Promise<void> {
  const at = ctx.clock.now();
  const { actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { vendorId } = await requireProduct(tx, productId, { lock: true });
    const open = await changes.findOpenChange(tx, productId, { lock: true });
    if (!open && pending.length === 0) return;
    // What another vendor wanted before the product became this one's is not this one's wish.
    const isOwn = open?.vendorId === vendorId;
    const before = open && isOwn ? open : { fields: [], decided: [] };
    const next = mergeSave(before, pending, { by: actor, at: at.toISOString() });
    if (open && !isOwn) await changes.writeChange(tx, open.id, { fields: [], decided: open.decided, at });
    if (open && isOwn && next.isSame) return;
    if (open && isOwn) await changes.writeChange(tx, open.id, { ...next, at });
    const made =
      !(open && isOwn) && next.fields.length > 0
        ? await changes.insertChange(tx, { productId, vendorId, ...next, at })
        : undefined;
    const id = made ?? open?.id;
    invariant(id !== undefined, 'what waits stands in a change');
    if (next.hasNew) await notifyMarketplace(ctx, tx, { productId, changeId: id, at });
    await recordAudit(tx, [
      {
        subject: 'product',
        subjectId: String(productId),
        vendorId,
        action: next.fields.length > 0 ? 'change_submitted' : 'change_withdrawn',
        actor,
        detail: { change: String(id), fields: asLogged(next.fields) },
        at,
      },
    ]);
  });
}

function notifyMarketplace(ctx: Ctx, tx: SqlTx, o: { productId: bigint; changeId: bigint; at: Date }): Promise<void> {
  const { productId, changeId, at } = o;
  return queueMails(tx, ctx, [
    {
      dedupeKey: `product-change:${changeId}:${at.toISOString()}`,
      template: 'marketplace-on-product-submitted',
      audience: { kind: 'admins' },
      params: { productId: String(productId), changeId: String(changeId), isChange: true },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

/**
 * After a save: the fields that it changed for the log, as {field: [old, new]}, and the prices from which the next
 * tolerance is measured. What the marketplace set itself counts from now on.
 */
export async function recordSave(ctx: Ctx, tx: SqlTx, before: Before, after: Before): Promise<Record<string, unknown>> {
  const { currency } = ctx.viewer.store;
  const [old, now] = [before, after].map(({ product, variants }) => toContent(product, variants, currency));
  if (!old || !now) return {};
  const { id: productId, vendorId } = after.product;
  if ((await readRules(tx)).priceTolerance !== null) {
    const bases = ctx.viewer.isAdmin ? {} : nextBases(await changes.readPrices(tx, productId), toPrices(old.variants));
    const prices = Object.fromEntries(
      toPrices(now.variants).map(({ id, price }) => [id, { base: bases[id] ?? price, last: price }]),
    );
    await changes.writePrices(tx, { productId, vendorId, prices });
  }
  const [was, is] = [before.product.vendorName, after.product.vendorName];
  return {
    ...asLogged(differencesBetween(old, now, { isWhole: true })),
    ...(was === is ? {} : { vendor: [was, is] }),
    ...stockPairs(old, now),
  };
}

/** The stock of variants that were there before and have another one now, as {stock: [old, new]} by their ids. */
function stockPairs(before: Content, after: Content): Record<string, [unknown, unknown]> {
  const known = new Map(before.variants.map((variant) => [variant.id, variant.stock]));
  const moved = after.variants.filter(({ id, stock }) => (known.get(id) ?? stock) !== stock);
  if (moved.length === 0) return {};
  const old = Object.fromEntries(moved.map(({ id }) => [String(id), known.get(id)]));
  const now = Object.fromEntries(moved.map(({ id, stock }) => [String(id), stock]));
  return { stock: [shorten(old), shorten(now)] };
}
