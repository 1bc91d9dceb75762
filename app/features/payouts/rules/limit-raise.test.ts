import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import type { Actor } from '#app/core/viewer.ts';
import { isLooser, raiseAfter } from './limit-raise.ts';

const mira: Actor = { kind: 'person', id: '1', name: 'Mira', role: 'admin' };
const joost: Actor = { kind: 'person', id: '2', name: 'Joost', role: 'admin' };
const at = new Date('2026-11-23T12:00:00Z');

describe('a change of the limit of approval', () => {
  it('is looser where more passes than before: a higher limit, or none', () => {
    expect(isLooser(100n, 101n)).toBe(true);
    expect(isLooser(100n, null)).toBe(true);
    expect(isLooser(0n, 1n)).toBe(true);
    expect(isLooser(100n, 100n)).toBe(false);
    expect(isLooser(100n, 99n)).toBe(false);
    expect(isLooser(null, null)).toBe(false);
    expect(isLooser(null, 5n)).toBe(false);
  });

  it('waits once for whoever asks, again for another or after it has ended, and goes with a change of the limit itself', () => {
    const active = { approveAboveMinor: 200n, by: mira, at };
    const later = new Date(at.getTime() + 1_000);
    const again = { before: 100n, after: 200n, mustWait: true, by: mira, at: later };
    expect(raiseAfter(null, again)).toEqual({ approveAboveMinor: 200n, by: mira, at: later });
    expect(raiseAfter(active, again)).toBe(active);
    expect(raiseAfter(active, { ...again, by: joost })).toEqual({ approveAboveMinor: 200n, by: joost, at: later });
    const ended = new Date(at.getTime() + 72 * HOUR_MS);
    expect(raiseAfter(active, { ...again, at: ended })?.at).toEqual(ended);
    // Other rules were saved, and then a lower limit.
    expect(raiseAfter(active, { ...again, after: 100n, mustWait: false })).toBe(active);
    expect(raiseAfter(active, { ...again, after: 50n, mustWait: false })).toBeNull();
  });
});
