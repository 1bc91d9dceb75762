import type { Clock } from '#app/core/clock.ts';

type Span = { days?: number; hours?: number; minutes?: number; seconds?: number };

/** A clock that runs with the machine's, shifted by what a test moved it. */
export type MovableClock = Clock & {
  advance(span: Span): void;
  /** Makes it this moment now; it runs on from there. */
  set(at: string | Date): void;
  offsetMs(): number;
  /** Lets time stand still during `work`, so that nothing that waits for its time begins meanwhile. */
  hold<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * The machine's time, going on evenly where its clock is set back or forth meanwhile: what a test has queued would
 * otherwise not be due yet.
 */
const evenNow = () => performance.timeOrigin + performance.now();

/** The program waits before it asks somebody outside again; the stand-ins answer at once, so that this part of it is enough. */
const SLEEP_SHARE = 0.05;

/** `moved` hears of every new offset, so that the sandbox's clock can follow. */
export function movableClock(moved: (offsetMs: number) => void = () => undefined): MovableClock {
  let offset = 0;
  let fixed: number | undefined;
  const move = (next: number) => {
    offset = next;
    moved(offset);
  };
  return {
    now: () => new Date((fixed ?? evenNow()) + offset),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms * SLEEP_SHARE)),
    offsetMs: () => offset,
    hold: async (work) => {
      fixed = evenNow();
      try {
        return await work();
      } finally {
        fixed = undefined;
      }
    },
    set: (at) => {
      move(new Date(at).getTime() - evenNow());
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      move(offset + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
    },
  };
}
