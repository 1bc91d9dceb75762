import { readFileSync, writeFileSync } from 'node:fs';

const isProof = process.env.PROVE === '1';

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
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  counts[name] = (counts[name] ?? 0) + count;
  writeFileSync(file, JSON.stringify(counts));
}
