import type { Issue } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { descriptionOfText, plainText } from '../editing/description.ts';
import type { Bounds, ProductForm } from './product-form.ts';
import type { ProductInput } from '../product-input.contract.ts';

type Variant = ProductInput['variants'][number];
type VariantBefore = Pick<Variant, 'compareAt' | 'sku' | 'barcode' | 'taxable' | 'trackStock' | 'requiresShipping'>;
/** What a product is before a save, as far as the form's switches look at it. */
export type BeforeSave = {
  hasOptions: boolean;
  seo: { title: string; description: string };
  variants: ReadonlyMap<bigint, VariantBefore>;
};

/**
 * A product as the store's form lets it be: what the form does not ask for stays as it was, or is left out of a new one.
 * Refused is what would go past the form and past its limits. Paths are below the product.
 */
export function shapeByForm(
  input: ProductInput,
  form: ProductForm,
  before: BeforeSave | undefined,
): { input: ProductInput; issues: Issue[] } {
  const { variants: given, inputLimit } = form;
  const shaped: ProductInput = {
    ...input,
    bodyHtml: given.plainDescription ? descriptionOfText(plainText(input.bodyHtml)) : input.bodyHtml,
    seo: given.seo ? input.seo : (before?.seo ?? { title: '', description: '' }),
    variants: input.variants.map((variant) => shapeVariant(variant, form, findVariant(before, variant.id))),
  };
  return { input: shaped, issues: [...checkGiven(input, form, before), ...checkLimits(shaped, inputLimit)] };
}

function shapeVariant(variant: Variant, { variants: given }: ProductForm, old: VariantBefore | undefined): Variant {
  return {
    ...variant,
    ...(given.comparePrice ? {} : { compareAt: old?.compareAt ?? null }),
    ...(given.sku ? {} : { sku: old?.sku ?? '' }),
    ...(given.barcode ? {} : { barcode: old?.barcode ?? '' }),
    ...(given.taxable ? {} : { taxable: old?.taxable ?? true }),
    ...(given.digitalOnly ? { requiresShipping: old?.requiresShipping ?? false } : {}),
  };
}

/** A variant as it was; undefined for a new one. */
const findVariant = (before: BeforeSave | undefined, id: bigint | undefined): VariantBefore | undefined =>
  id === undefined ? undefined : before?.variants.get(id);

function checkGiven(input: ProductInput, { variants: given }: ProductForm, before: BeforeSave | undefined): Issue[] {
  const issues: Issue[] = [];
  if (!given.enabled && input.options.length > 0 && !before?.hasOptions) {
    issues.push({ path: 'options', rule: 'variants_off', message: rule('variants_off') });
  }
  const had = before?.variants.size ?? 1;
  if (input.variants.length > Math.max(given.limit, had)) {
    const message = rule('variants_limit', { maximum: given.limit });
    issues.push({ path: 'variants', rule: 'variants_limit', message });
  }
  if (given.untrackedStock) return issues;
  input.variants.forEach((variant, index) => {
    const was = findVariant(before, variant.id)?.trackStock;
    if (!variant.trackStock && was !== false) {
      const path = `variants.${index}.trackStock`;
      issues.push({ path, rule: 'stock_counted', message: rule('stock_counted') });
    }
  });
  return issues;
}

/** What breaks the limits of characters and pictures. */
export function checkLimits(
  product: { title: string; bodyHtml: string; media: readonly unknown[] },
  limits: ProductForm['inputLimit'],
): Issue[] {
  const count = (text: string): number => Array.from(text).length;
  return [
    ...checkBounds('title', count(product.title), limits.title, 'characters'),
    ...checkBounds('bodyHtml', count(plainText(product.bodyHtml)), limits.description, 'characters'),
    ...checkBounds('media', product.media.length, limits.images, 'pictures'),
  ];
}

/**
 * What a save of an offer is refused for, of what the form and the specifications find. Its words are the marketplace's, which
 * the form does not bind. A new one is made by a price alone; what else is asked for is added in the editor, unless the vendor
 * sends fields with it already.
 */
export function issuesOfOffer(
  issues: readonly Issue[],
  o: { isNew: boolean; input: Pick<ProductInput, 'metafields' | 'variants'> },
): Issue[] {
  const hasFields = o.input.metafields.length > 0 || o.input.variants.some(({ metafields }) => metafields.length > 0);
  return issues.filter(({ path, rule }) => {
    if (path === 'title' || path === 'bodyHtml') return false;
    if (!o.isNew) return true;
    return rule !== 'too_few_pictures' && (hasFields || (rule !== 'required' && rule !== 'metafields_required'));
  });
}

function checkBounds(path: string, count: number, { min, max }: Bounds, what: 'characters' | 'pictures'): Issue[] {
  if (count < min) {
    const message = `must have at least ${min} ${what}`;
    return [{ path, rule: `too_few_${what}`, message, params: { minimum: min, count } }];
  }
  if (max > 0 && count > max) {
    const message = `must have at most ${max} ${what}`;
    return [{ path, rule: `too_many_${what}`, message, params: { maximum: max, count } }];
  }
  return [];
}
