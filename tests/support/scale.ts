import { appendFileSync } from 'node:fs';

/** Whether this is a run with full counts. */
export const isProof = process.env.PROVE === '1';

/** A large count: whole in a proof (`npm run prove`), a hundredth in the suite, at least `least`. */
export function scaled(full: number, least = 1): number {
  return isProof ? full : Math.max(least, Math.round(full / 100));
}

/** The seed of this part of a proof; the suite always takes the same one. */
export const SEED = Number(process.env.PROVE_SEED ?? 1);

/** Notes a count in the result of the proof that runs now, such as kills by phase. */
export function noteCount(name: string, count: number): void {
  const file = process.env.PROVE_COUNTS;
  if (!file) return;
  // A line each: test files that run beside one another write to the same file.
  appendFileSync(file, `${JSON.stringify([name, count])}\n`);
}
