import { wordIssue, type Issue } from '#app/core/errors.ts';
import { visibleFields, type AnswerValue } from '#app/core/text/field-display.ts';
import {
  answerOfMedia,
  isEmptyHtml,
  computeMedia,
} from '#app/features/vendor-profiles/application-form/rich-answers.ts';
import {
  checkAnswers,
  isDisplayOnly,
  isMediaType,
  type FieldAnswer,
  type FieldDefinition,
} from '#app/features/vendor-profiles/application-form/field-definition.ts';

/** A field as the public form knows it. */
export type FormField = Pick<
  FieldDefinition,
  'key' | 'name' | 'type' | 'required' | 'description' | 'options' | 'link'
>;
/** What stands in the fields, by key. */
export type FormAnswers = Record<string, AnswerValue>;

/** What a field holds before anything is typed. */
export function emptyAnswer(type: FormField['type']): AnswerValue {
  if (type === 'checkbox' || isMediaType(type)) return [];
  return type === 'terms' ? false : '';
}

/** Empty answers to all fields, or those that were given. */
export function startAnswers(fields: readonly FormField[], given: readonly FieldAnswer[] = []): FormAnswers {
  const known = new Map(given.map((answer) => [answer.key, answer.value]));
  return Object.fromEntries(
    fields.map((field) => {
      const value = known.get(field.key) ?? emptyAnswer(field.type);
      return [field.key, isMediaType(field.type) && typeof value === 'string' ? [value] : value];
    }),
  );
}

/** The answers to send: of the fields that are shown, those that say something. */
export function answersToSend(
  fields: readonly FormField[],
  answers: FormAnswers,
  o: { forAdmin?: boolean } = {},
): FieldAnswer[] {
  return visibleFields(fields, new Map(Object.entries(answers)), o).flatMap(({ field }) => {
    const value = answers[field.key];
    if (isDisplayOnly(field.type) || value === undefined || value === false) return [];
    if (typeof value === 'string' && value.trim() === '') return [];
    if (typeof value === 'object' && value.length === 0) return [];
    if (field.type === 'richtext' && typeof value === 'string' && isEmptyHtml(value)) return [];
    if (isMediaType(field.type)) {
      return [{ key: field.key, name: field.name, value: answerOfMedia(field, computeMedia(field.key, value)) }];
    }
    return [{ key: field.key, name: field.name, value: typeof value === 'object' ? [...value] : value }];
  });
}

/** The issues of answers by the rules of the store's own fields, as the server finds them. The payload has the answers below `at`. */
export function findFieldIssues(
  payload: unknown,
  fields: readonly FormField[],
  o: { lenient?: boolean; at?: 'fields' | 'metafields' } = {},
): Issue[] {
  const { at = 'fields' } = o;
  const definitions = fields.map((field) => ({ ...field, showOnVendorPage: false, registration: true }));
  const given = (payload as Record<typeof at, FieldAnswer[]>)[at];
  return checkAnswers(definitions, given, o).issues.map(({ path, message }) =>
    wordIssue({ path: [at, ...path.split('.').slice(1)].join('.'), rule: 'custom', message }),
  );
}
