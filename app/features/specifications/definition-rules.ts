import type { ErrorParams } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { readParts, isMeasure } from './measured-value.ts';
import { scaled } from './number-value.ts';
import { isTamePattern } from './pattern.ts';
import { ENTRY_TYPES, isEntryKind, KIND_RULE } from './entry-value.ts';
import {
  CHOOSING_TYPES,
  toChoices,
  isMeant,
  isReserved,
  listIn,
  type EntrySwitches,
  type Owner,
  type ShowWhen,
  type Validation,
} from './specification.ts';

type Definition = {
  owner: Owner;
  namespace: string;
  key: string;
  type: string;
  validations: readonly Validation[];
  upload: boolean;
  showWhen: ShowWhen | null;
  entries?: EntrySwitches | undefined;
};
export type DefinitionIssue = { path: string; rule: string; message: string; params?: ErrorParams };

const MAX_CHOICES = 128;
const TEXTS: readonly string[] = ['single_line_text_field', 'multi_line_text_field', 'list.single_line_text_field'];

/** What is wrong with a definition that somebody wants, beside the shape of its fields. */
export function checkDefinition(input: Definition): DefinitionIssue[] {
  const issues: DefinitionIssue[] = [];
  const refuse = (path: string, broken: string, message: string): void => {
    issues.push({ path, rule: broken, message });
  };
  const rules = new Map(input.validations.map(({ name, value }) => [name, value]));
  if (isReserved(input.namespace)) refuse('namespace', 'reserved', rule('reserved'));
  if (rules.size !== input.validations.length) refuse('validations', 'repeated', rule('repeated'));
  if (input.upload && input.type !== 'single_line_text_field') refuse('upload', 'upload_type', rule('upload_type'));
  const { showWhen } = input;
  if (showWhen && isMeant(input, showWhen.key)) refuse('showWhen.key', 'own_condition', rule('own_condition'));
  if (rules.has('choices')) issues.push(...checkChoices(input));
  const pattern = rules.get('regex');
  if (pattern !== undefined && (!TEXTS.includes(input.type) || !isTamePattern(pattern)))
    refuse('validations', 'pattern_refused', rule('pattern_refused'));
  if (input.type === 'rating') issues.push(...checkScale(rules));
  issues.push(...checkEntryRules(input, rules));
  const [minimum, maximum] = [computeBound(input.type, rules.get('min')), computeBound(input.type, rules.get('max'))];
  if (minimum === 'none' || maximum === 'none') refuse('validations', 'bound_refused', rule('bound_refused'));
  else if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    refuse('validations', 'bounds_crossed', rule('bounds_crossed'));
  return issues;
}

/** What the platform demands of references to entries, and of the options that they make. */
function checkEntryRules(input: Definition, rules: ReadonlyMap<string, string>): DefinitionIssue[] {
  const { type, owner, entries } = input;
  if (!ENTRY_TYPES.includes(type)) {
    return entries ? [{ path: 'entries', rule: 'entries_type', message: rule('entries_type') }] : [];
  }
  const issues: DefinitionIssue[] = [];
  if (!isEntryKind(rules.get(KIND_RULE)))
    issues.push({ path: `validations.${KIND_RULE}`, rule: 'kind_required', message: rule('kind_required') });
  const isBound = rules.has('list.min') || rules.has('list.max');
  if (entries?.variants && (!type.startsWith('list.') || owner !== 'PRODUCT' || isBound)) {
    const message = rule('entries_variants');
    issues.push({ path: 'entries.variants', rule: 'entries_variants', message });
  }
  return issues;
}

function checkChoices(input: Definition): DefinitionIssue[] {
  const choices = toChoices({ validations: [...input.validations] });
  const at = (message: string): DefinitionIssue[] => [{ path: 'validations', rule: 'choices', message }];
  if (!CHOOSING_TYPES.includes(input.type)) return at(rule('no_choices'));
  if (choices.length === 0 || choices.some((choice) => choice.trim() === '' || choice.length > 500))
    return at(rule('one_choice'));
  if (choices.length > MAX_CHOICES) return at(rule('choices', { maximum: MAX_CHOICES }));
  return new Set(choices).size === choices.length ? [] : at(rule('choice_repeated'));
}

function checkScale(rules: ReadonlyMap<string, string>): DefinitionIssue[] {
  const [from, to] = ['scale_min', 'scale_max'].map((name) => scaled(rules.get(name) ?? ''));
  return from !== undefined && to !== undefined && from < to
    ? []
    : [{ path: 'validations', rule: 'scale', message: rule('scale') }];
}

/** A bound as a number that compares; 'none' for a text that is no bound of the type. */
function computeBound(type: string, text: string | undefined): bigint | number | 'none' | undefined {
  if (text === undefined) return undefined;
  if (isMeasure(type)) return scaled(readParts(text)?.value ?? '') === undefined ? 'none' : undefined;
  if (type === 'date' || type === 'date_time') {
    const at = Date.parse(text);
    return Number.isNaN(at) ? 'none' : at;
  }
  if (listIn(text).length > 0) return 'none';
  return scaled(text) ?? 'none';
}
