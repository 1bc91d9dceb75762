import { randomInt } from 'node:crypto';
import type { Issue } from '#app/core/errors.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { shapeByForm, type BeforeSave } from '../form/form-rules.service.server.ts';
import { getProductForm, readProductForm } from '../form/product-form.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import * as repo from '../products.repo.server.ts';
import { requireProduct } from '../products.service.server.ts';

/** A product as the store's form lets this viewer save it, and what the form refuses. The marketplace itself is not bound. */
export async function shapeProduct(ctx: Ctx, input: ProductInput): Promise<{ input: ProductInput; issues: Issue[] }> {
  if (ctx.viewer.isAdmin) return { input, issues: [] };
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const form = await readProductForm(tx);
    const before = input.id === undefined ? undefined : await readBefore(ctx, tx, input.id);
    return shapeByForm(input, form, before);
  });
}

async function readBefore(ctx: Ctx, tx: SqlTx, id: bigint): Promise<BeforeSave> {
  const currency = asCurrency(ctx.viewer.store.currency);
  const { options, seo } = await requireProduct(tx, id);
  const variants = await repo.listVariants(tx, id);
  return {
    hasOptions: options.length > 0,
    seo: { title: seo.title ?? '', description: seo.description ?? '' },
    variants: new Map(
      variants.map(({ compareAtMinor, sku, barcode, taxable, trackStock, requiresShipping, id: variantId }) => [
        variantId,
        {
          sku,
          barcode,
          taxable,
          trackStock,
          requiresShipping,
          compareAt: compareAtMinor === null ? null : formatAmount(compareAtMinor, currency),
        },
      ]),
    ),
  };
}

/** Signs that are not mistaken for each other when they are read out. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** Where the store's form has no SKU, variants without one get a short random one in upper case that is nowhere else in the store. */
export async function fillSkus(ctx: Ctx, input: ProductInput): Promise<ProductInput> {
  const without = input.variants.filter((variant) => variant.sku === '').length;
  if (without === 0 || (await getProductForm(ctx)).variants.sku) return input;
  const scope = marketplaceScope(ctx.viewer.store.id);
  const used = new Set(input.variants.map((variant) => variant.sku.trim().toLowerCase()));
  const free: string[] = [];
  while (free.length < without) {
    const drawn = new Set(Array.from({ length: without - free.length }, drawSku));
    const requested = [...drawn].filter((sku) => !used.has(sku.toLowerCase()));
    const folded = requested.map((sku) => sku.toLowerCase());
    const taken = new Set(await ctx.db.fast(scope, (tx) => repo.listTakenSkus(tx, folded, null)));
    for (const sku of requested.filter((one) => !taken.has(one.toLowerCase()))) {
      free.push(sku);
      used.add(sku.toLowerCase());
    }
  }
  return {
    ...input,
    variants: input.variants.map((variant) => (variant.sku === '' ? { ...variant, sku: free.pop() ?? '' } : variant)),
  };
}

function drawSku(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
