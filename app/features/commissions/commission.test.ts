import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import type { ListLine } from '#tests/factories/orders/scenarios.ts';
import { buildCommissionLine } from '#tests/factories/orders/settled-orders.ts';
import {
  chooseCommission,
  computeLineCommission,
  NO_RULE,
  resolveRanges,
  testCommission,
  type ProductMetafield,
} from './commission.ts';
import { parseCommissionLines, parseCommissionOverride, type CommissionLineInput } from './commission-input.ts';

const EUR = asCurrency('EUR');
const list = (...lines: Partial<ListLine>[]) => lines.map((line) => buildCommissionLine(line, EUR));
const art = { key: 'custom.kind', value: 'art' };

describe('choosing a commission line', () => {
  const defaultLines = list({ min: '0', max: '50', percentage: '20' }, { min: '50', percentage: '10' });
  const choose = (price: bigint, vendorLines = list(), metafields: ProductMetafield[] = []) =>
    chooseCommission({ vendorLines, defaultLines }, price, metafields);

  it('takes min inclusive and max exclusive', () => {
    expect(choose(49_99n)).toMatchObject({ source: 'default', position: 0, percent: 200_000n });
    expect(choose(50_00n)).toMatchObject({ source: 'default', position: 1, percent: 100_000n });
  });

  it('takes a vendor’s own list as a whole, even where only the default would fit', () => {
    expect(choose(10_00n, list({ percentage: '5' }))).toMatchObject({ source: 'vendor', percent: 50_000n });
    expect(choose(10_00n, list({ min: '20', percentage: '5' }))).toEqual(NO_RULE);
  });

  it('takes the first matching constrained line before the unconditioned one', () => {
    const lines = list(
      { percentage: '10' },
      { percentage: '3', constraint: art },
      { percentage: '4', constraint: art },
    );
    const metafields = [{ namespace: 'custom', key: 'kind', values: ['art'] }];
    expect(choose(10_00n, lines, metafields)).toMatchObject({ position: 1 });
    expect(choose(10_00n, lines)).toMatchObject({ position: 0 });
  });

  it('M36 matches the raw string by namespace.key or key, and lists by membership', () => {
    const byKey = list({ percentage: '10' }, { percentage: '3', constraint: { key: 'kind', value: 'art' } });
    const match = (values: string[], namespace = 'custom') =>
      choose(10_00n, byKey, [{ namespace, key: 'kind', values }]).position;
    expect(match(['craft', 'art'])).toBe(1);
    expect(match(['Art'])).toBe(0);
    expect(match(['art '])).toBe(0);
    const byFullKey = list({ percentage: '10' }, { percentage: '3', constraint: art });
    expect(choose(10_00n, byFullKey, [{ namespace: 'other', key: 'kind', values: ['art'] }]).position).toBe(0);
  });

  it('M35 lets a missing max mean the next line’s min, else no ceiling', () => {
    const lines = list({ min: '100' }, { min: '0' }, { min: '50', constraint: art }, { min: '200' });
    expect(resolveRanges(lines).map((line) => line.maxMinor)).toEqual([200_00n, 100_00n, null, null]);
  });

  it('tests a price as the settings page does', () => {
    expect(testCommission({ vendorLines: [], defaultLines }, 60_00n)).toMatchObject({ commissionMinor: 6_00n });
  });
});

describe('a line’s commission', () => {
  it('adds the flat amount to the rounded percentage', () => {
    expect(computeLineCommission(120_00n, 100_000n, 1_00n)).toEqual({
      percentPartMinor: 12_00n,
      flatPartMinor: 1_00n,
      commissionMinor: 13_00n,
    });
  });

  it('stays between 0 and the base', () => {
    expect(computeLineCommission(2_00n, 500_000n, 5_00n).commissionMinor).toBe(2_00n);
    expect(computeLineCommission(-1n, 500_000n, 5_00n).commissionMinor).toBe(0n);
  });
});

