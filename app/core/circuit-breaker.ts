/** How many failures in a row open a breaker, and for how long nobody is let through then. */
export type BreakerLimits = { maxFailures: number; pauseMs: number };

export type CircuitBreaker = {
  /** Whether a call may be made at a time. While the breaker is open, one call after each pause is let through as a trial. */
  tryCall(at: Date): boolean;
  /** Records how a call that was let through ended, and when. */
  recordSuccess(): void;
  recordFailure(at: Date): void;
};

/**
 * Keeps callers from waiting for a system that does not answer: it opens after failures in a row, lets one trial through after a
 * pause, and closes with the first success. It belongs to the process that made it.
 */
export function createCircuitBreaker({ maxFailures, pauseMs }: BreakerLimits): CircuitBreaker {
  let failures = 0;
  let pausedUntil: number | undefined;
  return {
    tryCall(at) {
      if (pausedUntil === undefined) return true;
      if (at.getTime() < pausedUntil) return false;
      // The trial takes the turn: until it has ended, or one more pause is over, nobody else is let through.
      pausedUntil = at.getTime() + pauseMs;
      return true;
    },
    recordSuccess() {
      failures = 0;
      pausedUntil = undefined;
    },
    recordFailure(at) {
      failures += 1;
      if (failures >= maxFailures) pausedUntil = at.getTime() + pauseMs;
    },
  };
}
