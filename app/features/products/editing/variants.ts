import type { Issue } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_OPTIONS, MAX_VARIANTS } from '../product.ts';

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
    (rows, option) =>
      rows
        .flatMap((row) => option.values.map((value) => [...row, { name: option.name, value }]))
        .slice(0, MAX_VARIANTS),
    [[]],
  );
  // From behind, so that of several that become one (an option was taken away) the first goes on.
  const byKey = new Map(existing.toReversed().map((variant) => [choiceKey(complete, variant.options), variant]));
  const shorter = existing.filter((variant) => variant.options.length < complete.length);
  const relatives = toRelatives(existing);
  const used = new Set<V>();
  return combinations.map((choices) => {
    const same = byKey.get(choiceKey(complete, choices));
    const free =
      same && !used.has(same) ? same : shorter.find((variant) => !used.has(variant) && fits(variant.options, choices));
    if (!free) return blank(choices, relatives(choices) ?? existing[0]);
    used.add(free);
    return { ...free, options: choices };
  });
}

/** The first variant that shares a value with a choice: what is filled in already for a new one is taken from it. */
function toRelatives<V extends { options: OptionChoice[] }>(existing: readonly V[]) {
  const keyOf = (choice: OptionChoice): string => JSON.stringify([fold(choice.name), fold(choice.value)]);
  const first = new Map<string, V>();
  for (const variant of existing) {
    for (const choice of variant.options) if (!first.has(keyOf(choice))) first.set(keyOf(choice), variant);
  }
  return (choices: readonly OptionChoice[]): V | undefined =>
    choices.map((choice) => first.get(keyOf(choice))).find((variant) => variant !== undefined);
}

/**
 * The variants after names of options or values were typed over in their places: each goes on under the new names. Only a
 * name that stood in the same place and is nowhere else counts as renamed; anything else came or went.
 */
export function renameChoices<V extends { options: OptionChoice[] }>(
  before: readonly Option[],
  after: readonly Option[],
  variants: readonly V[],
): V[] {
  if (before.length !== after.length) return [...variants];
  const renames = new Map<string, { name: string; values: Map<string, string> }>();
  before.forEach((old, index) => {
    const now = after[index];
    if (!now) return;
    const values = renamedValues(old.values, now.values);
    if (old.name !== now.name || values.size > 0) renames.set(fold(old.name), { name: now.name, values });
  });
  if (renames.size === 0) return [...variants];
  return variants.map((variant) => ({
    ...variant,
    options: variant.options.map((choice) => {
      const rename = renames.get(fold(choice.name));
      return rename ? { name: rename.name, value: rename.values.get(fold(choice.value)) ?? choice.value } : choice;
    }),
  }));
}

function renamedValues(before: readonly string[], after: readonly string[]): Map<string, string> {
  const renamed = new Map<string, string>();
  if (before.length !== after.length) return renamed;
  const old = new Set(before.map(fold));
  const now = new Set(after.map(fold));
  before.forEach((value, index) => {
    const next = after[index] ?? value;
    if (value !== next && !now.has(fold(value)) && !old.has(fold(next))) renamed.set(fold(value), next);
  });
  return renamed;
}

/** Whether a variant's own choices are all among these: it had fewer options, and nothing of it contradicts. */
function fits(own: readonly OptionChoice[], choices: readonly OptionChoice[]): boolean {
  return own.every((one) => choices.some((other) => sameChoice(one, other)));
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
  if (options.length > MAX_OPTIONS) {
    issues.push({
      path: 'options',
      rule: 'too_many_options',
      message: rule('too_many_options', { maximum: MAX_OPTIONS }),
    });
  }
  options.forEach((option, index) => {
    if (options.findIndex((other) => fold(other.name) === fold(option.name)) !== index) {
      issues.push({
        path: `options.${index}.name`,
        rule: 'duplicate',
        message: rule('duplicate'),
      });
    }
    const seen = new Set<string>();
    option.values.forEach((value, at) => {
      if (seen.has(fold(value))) {
        issues.push({
          path: `options.${index}.values.${at}`,
          rule: 'duplicate',
          message: rule('duplicate'),
        });
      }
      seen.add(fold(value));
    });
  });
  return issues;
}

function checkCombinations({ options, variants }: Checked): Issue[] {
  if (variants.length === 0) return [{ path: 'variants', rule: 'required', message: rule('required') }];
  if (variants.length > MAX_VARIANTS) {
    return [
      { path: 'variants', rule: 'too_many_variants', message: rule('too_many_variants', { maximum: MAX_VARIANTS }) },
    ];
  }
  if (options.length === 0) {
    return variants.length === 1
      ? []
      : [{ path: 'variants', rule: 'options_missing', message: rule('options_missing') }];
  }
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const listed = options.map((option) => ({ name: fold(option.name), values: new Set(option.values.map(fold)) }));
  variants.forEach((variant, index) => {
    const path = `variants.${index}.options`;
    const complete = listed.every((option) => {
      const chosen = variant.options.filter((choice) => fold(choice.name) === option.name);
      return chosen.length === 1 && option.values.has(fold(chosen[0]?.value ?? ''));
    });
    if (!complete || variant.options.length !== options.length) {
      issues.push({ path, rule: 'options_mismatch', message: rule('options_mismatch') });
      return;
    }
    const key = choiceKey(options, variant.options);
    if (seen.has(key)) issues.push({ path, rule: 'duplicate', message: rule('duplicate') });
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
    return [{ path: `variants.${index}.sku`, rule: 'sku_taken', message: rule('sku_taken') }];
  });
}
