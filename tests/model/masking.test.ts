import { describe, expect, it } from 'vitest';
import { MASK, maskText } from '#app/core/contact-masking/masking.ts';
import { MASKING_KINDS, MASKING_LINES } from './masking-lines.ts';

const languages = Object.entries(MASKING_LINES);
const lines = languages.flatMap(([, { masked, kept }]) => [...masked, ...kept]);
const kinds = Object.entries(MASKING_KINDS);
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

  it.each(kinds)('finds contact details written with %s, and keeps what looks like them', (_kind, { masked, kept }) => {
    expect({
      missed: masked.filter((line) => maskText(line).hits === 0),
      wrong: kept.filter((line) => maskText(line).hits > 0),
    }).toEqual({ missed: [], wrong: [] });
  });

  it('leaves no digit and no letter of a detail that is written in another way', () => {
    expect(maskText('call ٠٦١٢٣٤٥٦٧٨ now').text).toBe(`call ${MASK} now`);
    expect(maskText('O6 12 34 56 78 please').text).toBe(`${MASK} please`);
    expect(maskText('O6 12 34 56 78 I wait').text).toBe(`${MASK} I wait`);
    expect(maskText('ada @ example . com, thanks').text).toBe(`${MASK}, thanks`);
    expect(maskText('0️⃣6️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣').text).toBe(MASK);
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
    for (const line of [...lines, ...kinds.flatMap(([, { masked, kept }]) => [...masked, ...kept])]) {
      const once = maskText(line).text;
      expect(maskText(once)).toEqual({ text: once, hits: 0 });
    }
  });

  it('takes time in proportion to a text of 100 kB', () => {
    const hostile = [
      ...[
        'a@',
        '0 ',
        '1.',
        'a.',
        '(at)',
        'zero ',
        'NL91 ',
        '@a ',
        'www.',
        ' at a.b',
        '- ',
        '+1',
        'O',
        'O ',
        '1, ',
        '1,',
      ],
      ...[
        '٠',
        '0̲',
        'a , ',
        'a . ',
        '_at_a',
        '-dot-',
        ' dot ',
        '1 dot ',
        '(a',
        '*',
        'a@a-',
        'www . ',
        '𝟎',
        '①',
        '.,',
        'lot ',
      ],
    ];
    // A short time is no proof of growth, and a busy machine is slow by chance: what looks slow is measured again.
    const isSlow = (piece: string): boolean => measure(piece, 100_000) > Math.max(1_000, 8 * measure(piece, 25_000));
    expect(hostile.filter((piece) => isSlow(piece) && isSlow(piece))).toEqual([]);
  }, 120_000);
});

/** Milliseconds of the processor that masking a piece, repeated up to a length, takes. */
function measure(piece: string, length: number): number {
  const text = piece.repeat(Math.ceil(length / piece.length));
  const began = process.cpuUsage();
  maskText(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
