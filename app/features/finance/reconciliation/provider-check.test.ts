import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import { PAYOUT_STATES, type PayoutState } from '#app/features/payouts/payout.ts';
import { checkItem, checkTransfer, buildMissing, type ProviderTransfer, type OwnPayout } from './provider-check.ts';

const USD = asCurrency('USD');
const now = new Date('2026-11-23T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const own = (o: Partial<OwnPayout> = {}): OwnPayout => ({
  id: 7n,
  vendorId: 3n,
  reference: 'souk-run-7',
  itemKey: '7',
  currency: USD,
  amountMinor: 36_00n,
  reversedMinor: 0n,
  state: 'paid',
  isEnded: false,
  attemptedAt: ago(60),
  ...o,
});
const found = (o: Partial<ProviderTransfer> = {}): ProviderTransfer => ({
  transferId: 'tr_1',
  group: 'souk-run-7',
  amountMinor: 36_00n,
  reversedMinor: 0n,
  currency: USD,
  createdAt: ago(60),
  vendorId: null,
  ...o,
});
const kinds = ({ findings }: ReturnType<typeof checkTransfer>) => findings.map(({ kind }) => kind);

describe('a transfer beside its payout', () => {
  it('agrees, or differs in amount, in currency, in part, or is not known', () => {
    expect(checkTransfer(found(), own(), now)).toEqual({ findings: [], isMended: false });
    expect(kinds(checkTransfer(found({ amountMinor: 36_01n }), own(), now))).toEqual(['provider_amount']);
    expect(kinds(checkTransfer(found({ currency: asCurrency('EUR') }), own(), now))).toEqual(['provider_currency']);
    expect(kinds(checkTransfer(found(), undefined, now))).toEqual(['provider_unknown']);
    const part = checkTransfer(found({ reversedMinor: 1n }), own(), now);
    expect(part).toMatchObject({ findings: [{ kind: 'provider_part', expectedMinor: 0n, foundMinor: 1n }] });
  });

  it('of which a part was reversed agrees once that is known here; more is corrected by a refresh, less is left to a person', () => {
    const part = (providerMinor: bigint, o: Partial<OwnPayout>) =>
      checkTransfer(found({ reversedMinor: providerMinor }), own(o), now);
    expect(part(1n, { reversedMinor: 1n })).toEqual({ findings: [], isMended: false });
    expect(part(2n, { reversedMinor: 1n })).toMatchObject({
      findings: [{ kind: 'provider_part', expectedMinor: 1n, foundMinor: 2n }],
      isMended: true,
    });
    expect(part(0n, { reversedMinor: 1n })).toMatchObject({ findings: [{ foundMinor: 0n }], isMended: false });
    // A look takes nothing over of a transfer that is another than the payout.
    expect(part(2n, { amountMinor: 35_00n }).isMended).toBe(false);
    expect(part(2n, { state: 'failed' }).isMended).toBe(false);
  });

  it('that went back whole mends what can still follow, and nothing that came to nothing here', () => {
    const back = found({ reversedMinor: 36_00n });
    const outcomes = PAYOUT_STATES.map((state): [PayoutState, number, boolean] => {
      const { findings, isMended } = checkTransfer(back, own({ state }), now);
      return [state, findings.length, isMended];
    });
    expect(outcomes).toEqual([
      ['due', 1, false],
      ['processing', 1, true],
      ['paid', 1, true],
      ['failed', 0, false],
      ['unclaimed', 1, true],
      ['reversed', 0, false],
      ['unknown', 1, true],
    ]);
  });

  it('that says otherwise than people said is reported and never corrected', () => {
    const compared = checkTransfer(found({ reversedMinor: 36_00n }), own({ isEnded: true }), now);
    expect(compared).toMatchObject({ findings: [{ kind: 'provider_state' }], isMended: false });
  });

  it('that was paid although the payout failed is reported and never corrected', () => {
    for (const state of ['failed', 'reversed'] as const) {
      const compared = checkTransfer(found(), own({ state }), now);
      expect([kinds(compared), compared.isMended]).toEqual([['provider_state'], false]);
    }
  });

  it('is left alone while the executor is at it', () => {
    for (const state of ['processing', 'unknown'] as const)
      expect(checkTransfer(found(), own({ state, attemptedAt: ago(5) }), now).findings).toEqual([]);
    expect(kinds(checkTransfer(found(), own({ state: 'unknown' }), now))).toEqual(['provider_state']);
  });
});

describe('an item beside its payout', () => {
  const item = (state: 'SUCCESS' | 'RETURNED' | 'PENDING' | 'UNCLAIMED') => ({
    item: { state, problem: '' },
    amountMinor: 36_00n,
    currency: USD,
  });
  it('is compared by what the provider says of it', () => {
    expect(checkItem('SUCCESS', item('SUCCESS'), own(), now).findings).toEqual([]);
    expect(checkItem('SUCCESS', item('PENDING'), own(), now).findings).toEqual([]);
    expect(checkItem('SUCCESS', item('RETURNED'), own(), now)).toMatchObject({
      findings: [{ kind: 'provider_state', detail: { expected: 'reversed', found: 'paid' } }],
      isMended: true,
    });
    expect(checkItem('SUCCESS', item('UNCLAIMED'), own(), now).isMended).toBe(false);
  });

  it('that the list does not have is reported with its amount', () => {
    expect(buildMissing(own())).toMatchObject({
      kind: 'provider_missing',
      payoutId: '7',
      expectedMinor: 36_00n,
      foundMinor: 0n,
      detail: { transaction: 'souk-run-7' },
    });
  });
});
