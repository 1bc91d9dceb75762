import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from './folding.ts';

/** Every code point that means something: half of a pair, private or not assigned yet, it is left alone by all that folds. */
function* codePoints(): Generator<string> {
  for (let point = 1; point <= 0x10ffff; point++) {
    const sign = String.fromCodePoint(point);
    if (!/[\p{Cn}\p{Co}\p{Cs}]/u.test(sign)) yield sign;
  }
}

describe('the folding of names', () => {
  it('makes one name of what differs by case, width, composition, blanks or invisible signs', () => {
    const pairs = [
      ['Weiß & Söhne', 'WEISS & SO\u0308HNE'],
      ['STRAẞE', 'Straße'],
      ['Acme™', 'ACMETM'],
      ['Café²', 'cafe\u03012'],
      ['½ Pint', '1⁄2 pint'],
      ['№ 5', 'no 5'],
      ['Ｎｏｒｄ', 'nord'],
      ['Ki\u200bln\u00ad & Co\ufeff', ' kiln\u00a0 &\u3000CO '],
      ['ΝΙΚΟΣ', 'νικος'],
      ['ΟΔΥΣΣΕΎΣ', 'οδυσσεύσ'],
      ['İstanbul', 'i\u0307stanbul'],
      ['ﬁlm', 'FILM'],
      ['ᾳ', 'ΑΙ'],
      ['Ꭰ', 'ꭰ'],
      ['\u0085Nord\u2028Süd', 'nord süd'],
    ] as const;
    for (const [left, right] of pairs) expect([left, foldName(left)]).toEqual([left, foldName(right)]);
  });

  it('keeps apart what differs', () => {
    for (const [left, right] of [
      ['Sığ', 'Sig'],
      ['Kiln & Co', 'Kiln and Co'],
      ['Muller', 'Müller'],
    ] as const) {
      expect(foldName(left)).not.toBe(foldName(right));
    }
    expect(foldName('\u200b\u00a0\u3164')).toBe('');
  });

  it('changes nothing that is folded, and forgets case and form: every code point, inside and at the end of a name', () => {
    const wrong: string[] = [];
    for (const sign of codePoints()) {
      const name = `a${sign}b Σ${sign}`;
      const folded = foldName(name);
      // The dotless i is the one letter whose capital is another letter’s.
      const others = new Set([name.normalize('NFKC'), name.normalize('NFD'), sign === 'ı' ? name : name.toUpperCase()]);
      others.delete(name);
      if (foldName(folded) !== folded || [...others].some((other) => foldName(other) !== folded)) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('changes nothing that is folded: any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(foldName(foldName(text))).toBe(foldName(text));
      }),
      { numRuns: 1000 },
    );
  });
});
