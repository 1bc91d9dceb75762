import { expect, test } from 'vitest';
import { listBecameLow } from './low-stock.ts';

const moved = (before: number, after: number) => ({ variantId: 1n, before, after });

test.each([
  ['sinks to the threshold', 4, 3, true],
  ['sinks past it at once', 10, -2, true],
  ['sinks above it', 10, 4, false],
  ['sinks further below it', 3, 1, false],
  ['stays', 3, 3, false],
  ['rises over it', 2, 9, false],
])('a variant whose stock %s', (_title, before, after, isLow) => {
  expect(listBecameLow([moved(before, after)], 3)).toHaveLength(isLow ? 1 : 0);
});
