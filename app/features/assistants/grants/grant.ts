import { KEY_SCOPES, type KeyScope } from '#app/core/viewer.ts';
import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';

/** For how long an assistant may exchange its code, ask with a token, and ask again with a token that was just renewed. */
export const LIFETIMES = { codeMs: 2 * MINUTE_MS, accessMs: HOUR_MS, overlapMs: MINUTE_MS / 2 } as const;
/** After so many days somebody has to allow an assistant again. */
export const GRANT_DAYS = 90;

export const MAX_ADDRESS = 500;
export const MAX_STATE = 500;
/** What a document that describes an assistant holds at most. */
export const MAX_DOCUMENT_BYTES = 20_000;

/** What a token is for: exchanging once, asking, renewing. Its store and row stand in it, so that it is found by one statement. */
export const TOKEN_KINDS = { code: 'souk_ac', access: 'souk_at', refresh: 'souk_rt' } as const;
export type TokenKind = keyof typeof TOKEN_KINDS;
export type Token = { storeId: bigint; grantId: bigint; secret: string };

const FORM = /^(souk_a[ct]|souk_rt)_([1-9]\d{0,17})_([1-9]\d{0,17})_([\w-]{43})$/;
const MAX_TOKEN = 100;

export const formatToken = (kind: TokenKind, { storeId, grantId, secret }: Token): string =>
  `${TOKEN_KINDS[kind]}_${storeId}_${grantId}_${secret}`;

/** A token of a kind taken apart; undefined for every other text. */
export function parseToken(kind: TokenKind, text: string): Token | undefined {
  if (text.length > MAX_TOKEN) return undefined;
  const [, prefix, store, grant, secret] = FORM.exec(text) ?? [];
  if (prefix !== TOKEN_KINDS[kind] || !store || !grant || !secret) return undefined;
  return { storeId: BigInt(store), grantId: BigInt(grant), secret };
}

/** The scopes that an assistant asks for, of a text with blanks between; those that are none of ours are left out. */
export function readScopes(text: string): KeyScope[] {
  const requested = new Set(text.split(' '));
  return KEY_SCOPES.filter((scope) => requested.has(scope));
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a code may be sent to an address: https, or http on the machine of whoever allows it. */
export function isRedirectAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username, password } = new URL(address);
  if (hash !== '' || username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/** Whether an address can be that of a document that describes an assistant: https, with a path and nothing else. */
export function isClientId(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, hash, search, username, password, href } = new URL(address);
  return (
    protocol === 'https:' && pathname !== '/' && `${hash}${search}${username}${password}` === '' && href === address
  );
}

/**
 * Whether an address is one of a document's, sign by sign. On the machine of whoever allows it the port may differ, because programs
 * take any that is free (RFC 8252).
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  return registered.some((one) => one === address || isSameLoopback(one, address));
}

function isSameLoopback(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [first, second] = [new URL(one), new URL(other)];
  if (first.protocol !== 'http:' || !LOOPBACK.has(first.hostname)) return false;
  first.port = second.port;
  return first.href === second.href;
}
