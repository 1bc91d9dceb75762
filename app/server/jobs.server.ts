import { randomUUID } from 'node:crypto';
import type { Clock } from '#app/core/clock.ts';
import type { SqlTx } from './db.server.ts';
import type { Log } from './log.server.ts';
import { scheduleJob, scheduleJobNow } from './scheduled-jobs.server.ts';

export type Jobs = {
  /**
   * Sends a job in the transaction of what caused it: rolled back with it, or sent with it. Of jobs with the same `key` one waits
   * at a time; one that runs already runs once more.
   */
  enqueue(tx: SqlTx, kind: string, payload: object, o?: { key?: string }): Promise<void>;
  /**
   * Sends a job for a moment in the transaction of what caused it, once per (store, kind, key); a later call moves it while it is
   * open. It wakes a worker, for moments that have come or are near; what is due later is sent by `scheduleJob`.
   */
  schedule(tx: SqlTx, o: { kind: string; key: string; payload: object; dueAt: Date }): Promise<void>;
  /** Wakes a worker loop of any process now instead of at its next poll. Many calls in a moment become one. */
  wake(channel: WakeChannel): void;
  /** Wakes one once what caused it is committed; a transaction that is rolled back wakes nobody. */
  wakeAfterCommit(tx: Pick<SqlTx, 'afterCommit'>, channel: WakeChannel): void;
};

export type WakeChannel = 'deliveries' | 'mails' | 'due' | 'webhooks';
export const WAKE_CHANNEL = 'souk_wake';

/** What features see of the jobs. `notify` sends one wake-up to all processes. */
export function createJobs(o: { clock: Clock; log: Log; notify: (channel: WakeChannel) => Promise<void> }): Jobs {
  const waiting = new Set<WakeChannel>();
  const wake = (channel: WakeChannel): void => {
    if (waiting.has(channel)) return;
    waiting.add(channel);
    setTimeout(() => {
      waiting.delete(channel);
      o.notify(channel).catch((error: unknown) => {
        o.log.debug({ err: error }, 'a wake-up was not sent; the worker polls anyway');
      });
    }, 10).unref();
  };
  const wakeAfterCommit: Jobs['wakeAfterCommit'] = (tx, channel) => {
    tx.afterCommit(() => {
      wake(channel);
    });
  };
  return {
    async enqueue(tx, kind, payload, { key = randomUUID() } = {}) {
      await scheduleJobNow(tx, { kind, key, payload, now: o.clock.now() });
      wakeAfterCommit(tx, 'due');
    },
    async schedule(tx, job) {
      await scheduleJob(tx, job);
      wakeAfterCommit(tx, 'due');
    },
    wake,
    wakeAfterCommit,
  };
}
