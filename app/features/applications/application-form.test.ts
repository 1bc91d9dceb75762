import { expect, it } from 'vitest';
import { answersToSend, startAnswers, withFieldRules, type FormField } from './application-form.ts';
import { submitSchema } from './applications.contract.ts';

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

it('begins empty by type, or with what was given', () => {
  expect(startAnswers(fields, [{ key: 'about', name: '', value: 'Bowls' }])).toEqual({
    about: 'Bowls',
    days: [],
    terms: false,
    shop: '',
  });
});

it('sends what says something in a field that is shown', () => {
  const answers = { about: 'Bowls', days: ['Mon'], terms: false, shop: 'Main street' };
  expect(answersToSend(fields, answers)).toEqual([
    { key: 'about', name: 'about', value: 'Bowls' },
    { key: 'days', name: 'days', value: ['Mon'] },
  ]);
});

it('says at once what is wrong with the address and with the answers', () => {
  const schema = withFieldRules(submitSchema, fields);
  const parsed = schema.safeParse({ email: 'leila@', vendorName: '', store: 'demo.myshopify.com', fields: [] });
  const found = parsed.error?.issues.map((issue) => [issue.path.join('.'), issue.message]);
  expect(found).toEqual([
    ['email', 'Must be a valid e-mail address'],
    ['vendorName', 'Required field'],
    ['vendorName', 'is not a name that a vendor can have'],
    ['fields.about', 'Required field'],
  ]);
});
