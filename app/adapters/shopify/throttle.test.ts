import { describe, expect, it } from 'vitest';
import { computeThrottleWait, createThrottle, reservedPoints } from './throttle.ts';

const bucket = (currentlyAvailable: number) => ({ maximumAvailable: 2000, currentlyAvailable, restoreRate: 100 });

describe('the wait of a throttled call', () => {
  it('is the missing points over the rate at which they come back', () => {
    expect(computeThrottleWait(bucket(40), 90)).toBe(500);
    expect(computeThrottleWait(bucket(90), 90)).toBe(0);
    expect(computeThrottleWait(bucket(0), 90, reservedPoints(bucket(0)))).toBe(5900);
  });

  it('is never for more points than the bucket holds', () => {
    expect(computeThrottleWait(bucket(0), 1900, 500)).toBe(20_000);
  });
});

describe('the reserve that jobs leave to people', () => {
  it('is a quarter of the bucket as last stated, refilled since, of each store for itself', () => {
    let now = 0;
    const throttle = createThrottle(() => now);
    expect(throttle.waitForReserve('a')).toBe(0);
    throttle.record('a', bucket(300));
    expect(throttle.waitForReserve('a')).toBe(2000);
    expect(throttle.waitForReserve('b')).toBe(0);
    now = 1500;
    expect(throttle.waitForReserve('a')).toBe(500);
    now = 2000;
    expect(throttle.waitForReserve('a')).toBe(0);
  });
});
