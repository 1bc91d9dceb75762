import { afterEach, expect, it, vi } from 'vitest';
import { evenClock } from './jobs.server.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('measures pauses evenly while the clock of the machine is set back by ninety days', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const before = evenClock.now();
  vi.setSystemTime(Date.now() - 90 * 24 * 3_600_000);
  const passed = evenClock.now() - before;
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(60_000);
});
