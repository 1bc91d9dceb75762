import { writeFields } from '#app/adapters/shopify/metafields.server.ts';
import { updateProduct } from '#app/adapters/shopify/product-set.server.ts';
import {
  findStockLocation,
  readProduct,
  type NamedProduct,
  type PlatformProduct,
} from '#app/adapters/shopify/products.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, invalidInput, type Issue, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, describeAmountRefusal, parseAmount } from '#app/core/money.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { bindToEntry, makeOffer, type Offer } from '#app/features/catalog/offer-links.service.server.ts';
import { queueMails } from '#app/features/mails/mails.service.server.ts';
import { resolveVendor } from '#app/features/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { approveUnseen } from './decide-product.service.server.ts';
import { cleanHtml } from './description.server.ts';
import { changedFields, checkSpecifications, type Known } from './product-specifications.service.server.ts';
import {
  holdChange,
  noteSave,
  whatFlows,
  type Before,
  type Held,
  type SaveParts,
} from './hold-change.service.server.ts';
import { apartFromLinked, linkOptions, type Links } from './linked-options.service.server.ts';
import { markDeletedElsewhere, mirrorAndLog } from './elsewhere.service.server.ts';
import { withPlace } from './listing-limit.service.server.ts';
import { mirrorProducts } from './mirror.service.server.ts';
import {
  endCreation,
  findBrokenOff,
  fingerprintOf,
  fingerprintOfOffer,
  makeProduct,
} from './make-product.service.server.ts';
import { ownFacts, stockChanges, toWrite, wantedStock } from './product-write.service.server.ts';
import { issuesOfOffer } from './form-rules.service.server.ts';
import { fillSkus, shapeProduct } from './product-shape.service.server.ts';
import { resolveMedia } from './product-media.service.server.ts';
import type { ProductInput } from './products.contract.ts';
import { isLive } from './policy.ts';
import * as repo from './products.repo.server.ts';
import { goesLiveAtOnce } from './product-rules.service.server.ts';
import { contentVersion, requireProduct, shownVersion } from './products.service.server.ts';
import { checkVariants } from './variants.ts';
import { endSave, findUnfinished, moveStock, writeChange } from './write-change.service.server.ts';
import type { UnfinishedSave } from './saves.repo.server.ts';

export type SavedProduct = { productId: string; handle: string };

/**
 * Creates a product as a draft, or changes one. Throws not_found (404) for a foreign vendor, product, variant or medium,
 * conflict (409) when the product changed since `version`, invalid_input (422) with the field and its rule.
 */
export async function saveProduct(ctx: Ctx, input: ProductInput): Promise<SavedProduct> {
  // What is not the viewer's is refused first, so that the rules say nothing of it.
  await requireOwn(ctx, input);
  const vendor = await nameVendor(ctx, input);
  const { input: formed, issues: given } = await shapeProduct(ctx, input);
  const { input: bound, issues: unbound, entry, isBound } = await bindToEntry(ctx, formed);
  const { input: shaped, issues: specified } = await checkSpecifications(ctx, bound);
  const { links, issues: unlinked } = specified.length > 0 ? NO_LINKS : await linkOptions(ctx, shaped);
  const ruled = [...given, ...specified, ...unlinked];
  const binding = isBound ? issuesOfOffer(ruled, { isNew: entry !== undefined, input }) : ruled;
  const issues = [...unbound, ...binding, ...checkVariants(shaped), ...checkAmounts(ctx, shaped)];
  if (input.id === undefined && ctx.viewer.vendorScope === '*' && !input.vendor) {
    issues.push({ path: 'vendor', rule: 'required', message: 'Required' });
  }
  refuseIssues(issues);
  // Two requests are the same by what was asked, not by what the form and the SKUs of the moment make of it.
  const fingerprint = fingerprintOf(input, vendor ?? '');
  const product = await fillSkus(ctx, shaped);
  if (product.id === undefined) {
    const named = vendor ?? '';
    const making = { links, vendor: named, fingerprint: entry ? fingerprintOfOffer(entry.id, named) : fingerprint };
    return makeOffer(ctx, { entry, vendor: named }, (offer) => create(ctx, product, { ...making, offer }));
  }
  refuseIssues(await checkSkus(ctx, product, product.id));
  return change(ctx, product, { id: product.id, vendor, fingerprint, links });
}

