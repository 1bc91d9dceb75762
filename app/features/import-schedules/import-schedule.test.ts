import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import {
  resolveFileName,
  FREQUENCIES,
  isSameServer,
  isSourceAddress,
  nextRun,
  nextRunAfter,
} from './import-schedule.ts';

const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

describe('a scheduled import', () => {
  it('runs next after now, a whole number of periods after its anchor, and never later than one of them', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FREQUENCIES), moments, moments, (frequency, anchor, now) => {
        const next = nextRun(frequency, anchor, now);
        const period = nextRun(frequency, anchor, next).getTime() - next.getTime();
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        expect((next.getTime() - anchor.getTime()) % period).toBe(0);
        expect(next.getTime() - Math.max(now.getTime(), anchor.getTime())).toBeLessThanOrEqual(period);
      }),
    );
  });

  it('is tried again within an hour after it failed', () => {
    const anchor = new Date('2026-11-01T08:00:00Z');
    const now = new Date('2026-11-02T08:00:01Z');
    const o = { frequency: 'weekly', anchor, now } as const;
    expect(nextRunAfter('login', o).getTime()).toBe(now.getTime() + HOUR_MS);
    expect(nextRunAfter(null, o).toISOString()).toBe('2026-11-08T08:00:00.000Z');
  });

  it('is of an https or SFTP address without a password in it', () => {
    for (const text of ['https://a.test/stock.csv?day=1', 'sftp://a.test:2222/out/stock%20list.csv'])
      expect(isSourceAddress(text), text).toBe(true);
    for (const text of [
      'http://a.test/x',
      'sftp://a.test',
      'sftp://u:p@a.test/x',
      'file:///etc/passwd',
      'sftp://a.test/%',
      'x',
    ])
      expect(isSourceAddress(text), text).toBe(false);
    expect(resolveFileName('sftp://a.test/out/stock%20list.csv')).toBe('stock list.csv');
    expect(resolveFileName('https://a.test/')).toBe('a.test');
  });

  it('keeps its password for one server: scheme, host and port', () => {
    const at = 'https://a.test/one.csv';
    expect(isSameServer(at, 'https://a.test/two.csv')).toBe(true);
    for (const other of ['https://b.test/one.csv', 'https://a.test:8443/one.csv', 'sftp://a.test/one.csv'])
      expect(isSameServer(at, other), other).toBe(false);
  });
});
