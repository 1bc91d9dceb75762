import { toIssues } from '#app/core/issues.ts';
import { z } from 'zod';
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

/**
 * The contract's schema with the rules of the store's own fields, so that the form says what the server would say. The
 * payload has the answers below `at`.
 */
export function withFieldRules(
  schema: z.ZodType,
  fields: readonly FormField[],
  o: { lenient?: boolean; at?: 'fields' | 'metafields' } = {},
): z.ZodType {
  const { at = 'fields' } = o;
  const definitions = fields.map((field) => ({ ...field, showOnVendorPage: false, registration: true }));
  // The rules look at what was typed, so that a wrong address does not hide a wrong answer.
  return z.unknown().superRefine((payload, ctx) => {
    const parsed = schema.safeParse(payload);
    for (const { path, rule, message, params } of parsed.success ? [] : toIssues(parsed.error)) {
      const at = path === '' ? [] : path.split('.');
      ctx.addIssue({ code: 'custom', path: at, message, params: { ...params, rule } });
    }
    const given = (payload as Record<typeof at, FieldAnswer[]>)[at];
    for (const issue of checkAnswers(definitions, given, o).issues) {
      ctx.addIssue({ code: 'custom', path: [at, ...issue.path.split('.').slice(1)], message: issue.message });
    }
  });
}
