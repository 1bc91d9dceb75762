import { describe, expect, it } from 'vitest';
import { MASK, maskText } from '#app/core/contact-masking/masking.ts';
import { MASKING_LINES } from './masking-lines.ts';

const languages = Object.entries(MASKING_LINES);
const lines = languages.flatMap(([, { masked, kept }]) => [...masked, ...kept]);
/** What the test set may miss of what is to be masked, and mask of what is to be kept. */
const MAX_MISSED = 0;
const MAX_FALSE = 0;

describe('masking', () => {
  it('finds contact details in two hundred lines of five languages, within its bounds', () => {
    expect(lines.length).toBe(200);
    const missed = languages.flatMap(([, { masked }]) => masked.filter((line) => maskText(line).hits === 0));
    const wrong = languages.flatMap(([, { kept }]) => kept.filter((line) => maskText(line).hits > 0));
    console.info(`masking: ${lines.length} lines, ${missed.length} missed, ${wrong.length} false`, { missed, wrong });
    expect(missed.length).toBeLessThanOrEqual(MAX_MISSED);
    expect(wrong.length).toBeLessThanOrEqual(MAX_FALSE);
  });

  it('leaves the words around what it masks, and nothing of the detail', () => {
    expect(maskText('Write me at ada@example.com, or call +44 20 7946 0958!')).toEqual({
      text: `Write me at ${MASK}, or call ${MASK}!`,
      hits: 2,
    });
    expect(maskText('IBAN NL91 ABNA 0417 1643 00 ok').text).toBe(`IBAN ${MASK} ok`);
    expect(maskText('ada (at) example (dot) com').text).toBe(MASK);
  });

  it('sees through signs that nobody sees and forms of digits', () => {
    expect(maskText('a\u200bda@exa\u00admple.com').text).toBe(MASK);
    expect(maskText('０６１２３４５６７８').text).toBe(MASK);
    expect(maskText('ada＠example．com').text).toBe(MASK);
  });

  it('changes nothing that is masked already', () => {
    for (const line of lines) {
      const once = maskText(line).text;
      expect(maskText(once)).toEqual({ text: once, hits: 0 });
    }
  });

  it('takes time in proportion to the text', () => {
    const hostile = ['a@', '0 ', '1.', 'a.', '(at)', 'zero ', 'NL91 ', '@a ', 'www.', ' at a.b', '- ', '+1'];
    const slow = hostile.filter((piece) => {
      const text = piece.repeat(Math.ceil(20_000 / piece.length));
      const began = performance.now();
      maskText(text);
      return performance.now() - began > 2_000;
    });
    expect(slow).toEqual([]);
  });
});
