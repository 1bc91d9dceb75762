/** The only source of business time. Tests and the sandbox move it; nothing else asks the machine for the time. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
