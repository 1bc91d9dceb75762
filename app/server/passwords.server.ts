import { hash, verify } from '@node-rs/argon2';
import { randomToken } from './crypto.server.ts';

/** Argon2id with the costs that OWASP names for servers: 19 MiB, two passes, one lane. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How a password is kept: an Argon2id text that carries its own salt and costs. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COSTS);
}

let nobodys: Promise<string> | undefined;

/**
 * Whether a password fits a stored hash. Without a hash (nobody has this address, or no password was set yet) another one
 * is checked, so that the answer takes the same time, and it is false.
 */
export async function checkPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  nobodys ??= hashPassword(randomToken());
  const dummy = await nobodys;
  const fits = await verify(stored ?? dummy, password.normalize('NFC'));
  return fits && typeof stored === 'string';
}
