import { describe, expect, it } from 'vitest';
import { payableCountries, toPhase, readHandle, computeState, type AccountView } from './payout-method.ts';

const account = (more: Partial<AccountView>): AccountView => ({
  transfers: 'inactive',
  isRejected: false,
  isSubmitted: null,
  isUnderReview: false,
  ...more,
});

describe('the state of an account', () => {
  it('follows Stripe’s words, of either generation, and what was known before', () => {
    const of = (more: Partial<AccountView>, was = false) => {
      const next = computeState(account(more), was);
      return `${next.state}/${toPhase(next)}`;
    };
    expect(of({})).toBe('pending/questions');
    expect(of({ isSubmitted: false }, true)).toBe('pending/questions');
    expect(of({ transfers: 'pending', isUnderReview: true })).toBe('pending/review');
    expect(of({ transfers: 'active' })).toBe('active/active');
    expect(of({}, true)).toBe('restricted/restricted');
    expect(of({ isSubmitted: true })).toBe('restricted/restricted');
    expect(of({ isRejected: true, transfers: 'active' })).toBe('rejected/rejected');
  });

  it('remembers that the onboarding was submitted', () => {
    const reviewed = computeState(account({ isUnderReview: true }), false);
    expect(computeState(account({}), reviewed.isSubmitted).state).toBe('restricted');
  });
});

describe('the countries that a platform can pay', () => {
  it('are its region, or itself alone', () => {
    expect(payableCountries('NL')).toEqual(expect.arrayContaining(['NL', 'US', 'GB', 'CH', 'CA']));
    expect(payableCountries('NL')).not.toContain('JP');
    expect(payableCountries('JP')).toEqual(['JP']);
    expect(payableCountries('KP')).toEqual([]);
  });
});

describe('a Venmo handle', () => {
  it('is kept with its sign in front', () => {
    expect(['kiln', '@kiln-co', 'k', 'two words', 'a@b.example', '@'].map(readHandle)).toEqual([
      '@kiln',
      '@kiln-co',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
