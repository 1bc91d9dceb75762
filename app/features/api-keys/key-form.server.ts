import { crc32 } from 'node:zlib';
import type { Env } from '#app/server/env.server.ts';
import { randomToken } from '#app/server/crypto.server.ts';

const PREFIX = 'souk_';
const SECRET_BYTES = 32;
/** Signs of a secret of 32 bytes, and of a checksum of 4, in base 62. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^(souk_(?:live|test)_([1-9]\d{0,17})_([1-9]\d{0,17})_([0-9A-Za-z]{43}))([0-9A-Za-z]{6})$/;
/** Keys from before there were checksums. */
const OLD_FORM = /^souk_([1-9]\d{0,17})_([1-9]\d{0,17})_([\w-]{43})$/;
const MAX_LENGTH = 100;
const HINT_LENGTH = 4;

export type KeyParts = { storeId: bigint; id: bigint; secret: string };

/** Whether a Bearer token is meant to be a key of ours and not a session token of the platform. */
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

/** Whether keys are marked as those of a test: the demo, and whatever does not run in production. */
export const makesTestKeys = (env: Pick<Env, 'NODE_ENV' | 'SOUK_DEMO'>): boolean =>
  env.NODE_ENV !== 'production' || env.SOUK_DEMO === '1';

/** A new secret: 256 random bits as letters and digits. */
export const randomSecret = (): string =>
  writeBase62(BigInt(`0x${Buffer.from(randomToken(SECRET_BYTES), 'base64url').toString('hex')}`), SECRET_LENGTH);

/**
 * The key as it is shown once: it names its store and its row, so that both are found before anything else is read, and ends with
 * the CRC-32 of all before it, so that scanners of secrets tell it from other texts.
 */
export function formatApiKey({ storeId, id, secret, isTest }: KeyParts & { isTest: boolean }): string {
  const body = `${PREFIX}${isTest ? 'test' : 'live'}_${storeId}_${id}_${secret}`;
  return body + computeChecksum(body);
}

/** A key taken apart; undefined for every other text, one with another checksum among them. */
export function parseApiKey(token: string): KeyParts | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  const [, body = '', ...named] = FORM.exec(token) ?? [];
  const checksum = named.pop();
  if (checksum !== undefined && checksum !== computeChecksum(body)) return undefined;
  const [store, id, secret] = checksum === undefined ? (OLD_FORM.exec(token)?.slice(1) ?? []) : named;
  return store && id && secret ? { storeId: BigInt(store), id: BigInt(id), secret } : undefined;
}

/** The last characters of a key, by which people know it again. */
export const toHint = (key: string): string => key.slice(-HINT_LENGTH);

const computeChecksum = (text: string): string => writeBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);

function writeBase62(value: bigint, length: number): string {
  const signs: string[] = [];
  for (let rest = value; rest > 0n; rest /= 62n) signs.unshift(SIGNS.charAt(Number(rest % 62n)));
  return signs.join('').padStart(length, '0');
}
