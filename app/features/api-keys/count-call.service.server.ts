import { AppError } from '#app/core/errors.ts';
import type { Services } from '#app/server/context.server.ts';
import { MAX_CALLS_A_MINUTE } from './api-key.ts';
import { toLimitHeaders, type CountedLimit } from './call-limit.ts';

const WINDOW_SECONDS = 60;

/**
 * Counts a call with a key against the limits of the key and of its vendor, or of the marketplace, and says in headers what is left of them, of a refused
 * call too. What the key's own limit refuses is not counted for the vendor, whose other keys go on. Throws rate_limited (429).
 */
export async function countKeyCall(
  services: Pick<Services, 'limits'>,
  { storeId, id, vendorId }: { storeId: bigint; id: bigint; vendorId: bigint | null },
  setHeader: (name: string, value: string) => void,
): Promise<void> {
  const limits = [
    { name: 'key', bucket: `api-key|${storeId}|${id}`, max: MAX_CALLS_A_MINUTE.key },
    { name: 'vendor', bucket: `api-keys|${storeId}|${vendorId ?? 'marketplace'}`, max: MAX_CALLS_A_MINUTE.vendor },
  ];
  const counted: CountedLimit[] = [];
  for (const { name, bucket, max } of limits) {
    const { hits, seconds } = await services.limits.count(bucket, WINDOW_SECONDS);
    counted.push({ name, max, windowSeconds: WINDOW_SECONDS, left: Math.max(0, max - hits), seconds });
    for (const [header, value] of toLimitHeaders(counted)) setHeader(header, value);
    if (hits > max) throw new AppError('rate_limited', { seconds });
  }
}
