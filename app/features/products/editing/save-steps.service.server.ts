import type { PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import { findStockLocation } from '#app/adapters/shopify/products/stock.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { invalidInput, type Issue } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { wantedStock } from './product-write.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import * as repo from '../products.repo.server.ts';
import { readRules } from '../form/product-rules.service.server.ts';
import { requireProduct } from '../products.service.server.ts';

/** A product as it was saved, by its id and its handle. */
export type SavedProduct = { productId: string; handle: string };

/** Throws invalid_input (422) with the fields of a product that break a rule. */
export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidInput(issues.map((issue) => ({ ...issue, path: `product.${issue.path}` })));
}

/**
 * The variants whose SKU another product of the vendor has, or of the whole store where its rules say so. Without that rule nothing
 * of another vendor's is looked at, so that nobody probes or takes what others use.
 */
export async function checkSkus(
  ctx: Ctx,
  input: ProductInput,
  { self, vendor }: { self: bigint | undefined; vendor: string },
): Promise<Issue[]> {
  const skus = input.variants.map((variant) => variant.sku.trim().toLowerCase()).filter(Boolean);
  if (skus.length === 0) return [];
  const taken = new Set(
    await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
      if ((await readRules(tx)).uniqueSkus) return repo.listTakenSkus(tx, skus, self ?? null);
      const vendorId =
        self === undefined ? (await resolveVendor(tx, vendor)).id : (await requireProduct(tx, self)).vendorId;
      return repo.listTakenSkus(tx, skus, self ?? null, { vendorId });
    }),
  );
  return input.variants.flatMap((variant, index) =>
    taken.has(variant.sku.trim().toLowerCase())
      ? [{ path: `variants.${index}.sku`, rule: 'sku_taken', message: rule('sku_taken') }]
      : [],
  );
}

/** Appends what was done to a product to its log. */
export async function logSave(ctx: Ctx, tx: SqlTx, id: bigint, action: string, detail: object): Promise<void> {
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

/** Tells the admins that a vendor's product waits for them. What an admin made for a vendor is no news to them. */
export async function mailSubmission(
  ctx: Ctx,
  tx: SqlTx,
  o: { id: bigint; isChange: boolean; at: Date },
): Promise<void> {
  if (ctx.viewer.isAdmin) return;
  const { id, isChange, at } = o;
  await queueMails(tx, ctx, [
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
export async function locationFor(
  platform: PlatformClient,
  input: ProductInput,
  live?: PlatformProduct,
): Promise<bigint | undefined> {
  const known = new Map(live?.variants.map((variant) => [variant.id, variant]));
  const needed = input.variants.some((variant) => {
    if (!variant.trackStock) return false;
    const old = variant.id === undefined ? undefined : known.get(variant.id);
    return !old || wantedStock(variant, old) !== old.stock;
  });
  return needed ? findStockLocation(platform) : undefined;
}
