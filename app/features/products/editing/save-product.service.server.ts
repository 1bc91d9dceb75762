import { AppError, type Issue } from '#app/core/errors.ts';
import { amountIssue, asCurrency, formatAmount, readAmount } from '#app/core/money/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { bindToEntry, makeOffer } from '#app/features/catalog/offer-links.service.server.ts';
import { resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { changeProduct } from './change-product.service.server.ts';
import { createProduct } from './create-product.service.server.ts';
import { issuesOfOffer } from '../form/form-rules.service.server.ts';
import { linkOptions } from './linked-options.service.server.ts';
import { computeFingerprint, fingerprintOfOffer } from './make-product.service.server.ts';
import { fillSkus, shapeProduct } from './product-shape.service.server.ts';
import { checkSpecifications } from './product-specifications.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import * as repo from '../products.repo.server.ts';
import { requireProduct } from '../products.service.server.ts';
import { checkSkus, refuseIssues, type SavedProduct } from './save-steps.service.server.ts';
import { checkVariants } from './variants.ts';

const NO_LINKS = { links: [], issues: [] };

/**
 * Creates a product as a draft, or changes one. Throws not_found (404) for a foreign vendor, product, variant or medium,
 * conflict (409) when the product changed since `version`, invalid_input (422) with the field and its rule.
 */
export async function saveProduct(ctx: Ctx, sent: ProductInput): Promise<SavedProduct> {
  const { input, issues: priced } = plainPrices(ctx, sent);
  // What is not the viewer's is refused first, so that the rules say nothing of it.
  await requireOwn(ctx, input);
  const vendor = await nameVendor(ctx, input);
  const { input: formed, issues: given } = await shapeProduct(ctx, input);
  const { input: bound, issues: unbound, entry, isBound } = await bindToEntry(ctx, formed);
  const { input: shaped, issues: specified } = await checkSpecifications(ctx, bound);
  const { links, issues: unlinked } = specified.length > 0 ? NO_LINKS : await linkOptions(ctx, shaped);
  const ruled = [...given, ...specified, ...unlinked];
  const binding = isBound ? issuesOfOffer(ruled, { isNew: entry !== undefined, input }) : ruled;
  const issues = [...unbound, ...binding, ...checkVariants(shaped), ...priced];
  if (input.id === undefined && ctx.viewer.vendorScope === '*' && !input.vendor) {
    issues.push({ path: 'vendor', rule: 'required', message: rule('required') });
  }
  refuseIssues(issues);
  // Two requests are the same by what was asked, not by what the form and the SKUs of the moment make of it.
  const fingerprint = computeFingerprint(input, vendor ?? '');
  const product = await fillSkus(ctx, shaped);
  if (product.id === undefined) {
    const named = vendor ?? '';
    const making = { links, vendor: named, fingerprint: entry ? fingerprintOfOffer(entry.id, named) : fingerprint };
    return makeOffer(ctx, { entry, vendor: named }, (offer) => createProduct(ctx, product, { ...making, offer }));
  }
  refuseIssues(await checkSkus(ctx, product, { self: product.id, vendor: vendor ?? '' }));
  return changeProduct(ctx, product, { id: product.id, vendor, fingerprint, links });
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

/** The vendor's name as it is written on the product: a named one within the scope, else whom the viewer acts for. */
async function nameVendor(ctx: Ctx, input: ProductInput): Promise<string | undefined> {
  const { viewer } = ctx;
  if (input.vendor) {
    const named = input.vendor;
    return (await ctx.db.fast(scopeOf(viewer), (tx) => resolveVendor(tx, named))).name;
  }
  return viewer.vendorScope === '*' ? undefined : viewer.vendorName;
}

/** The input with its prices as plain decimals of the store's currency, whatever separators they were typed with. */
function plainPrices(ctx: Ctx, input: ProductInput): { input: ProductInput; issues: Issue[] } {
  const currency = asCurrency(ctx.viewer.store.currency);
  const issues: Issue[] = [];
  const plain = (typed: string, path: string): string => {
    const parsed = readAmount(typed, currency, ctx.viewer.locale);
    if (parsed.ok) return formatAmount(parsed.value, currency);
    issues.push(amountIssue(path, parsed.refusal));
    return typed;
  };
  const variants = input.variants.map((variant, index) => ({
    ...variant,
    price: plain(variant.price, `variants.${index}.price`),
    compareAt: variant.compareAt === null ? null : plain(variant.compareAt, `variants.${index}.compareAt`),
  }));
  return { input: { ...input, variants }, issues };
}
