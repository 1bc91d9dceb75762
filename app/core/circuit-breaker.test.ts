import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

const LIMITS = { maxFailures: 3, pauseMs: 30_000 };
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 25, 12, 0, seconds));

it('circuit breaker: opens after three failures in a row, lets one trial through after the pause, and closes with a success', () => {
  const breaker = createCircuitBreaker(LIMITS);
  for (let second = 0; second < 3; second++) {
    expect(breaker.tryCall(at(second))).toBe(true);
    breaker.recordFailure(at(second));
  }
  expect(breaker.tryCall(at(3))).toBe(false);
  expect([32, 32, 33].map((second) => breaker.tryCall(at(second)))).toEqual([true, false, false]);
  breaker.recordFailure(at(34));
  expect([34, 63, 64].map((second) => breaker.tryCall(at(second)))).toEqual([false, false, true]);
  breaker.recordSuccess();
  expect([65, 65].map((second) => breaker.tryCall(at(second)))).toEqual([true, true]);
});

it('circuit breaker: counts failures in a row only', () => {
  const breaker = createCircuitBreaker(LIMITS);
  for (const end of ['fail', 'fail', 'well', 'fail', 'fail']) {
    if (end === 'fail') breaker.recordFailure(at(0));
    else breaker.recordSuccess();
  }
  expect(breaker.tryCall(at(1))).toBe(true);
});

it('circuit breaker: never lets more than the limit and one trial for each pause through while all calls fail', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }), (waits) => {
      const breaker = createCircuitBreaker(LIMITS);
      let now = 0;
      let calls = 0;
      for (const wait of waits) {
        now += wait;
        if (!breaker.tryCall(at(now))) continue;
        calls += 1;
        breaker.recordFailure(at(now));
      }
      expect(calls).toBeLessThanOrEqual(LIMITS.maxFailures + Math.floor((now * 1000) / LIMITS.pauseMs));
    }),
  );
});
