import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { balancesAt, daysBetween, MAX_DAYS } from './balance.ts';
import { computeLines, MOVEMENT_TYPES, computeOther, sumMovements, chooseType, type Movement } from './movement.ts';
import { buildInvoice, type Party } from './monthly-document.ts';
import { statementSettingsDefaults, statementSettingsSchema, type StatementSettings } from './statement-settings.ts';

const UNKNOWN_PARTY: Party = { trade: 'Souk', name: '', address: '', zip: '', city: '', country: '', taxNumber: '' };
const vendor = { ...UNKNOWN_PARTY, trade: 'North', isCompany: true };
const build = (
  billed: { commissionMinor: bigint; shippingKeptMinor: bigint; earnedMinor: bigint },
  settings: Partial<StatementSettings> = {},
  more: { marketplaceSells?: boolean; vendor?: Partial<typeof vendor>; marketplace?: Partial<Party> } = {},
) =>
  buildInvoice(billed, {
    settings: { ...statementSettingsDefaults, ...settings },
    marketplaceSells: more.marketplaceSells ?? true,
    marketplace: { ...UNKNOWN_PARTY, ...more.marketplace },
    vendor: { ...vendor, ...more.vendor },
  });

const amount = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
const percent = fc.integer({ min: 0, max: 1_000 }).map((tenths) => String(tenths / 10));

describe('an invoice of a month', () => {
  it('says what was posted: its lines and its net and tax add up to that, with the sign of what takes back', () => {
    fc.assert(
      fc.property(amount, amount, percent, (commissionMinor, shippingKeptMinor, feeTaxPercent) => {
        const built = build({ commissionMinor, shippingKeptMinor, earnedMinor: 5n }, { feeTaxPercent });
        const postedMinor = commissionMinor + shippingKeptMinor;
        if (postedMinor === 0n) {
          expect(built).toBeUndefined();
          return;
        }
        if (!built) expect.fail();
        const { totalMinor, netMinor, taxMinor, lines } = built.content;
        expect(totalMinor).toBe(postedMinor < 0n ? -postedMinor : postedMinor);
        expect(netMinor + taxMinor).toBe(totalMinor);
        expect(taxMinor >= 0n && taxMinor <= totalMinor).toBe(true);
        expect(lines.reduce((sum, line) => sum + line.amountMinor, 0n)).toBe(totalMinor);
        expect(built.kind).toBe(postedMinor < 0n ? 'fee_credit' : 'fee');
      }),
    );
  });

  test('contains its tax: 121.00 at 21 % is 100.00 and 21.00', () => {
    const built = build(
      { commissionMinor: 96_80n, shippingKeptMinor: 24_20n, earnedMinor: 0n },
      { feeTaxPercent: '21' },
    );
    expect(built?.content).toMatchObject({ netMinor: 100_00n, taxMinor: 21_00n, totalMinor: 121_00n });
  });

  test('bills the fee where vendors sell themselves, whatever self-billing says', () => {
    const billed = { commissionMinor: 10n, shippingKeptMinor: 0n, earnedMinor: 90n };
    expect(build(billed, { selfBilling: true }, { marketplaceSells: false })?.kind).toBe('fee');
    expect(build(billed, { selfBilling: true })).toMatchObject({ kind: 'self_billed', content: { totalMinor: 90n } });
    expect(build({ ...billed, earnedMinor: -90n }, { selfBilling: true })?.kind).toBe('self_billed_credit');
  });

  test.each([
    ['the same country', { country: 'NL' }, false],
    ['no tax number', { taxNumber: '' }, false],
    ['a private person', { isCompany: false }, false],
    ['a company abroad', {}, true],
  ])('reverse charge with %s', (_what, more, expected) => {
    const billed = { commissionMinor: 100n, shippingKeptMinor: 0n, earnedMinor: 0n };
    const parties = {
      vendor: { country: 'BE', taxNumber: 'BE1', ...more },
      marketplace: { country: 'NL', taxNumber: 'NL1' },
    };
    const { content } = build(billed, { feeTaxPercent: '21', reverseCharge: true }, parties) ?? expect.fail();
    expect([content.reverseCharge, content.taxMinor > 0n]).toEqual([expected, !expected]);
  });
});

const movement = fc.record({
  type: fc.constantFrom(...MOVEMENT_TYPES),
  at: fc.date({ min: new Date('2026-11-01'), max: new Date('2026-11-30'), noInvalidDate: true }),
  orderId: fc.constant(null),
  orderName: fc.constant(null),
  payoutId: fc.constant(null),
  note: fc.constant(null),
  grossMinor: amount,
  commissionMinor: amount,
  amountMinor: amount,
}) satisfies fc.Arbitrary<Movement>;

describe('movements', () => {
  it('add up by what they were, and stay the same sum where a busy month shows its days', () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
        const { changeMinor, ...parts } = sumMovements(movements);
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0n)).toBe(changeMinor);
        const lines = computeLines(movements, 'Europe/Amsterdam', 10);
        expect(lines.reduce((sum, line) => sum + line.amountMinor, 0n)).toBe(changeMinor);
        expect(lines.reduce((sum, line) => sum + line.count, 0)).toBe(movements.length);
        expect(lines.reduce((sum, line) => sum + computeOther(line), 0n)).toBe(parts.otherMinor);
      }),
    );
  });

  test.each([
    ['sale', { receiptsMinor: -10n }],
    ['refund', { receiptsMinor: 10n }],
    ['change', { commissionMinor: 3n }],
    ['adjustment', { adjustmentMinor: -5n }],
    ['chargeback', {}],
    ['chargeback', { adjusted: 'chargeback' as const, otherMinor: 7n }],
    ['adjustment', { adjusted: 'goodwill' as const, otherMinor: 7n }],
    ['payout', { kind: 'payout_started' }],
    ['payout', { kind: 'manual_payout' }],
    ['payout_returned', { kind: 'payout_reopened' }],
    ['payout_returned', { kind: 'manual_payout_reversal' }],
  ])('are reported by the vendor’s own postings: %s', (type, posted) => {
    const nothing = {
      kind: null,
      adjusted: null,
      receiptsMinor: 0n,
      commissionMinor: 0n,
      adjustmentMinor: 0n,
      otherMinor: 0n,
    };
    expect(chooseType({ ...nothing, ...posted })).toBe(type);
  });
});

describe('balances of days', () => {
  it('are what holds now less everything that came later', () => {
    expect(balancesAt(100n, [7n, 20n, 30n])).toEqual([50n, 70n]);
    expect(balancesAt(0n, [0n, 0n])).toEqual([0n]);
  });

  it('span at most a year, forwards', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(daysBetween('2026-11-02', '2026-11-01')).toBeUndefined();
    expect(daysBetween('2025-01-01', '2026-01-02')?.length).toBe(MAX_DAYS + 1);
    expect(daysBetween('2025-01-01', '2026-01-03')).toBeUndefined();
  });
});

test('settings take percentages from 0 to 100 with at most four places', () => {
  const tells = (feeTaxPercent: string) =>
    statementSettingsSchema.safeParse({ ...statementSettingsDefaults, feeTaxPercent }).success;
  expect(['0', '5.5', '21', '99.9999', '100'].map(tells)).toEqual([true, true, true, true, true]);
  expect(['', '-1', '100.1', '101', '5,5', '1.00001', 'x'].map(tells)).not.toContain(true);
});
