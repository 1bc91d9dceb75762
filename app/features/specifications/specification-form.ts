import { trimSign } from '#app/core/text/markup.ts';
import { ENTRY_TYPES, KIND_RULE } from './entry-value.ts';
import { FILE_TYPES } from './file-value.ts';
import { isMeasure } from './measured-value.ts';
import {
  toChoices,
  isMeant,
  listIn,
  type EntrySwitches,
  type Section,
  type Specification,
  type Validation,
} from './specification.ts';
import { ofLines } from './value-forms.ts';

/** What stands in the form of a specification. */
export type FormValues = {
  owner: Specification['owner'];
  namespace: string;
  key: string;
  name: string;
  type: string;
  description: string;
  choices: string;
  min: string;
  max: string;
  pattern: string;
  scaleMin: string;
  scaleMax: string;
  /** Kinds of files, by the platform's names with commas between; '' for every kind. */
  files: string;
  /** The kind of entries that it is chosen from, by its platform id. */
  kind: string;
  entriesAdd: boolean;
  entriesOwn: boolean;
  entriesVariants: boolean;
  /** The name of a section, '' for none, NEW_SECTION for the one that `newSection` names. */
  section: string;
  newSection: string;
  required: boolean;
  show: boolean;
  upload: boolean;
  /** '' always, `productType`, or the key of another specification. */
  whenKey: string;
  whenValues: string;
  /** Rules that the form has no field for; they are kept. */
  others: Validation[];
};

/** Stands for a section that the form names anew; no section can be called so. */
export const NEW_SECTION = '\n';
/** What a specification of files may be bound to. */
export const FILE_CHOICES = ['', 'Image', 'Image,Video', 'Video'] as const;
const SHOWN_RULES = ['choices', 'min', 'max', 'regex', 'scale_min', 'scale_max', 'file_type_options', KIND_RULE];
const TEXTS: readonly string[] = ['single_line_text_field', 'multi_line_text_field', 'list.single_line_text_field'];
const BOUNDED = /(number_(integer|decimal)|date(_time)?)$/;

export const hasText = (type: string): boolean => TEXTS.includes(type);
export const hasBounds = (type: string): boolean => hasText(type) || BOUNDED.test(type);

/** A key for a new specification, made of its name. */
export const keyOfName = (name: string): string =>
  trimSign(
    name
      .normalize('NFKD')
      .replace(/\p{Diacritic}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_'),
    '_',
  ).slice(0, 60);

/** The form of a specification, or of a new one. */
export function buildForm(one: Specification | undefined, sections: readonly Section[]): FormValues {
  const rules = new Map(one?.validations.map(({ name, value }) => [name, value]));
  const section = one && sections.find(({ keys }) => keys.some((key) => isMeant(one, key)));
  return {
    owner: one?.owner ?? 'PRODUCT',
    namespace: one?.namespace ?? 'custom',
    key: one?.key ?? '',
    name: one?.name ?? '',
    type: one?.type ?? 'single_line_text_field',
    description: one?.description ?? '',
    choices: one ? toChoices(one).join('\n') : '',
    min: rules.get('min') ?? '',
    max: rules.get('max') ?? '',
    pattern: rules.get('regex') ?? '',
    scaleMin: rules.get('scale_min') ?? '1',
    scaleMax: rules.get('scale_max') ?? '5',
    files: formatFiles(rules.get('file_type_options')),
    kind: rules.get(KIND_RULE) ?? '',
    entriesAdd: one?.entries?.add ?? false,
    entriesOwn: one?.entries?.own ?? false,
    entriesVariants: one?.entries?.variants ?? false,
    section: section?.name ?? '',
    newSection: '',
    required: one?.required ?? false,
    show: one?.show ?? true,
    upload: one?.upload ?? false,
    whenKey: one?.showWhen?.key ?? '',
    whenValues: one?.showWhen?.values.join('\n') ?? '',
    others: one?.validations.filter(({ name }) => !SHOWN_RULES.includes(name) || !isEditable(one, name)) ?? [],
  };
}

const formatFiles = (options: string | undefined): string => {
  const named = listIn(options);
  return ['Image', 'Video'].filter((kind) => named.includes(kind)).join(',');
};

/** Whether the form has a field for a rule of this type. */
function isEditable({ type }: Pick<Specification, 'type'>, rule: string): boolean {
  if (rule === 'choices') return true;
  if (rule === 'regex') return hasText(type);
  if (rule === KIND_RULE) return ENTRY_TYPES.includes(type);
  if (rule === 'file_type_options') return FILE_TYPES.includes(type);
  if (rule === 'min' || rule === 'max') return hasBounds(type) && !isMeasure(type);
  return type === 'rating';
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What the form says, as the call takes it. */
export function buildPayload(values: FormValues, version: number): object {
  const { owner, namespace, name, type, description, required, show } = values;
  const key = values.key.trim() === '' ? keyOfName(name) : values.key.trim();
  const { whenKey } = values;
  return {
    owner,
    namespace,
    key,
    name,
    type,
    description,
    required,
    show,
    version,
    upload: type === 'single_line_text_field' && values.upload,
    validations: toValidations(values),
    ...(ENTRY_TYPES.includes(type) ? { entries: toEntries(values) } : {}),
    section: values.section === NEW_SECTION ? values.newSection : values.section,
    showWhen: whenKey === '' ? null : { key: whenKey, values: toLines(values.whenValues) },
  };
}

/** Whether ticked entries of this specification can be the values of an option. */
export const canMakeVariants = ({ type, owner }: Pick<FormValues, 'type' | 'owner'>): boolean =>
  type === 'list.metaobject_reference' && owner === 'PRODUCT';

const toEntries = (values: FormValues): EntrySwitches => ({
  add: values.entriesAdd,
  own: values.entriesAdd && values.entriesOwn,
  variants: values.entriesVariants && canMakeVariants(values),
});

function toValidations(values: FormValues): Validation[] {
  const { type } = values;
  const rules: Validation[] = [];
  const add = (name: string, value: string): void => {
    if (value.trim() !== '' && isEditable({ type }, name)) rules.push({ name, value: value.trim() });
  };
  const choices = toLines(values.choices);
  if (choices.length > 0 && listIn(ofLines(choices.join('\n'))).length > 0)
    rules.push({ name: 'choices', value: JSON.stringify(choices) });
  add('min', values.min);
  add('max', values.max);
  add('regex', values.pattern);
  add('scale_min', values.scaleMin);
  add('scale_max', values.scaleMax);
  add(KIND_RULE, values.kind);
  if (values.files !== '') add('file_type_options', JSON.stringify(values.files.split(',')));
  return [...rules, ...values.others];
}

/** The form's field for an issue of the call. */
export function formatField(path: string): string {
  if (path === 'validations') return 'choices';
  if (path === `validations.${KIND_RULE}`) return 'kind';
  if (path === 'entries.variants') return 'entriesVariants';
  if (path === 'showWhen.key') return 'whenKey';
  if (path.startsWith('showWhen')) return 'whenValues';
  return path;
}
