/** The bucket of points of one store, as the platform states it beside each answer. */
export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

/** Whom a call works for: somebody who waits for it, or a job. */
export type CallPriority = 'person' | 'background';

/** Jobs leave this part of the bucket to people. */
const RESERVED_SHARE = 0.25;
const MAX_STORES = 10_000;

/** Milliseconds until a bucket holds the points of a call that it refused; `reserved` of them stay. 0 where it holds them already. */
export function computeThrottleWait(status: ThrottleStatus, requested: number, reserved = 0): number {
  const missing = Math.min(requested + reserved, status.maximumAvailable) - status.currentlyAvailable;
  if (missing <= 0 || status.restoreRate <= 0) return 0;
  return Math.ceil((missing / status.restoreRate) * 1000);
}

/** The points of a bucket that jobs leave to people. */
export const reservedPoints = (status: ThrottleStatus): number => status.maximumAvailable * RESERVED_SHARE;

/** The buckets of this process's stores as last stated; `now` in milliseconds. Of the least recent ones beyond a limit nothing is known. */
export function createThrottle(now: () => number = () => performance.now()) {
  const stores = new Map<string, { status: ThrottleStatus; at: number }>();
  return {
    record(shop: string, status: ThrottleStatus): void {
      stores.delete(shop);
      stores.set(shop, { status, at: now() });
      const [oldest] = stores.keys();
      if (stores.size > MAX_STORES && oldest !== undefined) stores.delete(oldest);
    },
    /** Milliseconds that a job waits before it asks, so that what people need is there: 0 where nothing is known of the store. */
    waitForReserve(shop: string): number {
      const known = stores.get(shop);
      if (!known) return 0;
      const { status, at } = known;
      const restored = ((now() - at) / 1000) * status.restoreRate;
      return computeThrottleWait(
        { ...status, currentlyAvailable: status.currentlyAvailable + restored },
        0,
        reservedPoints(status),
      );
    },
  };
}
export type Throttle = ReturnType<typeof createThrottle>;