/** Throws not_found (404) for a product of another, and for variants that are not this product's. */
async function requireOwn(ctx: Ctx, input: ProductInput): Promise<void> {
  const { id } = input;
  const named = input.variants.flatMap((variant) => (variant.id === undefined ? [] : [variant.id]));
  if (id === undefined) {
    if (named.length > 0) throw new AppError('not_found');
    return;
  }
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireProduct(tx, id);
    const own = new Set((await repo.listVariants(tx, id)).map((variant) => variant.id));
    if (named.some((variantId) => !own.has(variantId))) throw new AppError('not_found');
  });
}

function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidInput(issues.map((issue) => ({ ...issue, path: `product.${issue.path}` })));
}

/** The vendor's name as it is written on the product: a named one within the scope, else whom the viewer acts for. */
async function nameVendor(ctx: Ctx, input: ProductInput): Promise<string | undefined> {
  const { viewer } = ctx;
  if (input.vendor) {
    const named = input.vendor;
    return (await ctx.db.fast(scopeOf(viewer), (tx) => resolveVendor(tx, named))).name;
  }
  return viewer.vendorScope === '*' ? undefined : viewer.vendorName;
}

function checkAmounts(ctx: Ctx, input: ProductInput): Issue[] {
  const currency = asCurrency(ctx.viewer.store.currency);
  return input.variants.flatMap((variant, index) =>
    (['price', 'compareAt'] as const).flatMap((field) => {
      const amount = variant[field];
      if (amount === null) return [];
      const parsed = parseAmount(amount, currency);
      if (parsed.ok) return [];
      const message = describeAmountRefusal(parsed.refusal);
      return [{ path: `variants.${index}.${field}`, rule: parsed.refusal.rule, message }];
    }),
  );
}

async function checkSkus(ctx: Ctx, input: ProductInput, self: bigint | undefined): Promise<Issue[]> {
  const skus = input.variants.map((variant) => variant.sku.trim().toLowerCase()).filter(Boolean);
  if (skus.length === 0) return [];
  const taken = new Set(
    await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.listTakenSkus(tx, skus, self ?? null)),
  );
  return input.variants.flatMap((variant, index) =>
    taken.has(variant.sku.trim().toLowerCase())
      ? [{ path: `variants.${index}.sku`, rule: 'sku_taken', message: 'This SKU is already used' }]
      : [],
  );
}

const NO_LINKS = { links: [], issues: [] };
type Making = { vendor: string; fingerprint: string; offer: Offer | undefined; links: Links };

async function create(ctx: Ctx, input: ProductInput, making: Making): Promise<SavedProduct> {
  const { vendor, fingerprint } = making;
  const begun = await findBrokenOff(ctx, fingerprint, { vendor, title: input.title });
  return withPlace(ctx, { vendor, key: fingerprint, productId: begun?.id }, () =>
    make(ctx, input, { ...making, begun }),
  );
}

type New = Making & { begun: NamedProduct | undefined };

