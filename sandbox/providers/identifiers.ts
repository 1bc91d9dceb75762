import { createHash } from 'node:crypto';
import { nextId } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id as providers write them: `acct_` and 16 letters and digits. The same sandbox gives the same ids in the same order. */
export function makeId(sandbox: Sandbox, prefix: string, length: number): string {
  return prefix + spell(`${prefix}${nextId(sandbox)}`, length, LETTERS);
}

/** An id of capitals and digits, as PayPal writes them. */
export function makeCapitalId(sandbox: Sandbox, prefix: string, length: number): string {
  return prefix + spell(`${prefix}${nextId(sandbox)}`, length, LETTERS.slice(0, 36));
}

/** Letters and digits that follow from a seed. */
export function spell(seed: string, length: number, letters = LETTERS): string {
  const bytes: number[] = [];
  for (let round = 0; bytes.length < length; round += 1)
    bytes.push(...createHash('sha256').update(`${seed}#${round}`).digest());
  return bytes
    .slice(0, length)
    .map((byte) => letters[byte % letters.length] ?? '')
    .join('');
}
