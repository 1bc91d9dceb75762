import { describe, expect, it } from 'vitest';
import { rule } from '#app/core/rules.ts';
import { isWebAddress } from '#app/core/text/web-address.ts';
import { checkAnswers, FIELD_TYPES, publicFields, type FieldDefinition } from './field-definition.ts';

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
    expect(issues).toEqual([{ path: 'fields.about', rule: 'required', message: rule('required_field') }]);
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

it('custom fields of an application: asks for every type, but for no field that is internal or for admins only', () => {
  const fields = FIELD_TYPES.map((type) => define({ key: type, type }));
  const hidden = [
    define({ key: 'internal', registration: false }),
    define({ key: 'rating', description: '{show:false}' }),
  ];
  const requested = publicFields([...fields, ...hidden]).map((field) => field.key);
  expect(requested).toEqual([...FIELD_TYPES]);
});

describe('answers that are more than a text', () => {
  const media = define({ key: 'pictures', type: 'media' });
  const check = (field: FieldDefinition, value: string | boolean | string[]) =>
    checkAnswers([field], [give(field.key, value)]);
  const PICTURE = 'UPLOAD_ME#IMAGE#https://a.test/b.png';

  it('are one picture as a text and several as a list, a list of media always as a list', () => {
    expect(check(media, [PICTURE]).answers[0]?.value).toBe(PICTURE);
    expect(check(media, [PICTURE, 'UPLOAD_ME#VIDEO#https://a.test/c.mp4']).answers[0]?.value).toHaveLength(2);
    expect(check({ ...media, type: 'list_media' }, PICTURE).answers[0]?.value).toEqual([PICTURE]);
  });

  it('call a film of a known host one, and refuse one of another', () => {
    const film = check(media, 'UPLOAD_ME#IMAGE#https://youtu.be/dQw4w9WgXcQ').answers[0]?.value;
    expect(film).toBe('UPLOAD_ME#EXTERNAL_VIDEO#https://youtu.be/dQw4w9WgXcQ');
    for (const bad of ['UPLOAD_ME#EXTERNAL_VIDEO#https://evil.test/youtu.be', 'UPLOAD_ME#IMAGE#javascript:1', 'text']) {
      expect(check(media, bad).issues[0]?.message, bad).toBe(rule('valid_url'));
    }
    expect(
      check(
        media,
        Array.from({ length: 11 }, () => PICTURE),
      ).issues[0]?.rule,
    ).toBe('too_many_files');
  });

  it('are a plain address in the field $imageUrl, and one only', () => {
    const own = define({ key: '$imageUrl', type: 'image' });
    expect(check(own, 'https://a.test/b.png').answers[0]?.value).toBe('https://a.test/b.png');
    expect(check(own, ['https://a.test/b.png', 'https://a.test/c.png']).issues).toHaveLength(1);
  });

  it('are a product by its number, and formatted text that says something', () => {
    expect(check(define({ key: 'product', type: 'product' }), 'gid://x').issues).toHaveLength(1);
    expect(check(define({ key: 'product', type: 'product' }), '123').answers[0]?.value).toBe('123');
    const rich = define({ key: 'story', type: 'richtext', required: true });
    expect(check(rich, '<p> </p><p><br></p>').issues[0]?.message).toBe(rule('required_field'));
    expect(check(rich, '<p>Clay</p>').issues).toEqual([]);
  });

  it('to fields that are not asked here are dropped, when they are known', () => {
    const { answers, issues } = checkAnswers([], [give('rating', '5')], { ignored: new Set(['rating']) });
    expect([answers, issues]).toEqual([[], []]);
  });
});

it('custom fields of an application: takes web addresses only', () => {
  expect(isWebAddress('https://nour.be/shop?x=1')).toBe(true);
  for (const bad of ['nour.be', 'ftp://nour.be', 'https://nour', 'https://', 'javascript:1']) {
    expect(isWebAddress(bad)).toBe(false);
  }
});
