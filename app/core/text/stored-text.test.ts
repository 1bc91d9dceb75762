import { describe, expect, it } from 'vitest';
import { parseSentJson, readSentForm, sentFields, storedText } from './stored-text.ts';

describe('text that the database can keep', () => {
  it('has no NUL sign and no half of a sign', () => {
    expect(storedText('a\0b\ud800c😀')).toBe('ab\uFFFDc😀');
  });

  it('is what JSON holds, in texts and in names, however deep', () => {
    expect(parseSentJson('{"a\\u0000":["x\\uD800",{"b":"\\u0000","n":1,"t":true,"z":null}]}')).toEqual({
      a: ['x\uFFFD', { b: '', n: 1, t: true, z: null }],
    });
    expect(parseSentJson('{"emoji":"\\ud83d\\ude00"}')).toEqual({ emoji: '😀' });
    expect(() => parseSentJson('{')).toThrow(SyntaxError);
  });

  it('is what JSON holds: whole numbers that would be rounded are their digits', () => {
    const sent = '{"id":788032119674292922,"list":[9007199254740993, 7],"price":1e21,"text":"788032119674292922"}';
    expect(parseSentJson(sent)).toEqual({
      id: '788032119674292922',
      list: ['9007199254740993', 7],
      price: 1e21,
      text: '788032119674292922',
    });
  });

  it('is what an address and a form hold', async () => {
    expect(sentFields(new URLSearchParams('q=a%00b&%00n=1'))).toEqual({ q: 'ab', n: '1' });
    const body = new URLSearchParams({ email: 'a\0@b.example' });
    const form = await readSentForm(new Request('http://localhost/', { method: 'POST', body }));
    expect([...form]).toEqual([['email', 'a@b.example']]);
  });
});
