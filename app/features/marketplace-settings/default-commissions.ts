import type { CommissionLineInput } from '#app/features/commissions/commission-input.ts';

type Step = { min: string | number; percentage: string | number };

/** Steps of the default commission as lines of a list: each reaches to the next higher minimum, the last has no end. */
export function stepsToLines(steps: readonly Step[]): CommissionLineInput[] {
  const sorted = [...steps].sort((a, b) => Number(a.min) - Number(b.min));
  return sorted.map((step, index) => ({ ...step, max: sorted[index + 1]?.min ?? null }));
}