async function make(ctx: Ctx, input: ProductInput, o: New): Promise<SavedProduct> {
  const { vendor, fingerprint, offer, begun, links } = o;
  refuseIssues(await checkSkus(ctx, input, begun?.id));
  const own = await resolveMedia(ctx, input, undefined);
  const media = own.length === 0 && offer ? offer.media : own;
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const locationId = await locationFor(platform, input);
  const write = toWrite(input, { vendor, media, bodyHtml: cleanHtml(input.bodyHtml), locationId, links });
  const draft = {
    ...write,
    status: 'DRAFT' as const,
    ...(offer ? { metafields: [...write.metafields, ...offer.metafields], productType: offer.productType } : {}),
  };
  const id = begun?.id ?? (await makeProduct(ctx, platform, draft, fingerprint));
  // An offer that broke off is gone on with for whatever the vendor asks now.
  if (begun && (offer || begun.variantCount !== input.variants.length)) await updateProduct(platform, id, draft);
  const made = await readProduct(platform, id);
  if (!made) throw new AppError('platform_failed');
  const now = ctx.clock.now();
  const scope = marketplaceScope(ctx.viewer.store.id);
  const goesLive = await ctx.db.fast(scope, (tx) => goesLiveAtOnce(tx, vendor));
  await ctx.db.fast(scope, async (tx) => {
    await mirrorProducts(tx, [made], { currency: ctx.viewer.store.currency, now, own: ownFacts(input) });
    await repo.markSubmission(tx, id, { submission: 'awaiting', status: made.status, submittedAt: now });
    await audit(ctx, tx, id, 'created', {});
    await offer?.made(tx, id);
    await endCreation(ctx, tx, fingerprint);
    if (!goesLive) await mailSubmission(ctx, tx, { id, isChange: false, at: now });
  });
  if (goesLive && !(await approveUnseen(ctx, id))) {
    await ctx.db.fast(scope, (tx) => mailSubmission(ctx, tx, { id, isChange: false, at: now }));
  }
  return { productId: String(id), handle: made.handle };
}

type Target = { id: bigint; vendor: string | undefined; fingerprint: string; links: Links };

async function change(
  ctx: Ctx,
  asked: ProductInput,
  { id, vendor, fingerprint, links }: Target,
): Promise<SavedProduct> {
  const { viewer } = ctx;
  const platform = await ctx.adapters.platform(viewer.store.domain);
  const live = await readProduct(platform, id);
  await ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
    const now = ctx.clock.now();
    if (live) await mirrorAndLog(tx, [live], { currency: viewer.store.currency, now });
    else await markDeletedElsewhere(tx, [id], now);
  });
  if (!live) throw new AppError('not_found');
  // Read again in the viewer's own scope: the product may have moved to another vendor meanwhile.
  const before = await ctx.db.fast(scopeOf(viewer), async (tx) => {
    const product = await requireProduct(tx, id);
    const variants = await repo.listVariants(tx, id);
    return { product, variants, version: await shownVersion(tx, viewer, product, variants) };
  });
  const { begun, unfinished } = await findUnfinished(ctx, live, fingerprint);
  // A save that broke off may have written specifications, and kept what is held: neither is another's change.
  const seen = (version: string) => (begun ? contentVersion(version) : version);
  if (!unfinished && asked.version !== undefined && seen(asked.version) !== seen(before.version)) {
    throw new AppError('conflict');
  }
  if (before.product.status === 'ARCHIVED') {
    throw stateRefuses('product_archived');
  }
  const liveIds = new Set(live.variants.map((variant) => variant.id));
  if (asked.variants.some((variant) => variant.id !== undefined && !liveIds.has(variant.id))) {
    throw new AppError('not_found');
  }
  // What was not touched is written back as it is, so that text of another editor is not destroyed.
  const bodyHtml = asked.bodyHtml === live.bodyHtml ? live.bodyHtml : cleanHtml(asked.bodyHtml);
  const after = unfinished
    ? await goOn(ctx, platform, { asked, bodyHtml, fingerprint, before, live, links, unfinished })
    : await withPlace(ctx, { vendor: vendor ?? before.product.vendorId, key: `product:${id}`, productId: id }, () =>
        write(ctx, platform, { asked, bodyHtml, fingerprint, before, live, links, vendor }),
      );
  return { productId: String(id), handle: after.handle };
}

