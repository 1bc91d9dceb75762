import { asCurrency, money, parseAmount, toDto, type Currency } from '#app/core/money/money.ts';
import { can, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { listsFor, readTermsInForce } from '#app/features/commissions/commissions.service.server.ts';
import { readCurated } from '#app/features/specifications/specifications.service.server.ts';
import { nameEntries } from '#app/features/specifications/entries.service.server.ts';
import { entriesNamed, withEntryNames } from '#app/features/specifications/entry-value.ts';
import { idOf } from '#app/features/specifications/specification.ts';
import { readableValue } from '#app/features/specifications/value-text.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { plainText } from '../editing/description.ts';
import { readableFields, readNames } from '../editing/product-specifications.service.server.ts';
import { countOfVendor } from '../listing/product-counts.service.server.ts';
import { listVariants, type StoredProduct } from '../products.repo.server.ts';
import { requireProduct } from '../products.service.server.ts';
import { applyDifferences } from './apply-differences.ts';
import { CHANGE_FIELDS, type ByVariant, type Content } from './differences.ts';
import { checkListing, risePercent, type PriceChange } from './listing-review.ts';
import { requireChange } from './product-changes.service.server.ts';
import type { ChangeReviewDto, EarningsDto, ListingReviewDto, ReviewedVendorDto } from './review-view.ts';
import * as repo from './review.repo.server.ts';
import { computeUnitEarnings, listUnitTerms, type UnitTerm } from './unit-earnings.ts';

/** What a reviewer reads beside a listing: the checks, what the vendor earns of each variant, and whose it is. */
export function readListingReview(ctx: Ctx, productId: bigint): Promise<ListingReviewDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const product = await requireProduct(tx, productId);
    const variants = await listVariants(tx, productId);
    const earningsAt = await readEarnings(ctx, tx, product);
    const description = plainText(product.bodyHtml);
    return {
      checks: checkListing({
        media: product.media.map(({ problem }) => ({ hasProblem: problem !== undefined })),
        texts: [product.title, description],
        description,
        prices: variants,
      }),
      earnings: earningsAt
        ? Object.fromEntries(variants.map(({ id, priceMinor }) => [String(id), earningsAt(priceMinor)]))
        : {},
      description,
      specifications: await readSpecifications(tx, ctx.viewer, product),
      vendor: await readReviewedVendor(tx, product),
    };
  });
}

/** What a reviewer reads beside a change: the checks of the listing as it would be, and what its prices mean. */
export function readChangeReview(ctx: Ctx, changeId: bigint): Promise<ChangeReviewDto> {
  const currency = asCurrency(ctx.viewer.store.currency);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const { change, product, live } = await requireChange(tx, ctx, changeId);
    const wanted = applyDifferences(live, change.fields);
    const prices = change.fields.flatMap((one) => (one.field === 'price' ? toPriceChanges(one, currency) : []));
    const earningsAt = await readEarnings(ctx, tx, product);
    const { waiting, previous, next } = await repo.findOpenBeside(tx, changeId);
    return {
      checks: checkListing(toChecked(wanted, product, currency), prices),
      prices: earningsAt
        ? prices.map((price) => ({
            risePercent: risePercent(price),
            before: earningsAt(price.oldMinor),
            after: earningsAt(price.newMinor),
          }))
        : [],
      vendor: await readReviewedVendor(tx, product),
      queue: { waiting, previous: toText(previous), next: toText(next) },
      unchanged: CHANGE_FIELDS.length - new Set(change.fields.map(({ field }) => field)).size,
    };
  });
}

/** By which rates a product is charged when it is sold, or a new one of the viewer's vendor; null for one of nobody, and for who may not see money. */
export function readUnitTerms(ctx: Ctx, productId: bigint | undefined): Promise<UnitTerm[] | null> {
  const { store, vendorScope } = ctx.viewer;
  if (!can(ctx.viewer, 'read_finance')) return Promise.resolve(null);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const product = productId === undefined ? undefined : await requireProduct(tx, productId);
    const vendorId = product ? product.vendorId : vendorScope === '*' ? null : vendorScope;
    if (vendorId === null) return null;
    const lists = listsFor(await readTermsInForce(tx, [vendorId]), String(vendorId));
    return listUnitTerms(lists, product ? await repo.readConstraintFields(tx, product.id) : [], store.currency);
  });
}

