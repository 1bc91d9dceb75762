import { isDatabaseAway } from './db.server.ts';
import type { Log } from './log.server.ts';

export type Loop = { name: string; wake(): void; stop(): Promise<void> };

/**
 * Repeats a piece of work: at once while it reports more to do, else on a wake-up or after `everyMs`. A database that is
 * away is waited for; any other error is logged, and the next round tries again.
 */
export function startLoop(o: { name: string; everyMs: number; log: Log; run: () => Promise<boolean> }): Loop {
  let stopping = false;
  let wakes = 0;
  let rest: (() => void) | undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        rest = undefined;
        resolve();
      }
      rest = done;
    });
  const isStopping = () => stopping;
  const rounds = async () => {
    while (!isStopping()) {
      const seen = wakes;
      let more = false;
      try {
        more = await o.run();
      } catch (error) {
        if (isDatabaseAway(error)) o.log.warn({ loop: o.name }, 'the database is away; waiting for it');
        else o.log.error({ loop: o.name, err: error }, 'a round of work failed');
        await pause(1000);
      }
      if (!more && wakes === seen && !isStopping()) await pause(o.everyMs);
    }
  };
  const finished = rounds();
  return {
    name: o.name,
    wake() {
      wakes++;
      rest?.();
    },
    async stop() {
      stopping = true;
      rest?.();
      await finished;
    },
  };
}
