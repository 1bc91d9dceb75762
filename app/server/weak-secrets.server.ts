import { hashToken } from './crypto.server.ts';

/** What of an environment is looked at before it may serve people. */
export type Guarded = {
  SHOPIFY_API_KEY: string;
  SHOPIFY_API_SECRET: string;
  SHOPIFY_APP_URL: string;
  GOOGLE_SERVICE_ACCOUNT_KEY?: string | undefined;
  SESSION_SECRET: string;
  ENCRYPTION_KEYS: readonly { id: string; key: Buffer }[];
};

/** Hashes of the id and the secret with which the app is tried out: they are published, and whoever reads them signs session tokens. */
const PUBLISHED = new Set([
  '0b3e28a2c075798a59d84b0eca961bf16eacb8dbd443d36f3557ae0b0ce16cd7',
  'ce6eaded5740def0dba65a4da348d3923e426d2cb4d261c58e8934d1647c0399',
]);

/** The same of the key of the Google service account with which sheets are tried out, without its line breaks. */
const PUBLISHED_GOOGLE_KEY = 'b76c23733296a5a56bd6d5cda2ec3e22c8c90de40020e6cd097113d3af529adb';

/**
 * Bits that a secret must have, by how its characters are spread. 32 random hexadecimal digits have about 118, and fewer than
 * 96 once in ten thousand times; of two million none had fewer than 89.
 */
const LEAST_BITS = 80;
/** Different bytes that a key of 32 random bytes has at least, but for one in more than 10^12. */
const LEAST_BYTES = 18;

/** Why an environment is none for production, as `NAME: reason`: secrets that are none, and an address without encryption. */
export function findWeakSecrets(env: Guarded): string[] {
  const problems: string[] = [];
  if (isGuessable(env.SESSION_SECRET)) problems.push(`SESSION_SECRET: repeats itself; take random characters${HOW}`);
  if (isGuessable(env.SHOPIFY_API_SECRET)) problems.push('SHOPIFY_API_SECRET: repeats itself; take the one of the app');
  for (const name of ['SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET'] as const) {
    if (PUBLISHED.has(hashToken(env[name])))
      problems.push(`${name}: is the published one for trying out; take the one of the app`);
  }
  for (const { id, key } of env.ENCRYPTION_KEYS) {
    if (new Set(key).size < LEAST_BYTES)
      problems.push(`ENCRYPTION_KEYS: the key ${id} is not random; take 32 random bytes${HOW}`);
  }
  const googleKey = env.GOOGLE_SERVICE_ACCOUNT_KEY?.replaceAll('\\n', '').replace(/\s/g, '');
  if (googleKey !== undefined && hashToken(googleKey) === PUBLISHED_GOOGLE_KEY)
    problems.push(
      'GOOGLE_SERVICE_ACCOUNT_KEY: is the published one for trying out; take the one of your service account',
    );
  if (!env.SHOPIFY_APP_URL.startsWith('https:')) problems.push('SHOPIFY_APP_URL: must be an https address');
  return problems;
}

const HOW = ' (openssl rand -base64 32)';

/** Whether a text is a shorter one repeated, or has too few different characters to be random. */
function isGuessable(text: string): boolean {
  if (`${text}${text}`.indexOf(text, 1) < text.length) return true;
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length);
  return text.length >= 32 ? bits < LEAST_BITS : counts.size < 6;
}

/** Whether an address is reached from this machine only. */
export function isLoopbackAddress(address: string): boolean {
  const host = new URL(address).hostname;
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