type Asked = {
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
  o: Asked & { vendor: string | undefined },
): Promise<PlatformProduct> {
  const { asked, bodyHtml, fingerprint, before, live, links } = o;
  const { id } = live;
  const wanted = { input: asked, media: await resolveMedia(ctx, asked, live), bodyHtml };
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
  let after = await send(flow, { product: live.metafields, variants: before.variants });
  if (!isLive(live.status) && isLive(after.status)) {
    // It was approved while this was on its way: what was approved is what stood before.
    const written = { product: after.metafields, variants: flow.input.variants };
    flow = await holdChange(ctx, platform, { ...before, live: { ...live, status: after.status } }, wanted);
    if (flow.held.length > 0) after = await send(flow, written);
  }
  await finishChange(ctx, flow, { id, before, after });
  return after;
}

/** Goes on with a save whose specifications and write were taken in and whose held part was kept: its stock is left. */
async function goOn(
  ctx: Ctx,
  platform: PlatformClient,
  o: Asked & { unfinished: UnfinishedSave },
): Promise<PlatformProduct> {
  const { asked, bodyHtml, before, live, links, unfinished } = o;
  await moveStock(ctx, platform, live.id, unfinished.stockPlan);
  const flow = await whatFlows(ctx, { ...before, live }, { input: asked, media: [], bodyHtml });
  const known = { product: live.metafields, variants: before.variants };
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

async function finishChange(ctx: Ctx, { input, held }: Held, o: Change): Promise<void> {
  const { id, after } = o;
  const { product } = o.before;
  const now = ctx.clock.now();
  const again = product.status === 'DRAFT' && product.submission !== 'awaiting' && !ctx.viewer.isAdmin;
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const own = ownFacts(input, o.before.variants);
    await mirrorProducts(tx, [after], { currency: ctx.viewer.store.currency, now, own });
    if (again) {
      await repo.markSubmission(tx, id, { submission: 'awaiting', status: after.status, submittedAt: now });
      await mailSubmission(ctx, tx, { id, isChange: true, at: now });
    }
    const written = { product: await requireProduct(tx, id), variants: await repo.listVariants(tx, id) };
    const detail = await noteSave(ctx, tx, o.before, written);
    await endSave(ctx, tx, id);
    // A save of which all was held changed nothing yet; the log has the change that waits.
    if (held.length > 0 && Object.keys(detail).length === 0) return;
    await audit(ctx, tx, id, again ? 'submitted' : 'updated', detail);
  });
}

async function audit(ctx: Ctx, tx: SqlTx, id: bigint, action: string, detail: object): Promise<void> {
  const product = await requireProduct(tx, id);
  await recordAudit(tx, [
    {
      subject: 'product',
      subjectId: String(id),
      vendorId: product.vendorId,
      action,
      actor: ctx.viewer.actor,
      detail,
      at: ctx.clock.now(),
    },
  ]);
}

function mailSubmission(ctx: Ctx, tx: SqlTx, o: { id: bigint; isChange: boolean; at: Date }): Promise<void> {
  const { id, isChange, at } = o;
  return queueMails(tx, ctx, [
    {
      dedupeKey: `product-submitted:${id}:${at.toISOString()}`,
      template: 'marketplace-on-product-submitted',
      audience: { kind: 'admins' },
      params: { productId: String(id), isChange },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

/** Where stock is put; asked only when there is something to put. */
async function locationFor(
  platform: PlatformClient,
  input: ProductInput,
  live?: PlatformProduct,
): Promise<bigint | undefined> {
  const known = new Map(live?.variants.map((variant) => [variant.id, variant]));
  const needed = input.variants.some((variant) => {
    if (!variant.trackStock) return false;
    const old = known.get(variant.id ?? 0n);
    return !old || wantedStock(variant, old) !== old.stock;
  });
  return needed ? findStockLocation(platform) : undefined;
}
