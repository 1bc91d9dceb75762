import { DAY_SECONDS, HOUR_SECONDS } from '#app/core/durations.ts';
import type { Services } from '#app/server/context.server.ts';
import { equalBytes, hmacSha256 } from '#app/server/crypto.server.ts';

type Bucket = { key: string; most: number; seconds: number };

const QUARTER_HOUR = HOUR_SECONDS / 4;

/**
 * Limits of sign-in, counted over failures only. One address and account together are held tightest; an address alone may
 * serve an office; an account alone is held loosely, and not at all on a device that signed in to it before, so that
 * nobody can lock its owner out by guessing from many addresses.
 */
export function signInBuckets(o: {
  storeId: bigint;
  email: string;
  address: string;
  isKnownDevice: boolean;
}): Bucket[] {
  const account = `${o.storeId}|${o.email}`;
  // A known device has a share of its own, so that guesses of a neighbour behind the same address do not use it up.
  if (o.isKnownDevice) return [{ key: `sign-in|known|${o.address}|${account}`, most: 10, seconds: QUARTER_HOUR }];
  return [
    { key: `sign-in|${o.address}|${account}`, most: 10, seconds: QUARTER_HOUR },
    { key: `sign-in|${o.address}`, most: 100, seconds: QUARTER_HOUR },
    { key: `sign-in|${account}`, most: 100, seconds: HOUR_SECONDS },
  ];
}

/** Limits of guessing codes; a known device has a share of its own. With five tries a code, ten codes a day, a stranger has fifty guesses in a million. */
export function codeBuckets(o: { storeId: bigint; email: string; address: string; isKnownDevice: boolean }): Bucket[] {
  const account = `${o.storeId}|${o.email}`;
  if (o.isKnownDevice) return [{ key: `code|known|${o.address}|${account}`, most: 10, seconds: QUARTER_HOUR }];
  return [
    { key: `code|${o.address}|${account}`, most: 10, seconds: QUARTER_HOUR },
    { key: `code|${o.address}`, most: 60, seconds: QUARTER_HOUR },
  ];
}

/** Limits of asking for codes, by address; the mails to one account are limited apart, without telling. */
export function requestBuckets(o: { address: string }): Bucket[] {
  return [{ key: `code-request|${o.address}`, most: 30, seconds: QUARTER_HOUR }];
}

/** How many codes one account is mailed; more are silently left out, and the last one sent stays valid. */
export function codeMailBuckets(o: { storeId: bigint; email: string; isKnownDevice: boolean }): Bucket[] {
  const key = `code-mail|${o.isKnownDevice ? 'known|' : ''}${o.storeId}|${o.email}`;
  return [
    { key, most: 5, seconds: HOUR_SECONDS },
    { key, most: 10, seconds: DAY_SECONDS },
  ];
}

/** Limits of guessing the second step, for somebody who knows the password already. */
export function stepBuckets(o: { storeId: bigint; userId: bigint; address: string }): Bucket[] {
  const account = `${o.storeId}|${o.userId}`;
  return [
    { key: `step|${o.address}|${account}`, most: 10, seconds: QUARTER_HOUR },
    { key: `step|${account}`, most: 50, seconds: HOUR_SECONDS },
  ];
}

/** Limits of typing one's own password or a code on the account's screen, for a session that somebody else got hold of. */
export function accountBuckets(o: { storeId: bigint; userId: bigint }): Bucket[] {
  return [{ key: `account|${o.storeId}|${o.userId}`, most: 10, seconds: QUARTER_HOUR }];
}

/** Counts a hit in each bucket; throws rate_limited (429) at the first that is full. */
export async function spend(services: Pick<Services, 'limits'>, buckets: readonly Bucket[]): Promise<void> {
  for (const bucket of buckets) await services.limits.hit(bucket.key, bucket.most, bucket.seconds);
}

/** Takes the hits of an attempt that succeeded back. */
export async function refund(services: Pick<Services, 'limits'>, buckets: readonly Bucket[]): Promise<void> {
  for (const bucket of buckets) await services.limits.refund(bucket.key, bucket.seconds);
}

/** Marks a browser as one in which this account signed in before. It opens nothing by itself. */
export const DEVICE_COOKIE = 'souk_device';
export const DEVICE_DAYS = 180;

export function deviceMark(services: Pick<Services, 'env'>, storeId: bigint, email: string): string {
  return hmacSha256(services.env.SESSION_SECRET, `device|${storeId}|${email}`).toString('base64url');
}

export function isDeviceMark(
  services: Pick<Services, 'env'>,
  storeId: bigint,
  email: string,
  given: string | undefined,
): boolean {
  return given !== undefined && equalBytes(Buffer.from(given), Buffer.from(deviceMark(services, storeId, email)));
}
