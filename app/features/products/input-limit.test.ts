import { describe, expect, it } from 'vitest';
import { checkInputLimit, countCharacters, NO_LIMIT } from './input-limit.ts';

const product = { title: 'Bowl', bodyHtml: '<p>Clay &amp; <strong>fire</strong></p>', media: [1, 2] };

describe('the limits of what vendors save', () => {
  it('are none where both bounds are 0', () => {
    expect(checkInputLimit({ title: '', bodyHtml: '', media: [] }, NO_LIMIT)).toEqual([]);
  });

  it('count characters of the text, not of its form, and pictures', () => {
    const limit = { title: { min: 4, max: 4 }, description: { min: 11, max: 11 }, images: { min: 2, max: 2 } };
    expect(checkInputLimit(product, limit)).toEqual([]);
    expect(checkInputLimit({ title: 'Cup', bodyHtml: '<p></p>', media: [] }, limit)).toEqual([
      { path: 'title', rule: 'too_small_string', message: 'Too small: at least 4 characters', params: { minimum: 4 } },
      {
        path: 'bodyHtml',
        rule: 'too_small_string',
        message: 'Too small: at least 11 characters',
        params: { minimum: 11 },
      },
      { path: 'media', rule: 'too_small_array', message: 'Too small: at least 2 pictures', params: { minimum: 2 } },
    ]);
    expect(
      checkInputLimit({ title: 'Bowls', bodyHtml: '<p>Clay and fire</p>', media: [1, 2, 3] }, limit).map(
        (one) => one.rule,
      ),
    ).toEqual(['too_big_string', 'too_big_string', 'too_big_array']);
  });

  it('count what a person sees as one sign as one', () => {
    expect(countCharacters('e\u0301🏺👩‍🎨')).toBe(3);
  });
});
