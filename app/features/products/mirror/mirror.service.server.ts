import type { PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { asCurrency, parseAmount } from '#app/core/money/money.ts';
import { foldName } from '#app/core/text/folding.ts';
import { ensureVendors } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { problemOfCode } from '../product.ts';
import { DEFAULT_OPTION } from '../editing/variants.ts';
import * as repo from './mirror.repo.server.ts';
import type { MirrorProduct, MirrorVariant } from './mirror.repo.server.ts';

/** What a save in the app adds to what the platform holds: kept by us only, by the position of the variant. */
export type OwnFacts = { variants: NonNullable<MirrorVariant['own']>[] };

/** A decimal of the platform in minor units. */
export function computeMinor(amount: string, currency: string): bigint {
  const parsed = parseAmount(amount, asCurrency(currency));
  invariant(parsed.ok, `the platform sent "${amount}" as an amount in ${currency}`);
  return parsed.value;
}

/**
 * Writes products that were read whole. Needs the marketplace's scope. `readFrom` is when the reading began: what changed at
 * the platform until then is in it. `isOld`: what was read lay somewhere since then, and does not win over what we heard
 * meanwhile. Returns the ids that were newer than ours.
 */
export async function mirrorProducts(
  tx: SqlTx,
  products: readonly PlatformProduct[],
  o: { currency: string; now: Date; own?: OwnFacts; readFrom?: Date; isOld?: boolean },
): Promise<bigint[]> {
  const vendors = await ensureVendors(
    tx,
    products.map((product) => product.vendor),
    o.now,
  );
  const rows = products.map((product): MirrorProduct => {
    const hasOptions = !isOptionless(product.options);
    return {
      id: product.id,
      vendorId: vendors.get(foldName(product.vendor)) ?? null,
      vendorName: product.vendor,
      title: product.title,
      handle: product.handle,
      status: product.status,
      bodyHtml: product.bodyHtml,
      productType: product.productType,
      imageUrl: product.media.find((medium) => medium.src !== null)?.src ?? null,
      tags: product.tags,
      media: product.media.map(({ failed, ...medium }) => ({
        ...medium,
        ...(failed === undefined ? {} : { problem: problemOfCode(failed) }),
      })),
      options: hasOptions ? product.options : [],
      seo: product.seo,
      metafields: product.metafields,
      createdAt: product.createdAt,
      platformUpdatedAt: product.updatedAt,
      variants: product.variants.map((variant, index): MirrorVariant => {
        const own = o.own?.variants[index];
        return {
          id: variant.id,
          position: variant.position,
          title: hasOptions ? variant.title : '',
          sku: variant.sku,
          barcode: variant.barcode,
          priceMinor: computeMinor(variant.price, o.currency),
          compareAtMinor: variant.compareAt === null ? null : computeMinor(variant.compareAt, o.currency),
          inventoryItemId: variant.inventoryItemId,
          stock: variant.stock,
          levels: Object.fromEntries(
            variant.levels.map((level) => [
              String(level.locationId),
              { available: level.available, at: level.at.toISOString() },
            ]),
          ),
          trackStock: variant.trackStock,
          requiresShipping: variant.requiresShipping,
          weight: variant.weight && variant.weight.value > 0 ? String(variant.weight.value) : null,
          weightUnit: variant.weight?.unit ?? 'KILOGRAMS',
          mediaId: variant.mediaId,
          taxable: variant.taxable,
          options: hasOptions ? variant.options : [],
          metafields: variant.metafields,
          ...(own ? { own } : {}),
        };
      }),
    };
  });
  const unlessReportedSince = o.isOld ? o.readFrom : undefined;
  return repo.saveProducts(tx, rows, {
    readAt: o.now,
    isTold: false,
    settledAt: o.readFrom,
    unlessReportedSince,
  });
}

/** Whether the options are only the one that the platform gives to a product without options. */
export function isOptionless(options: readonly { name: string; values: readonly string[] }[]): boolean {
  const [only] = options;
  if (!only) return true;
  return (
    options.length === 1 &&
    only.name === DEFAULT_OPTION.name &&
    only.values.every((value) => value === DEFAULT_OPTION.value)
  );
}

/** The Admin API, or undefined when the store has taken our access away: the next installation reads everything anyway. */
export async function openPlatform(services: Services, domain: string): Promise<PlatformClient | undefined> {
  try {
    return await services.adapters.platform(domain);
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_uninstalled') return undefined;
    throw error;
  }
}
