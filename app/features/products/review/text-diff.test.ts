import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparable, diffWords, readableHtml } from './text-diff.ts';

const text = fc
  .array(fc.constantFrom('clay', 'bowl', 'deep', ' ', '\n', 'glaze'), { maxLength: 40 })
  .map((words) => words.join(''));

describe('two texts word by word', () => {
  it('give both texts back, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffWords(before, after);
        const without = (kind: 'old' | 'new') =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join('');
        expect(without('new')).toBe(before);
        expect(without('old')).toBe(after);
      }),
    );
  });

  it('mark what went and what came', () => {
    expect(diffWords('A small bowl of clay', 'A deep bowl of clay')).toEqual([
      { kind: 'same', text: 'A ' },
      { kind: 'old', text: 'small' },
      { kind: 'new', text: 'deep' },
      { kind: 'same', text: ' bowl of clay' },
    ]);
  });

  it('read as one change where only spaces are the same', () => {
    expect(diffWords('Smooth and pale.', 'BUY it now.')).toEqual([
      { kind: 'old', text: 'Smooth and pale.' },
      { kind: 'new', text: 'BUY it now.' },
    ]);
  });

  it('are compared at once where they are long and share nothing', () => {
    const [old, now] = ['a', 'b'].map((word) => Array.from({ length: 5_000 }, (_, at) => `${word}${at}`).join(' '));
    expect(diffWords(old ?? '', now ?? '').some((piece) => piece.kind === 'same')).toBe(false);
  });
});

describe('a description as it is reviewed', () => {
  it('shows where links and pictures lead', () => {
    expect(
      readableHtml(
        '<p>See <a href="https://a.test/x">this</a></p><ul><li>One</li></ul><img src="https://a.test/p.png">',
      ),
    ).toBe('See this (https://a.test/x)\n• One\n\n[https://a.test/p.png]');
    expect(comparable('<p>Hi</p>', '<p><a href="https://bad.test">Hi</a></p>')).toEqual([
      'Hi',
      'Hi (https://bad.test)',
    ]);
  });

  it('is compared as it is written where only its form differs', () => {
    expect(comparable('<p>Hi</p>', '<h1>Hi</h1>')).toEqual(['<p>Hi</p>', '<h1>Hi</h1>']);
  });
});
