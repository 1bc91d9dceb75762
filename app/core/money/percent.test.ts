import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideHalfUp, formatPercent, parsePercent, computePercent } from './percent.ts';

describe('percentages', () => {
  it('reads at most four places exactly', () => {
    expect(parsePercent('12.5')).toEqual({ ok: true, value: 125_000n });
    expect(parsePercent(0.0001)).toEqual({ ok: true, value: 1n });
    expect(parsePercent('8.12340')).toEqual({ ok: true, value: 81_234n });
    expect(parsePercent('8.12345')).toEqual({ ok: false, refusal: { rule: 'too_many_places', places: 4 } });
    expect(parsePercent('ten')).toEqual({ ok: false, refusal: { rule: 'not_a_number' } });
  });

  it('formats what it reads, as short as it can', () => {
    expect(formatPercent(100_000n)).toBe('10');
    expect(formatPercent(125_000n)).toBe('12.5');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000n }), (percent) => {
        expect(parsePercent(formatPercent(percent))).toEqual({ ok: true, value: percent });
      }),
    );
  });

  it('rounds half-up, once', () => {
    expect(computePercent(5n, 100_000n)).toBe(1n);
    expect(computePercent(4n, 100_000n)).toBe(0n);
    expect(computePercent(1_00n, 333_333n)).toBe(33n);
    expect(divideHalfUp(1n, 2n)).toBe(1n);
  });

  it('refuses to round a negative amount', () => {
    expect(() => computePercent(-1n, 100_000n)).toThrow(/non-negative/);
  });
});
