import { expect, it } from 'vitest';
import { checkValue } from './specification-value.ts';
import { kindOfFile } from './file-value.ts';

const rule = (...kinds: string[]) => [{ name: 'file_type_options', value: JSON.stringify(kinds) }];
const check = (raw: string, validations: { name: string; value: string }[] = [], type = 'file_reference') =>
  checkValue({ type, validations }, raw, 'USD');
const PICTURE = 'gid://shopify/MediaImage/12';

it('value of a file specification: is a reference of the platform or an upload, of a kind that its definition takes', () => {
  for (const good of [PICTURE, 'gid://shopify/GenericFile/3', 'https://uploads.test/a.pdf', '']) {
    expect(check(good)).toEqual({ ok: true, value: good });
  }
  for (const bad of ['a plan', 'gid://shopify/Product/1', 'javascript:alert(1)', 'gid://shopify/MediaImage/x']) {
    expect(check(bad)).toMatchObject({ ok: false, rule: 'file' });
  }
  expect(check(PICTURE, rule('Image'))).toMatchObject({ ok: true });
  expect(check('https://uploads.test/b.PNG', rule('Image'))).toMatchObject({ ok: true });
  for (const other of ['gid://shopify/Video/1', 'https://uploads.test/a.pdf']) {
    expect(check(other, rule('Image'))).toMatchObject({ ok: false, rule: 'file_type' });
  }
  expect(check('gid://shopify/Video/1', rule('Image', 'Video'))).toMatchObject({ ok: true });
});

it('may be a list of at most twenty', () => {
  const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => PICTURE));
  expect(check(list(20), [], 'list.file_reference')).toEqual({ ok: true, value: list(20) });
  expect(check(list(21), [], 'list.file_reference')).toMatchObject({ ok: false, rule: 'too_many_entries' });
});

it('value of a file specification: is identified by its reference or its file extension', () => {
  expect(['gid://shopify/Video/1', 'https://x.test/a.mov?b=1', 'https://x.test/a.png/x'].map(kindOfFile)).toEqual([
    'VIDEO',
    'VIDEO',
    'FILE',
  ]);
});