/** What a vendor earns of one unit of a product at a price by the rates of now, in minor units: before tax, discounts and shipping. */
export async function readUnitEarnings(
  tx: SqlTx,
  o: { productId: bigint; vendorId: bigint; priceMinor: bigint; currency: string },
): Promise<bigint> {
  const lists = listsFor(await readTermsInForce(tx, [o.vendorId]), String(o.vendorId));
  const fields = await repo.readConstraintFields(tx, o.productId);
  return computeUnitEarnings(lists, o.priceMinor, fields, o.currency).earnsMinor;
}

const toText = (id: bigint | null): string | null => (id === null ? null : String(id));

/**
 * What is earned at a price by the lists that hold now; undefined for a product of nobody, whose sales are not shared, and for who may
 * not see money.
 */
async function readEarnings(
  { viewer }: Ctx,
  tx: SqlTx,
  { id, vendorId }: StoredProduct,
): Promise<((priceMinor: bigint) => EarningsDto) | undefined> {
  if (vendorId === null || !can(viewer, 'read_finance')) return undefined;
  const currency = asCurrency(viewer.store.currency);
  const lists = listsFor(await readTermsInForce(tx, [vendorId]), String(vendorId));
  const fields = await repo.readConstraintFields(tx, id);
  const toMoney = (minor: bigint) => toDto(money(minor, currency));
  return (priceMinor) => {
    const unit = computeUnitEarnings(lists, priceMinor, fields, currency);
    return {
      price: toMoney(unit.priceMinor),
      commission: toMoney(unit.commissionMinor),
      earns: toMoney(unit.earnsMinor),
      percent: String(unit.percent),
      flat: toMoney(unit.flatMinor),
      source: unit.source,
    };
  };
}

/** What a product is specified by, under the names that people know, with the names of entries for their references. */
async function readSpecifications(
  tx: SqlTx,
  viewer: Viewer,
  product: StoredProduct,
): Promise<ListingReviewDto['specifications']> {
  const fields = readableFields(viewer, await readCurated(tx), 'PRODUCT', product.metafields);
  const names = (await readNames(tx)).PRODUCT;
  const entries = await nameEntries(tx, entriesNamed([fields]));
  return fields.flatMap((field) => {
    const known = names.get(idOf(field));
    const value = withEntryNames(readableValue(known?.type ?? field.type, field.value), entries);
    return value === '' ? [] : [{ label: known?.name ?? field.key, value }];
  });
}

async function readReviewedVendor(
  tx: SqlTx,
  { vendorId, vendorName }: StoredProduct,
): Promise<ReviewedVendorDto | null> {
  if (vendorId === null) return null;
  return { id: String(vendorId), name: vendorName, ...(await countOfVendor(tx, vendorId)) };
}

const parseMinor = (amount: unknown, currency: Currency): bigint => {
  const parsed = typeof amount === 'string' ? parseAmount(amount, currency) : undefined;
  return parsed?.ok ? parsed.value : 0n;
};

/** The changed prices in the order of the rows that show them. */
function toPriceChanges(one: { old: ByVariant; new: ByVariant }, currency: Currency): PriceChange[] {
  return Object.keys(one.new).map((id) => ({
    oldMinor: parseMinor(one.old[id], currency),
    newMinor: parseMinor(one.new[id], currency),
  }));
}

/** The listing as it would be. Pictures that came with the change have not arrived anywhere they could fail yet. */
function toChecked(wanted: Content, product: StoredProduct, currency: Currency): Parameters<typeof checkListing>[0] {
  const broken = new Set(product.media.flatMap(({ id, problem }) => (problem ? [id] : [])));
  const description = plainText(wanted.bodyHtml);
  return {
    media: wanted.media.map(({ id }) => ({ hasProblem: id !== undefined && broken.has(id) })),
    texts: [wanted.title, description, wanted.seo.title, wanted.seo.description],
    description,
    prices: wanted.variants.map(({ price, compareAt }) => ({
      priceMinor: parseMinor(price, currency),
      compareAtMinor: compareAt === null || compareAt === '' ? null : parseMinor(compareAt, currency),
    })),
  };
}
