import { describe, expect, it } from 'vitest';
import {
  canEnd,
  buildDays,
  decideDiscount,
  DISCOUNT_COMMANDS,
  DISCOUNT_STATES,
  toLiableParty,
  matchDiscount,
  buildPeriod,
  sharingVendors,
  computeStatus,
  type MadeDiscount,
} from './discount.ts';
import { compareReported, type ReportedDiscount } from './reported-discount.ts';

const at = (text: string): Date => new Date(text);
const made = (o: Partial<MadeDiscount> = {}): MadeDiscount => ({
  method: 'code',
  name: 'Summer',
  nameKey: 'summer',
  vendorId: 7n,
  vendorIds: [],
  vendorPercent: 1_000_000n,
  startsAt: at('2026-06-01T00:00:00Z'),
  endsAt: null,
  takenAt: at('2026-06-01T10:00:00.400Z'),
  leftAt: null,
  ...o,
});

describe('states of a discount', () => {
  it('every command in every state', () => {
    const table = DISCOUNT_STATES.map((state) =>
      DISCOUNT_COMMANDS.map((command) => {
        const next = decideDiscount(state, command);
        return next.ok ? next.value : '-';
      }).join(' '),
    );
    // confirm, refuse, end, confirm_end, remove
    expect(table).toEqual([
      'live refused ending - removed',
      '- - ending - removed',
      'ending - ending ended removed',
      'ending - ended - removed',
      '- - removed - -',
      '- - refused - -',
    ]);
  });

  it('status follows the dates while it is live', () => {
    const period = { startsAt: at('2026-06-10T00:00:00Z'), endsAt: at('2026-06-20T00:00:00Z') };
    const statuses = ['2026-06-09', '2026-06-10', '2026-06-20'].map((day) =>
      computeStatus({ state: 'live', ...period }, at(`${day}T00:00:00Z`)),
    );
    expect(statuses).toEqual(['scheduled', 'active', 'expired']);
    expect(canEnd({ state: 'live', ...period }, at('2026-06-20T00:00:00Z'))).toBe(false);
  });
});

describe('days of a discount', () => {
  it('are those of the store, the last one whole, over a change of clocks', () => {
    const period = buildPeriod({ from: '2026-10-24', until: '2026-10-25' }, 'Europe/Amsterdam');
    expect(period.startsAt.toISOString()).toBe('2026-10-23T22:00:00.000Z');
    expect(period.endsAt?.toISOString()).toBe('2026-10-25T22:59:59.000Z');
    expect(buildDays(period, 'Europe/Amsterdam')).toEqual({ from: '2026-10-24', until: '2026-10-25' });
  });
});

describe('who bears an order’s discount', () => {
  const code = { type: 'discount_code', code: 'SUMMER', title: null };

  it('is found by the code whatever its case, and only by the method', () => {
    const soldAt = at('2026-07-01T00:00:00Z');
    expect(matchDiscount([made()], code, soldAt)?.vendorId).toBe(7n);
    expect(matchDiscount([made()], { type: 'automatic', code: null, title: 'Summer' }, soldAt)).toBeUndefined();
    expect(matchDiscount([made()], { type: 'manual', code: null, title: 'Summer' }, soldAt)).toBeUndefined();
  });

  it('is the one that had the name when the order was placed', () => {
    const [first, second] = [made(), made({ vendorId: 8n, takenAt: at('2026-08-01T00:00:00Z') })];
    const found = (day: string) => matchDiscount([second, first], code, at(day))?.vendorId;
    expect(found('2026-06-01T10:00:00Z')).toBe(7n);
    expect(found('2026-09-01T00:00:00Z')).toBe(8n);
    expect(found('2026-05-31T00:00:00Z')).toBeUndefined();
  });

  it('is nobody’s of ours once the name was left, and to the second of it', () => {
    const ended = made({ leftAt: at('2026-07-01T12:00:00.700Z') });
    expect(matchDiscount([ended], code, at('2026-07-01T12:00:00Z'))?.vendorId).toBe(7n);
    expect(matchDiscount([ended], code, at('2026-07-01T12:00:01Z'))).toBeUndefined();
  });

  it('of an automatic one counts on its days alone: another of the same title is the store’s own', () => {
    const title = { type: 'automatic', code: null, title: 'Summer' };
    const sale = made({ method: 'automatic', endsAt: at('2026-06-30T21:59:59Z') });
    expect(matchDiscount([sale], title, at('2026-06-30T21:59:59Z'))?.vendorId).toBe(7n);
    expect(matchDiscount([sale], title, at('2026-07-01T00:00:00Z'))).toBeUndefined();
    expect(matchDiscount([made({ endsAt: sale.endsAt })], code, at('2026-07-01T00:00:00Z'))?.vendorId).toBe(7n);
  });

  it('shares with the owner, the vendors named, or all of them', () => {
    expect(sharingVendors(made())).toEqual(['7']);
    expect(sharingVendors(made({ vendorId: null, vendorIds: [1n, 2n] }))).toEqual(['1', '2']);
    expect(sharingVendors(made({ vendorId: null }))).toBeNull();
    expect([0n, 1n, 1_000_000n].map(toLiableParty)).toEqual(['marketplace', 'shared', 'vendor']);
  });
});

describe('what the store reports of a discount', () => {
  const known = {
    name: 'SUMMER',
    nameKey: 'summer',
    valueType: 'percentage',
    percent: 100_000n,
    amountMinor: null,
    startsAt: at('2026-06-01T00:00:00Z'),
    endsAt: null,
    onePerCustomer: false,
    usageLimit: null,
    minimumType: 'none',
    minimumMinor: null,
    minimumQuantity: null,
    scopeChanged: false,
  } as const;
  const reported: ReportedDiscount = {
    name: 'SUMMER',
    value: { type: 'percentage', percent: 100_000n },
    startsAt: at('2026-06-01T00:00:00Z'),
    endsAt: null,
    onePerCustomer: false,
    usageLimit: null,
    minimum: { type: 'none' },
    collectionIds: [5n],
  };
  const compare = (change: Partial<ReportedDiscount>) =>
    compareReported(known, { ...reported, ...change }, { ownCollections: [5n], currency: 'EUR' as never });

  it('is nothing new while it is the same', () => {
    expect(compare({})).toEqual({});
  });

  it('is taken over as the store has it', () => {
    expect(
      compare({ value: { type: 'fixed', amount: '5.0' }, minimum: { type: 'subtotal', amount: '20.00' } }),
    ).toEqual({
      valueType: 'fixed',
      percent: null,
      amountMinor: 500n,
      minimumType: 'subtotal',
      minimumMinor: 2_000n,
    });
  });

  it('says when it is for other items', () => {
    expect(compare({ collectionIds: [] })).toEqual({ scopeChanged: true });
    expect(compare({ collectionIds: null })).toEqual({ scopeChanged: true });
  });
});