describe('validating a commission list', () => {
  const messages = (lines: CommissionLineInput[], allowEmpty = false): string[] => {
    const parsed = parseCommissionLines(lines, EUR, { allowEmpty });
    return parsed.ok ? [] : parsed.refusal.map((issue) => `${issue.path}: ${issue.message}`);
  };
  const tier = (
    min: string,
    max: string | null = null,
    more: Partial<CommissionLineInput> = {},
  ): CommissionLineInput => ({
    min,
    max,
    percentage: '10',
    ...more,
  });

  it('accepts ranges that meet, and stores them as minor units', () => {
    const parsed = parseCommissionLines([tier('0', '50', { flat: '1.5' }), tier('50')], EUR, { allowEmpty: false });
    expect(parsed).toMatchObject({
      ok: true,
      value: [
        { maxMinor: 50_00n, flatMinor: 1_50n },
        { minMinor: 50_00n, maxMinor: null },
      ],
    });
    expect(messages([tier('0'), tier('50')])).toEqual([]);
  });

  it('M35 takes decimals of the currency’s places: 1.50 EUR yes, 1.005 no', () => {
    expect(messages([tier('0', '1.50'), tier('1.50')])).toEqual([]);
    expect(messages([tier('0', '1.005'), tier('1.005')])[0]).toBe('0.max: must have at most 2 decimal places');
  });

  it('names each field that breaks a rule', () => {
    expect(messages([tier('-1')])).toEqual(['0.min: should be at least 0']);
    expect(messages([tier('50', '50')])).toEqual(['0.max: should be greater than 50']);
    expect(messages([tier('0', null, { percentage: '100.5' })])).toEqual(['0.percentage: should be between 0 and 100']);
    expect(messages([tier('0', null, { percentage: 'x' })])).toEqual(['0.percentage: must be a number']);
    expect(messages([tier('0', null, { flat: '-0.01' })])).toEqual(['0.flat: should be at least 0']);
    expect(messages([tier('0', null, { constraint: { key: ' ', value: '' } })])).toEqual([
      '0.constraint.key: Required field',
      '0.constraint.value: Required field',
    ]);
  });

  it('wants a line without a condition, of a vendor’s list too', () => {
    const constrained = tier('0', null, { constraint: art });
    const text = ': At least one commission line should not have a condition';
    expect(messages([constrained])).toEqual([text]);
    expect(messages([constrained], true)).toEqual([text]);
    expect(messages([])).toEqual([text]);
    expect(messages([], true)).toEqual([]);
  });

  it('names gaps in the store’s currency', () => {
    expect(messages([tier('10')])).toEqual(['0.min: There should not be a gap between €0 and €10']);
    expect(messages([tier('0', '50'), tier('60.50')])).toEqual([
      '1.min: There should not be a gap between €50 and €60.50',
    ]);
    expect(messages([tier('0', '50')])).toEqual(['0.max: There should not be a gap between €50 and above']);
  });

  it('names overlaps', () => {
    expect(messages([tier('0', '50'), tier('40')])).toEqual([
      '1.min: There should not be an overlap between €40 and €50',
    ]);
    expect(messages([tier('0'), tier('0')])).toEqual(['1.min: There should not be an overlap between €0 and above']);
  });

  it('ignores constrained lines in gaps and overlaps', () => {
    expect(messages([tier('0'), tier('20', '30', { constraint: art })])).toEqual([]);
  });
});

describe('an override', () => {
  it('M32 wants both fields, or null and null to remove it', () => {
    expect(parseCommissionOverride({ percentage: '12.5', flat: 1 }, EUR)).toEqual({
      ok: true,
      value: { percent: 125_000n, flatMinor: 1_00n },
    });
    expect(parseCommissionOverride({ percentage: null, flat: null }, EUR)).toEqual({ ok: true, value: null });
    expect(parseCommissionOverride({ percentage: '5', flat: null }, EUR)).toMatchObject({
      ok: false,
      refusal: [{ path: 'flat', rule: 'both_required' }],
    });
  });
});

describe('a list of another currency than the sale', () => {
  const line = { minMinor: 0n, maxMinor: 50_00n, flatMinor: 30n, percent: 150_000n, constraint: null, currency: 'USD' };
  const above = { ...line, minMinor: 50_00n, maxMinor: null, percent: 80_000n };
  const lists = { vendorLines: [], defaultLines: [line, above] };

  it('commission: takes the percentage of the lowest tier alone, and says whose currency the list is in', () => {
    expect(chooseCommission(lists, 9_000n, [], 'JPY')).toMatchObject({
      percent: line.percent,
      flatMinor: 0n,
      minMinor: 0n,
      maxMinor: null,
      listCurrency: 'USD',
    });
  });

  it('commission: says nothing of its currency where it is one percentage for every price', () => {
    const plain = { ...line, maxMinor: null, flatMinor: 0n };
    const rule = chooseCommission({ vendorLines: [plain], defaultLines: [line, above] }, 9_000n, [], 'JPY');
    expect(rule).toMatchObject({ source: 'vendor', percent: plain.percent, flatMinor: 0n });
    expect(rule.listCurrency).toBeUndefined();
  });

  it('commission: applies whole to a sale of its own currency', () => {
    const rule = chooseCommission(lists, 90_00n, [], 'USD');
    expect(rule).toMatchObject({ percent: above.percent, flatMinor: 30n });
    expect(rule.listCurrency).toBeUndefined();
  });
});
