import { describe, expect, it } from 'vitest';
import { listRequestActions, REQUEST_STATES, stateAt, sumByCurrency, whyWaits } from './approval.ts';

const limit = { aboveMinor: 1_000_00n, currency: 'EUR', aloneMinor: 0n };
const waits = (amounts: [string, bigint][], of: Parameters<typeof whyWaits>[1] = limit) =>
  whyWaits(sumByCurrency(amounts.map(([currency, totalMinor]) => ({ currency, totalMinor }))), of);

describe('the limit of approval', () => {
  it('is compared with the whole call: the sum over vendors, not each payout', () => {
    expect(waits([['EUR', 1_000_00n]])).toBeNull();
    expect(waits([['EUR', 1_000_01n]])).toBe('above');
    expect(
      waits([
        ['EUR', 600_00n],
        ['EUR', 400_01n],
      ]),
    ).toBe('above');
    expect(waits([])).toBeNull();
  });

  it('is compared with what the same person paid alone before as well, so that small calls do not add up past it', () => {
    const alone = { ...limit, aloneMinor: 900_00n };
    expect(waits([['EUR', 100_00n]], alone)).toBeNull();
    expect(waits([['EUR', 100_01n]], alone)).toBe('above_in_a_day');
    expect(waits([['EUR', 1_000_01n]], alone)).toBe('above');
    expect(waits([], { ...limit, aloneMinor: 2_000_00n })).toBeNull();
  });

  it('lets nothing of another currency pass, and nothing at all wait where there is none', () => {
    expect(waits([['USD', 1n]])).toBe('other_currency');
    expect(
      waits([
        ['EUR', 1n],
        ['USD', 1n],
      ]),
    ).toBe('other_currency');
    expect(waits([['USD', 9_999_99n]], { ...limit, aboveMinor: null })).toBeNull();
    expect(waits([['EUR', 1n]], { ...limit, aboveMinor: 0n })).toBe('above');
  });
});

describe('a request', () => {
  it('is withdrawn by whoever asked, decided by another who may pay out, and by nobody once it has ended', () => {
    expect(listRequestActions('waiting', 'requester')).toEqual(['withdraw']);
    expect(listRequestActions('waiting', 'payer')).toEqual(['approve', 'decline']);
    expect(listRequestActions('waiting', 'reader')).toEqual([]);
    for (const state of REQUEST_STATES.filter((one) => one !== 'waiting'))
      for (const looker of ['requester', 'payer', 'reader'] as const)
        expect(listRequestActions(state, looker)).toEqual([]);
  });

  it('has ended at the very moment at which it ends', () => {
    const expiresAt = new Date('2026-11-23T12:00:00Z');
    expect(stateAt({ state: 'waiting', expiresAt }, new Date('2026-11-23T11:59:59.999Z'))).toBe('waiting');
    expect(stateAt({ state: 'waiting', expiresAt }, expiresAt)).toBe('expired');
    expect(stateAt({ state: 'declined', expiresAt }, expiresAt)).toBe('declined');
  });
});
