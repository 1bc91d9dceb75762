import { describe, expect, it } from 'vitest';
import { backoffSql, computeBackoffMs, RETRIES } from './backoff.ts';

/** The pauses after the first so many failures, in seconds. */
const pauses = (kind: keyof typeof RETRIES, count: number): number[] =>
  Array.from({ length: count }, (_, failures) => computeBackoffMs(RETRIES[kind], failures + 1) / 1_000);

describe('the pause before the next try', () => {
  it.each([
    ['job', [5, 20, 80, 320, 1_280, 3_600, 3_600]],
    ['delivery', [2, 4, 8, 16, 32, 64, 128]],
    ['mail', [30, 120, 480, 1_920, 7_680, 30_720, 122_880]],
    ['platformCall', [0.25, 0.5, 1]],
    ['storefrontWrite', [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600]],
    ['platformStep', [1, 2, 4, 8, 16, 32, 64, 128, 256, 300]],
    ['sync', [60, 120, 240, 480, 960, 1_800, 1_800]],
  ] as const)('of a %s grows to its longest', (kind, expected) => {
    expect(pauses(kind, expected.length)).toEqual(expected);
  });

  it('stays the longest however often something failed', () => {
    expect(computeBackoffMs(RETRIES.sync, 5_000)).toBe(RETRIES.sync.maxMs);
  });

  it('before any failure is the first', () => {
    expect(computeBackoffMs(RETRIES.job, 0)).toBe(RETRIES.job.firstMs);
  });

  it('has the same limits in SQL', () => {
    expect(backoffSql(RETRIES.job, 'attempts')).toBe(
      'make_interval(secs => least(3600, 5 * power(4, greatest(attempts - 1, 0))))',
    );
  });
});
