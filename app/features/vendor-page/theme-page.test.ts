import { describe, expect, test } from 'vitest';
import type { FieldDefinition, FieldType } from '#app/features/registration/registration.ts';
import { themePage } from './theme-page.ts';

const field = (key: string, type: FieldType): FieldDefinition => ({
  key,
  name: `Name of ${key}`,
  type,
  required: false,
  description: '',
  options: [],
  link: '',
  showOnVendorPage: true,
  registration: false,
});
const pageOf = (fields: FieldDefinition[], values: Record<string, string | boolean | string[]>) =>
  themePage(
    'Kiln & Co',
    fields,
    Object.entries(values).map(([key, value]) => ({ key, name: 'An older name', value })),
    (html) => `clean(${html})`,
  ).fields;
const named = (key: string, rest: object) => ({ key, name: `Name of ${key}`, ...rest });

describe('a vendor’s page for themes', () => {
  test('says of each field how it is drawn, under its present name and in the order of the fields', () => {
    const fields = [
      field('story', 'richtext'),
      field('site', 'url'),
      field('town', 'text'),
      field('crafts', 'checkbox'),
    ];
    expect(
      pageOf(fields, { crafts: ['Clay', 'Wool'], town: 'Bergen', site: 'https://kiln.example', story: '<p>Hi</p>' }),
    ).toEqual([
      named('story', { kind: 'html', html: 'clean(<p>Hi</p>)' }),
      named('site', { kind: 'link', value: 'https://kiln.example' }),
      named('town', { kind: 'text', value: 'Bergen' }),
      named('crafts', { kind: 'list', values: ['Clay', 'Wool'] }),
    ]);
  });

  test('sets pictures and films apart', () => {
    const values = ['UPLOAD_ME#IMAGE#https://cdn.example/a.png', 'UPLOAD_ME#EXTERNAL_VIDEO#https://youtu.be/abcdefg'];
    expect(pageOf([field('work', 'list_media')], { work: values })).toEqual([
      named('work', { kind: 'images', values: ['https://cdn.example/a.png'] }),
      named('work', { kind: 'videos', values: ['https://youtu.be/abcdefg'] }),
    ]);
  });

  test('tells no file, no ticked terms, no number of a product, nothing empty, and nothing of other fields', () => {
    const fields = [field('papers', 'file'), field('rules', 'terms'), field('best', 'product'), field('town', 'text')];
    expect(pageOf(fields, { papers: 'https://f.example/x', rules: true, best: '12', town: '', tax: 'NL-1' })).toEqual(
      [],
    );
  });

  test('stays within 60,000 characters', () => {
    const fields = Array.from({ length: 9 }, (_, index) => field(`long${index}`, 'textarea'));
    const values = Object.fromEntries(fields.map(({ key }) => [key, 'x'.repeat(10_000)]));
    expect(pageOf(fields, values)).toHaveLength(5);
  });
});
