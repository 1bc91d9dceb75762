import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { buildAdmin, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { testEnvironment } from '#tests/support/environment.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

type Letter = { id: string; name: string; reason: string; tries: number };
async function readLetters(): Promise<Letter[]> {
  await renewSession(admin);
  return (await api(admin).get('/system/dead-letters')).as<{ deadLetters: Letter[] }>().deadLetters;
}

/** One life of a worker. Returns whether its work killed it. */
async function runWorker(work: 'jobs' | 'deliveries'): Promise<boolean> {
  const { databaseUrl, clock, url } = program();
  const env = {
    ...process.env,
    ...testEnvironment({ databaseUrl, appUrl: url }),
    POISON_NOW: clock.now().toISOString(),
    POISON_WORK: work,
  };
  const child = spawn(process.execPath, ['tests/chaos/poison/poison-worker.ts'], { env, stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal === 'SIGKILL' || code === 0).toBe(true);
  return signal === 'SIGKILL';
}

/** A supervisor that starts workers again and again until one has nothing left to do. Returns how many were killed. */
async function superviseWorkers(work: 'jobs' | 'deliveries'): Promise<number> {
  let killed = 0;
  while (await runWorker(work)) {
    killed += 1;
    expect(killed).toBeLessThan(30);
    // The leases of the dead end by the database's own clock, which the test moves past them.
    await program().owner.$executeRaw`
      UPDATE scheduled_jobs SET locked_until = clock_timestamp() - interval '1 second' WHERE lease IS NOT NULL`;
    program().clock.advance({ minutes: 1 });
  }
  return killed;
}

const schedule = (kind: string, key: string) =>
  program().container.services.db.fast(marketplaceScope(asStoreId(store.id)), (tx) =>
    scheduleJob(tx, { kind, key, payload: {}, dueAt: program().clock.now() }),
  );

test('a job that kills its process is a dead letter after eight attempts, and the other jobs are done', async () => {
  for (const kind of ['poison.job', 'poison.handled']) await schedule(kind, 'only');
  for (const key of ['one', 'two', 'three']) await schedule('calm.job', key);
  expect(await superviseWorkers('jobs')).toBe(16);
  const jobs = await program().owner.scheduledJob.findMany({ where: { storeId: store.id }, orderBy: { id: 'asc' } });
  expect(jobs.map(({ kind, attempts, doneAt, lease }) => [kind, attempts, doneAt !== null, lease])).toEqual([
    ['poison.job', 8, false, null],
    ['poison.handled', 8, false, null],
    ['calm.job', 0, true, null],
    ['calm.job', 0, true, null],
    ['calm.job', 0, true, null],
  ]);
  const letters = await readLetters();
  expect(letters.map(({ name, reason, tries }) => [name, reason, tries]).sort()).toEqual([
    ['poison.handled', 'process_ended', 8],
    ['poison.job', 'process_ended', 8],
  ]);
});

test('a claimed job is its worker’s alone for a minute', async () => {
  await schedule('poison.job', 'leased');
  expect(await runWorker('jobs')).toBe(true);
  const [{ seconds } = { seconds: 0 }] = await program().owner.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM locked_until - clock_timestamp())::float8 AS seconds FROM scheduled_jobs WHERE lease IS NOT NULL`;
  expect(seconds).toBeGreaterThan(30);
  expect(seconds).toBeLessThanOrEqual(60);
});

test('a delivery that kills its process is a dead letter after eight attempts, and those of its batch are handled', async () => {
  const store2 = await buildStore();
  admin = await buildAdmin({ store: store2 });
  const { inbox } = program().container;
  for (let index = 0; index < 6; index++)
    await inbox.store({
      shop: store2.domain,
      topic: 'test/any',
      webhookId: `delivery-${index}`,
      eventId: null,
      triggeredAt: null,
      body: Buffer.from(JSON.stringify({ poison: index === 2 })),
    });
  expect(await superviseWorkers('deliveries')).toBe(8);
  const rows = await program().owner.webhookDelivery.findMany({
    where: { shop: store2.domain },
    orderBy: { id: 'asc' },
  });
  expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'dead', 'done', 'done', 'done']);
  expect(await readLetters()).toMatchObject([{ name: 'test/any', reason: 'process_ended', tries: 8 }]);
  expect(await program().owner.deliveryClaim.count()).toBe(0);
});
