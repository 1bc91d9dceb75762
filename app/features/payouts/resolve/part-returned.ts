import { invariant } from '#app/core/invariant.ts';
import { sumMinor } from '#app/core/money/money.ts';

/** A line of a payout, with what of it came back before. Minor units; a line below zero was taken off the payout. */
export type ReturnableLine = { amountMinor: bigint; reversedMinor: bigint };

/**
 * What comes back of each line now that `returnedMinor` of their payout came back in all: the first lines first, each as far as it
 * goes. Lines that were taken off give nothing back. It is the same whether it came back at once or in parts. Crashes where more
 * came back than a part.
 */
export function shareReturned(lines: readonly ReturnableLine[], returnedMinor: bigint): bigint[] {
  const totalMinor = sumMinor(lines.map(({ amountMinor }) => amountMinor));
  const beforeMinor = sumMinor(lines.map(({ reversedMinor }) => reversedMinor));
  invariant(returnedMinor >= beforeMinor && returnedMinor < totalMinor, 'a part that came back is less than the whole');
  let leftMinor = returnedMinor - beforeMinor;
  return lines.map(({ amountMinor, reversedMinor }) => {
    const limitMinor = amountMinor > reversedMinor ? amountMinor - reversedMinor : 0n;
    const shareMinor = limitMinor < leftMinor ? limitMinor : leftMinor;
    leftMinor -= shareMinor;
    return shareMinor;
  });
}

/** What of a line still stands with the vendor: what is payable again when the rest comes back. */
export const computeUnreturned = ({ amountMinor, reversedMinor }: ReturnableLine): bigint =>
  amountMinor - reversedMinor;
