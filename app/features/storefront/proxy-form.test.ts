import { expect, test } from 'vitest';
import { readBlockForm } from './proxy-form.ts';

const read = (text: string) => readBlockForm(new URLSearchParams(text));

test('fields in brackets are the parts of one value', () => {
  expect(read('vendor=Kiln+%26+Co&data[name]=Ada&data[message]=Hi%21')).toEqual({
    trapped: false,
    body: { vendor: 'Kiln & Co', data: { name: 'Ada', message: 'Hi!' } },
  });
});

test('the store is the one that signed, whatever the form names', () => {
  expect(read('email=a%40b.test&store=other.myshopify.com').body).toEqual({ email: 'a@b.test' });
});

test('what a program filled in is known by the field that nobody sees', () => {
  expect([read('souk_website=').trapped, read('souk_website=spam').trapped]).toEqual([false, true]);
  expect(read('souk_website=spam').body).toEqual({});
});

test('names that mean something to the language are names like others', () => {
  const { body } = read('__proto__[polluted]=yes&data[__proto__]=yes&constructor=x');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(body).sort()).toEqual(['__proto__', 'constructor', 'data']);
});
