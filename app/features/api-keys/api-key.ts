import type { KeyScope } from '#app/core/viewer.ts';

export const MAX_KEY_NAME = 60;
/** Keys that a vendor may have at a time. */
export const MAX_KEYS = 10;
/** Calls that one key may make in a minute. */
export const MAX_CALLS_A_MINUTE = 300;

/** The scopes that spend or give away money: a key has them only where somebody chose them. */
export const MONEY_SCOPES: ReadonlySet<KeyScope> = new Set<KeyScope>([
  'labels:buy',
  'offers:answer',
  'discounts:write',
]);

/** What a key can do that was made before there were scopes, or without naming any: everything but what costs money. */
export const DEFAULT_SCOPES: readonly KeyScope[] = [
  'products:read',
  'products:write',
  'orders:read',
  'orders:fulfill',
  'messages:read',
  'messages:write',
];

/** The role of a program with a key, where a product's log says who did something. */
export const KEY_ROLE = 'api_key';

const PREFIX = 'souk_';
const FORM = /^souk_([1-9]\d{0,17})_([1-9]\d{0,17})_([\w-]{43})$/;
const MAX_LENGTH = 100;
const HINT_LENGTH = 4;

/** Whether a Bearer token is meant to be a key of ours and not a session token of the platform. */
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

/** The key as it is shown once: it names its store and its row, so that both are found before anything else is read. */
export const formatApiKey = (o: { storeId: bigint; id: bigint; secret: string }): string =>
  `${PREFIX}${o.storeId}_${o.id}_${o.secret}`;

/** A key taken apart; undefined for every other text. */
export function parseApiKey(token: string): { storeId: bigint; id: bigint; secret: string } | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  const [, store, id, secret] = FORM.exec(token) ?? [];
  return store && id && secret ? { storeId: BigInt(store), id: BigInt(id), secret } : undefined;
}

/** The last characters of a secret, by which people know a key again. */
export const toHint = (secret: string): string => secret.slice(-HINT_LENGTH);
