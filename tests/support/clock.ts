import type { Clock } from '#app/core/clock.ts';

type Span = { days?: number; hours?: number; minutes?: number; seconds?: number };

/** A clock that runs with the machine's, shifted by what a test moved it. */
export type MovableClock = Clock & {
  advance(span: Span): void;
  /** Makes it this moment now; it runs on from there. */
  set(at: string | Date): void;
  offsetMs(): number;
};

/**
 * The machine's time, going on evenly where its clock is set back or forth meanwhile: what a test has queued would
 * otherwise not be due yet.
 */
const evenNow = () => performance.timeOrigin + performance.now();

/** `moved` hears of every new offset, so that the sandbox's clock can follow. */
export function movableClock(moved: (offsetMs: number) => void = () => undefined): MovableClock {
  let offset = 0;
  const move = (next: number) => {
    offset = next;
    moved(offset);
  };
  return {
    now: () => new Date(evenNow() + offset),
    offsetMs: () => offset,
    set: (at) => {
      move(new Date(at).getTime() - evenNow());
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      move(offset + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
    },
  };
}
