/** The only source of business time. Tests and the sandbox move it; nothing else asks the machine for the time. */
export type Clock = {
  now(): Date;
  /** Waits before somebody outside is asked again. A test's clock waits for less. */
  sleep(ms: number): Promise<void>;
};

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
