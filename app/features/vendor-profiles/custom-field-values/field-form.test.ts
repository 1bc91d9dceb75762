import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeMedia } from '#app/core/media.ts';
import { visibleFields, type AnswerValue } from '#app/core/text/field-display.ts';
import {
  checkAnswers,
  publicFields,
  type FieldDefinition,
} from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { answersToSend, findFieldIssues, startAnswers, type FormField } from './field-form.ts';
import { fetchValidator } from '#app/ui/forms/fetch-validator.ts';
import { submitSchema } from '#app/features/vendor-profiles/applications/applications.contract.ts';

const field = (over: Partial<FormField> & { key: string }): FormField => ({
  name: over.key,
  type: 'text',
  required: false,
  description: '',
  options: [],
  link: '',
  ...over,
});
const fields = [
  field({ key: 'about', type: 'textarea', required: true }),
  field({ key: 'days', type: 'checkbox', options: ['Mon', 'Tue'] }),
  field({ key: 'terms', type: 'terms', link: 'https://a.test' }),
  field({ key: 'shop', description: '{showWhen:about=shop}' }),
];

it('form of custom field values: begins empty by type, or with what was given', () => {
  expect(startAnswers(fields, [{ key: 'about', name: '', value: 'Bowls' }])).toEqual({
    about: 'Bowls',
    days: [],
    terms: false,
    shop: '',
  });
});

it('form of custom field values: sends what says something in a field that is shown', () => {
  const answers = { about: 'Bowls', days: ['Mon'], terms: false, shop: 'Main street' };
  expect(answersToSend(fields, answers)).toEqual([
    { key: 'about', name: 'about', value: 'Bowls' },
    { key: 'days', name: 'days', value: ['Mon'] },
  ]);
});

it('form of custom field values: says at once what is wrong with the address and with the answers', async () => {
  const validator = await fetchValidator(
    () => Promise.resolve(submitSchema),
    (payload) => findFieldIssues(payload, fields),
  );
  const found = validator({ email: 'leila@', vendorName: '', store: 'demo.myshopify.com', fields: [] });
  expect(found.map(({ path, message }) => [path, message])).toEqual([
    ['email', 'Must be a valid e-mail address'],
    ['vendorName', 'Required field'],
    ['fields.about', 'Required field'],
  ]);
});

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const VALUES = ['', ' ', 'x', 'y', 'true', 'false', 'a|b', 'c:d', '{e}', '\\'];
const escape = (text: string) => text.replace(/[|:{}\\]/g, '\\$&');

/** Fields with conditions on each other, on themselves and on nothing, and what somebody left in them. */
const forms = fc
  .uniqueArray(
    fc.record({
      key: fc.constantFrom(...KEYS),
      type: fc.constantFrom('text', 'textarea', 'checkbox', 'terms', 'select', 'richtext', 'video'),
      required: fc.boolean(),
      registration: fc.boolean(),
      show: fc.constantFrom('true', 'false', undefined),
      when: fc.option(fc.tuple(fc.constantFrom(...KEYS, 'gone'), fc.subarray(VALUES, { minLength: 1 }))),
      forced: fc.constantFrom('true', 'false', undefined),
      value: fc.oneof(
        fc.constantFrom<AnswerValue>(...VALUES, true, false, '<p></p>', '<p>x</p>'),
        fc.subarray(['x', 'y', 'true']),
      ),
    }),
    { selector: (one) => one.key, maxLength: 5 },
  )
  .map((list) => ({
    answers: Object.fromEntries(list.map(({ key, type, value }) => [key, fitting(type, value)])),
    definitions: list.map(({ key, type, required, registration, show, when, forced }): FieldDefinition => {
      const pairs = [
        ...(show === undefined ? [] : [`show:${show}`]),
        ...(when ? [`showWhen:${escape(`${when[0]}=${when[1].join(',')}`)}`] : []),
        ...(forced === undefined ? [] : [`required:${forced}`]),
      ];
      const description = pairs.length > 0 ? `About {it} {${pairs.join('|')}}` : '';
      const options = ['x', 'y', 'true'];
      return { key, name: key, type, required, registration, description, options, link: '', showOnVendorPage: false };
    }),
  }));

/** What a form of that type can hold. */
function fitting(type: string, value: AnswerValue): AnswerValue {
  if (type === 'checkbox') return typeof value === 'object' ? value : [];
  if (type === 'terms') return value === true;
  // A form holds films as the texts that it sends.
  if (type === 'video') {
    const isFilm = typeof value === 'string' && value !== '';
    return isFilm ? [writeMedia({ contentType: 'VIDEO', src: `https://films.test/${encodeURIComponent(value)}` })] : [];
  }
  if (typeof value !== 'string') return '';
  return type === 'select' && !['x', 'y', 'true'].includes(value) ? '' : value;
}

it('form of custom field values: shows, requires and stores the same in the browser and on the server, for any rules and answers', () => {
  fc.assert(
    fc.property(forms, ({ definitions, answers }) => {
      // What the browser knows is what the server told it, as JSON.
      const reported = JSON.parse(JSON.stringify(publicFields(definitions))) as FormField[];
      const seen = visibleFields(reported, new Map(Object.entries(answers))).map((one) => one.field.key);
      const sent = answersToSend(reported, answers);
      const ignored = new Set(definitions.map((one) => one.key));
      const { answers: stored, issues } = checkAnswers(publicFields(definitions), sent, { ignored });
      expect(stored.map((one) => one.key)).toEqual(sent.map((one) => one.key));
      expect(sent.every((one) => seen.includes(one.key))).toBe(true);
      const submitted = { email: 'a@b.test', vendorName: 'North', store: 'demo.myshopify.com', fields: sent };
      expect(submitSchema.safeParse(submitted).success).toBe(true);
      const missing = findFieldIssues(submitted, reported).map((issue) => issue.path);
      expect(missing).toEqual(issues.map((issue) => issue.path));
      // What is hidden is neither stored when it is sent all the same, nor ever required.
      const everything = definitions.map(({ key }) => ({ key, name: '', value: listed(answers[key] ?? '') }));
      const forced = checkAnswers(publicFields(definitions), everything, { ignored });
      const hidden = (key: string) => !seen.includes(key.replace('fields.', ''));
      expect(forced.answers.filter((one) => hidden(one.key))).toEqual([]);
      expect(forced.issues.filter((one) => hidden(one.path))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

const listed = (value: AnswerValue) => (typeof value === 'object' ? [...value] : value);
