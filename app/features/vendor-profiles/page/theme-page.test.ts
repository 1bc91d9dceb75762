import { describe, expect, test } from 'vitest';
import type { FieldDefinition, FieldType } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { themePage } from './theme-page.ts';
import type { PublicAnswer } from './vendor-page.ts';

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
const pageOf = (fields: FieldDefinition[], answers: Record<string, Pick<PublicAnswer, 'value' | 'media'>>) =>
  themePage(
    'Kiln & Co',
    fields,
    Object.entries(answers).map(([key, answer]) => ({
      key,
      type: fields.find((one) => one.key === key)?.type ?? 'text',
      ...answer,
    })),
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
      pageOf(fields, {
        crafts: { value: ['Clay', 'Wool'] },
        town: { value: 'Bergen' },
        site: { value: 'https://kiln.example' },
        story: { value: '<p>Hi</p>' },
      }),
    ).toEqual([
      named('story', { kind: 'html', html: '<p>Hi</p>' }),
      named('site', { kind: 'link', value: 'https://kiln.example' }),
      named('town', { kind: 'text', value: 'Bergen' }),
      named('crafts', { kind: 'list', values: ['Clay', 'Wool'] }),
    ]);
  });

  test('sets pictures and films apart', () => {
    const media = [
      { src: 'https://cdn.example/a.png', contentType: 'IMAGE' as const },
      { src: 'https://youtu.be/abcdefg', contentType: 'EXTERNAL_VIDEO' as const },
    ];
    expect(pageOf([field('work', 'list_media')], { work: { value: media.map(({ src }) => src), media } })).toEqual([
      named('work', { kind: 'images', values: ['https://cdn.example/a.png'] }),
      named('work', { kind: 'videos', values: ['https://youtu.be/abcdefg'] }),
    ]);
  });

  test('holds no field that is not of the page', () => {
    expect(pageOf([field('town', 'text')], { tax: { value: 'NL-1' } })).toEqual([]);
  });

  test('stays within 60,000 characters', () => {
    const fields = Array.from({ length: 9 }, (_, index) => field(`long${index}`, 'textarea'));
    const values = Object.fromEntries(fields.map(({ key }) => [key, { value: 'x'.repeat(10_000) }]));
    expect(pageOf(fields, values)).toHaveLength(5);
  });
});
