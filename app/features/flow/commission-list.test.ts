import { describe, expect, it } from 'vitest';
import { rule } from '#app/core/rules.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { MAX_LINES, parseCommissionLines } from '#app/features/commissions/commission-input.ts';
import { MAX_LIST, parseList } from './commission-list.ts';

describe('a commission list of a workflow', () => {
  it.each([
    ['0: 15', [{ min: '0', percentage: '15' }]],
    [
      '0: 15\n100: 12.5',
      [
        { min: '0', percentage: '15' },
        { min: '100', percentage: '12.5' },
      ],
    ],
    [
      '0:15%\r\n\r\n  99.95 : 12.5 %\r\n',
      [
        { min: '0', percentage: '15' },
        { min: '99.95', percentage: '12.5' },
      ],
    ],
    ['default', []],
    [' Default\n', []],
  ])('%j: its ranges, none for the default list', (text, lines) => {
    expect(parseList(text)).toEqual({ ok: true, value: lines });
  });

  it.each([
    ['15', 1],
    ['0: 15\n100; 12.5', 2],
    ['0: 15\n\n100: 12,5', 3],
    ['0: 15: 3', 1],
    [': 15', 1],
    ['0:', 1],
    ['0: %', 1],
    ['0: 15%%', 1],
    ['€0: 15', 1],
    ['0: 1e1', 1],
    ['0: .5', 1],
    ['default: 15', 1],
    ['0: 15\ndefault', 2],
    [`0: ${'1'.repeat(21)}`, 1],
  ])('%j: refused, with the number of the line', (text, line) => {
    expect(parseList(text)).toEqual({ ok: false, refusal: rule('commission_line', { line }) });
  });

  it('has as many lines as a list may have, and no more', () => {
    const write = (count: number) => Array.from({ length: count }, (_, index) => `${String(index)}: 10`).join('\n');
    expect(parseList(write(MAX_LINES)).ok).toBe(true);
    expect(parseList(write(MAX_LINES + 1))).toEqual({ ok: false, refusal: rule('max_lines', { maximum: MAX_LINES }) });
  });

  it('has room for a full list of the longest prices', () => {
    const lines = Array.from({ length: MAX_LINES }, (_, index) => {
      const cents = String(index).padStart(2, '0');
      return index === 0 ? '0: 12.3456 %' : `9999999999999.${cents}: 12.3456 %`;
    });
    const text = lines.join('\r\n');
    expect(text.length).toBeLessThanOrEqual(MAX_LIST);
    const parsed = parseList(text);
    const list = parsed.ok ? parsed.value : [];
    expect(parseCommissionLines(list, asCurrency('EUR'), { allowEmpty: true }).ok).toBe(true);
  });
});
