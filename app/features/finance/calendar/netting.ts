/** Why a run leaves what is eligible, in the words of a calendar. `netted`: more was overpaid than it brings. */
export type RunRefusal = 'below_minimum' | 'netted' | 'needs_approval';

/** The bounds of a payout that a run makes by itself, in minor units of its currency. */
export type Bounds = { minimumMinor: bigint; approveAboveMinor: bigint | null };

/** A positive sum that can come with a run or any later one; null where with none that is known. */
export type Coming = { run: number | null; amountMinor: bigint };

/** With which run each sum comes, and why the first one that could have taken it did not; `owedAt`: with which the debt is taken off. */
export type Netted = { at: { run: number | null; refusal: RunRefusal | null }[]; owedAt: number | null };

/**
 * Lets runs pay one after the other: each takes everything that is eligible by then, less what the vendor owes (`owedMinor`, zero or
 * below), if the sum is within the bounds; else all of it waits for the next run.
 */
export function payWithRuns(coming: readonly Coming[], o: { runs: number; owedMinor: bigint; bounds: Bounds }): Netted {
  const at: Netted['at'] = coming.map(() => ({ run: null, refusal: null }));
  let owedMinor = o.owedMinor;
  let owedAt: number | null = null;
  let waiting: number[] = [];
  for (let run = 0; run < o.runs; run += 1) {
    const joined = coming.flatMap((one, index) => (one.run === run ? [index] : []));
    // Nothing joined: what was left before is left again.
    if (joined.length === 0) continue;
    waiting = [...waiting, ...joined];
    const sum = waiting.reduce((total, index) => total + (coming[index]?.amountMinor ?? 0n), owedMinor);
    const refusal = chooseRefusal(sum, o.bounds);
    for (const index of waiting) {
      const known = at[index]?.refusal ?? null;
      // Once it is left for good, the last reason counts; what comes after all says why it did not come before.
      at[index] = refusal === null ? { run, refusal: known } : { run: null, refusal };
    }
    if (refusal !== null) continue;
    if (owedMinor !== 0n) owedAt = run;
    owedMinor = 0n;
    waiting = [];
  }
  return { at, owedAt };
}

function chooseRefusal(sumMinor: bigint, { minimumMinor, approveAboveMinor }: Bounds): RunRefusal | null {
  if (sumMinor <= 0n) return 'netted';
  if (sumMinor < minimumMinor) return 'below_minimum';
  return approveAboveMinor !== null && sumMinor > approveAboveMinor ? 'needs_approval' : null;
}
