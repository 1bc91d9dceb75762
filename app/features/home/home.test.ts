import { describe, expect, it } from 'vitest';
import { lastDays } from './home.ts';

describe('the last days', () => {
  it('end with the present day of the zone, not of UTC', () => {
    const late = new Date('2026-11-20T23:30:00Z');
    expect(lastDays(late, 'Europe/Amsterdam', 2)).toEqual(['2026-11-20', '2026-11-21']);
    expect(lastDays(late, 'America/New_York', 2)).toEqual(['2026-11-19', '2026-11-20']);
  });

  it('cross the end of a month', () => {
    expect(lastDays(new Date('2026-03-01T12:00:00Z'), 'UTC', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });
});
