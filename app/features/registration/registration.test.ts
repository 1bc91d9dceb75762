import { describe, expect, it } from 'vitest';
import { askedFields, checkAnswers, FIELD_TYPES, isWebAddress, type FieldDefinition } from './registration.ts';

const define = (over: Partial<FieldDefinition> & { key: string }): FieldDefinition => ({
  name: over.key,
  type: 'text',
  required: false,
  description: '',
  options: [],
  link: '',
  showOnVendorPage: false,
  registration: true,
  ...over,
});
const give = (key: string, value: string | boolean | string[]) => ({ key, name: '', value });

describe('the answers of an application', () => {
  it('name each required field that is empty, once', () => {
    const fields = [define({ key: 'about', required: true }), define({ key: 'site', required: false })];
    const { issues } = checkAnswers(fields, [give('about', '   ')]);
    expect(issues).toEqual([{ path: 'fields.about', rule: 'required', message: 'Required field' }]);
  });

  it('keep the name of the field, not the one that was sent', () => {
    const { answers } = checkAnswers([define({ key: 'about', name: 'About you' })], [give('about', ' Pots ')]);
    expect(answers).toEqual([{ key: 'about', name: 'About you', value: 'Pots' }]);
  });

  it('must be options of a select and of a checkbox list', () => {
    const fields = [
      define({ key: 'craft', type: 'select', options: ['Wood', 'Clay'] }),
      define({ key: 'days', type: 'checkbox', options: ['Mon', 'Tue'] }),
    ];
    expect(
      checkAnswers(fields, [give('craft', 'Glass'), give('days', ['Mon', 'Sun'])]).issues.map((i) => i.path),
    ).toEqual(['fields.craft', 'fields.days']);
    expect(checkAnswers(fields, [give('craft', 'Clay'), give('days', ['Tue', 'Mon', 'Tue'])]).answers).toEqual([
      { key: 'craft', name: 'craft', value: 'Clay' },
      { key: 'days', name: 'days', value: ['Mon', 'Tue'] },
    ]);
  });

  it('are refused when a date is not of the calendar, an address not of the web, terms not ticked', () => {
    const fields = [
      define({ key: 'day', type: 'date' }),
      define({ key: 'site', type: 'url' }),
      define({ key: 'terms', type: 'terms', required: true, link: 'https://a.test/terms' }),
    ];
    const { issues } = checkAnswers(fields, [
      give('day', '2026-02-30'),
      give('site', 'javascript:alert(1)'),
      give('terms', false),
    ]);
    expect(issues.map((issue) => issue.path)).toEqual(['fields.day', 'fields.site', 'fields.terms']);
  });

  it('of hidden fields are dropped and never required', () => {
    const fields = [
      define({ key: 'kind', type: 'select', options: ['shop', 'online'] }),
      define({ key: 'street', required: true, description: '{showWhen:kind=shop}' }),
      define({ key: 'rating', description: '{show:false}' }),
    ];
    const { answers, issues } = checkAnswers(fields, [
      give('kind', 'online'),
      give('street', 'Main 1'),
      give('rating', '5'),
    ]);
    expect(issues).toEqual([]);
    expect(answers.map((answer) => answer.key)).toEqual(['kind']);
  });

  it('to fields that are gone are refused from applicants and kept by admins', () => {
    expect(checkAnswers([], [give('old', 'x')]).issues.map((issue) => issue.path)).toEqual(['fields.old']);
    expect(checkAnswers([], [give('old', 'x')], { lenient: true }).answers).toEqual([give('old', 'x')]);
  });

  it('given twice are refused', () => {
    const { issues } = checkAnswers([define({ key: 'a' })], [give('a', '1'), give('a', '2')]);
    expect(issues[0]).toMatchObject({ path: 'fields.a', rule: 'duplicate' });
  });
});

it('asks only for fields of the application, of types that the form has', () => {
  const fields = FIELD_TYPES.map((type) => define({ key: type, type }));
  const asked = askedFields([...fields, define({ key: 'internal', registration: false })]).map((field) => field.key);
  expect(asked).toEqual(['input', 'text', 'textarea', 'select', 'checkbox', 'terms', 'date', 'date_time', 'url']);
});

it('takes web addresses only', () => {
  expect(isWebAddress('https://nour.be/shop?x=1')).toBe(true);
  for (const bad of ['nour.be', 'ftp://nour.be', 'https://nour', 'https://', 'javascript:1']) {
    expect(isWebAddress(bad)).toBe(false);
  }
});
