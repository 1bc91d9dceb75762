import { expect, test } from 'vitest';
import { endOnce, joinSentences } from './sentences.ts';
import './translate.server.ts';
import { findTranslator } from './translator.ts';

test('a sentence whose last value ends with a full stop has one of them', () => {
  expect(endOnce('Endet ohne Antwort am 14. Nov..', ['14. Nov.'])).toBe('Endet ohne Antwort am 14. Nov.');
  expect(endOnce('Von 3. Nov. bis 14. Nov..', ['3. Nov.', '14. Nov.'])).toBe('Von 3. Nov. bis 14. Nov.');
});

test('a sentence whose values end without a full stop stays as it is', () => {
  expect(endOnce('Ends 14 Nov.', ['14 Nov'])).toBe('Ends 14 Nov.');
  expect(endOnce('Wait... 3', ['14 Nov.', 3, undefined])).toBe('Wait... 3');
});

test('sentences that are joined have one full stop between them', () => {
  expect(joinSentences(['Bestellt: 14. Nov.', 'Versand bis 17. Nov.'])).toBe('Bestellt: 14. Nov. Versand bis 17. Nov.');
  expect(joinSentences(['Friday 27 November', '4 orders to ship'])).toBe('Friday 27 November. 4 orders to ship');
  expect(joinSentences(['Alone'])).toBe('Alone');
});

test('a German text that ends with a date has one full stop, and one that ends with a time has its own', () => {
  const t = findTranslator('de', {});
  expect(t('offers:answerBy', { when: '14. Nov.' })).toBe('Endet ohne Antwort am 14. Nov.');
  expect(t('offers:answerBy', { when: 'Mittwoch um 10:00' })).toBe('Endet ohne Antwort am Mittwoch um 10:00.');
});
