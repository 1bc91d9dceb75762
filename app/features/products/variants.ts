import type { Issue } from '#app/core/errors.ts';
import { MOST_OPTIONS, MOST_VARIANTS } from './product.ts';

export type Option = { name: string; values: string[] };
export type OptionChoice = { name: string; value: string };

/** The platform's option of a product that has no options of its own. */
export const DEFAULT_OPTION = { name: 'Title', value: 'Default Title' } as const;

const fold = (text: string): string => text.trim().toLocaleLowerCase('en');

/** The key of a choice of values, in the order of the options: the same for the same variant whatever its case. */
export function choiceKey(options: readonly Option[], choices: readonly OptionChoice[]): string {
  return JSON.stringify(
    options.map((option) => fold(choices.find((choice) => fold(choice.name) === fold(option.name))?.value ?? '')),
  );
}

/** How many variants options make together; options without values are being typed and count as none. */
export function countVariants(options: readonly Option[]): number {
  return options
    .filter((option) => option.values.length > 0)
    .reduce((count, option) => count * option.values.length, 1);
}

/**
 * Every combination of the options' values, first option slowest. A variant that exists already is kept with what was typed
 * into it; a new one starts from `blank`. A variant that has fewer options than now goes on as the first that fits it.
 */
export function generateVariants<V extends { options: OptionChoice[] }>(
  options: readonly Option[],
  existing: readonly V[],
  blank: (choices: OptionChoice[], template: V | undefined) => V,
): V[] {
  const complete = options.filter((option) => option.name.trim() !== '' && option.values.length > 0);
  const combinations = complete.reduce<OptionChoice[][]>(
    (rows, option) => rows.flatMap((row) => option.values.map((value) => [...row, { name: option.name, value }])),
    [[]],
  );
  const byKey = new Map(existing.map((variant) => [choiceKey(complete, variant.options), variant]));
  const used = new Set<V>();
  return combinations.slice(0, MOST_VARIANTS).map((choices) => {
    const same = byKey.get(choiceKey(complete, choices));
    const free =
      same && !used.has(same) ? same : existing.find((variant) => !used.has(variant) && fits(variant.options, choices));
    if (!free) return blank(choices, existing.find((variant) => shares(variant.options, choices)) ?? existing[0]);
    used.add(free);
    return { ...free, options: choices };
  });
}

/** Whether a variant's own choices are all among these: it had fewer options, and nothing of it contradicts. */
function fits(own: readonly OptionChoice[], choices: readonly OptionChoice[]): boolean {
  return own.length < choices.length && own.every((one) => choices.some((other) => sameChoice(one, other)));
}

function shares(own: readonly OptionChoice[], choices: readonly OptionChoice[]): boolean {
  return own.some((one) => choices.some((other) => sameChoice(one, other)));
}

const sameChoice = (one: OptionChoice, other: OptionChoice): boolean =>
  fold(one.name) === fold(other.name) && fold(one.value) === fold(other.value);

/** "Sand / Small", or an empty text for a product without options. */
export function variantTitle(choices: readonly OptionChoice[]): string {
  return choices.map((choice) => choice.value).join(' / ');
}

type Checked = { options: readonly Option[]; variants: readonly { options: readonly OptionChoice[]; sku: string }[] };

/** What options and variants break together; what one field breaks alone is the schema's. Paths are below the product. */
export function checkVariants(product: Checked): Issue[] {
  return [...checkOptions(product.options), ...checkCombinations(product), ...checkSkus(product)];
}

function checkOptions(options: readonly Option[]): Issue[] {
  const issues: Issue[] = [];
  if (options.length > MOST_OPTIONS) {
    issues.push({ path: 'options', rule: 'too_many_options', message: `There are at most ${MOST_OPTIONS} options` });
  }
  options.forEach((option, index) => {
    if (options.findIndex((other) => fold(other.name) === fold(option.name)) !== index) {
      issues.push({
        path: `options.${index}.name`,
        rule: 'duplicate',
        message: 'There is another option with this name',
      });
    }
    option.values.forEach((value, at) => {
      if (option.values.findIndex((other) => fold(other) === fold(value)) !== at) {
        issues.push({ path: `options.${index}.values.${at}`, rule: 'duplicate', message: 'This value is there twice' });
      }
    });
  });
  return issues;
}

function checkCombinations({ options, variants }: Checked): Issue[] {
  if (variants.length === 0) return [{ path: 'variants', rule: 'required', message: 'Required' }];
  if (variants.length > MOST_VARIANTS) {
    return [{ path: 'variants', rule: 'too_many_variants', message: `There are at most ${MOST_VARIANTS} variants` }];
  }
  if (options.length === 0) {
    return variants.length === 1
      ? []
      : [{ path: 'variants', rule: 'options_missing', message: 'Several variants need an option' }];
  }
  const issues: Issue[] = [];
  const seen = new Set<string>();
  variants.forEach((variant, index) => {
    const path = `variants.${index}.options`;
    const complete = options.every((option) => {
      const chosen = variant.options.filter((choice) => fold(choice.name) === fold(option.name));
      return chosen.length === 1 && option.values.some((value) => fold(value) === fold(chosen[0]?.value ?? ''));
    });
    if (!complete || variant.options.length !== options.length) {
      issues.push({ path, rule: 'options_mismatch', message: 'must name one listed value of each option' });
      return;
    }
    const key = choiceKey(options, variant.options);
    if (seen.has(key)) issues.push({ path, rule: 'duplicate', message: 'There is another variant with these values' });
    seen.add(key);
  });
  return issues;
}

function checkSkus({ variants }: Checked): Issue[] {
  const seen = new Set<string>();
  return variants.flatMap((variant, index) => {
    const sku = fold(variant.sku);
    if (sku === '') return [];
    if (!seen.has(sku)) {
      seen.add(sku);
      return [];
    }
    return [{ path: `variants.${index}.sku`, rule: 'sku_taken', message: 'This SKU is already used' }];
  });
}
