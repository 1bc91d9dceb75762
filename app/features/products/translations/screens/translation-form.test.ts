import { describe, expect, it } from 'vitest';
import type { TranslatedText } from '../translations.contract.ts';
import {
  toBasis,
  changedSources,
  fillFromDictionary,
  formatName,
  partsToSend,
  startTyped,
  textsToSend,
  translationsPayload,
} from './translation-form.ts';

const text = (key: string, more: Partial<TranslatedText> = {}): TranslatedText => ({
  resourceId: 'gid://shopify/Product/7',
  key,
  kind: 'title',
  format: 'text',
  name: null,
  source: `${key} now`,
  digest: `digest of ${key}`,
  value: '',
  outdated: false,
  suggestion: null,
  ...more,
});
const texts = [text('title', { value: 'Schale', outdated: true }), text('body_html'), text('meta_title')];
const title = formatName(text('title'));

describe('what is sent', () => {
  it('is what was typed, cleared or confirmed, with the digest of the source that was shown', () => {
    const typed = { texts: { ...startTyped(texts).texts, [formatName(text('body_html'))]: 'Neu' }, confirmed: [title] };
    expect(textsToSend(texts, typed).map((one) => one.key)).toEqual(['title', 'body_html']);
    const basis = { ...toBasis(texts), [title]: { source: 'earlier', digest: 'earlier digest' } };
    const { translations } = translationsPayload('de', textsToSend(texts, typed), { typed, basis });
    expect(translations).toEqual([
      { locale: 'de', resourceId: texts[0]?.resourceId, key: 'title', value: 'Schale', digest: 'earlier digest' },
      { locale: 'de', resourceId: texts[0]?.resourceId, key: 'body_html', value: 'Neu', digest: 'digest of body_html' },
    ]);
  });

  it('is nothing while nothing was touched, and nothing for an empty text that is confirmed', () => {
    expect(textsToSend(texts, startTyped(texts))).toEqual([]);
    expect(textsToSend(texts, { ...startTyped(texts), confirmed: [formatName(text('body_html'))] })).toEqual([]);
  });
});

it('translation form: is sent in parts of as many texts as one call takes, each text once and in order', () => {
  const many = Array.from({ length: 501 }, (_, index) => text(`text${index}`));
  const typed = { texts: Object.fromEntries(many.map((one) => [formatName(one), 'Neu'])), confirmed: [] };
  const parts = partsToSend(many, typed);
  expect(parts.map((part) => part.length)).toEqual([250, 250, 1]);
  expect(parts.flat()).toEqual(many);
  expect(partsToSend(many, startTyped(many))).toEqual([[]]);
  expect(partsToSend(many.slice(0, 250), typed)).toHaveLength(1);
});

it('translation form: says which sources changed since then, and keeps what was typed for one that is gone', () => {
  const gone = text('meta_title');
  const typed = { texts: { [formatName(gone)]: 'Getippt' }, confirmed: [] };
  const now = [text('title', { source: 'Bowl II', digest: 'new' })];
  expect(changedSources(now, typed, toBasis(texts))).toEqual({
    changed: new Map([[title, 'title now']]),
    gone: [{ name: formatName(gone), source: 'meta_title now', value: 'Getippt' }],
  });
});

it('translation form: fills empty texts from the dictionary and leaves the others', () => {
  const known = texts.map((one) => ({ ...one, suggestion: 'Wort' }));
  expect(fillFromDictionary(known, startTyped(known)).texts).toEqual({
    [title]: 'Schale',
    [formatName(text('body_html'))]: 'Wort',
    [formatName(text('meta_title'))]: 'Wort',
  });
});
