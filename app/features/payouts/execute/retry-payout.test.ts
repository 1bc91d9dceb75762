import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#app/core/durations.ts';
import { PAYOUT_STATES } from '../payout.ts';
import { canSubmitBatch, decideRetry, MAX_SENDS, nextPollMs } from './retry-payout.ts';

describe('retry of a payout', () => {
  it('polls it ever more rarely until it has ended, and three times after it arrived', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((pollCount) => nextPollMs('unknown', pollCount, 0))).toEqual([
      5_000,
      20_000,
      MINUTE_MS,
      5 * MINUTE_MS,
      15 * MINUTE_MS,
      30 * MINUTE_MS,
      60 * MINUTE_MS,
    ]);
    expect([0, 2 * DAY_MS, 8 * DAY_MS, 31 * DAY_MS].map((age) => nextPollMs('paid', 3, age))).toEqual([
      DAY_MS,
      5 * DAY_MS,
      22 * DAY_MS,
      null,
    ]);
    const over = (days: number) => PAYOUT_STATES.filter((state) => nextPollMs(state, 9, days * DAY_MS) === null);
    expect(over(41)).toEqual(['due', 'paid', 'failed', 'reversed']);
    expect(over(180)).toEqual([...PAYOUT_STATES]);
    // What waits for weeks is looked at once a day, and what nobody claims from the start.
    expect([6, 7, 41, 179].map((days) => nextPollMs('processing', 99, days * DAY_MS))).toEqual([
      6 * 60 * MINUTE_MS,
      DAY_MS,
      DAY_MS,
      DAY_MS,
    ]);
    expect(nextPollMs('unclaimed', 0, 0)).toBe(DAY_MS);
  });

  it('sends a transfer that is not there three times with one key, and gives up once nothing can be under way', () => {
    const at = (attempts: number, minutes: number) => decideRetry({ attempts, sinceSentMs: minutes * MINUTE_MS });
    expect([at(1, 0), at(MAX_SENDS, 0), at(MAX_SENDS, 14), at(MAX_SENDS, 15)]).toEqual([
      'send',
      'wait',
      'wait',
      'give_up',
    ]);
  });

  it('submits a batch again only while PayPal knows its id', () => {
    const at = (attempts: number, days: number) => canSubmitBatch({ attempts, ageMs: days * DAY_MS });
    expect([at(0, 90), at(1, 0), at(3, 28.9), at(1, 29), at(1, 31)]).toEqual([true, true, true, false, false]);
  });
});
