import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import { findNewlyUnhealthy, nameSources, nextCheck } from './sync-health.ts';

const source = (since: Date) => ({ vendor: 'Kiln & Co', name: 'kiln.myshopify.com', since });

describe('connections that are out of step', () => {
  it('are found at exactly one look each, an hour after they began to fail', () => {
    const start = Date.parse('2026-11-29T08:00:00Z');
    const minutes = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(minutes, fc.array(minutes, { minLength: 1, maxLength: 20 }), (failsAfter, pauses) => {
        const since = new Date(start + failsAfter * MINUTE_MS);
        let before = new Date(start);
        const looks = pauses.map((pause) => {
          const now = new Date(before.getTime() + pause * MINUTE_MS);
          const found = findNewlyUnhealthy([source(since)], { before, now }).length;
          before = now;
          return found;
        });
        const isOver = before.getTime() >= since.getTime() + HOUR_MS;
        expect(looks.reduce((sum, found) => sum + found, 0)).toBe(isOver ? 1 : 0);
      }),
    );
  });

  it('are looked for at each quarter of an hour', () => {
    expect(nextCheck(new Date('2026-11-29T08:14:59Z')).toISOString()).toBe('2026-11-29T08:15:00.000Z');
    expect(nextCheck(new Date('2026-11-29T08:15:00Z')).toISOString()).toBe('2026-11-29T08:30:00.000Z');
  });

  it('are named ten at a time', () => {
    const { names, more } = nameSources(Array.from({ length: 12 }, () => source(new Date(0))));
    expect([names.split(', ').length, more]).toEqual([10, 2]);
  });
});
