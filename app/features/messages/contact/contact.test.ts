import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterAsking,
  afterConfirming,
  oneLine,
  toPreview,
  readFormFields,
  toSource,
  SUBSCRIBER_STATUSES,
} from './contact.ts';

describe('a theme’s own form', () => {
  it('names who sent it by the names of its fields, in five languages', () => {
    const named = (email: string, name: string) =>
      readFormFields({ [email]: 'Ada@Buyers.test', [name]: 'Ada', Subject: 'Hello' });
    for (const [email, name] of [
      ['email', 'name'],
      ['E-mail', 'Your name'],
      ['Email address', 'Full name'],
      ['E-Mail-Adresse', 'Name'],
      ['Courriel', 'Nom'],
      ['correo electrónico', 'Nombre'],
      ['mail', 'Naam'],
    ] as const) {
      expect(named(email, name)).toMatchObject({ email: 'ada@buyers.test', name: 'Ada' });
    }
  });

  it('keeps the order of its fields and drops the empty ones', () => {
    const { fields, email, name } = readFormFields({ b: ' two ', empty: ' ', a: 'one', email: 'no address' });
    expect(fields.map(({ key, value }) => `${key}=${value}`)).toEqual(['b=two', 'a=one', 'email=no address']);
    expect([email, name]).toEqual([null, '']);
  });

  it('keeps every name and key on one line, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\r\n\0\u2028\u2029\u0085]/);
        const { fields, name } = readFormFields({ name: `A${text}`, [`k${text}`]: 'v' });
        for (const one of [name, ...fields.map(({ key }) => key)]) expect(one).not.toMatch(/[\r\n\0]/);
      }),
    );
  });

  it('shows in a list what was written rather than who wrote it', () => {
    const who = { email: 'somebody.with.a.long.address@buyers.test', name: 'Ada' };
    const fields = [
      { key: 'email', value: who.email },
      { key: 'Question', value: 'Do you ship\nto Bergen?' },
    ];
    expect(toPreview({ ...who, body: '', fields })).toBe('Do you ship to Bergen?');
    expect(toPreview({ ...who, body: 'x'.repeat(400), fields })).toHaveLength(140);
  });
});

describe('where an address was typed', () => {
  it('is the host of the page, by origin or else by what led here', () => {
    expect(toSource({ origin: 'https://fjord.example', referer: null })).toBe('fjord.example');
    expect(toSource({ origin: 'null', referer: 'https://fjord.example/a?b=c' })).toBe('fjord.example');
    expect(toSource({ origin: null, referer: 'nonsense' })).toBe('');
  });
});

describe('a subscription', () => {
  it('asks whoever has not said yes, and nobody who has', () => {
    expect(afterAsking(undefined)).toEqual({ status: 'pending', generation: 1, asks: true });
    expect(SUBSCRIBER_STATUSES.map((status) => afterAsking({ status, generation: 3 }))).toEqual([
      { status: 'pending', generation: 3, asks: true },
      { status: 'confirmed', generation: 3, asks: false },
      { status: 'pending', generation: 4, asks: true },
    ]);
  });

  it('is confirmed by the link of its own beginning only, as often as it is followed', () => {
    const outcomes = SUBSCRIBER_STATUSES.map((status) =>
      [2, 3, 4].map((generation) => afterConfirming({ status, generation: 3 }, generation)),
    );
    expect(outcomes).toEqual([
      ['is_over', 'confirms', 'is_over'],
      ['is_over', 'is_done', 'is_over'],
      ['is_over', 'is_over', 'is_over'],
    ]);
  });
});
