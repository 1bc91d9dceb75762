import { describe, expect, it } from 'vitest';
import type { RequestInfo } from '../context.server.ts';
import { readForm, withStoreOfBody } from './forms.server.ts';

const infoOf = (type: string): RequestInfo => ({
  requestId: 'r',
  address: 'a',
  origin: 'http://localhost',
  store: undefined,
  headers: new Headers({ 'content-type': type }),
});
const FORM = 'application/x-www-form-urlencoded';

describe('a posted form', () => {
  it('nests what is named so and joins boxes that are ticked together', () => {
    const text = 'vendor=kiln&data%5BYour+question%5D=Hello&data[Likes][]=Wood&data[Likes][]=Wool&email=a&email=b';
    expect(readForm(text)).toEqual({
      vendor: 'kiln',
      email: 'b',
      data: { 'Your question': 'Hello', Likes: 'Wood, Wool' },
    });
  });

  it('changes no other object by the names of its fields', () => {
    const form = readForm('data[__proto__]=x&__proto__=y&constructor[prototype]=z');
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(Object.keys(form).sort()).toEqual(['__proto__', 'constructor', 'data']);
  });
});

describe('the store that a body names', () => {
  it('stands at its top, never in what a visitor typed', () => {
    const json = (body: unknown) =>
      withStoreOfBody(Buffer.from(JSON.stringify(body)), infoOf('application/json')).store;
    expect(json({ data: { store: 'evil.myshopify.com' }, store: 'demo.myshopify.com' })).toBe('demo.myshopify.com');
    expect(json({ data: { store: 'evil.myshopify.com' } })).toBeUndefined();
    expect([json(null), json([]), json('text'), json({ store: 7 })]).toEqual(Array(4).fill(undefined));
  });

  it('is read from a form too, and from nothing that cannot be read', () => {
    const form = (text: string, type = FORM) => withStoreOfBody(Buffer.from(text), infoOf(type)).store;
    expect(form('store=demo.myshopify.com&email=a')).toBe('demo.myshopify.com');
    expect(form('data[store]=evil.myshopify.com')).toBeUndefined();
    expect(form('{"store":', 'application/json')).toBeUndefined();
  });
});
