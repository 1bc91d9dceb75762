import { AppError } from '#app/core/errors.ts';
import type { DefaultUnits } from '#app/features/products/form/product-form.ts';
import { getProductForm } from '#app/features/products/form/product-form.service.server.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import { issueText } from '#app/ui/i18n/error-text.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv } from '#app/server/csv.server.ts';
import { formatRowIssue } from './import-tables.service.server.ts';
import { mergeProduct } from './merge-product.service.server.ts';
import type { PlannedProduct } from './group-rows.service.server.ts';
import { listChanges, readYesNo } from './preview-changes.ts';
import type { MappedImport, PreviewDto, PreviewInput } from './product-import.contract.ts';
import { planFor } from './product-import.service.server.ts';
import { compressLines, type PreviewField } from './product-import.ts';

/** Products of one answer, and changes that are named of one of them. */
const AT_ONCE = 20;
const MAX_CHANGES = 30;
/** Left-out rows that the file takes at once. */
const ROWS_AT_ONCE = 500;
/** The columns of the file, as the columns of all exports in English. */
const PREVIEW_HEAD = ['lines', 'product', 'outcome', 'field', 'variant', 'before', 'after', 'reason'];

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
    products.push(await previewProduct(ctx, planned, { units: defaultUnits, maxChanges: MAX_CHANGES }));
  }
  const next = from + AT_ONCE;
  return { total: chosen.length, products, next: next < chosen.length ? next : null };
}

/**
 * The whole preview as CSV: of each product what would be created, every field that would change with its value before and after,
 * or why it is refused; then the rows that are left out. Nothing is changed. Throws invalid_input (422) as the preview does.
 */
export async function exportPreview(
  ctx: Ctx,
  importId: bigint,
  input: MappedImport,
): Promise<ReadableStream<Uint8Array>> {
  const { plan } = await planFor(ctx, importId, input);
  const { defaultUnits } = await getProductForm(ctx);
  const t = translate(ctx.viewer.locale);
  const left = [...plan.issues].map(([line, issues]) => [
    line,
    '',
    t('productImport:preview.list.outcome.refused'),
    ...['', '', '', ''],
    issues.map((issue) => formatRowIssue(t, issue)).join('; '),
  ]);
  let from = 0;
  return streamCsv(PREVIEW_HEAD, async () => {
    if (from >= plan.products.length) return left.length === 0 ? undefined : left.splice(0, ROWS_AT_ONCE);
    const rows: string[][] = [];
    for (const planned of plan.products.slice(from, from + AT_ONCE)) {
      rows.push(...toCells(t, await previewProduct(ctx, planned, { units: defaultUnits, maxChanges: Infinity })));
    }
    from += AT_ONCE;
    return rows;
  });
}

/** The cells of a product, one line a change; one line where nothing changes. */
function toCells(t: Translate, { title, lines, outcome, changes, issues }: PreviewDto['products'][number]): string[][] {
  const about = [lines, title, t(`productImport:preview.list.outcome.${outcome}`)];
  const reason = issues.map((issue) => issueText(t, issue)).join('; ');
  if (changes.length === 0) return [[...about, '', '', '', '', reason]];
  return changes.map(({ field, variant, before, after }) => [
    ...about,
    t(`productImport:preview.list.field.${field}`),
    variant ?? '',
    describeValue(t, field, before),
    describeValue(t, field, after),
    '',
  ]);
}

/** A value of a change as people read it; an empty text where it is empty. */
function describeValue(t: Translate, field: PreviewField, value: string | null): string {
  const word = readYesNo(field, value);
  return word ? t(`productImport:preview.list.${word}`) : (value ?? '');
}

async function previewProduct(
  ctx: Ctx,
  { productId, seller, title, rows }: PlannedProduct,
  { units, maxChanges }: { units: DefaultUnits; maxChanges: number },
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
    const { product, before, isChanged } = mergeProduct(known, rows, { seller, units });
    const changes = listChanges(before, product);
    return {
      ...about,
      outcome: known === undefined ? 'created' : isChanged ? 'updated' : 'unchanged',
      changes: changes.slice(0, maxChanges),
      moreChanges: Math.max(0, changes.length - maxChanges),
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
