import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '#app/core/clock.ts';
import { createVault } from '#app/server/crypto.server.ts';
import { openDatabase } from '#app/server/db.server.ts';
import { readEnv } from '#app/server/env.server.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { createLog } from '#app/server/log.server.ts';
import { createWebhookQueue } from '#app/server/webhook-queue.server.ts';

/** A worker as a process of its own, of which some work is the end: `poison` kills it as the system's memory killer does. */
const env = readEnv(process.env);
const log = createLog(env.LOG_LEVEL);
const db = openDatabase({ url: env.DATABASE_URL, connections: env.DATABASE_CONNECTIONS, log });
const clock = { ...systemClock, now: () => new Date(process.env.POISON_NOW ?? '') };

/** Nothing of this process is left, and nothing of it can be said any more. */
async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return pause(60_000).then(() => {
    throw new Error('the process is gone');
  });
}

const runner = createJobRunner({
  db,
  clock,
  log,
  handlers: [
    { kind: 'poison.job', run: die },
    { kind: 'poison.handled', handle: die },
    { kind: 'calm.job', run: () => Promise.resolve(undefined) },
  ],
});
const queue = createWebhookQueue({
  db,
  clock,
  log,
  vault: createVault(env.ENCRYPTION_KEYS),
  vendorShops: { topics: [], handle: () => Promise.resolve() },
  handlers: [
    {
      topics: ['test/any'],
      handle: async (_tx, _store, deliveries) => {
        if (deliveries.some(({ payload }) => (payload as { poison: boolean }).poison)) await die();
        return deliveries.map(({ id }) => ({ id, state: 'done' as const }));
      },
    },
  ],
});
if (process.env.POISON_WORK === 'jobs') while (await runner.runNext()) continue;
else while (await queue.runBatch()) continue;
await db.close();
