import { invariant } from '../invariant.ts';
import { sumMinor } from './money.ts';

/**
 * Splits an amount by weights so that the parts always sum to the whole: each part is rounded towards zero, and the units
 * that are left go to the largest remainders, ties in order. All weights zero means equal parts.
 */
export function splitLargestRemainder(totalMinor: bigint, weights: readonly bigint[]): bigint[] {
  if (totalMinor < 0n) return splitLargestRemainder(-totalMinor, weights).map((part) => -part);
  invariant(weights.length > 0 || totalMinor === 0n, 'an amount cannot be split over nobody');
  invariant(
    weights.every((weight) => weight >= 0n),
    'weights are never negative',
  );
  const sum = sumMinor(weights);
  if (sum === 0n) {
    return weights.length === 0
      ? []
      : splitLargestRemainder(
          totalMinor,
          weights.map(() => 1n),
        );
  }
  const parts = weights.map((weight) => (totalMinor * weight) / sum);
  const left = Number(totalMinor - sumMinor(parts));
  if (left === 0) return parts;
  const byRemainder = weights
    .map((weight, index) => ({ remainder: (totalMinor * weight) % sum, index }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

/**
 * Splits an amount by weights as `splitLargestRemainder` does, but gives nobody more than their cap: what does not fit is
 * split again over those that still have room. What fits nowhere is left out, so the parts sum to min(total, Σ caps).
 */
export function splitWithinCaps(totalMinor: bigint, weights: readonly bigint[], caps: readonly bigint[]): bigint[] {
  invariant(
    totalMinor >= 0n && weights.length === caps.length,
    'a capped split takes a non-negative amount and one cap a weight',
  );
  const parts = weights.map(() => 0n);
  let left = totalMinor;
  while (left > 0n) {
    const open = weights.flatMap((_, index) => ((caps[index] ?? 0n) > (parts[index] ?? 0n) ? [index] : []));
    if (open.length === 0) return parts;
    const shares = splitLargestRemainder(
      left,
      open.map((index) => weights[index] ?? 0n),
    );
    open.forEach((index, position) => {
      const capacity = (caps[index] ?? 0n) - (parts[index] ?? 0n);
      const share = shares[position] ?? 0n;
      const taken = share < capacity ? share : capacity;
      parts[index] = (parts[index] ?? 0n) + taken;
      left -= taken;
    });
  }
  return parts;
}
