import { AppError } from '#app/core/errors.ts';
import { getProductForm } from '#app/features/products/form/product-form.service.server.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { mergeProduct } from './merge-product.service.server.ts';
import type { PlannedProduct } from './group-rows.service.server.ts';
import { listChanges } from './preview-changes.ts';
import type { PreviewDto, PreviewInput } from './product-import.contract.ts';
import { planFor } from './product-import.service.server.ts';
import { compressLines } from './product-import.ts';

/** Products of one answer, and changes that are named of one of them. */
const AT_ONCE = 20;
const MAX_CHANGES = 30;

/**
 * The products of an import one by one: which would be created, and what would change of the others, field by field. Nothing is
 * changed. Throws invalid_input (422) for a mapping that is none of this table.
 */
export async function previewImport(ctx: Ctx, importId: bigint, input: PreviewInput): Promise<PreviewDto> {
  const { plan } = await planFor(ctx, importId, input);
  const { from, kind } = input;
  const chosen = plan.products.filter(
    ({ productId }) => kind === 'all' || (kind === 'new') === (productId === undefined),
  );
  const { defaultUnits } = await getProductForm(ctx);
  const products: PreviewDto['products'] = [];
  for (const planned of chosen.slice(from, from + AT_ONCE)) {
    products.push(await previewProduct(ctx, planned, defaultUnits.weight));
  }
  const next = from + AT_ONCE;
  return { total: chosen.length, products, next: next < chosen.length ? next : null };
}

type Unit = Parameters<typeof mergeProduct>[2]['weightUnit'];

async function previewProduct(
  ctx: Ctx,
  { productId, seller, title, rows }: PlannedProduct,
  weightUnit: Unit,
): Promise<PreviewDto['products'][number]> {
  const lines = rows.map(({ line }) => line);
  const about = {
    title,
    productId: productId === undefined ? null : String(productId),
    line: Math.min(...lines),
    lines: compressLines(lines),
    variants: rows.filter(({ isVariant }) => isVariant).length,
  };
  try {
    const known = productId === undefined ? undefined : (await readProduct(ctx, productId)).product;
    const { product, before, isChanged } = mergeProduct(known, rows, { seller, weightUnit });
    const changes = listChanges(before, product);
    return {
      ...about,
      outcome: known === undefined ? 'created' : isChanged ? 'updated' : 'unchanged',
      changes: changes.slice(0, MAX_CHANGES),
      moreChanges: Math.max(0, changes.length - MAX_CHANGES),
      issues: [],
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.issues.length === 0) throw error;
    return { ...about, outcome: 'refused', changes: [], moreChanges: 0, issues: error.issues.map(toPlainIssue) };
  }
}

const toPlainIssue = ({ path, rule, message, params }: AppError['issues'][number]) => ({
  path,
  rule,
  message,
  ...(params ? { params } : {}),
});
