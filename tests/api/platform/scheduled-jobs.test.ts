import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { startLoop } from '#app/server/loop.server.ts';
import { hasOpenJob, isJobRunning, scheduleJob, type ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
});
afterAll(() => program().stop());
beforeEach(() => program().owner.scheduledJob.deleteMany({}));

const scopeOf = (of: BuiltStore) => marketplaceScope(asStoreId(of.id));
const services = () => program().container.services;
const runnerOf = (...handlers: ScheduledJobHandler[]) => createJobRunner({ ...services(), handlers });
const schedule = (kind: string, key: string, minutesAgo: number, of = store) =>
  services().db.fast(scopeOf(of), (tx) =>
    scheduleJob(tx, {
      kind,
      key,
      payload: {},
      dueAt: new Date(services().clock.now().getTime() - minutesAgo * 60_000),
    }),
  );
const send = (kind: string, key: string, payload: object) =>
  services().db.fast(scopeOf(store), (tx) => services().jobs.enqueue(tx, kind, payload, { key }));
const listJobs = () => program().owner.scheduledJob.findMany({ orderBy: { id: 'asc' } });

async function isWaitingForLock(): Promise<boolean> {
  const rows = await program().owner.$queryRaw<unknown[]>`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length > 0;
}

/** Ends by itself when the test says so. */
function openGate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}

/** Work of the database alone that notes its keys. */
const notes = (kind: string, ran: string[]): ScheduledJobHandler => ({
  kind,
  handle: (_tx, _store, { key }) => Promise.resolve(void ran.push(key)),
});

describe('a job', () => {
  test('a job whose transaction is lost under it has failed once, and does not keep the next from its turn', async () => {
    const ran: string[] = [];
    await schedule('cut', 'first', 2);
    await schedule('calm', 'second', 1);
    const runner = runnerOf(
      {
        kind: 'cut',
        async handle(tx) {
          const [own] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
          await program().owner.$queryRawUnsafe(`SELECT pg_terminate_backend(${String(own?.pid ?? 0)}, 5000)`);
          await tx.query('SELECT 1');
        },
      },
      notes('calm', ran),
    );
    expect(await runner.runNext()).toBe(true);
    const failed = await program().owner.scheduledJob.findFirstOrThrow({ where: { kind: 'cut' } });
    expect(failed).toMatchObject({ attempts: 1, doneAt: null, lease: null });
    expect(failed.dueAt.getTime()).toBeGreaterThan(services().clock.now().getTime());
    await runner.runNext();
    expect(ran).toEqual(['second']);
  });

  test('what a job returns is written with its end, or not at all', async () => {
    await schedule('outside', 'one', 1);
    const end = { fails: true };
    const runner = runnerOf({
      kind: 'outside',
      run: () =>
        Promise.resolve(async (tx) => {
          await scheduleJob(tx, { kind: 'next', key: 'one', payload: {}, dueAt: new Date(8.64e15) });
          if (end.fails) throw new Error('the end fails');
        }),
    });
    await runner.runNext();
    expect(await listJobs()).toMatchObject([{ kind: 'outside', attempts: 1, doneAt: null, error: 'the end fails' }]);
    end.fails = false;
    program().clock.advance({ minutes: 1 });
    await runner.runNext();
    expect(await listJobs()).toMatchObject([{ kind: 'outside', error: null }, { kind: 'next' }]);
  });

  test('a job that was sent again while it ran runs once more, with what it was sent with last', async () => {
    const seen: unknown[] = [];
    const runner = runnerOf({
      kind: 'sent',
      deletesDone: true,
      async run(_store, { payload }) {
        seen.push(payload);
        if (seen.length === 1) await send('sent', 'key', { turn: 2 });
        return undefined;
      },
    });
    await send('sent', 'key', { turn: 0 });
    await send('sent', 'key', { turn: 1 });
    expect(await runner.runNext()).toBe(true);
    expect(await runner.runNext()).toBe(true);
    expect(await runner.runNext()).toBe(false);
    expect(seen).toEqual([{ turn: 1 }, { turn: 2 }]);
    expect(await listJobs()).toEqual([]);
  });

  test('the end of a job and a call that schedules it again while it holds what the job writes do not wait for one another', async () => {
    // Stands for a row that both write.
    const lockData = (tx: SqlTx) => tx.query('SELECT pg_advisory_xact_lock(4711)');
    const runner = runnerOf({
      kind: 'both',
      deletesDone: true,
      run: () =>
        Promise.resolve(async (tx) => {
          await lockData(tx);
        }),
    });
    await send('both', 'key', { turn: 1 });
    const { ended } = await services().db.fast(scopeOf(store), async (tx) => {
      await lockData(tx);
      const run = runner.runNext();
      await waitFor('the end waits for the call', isWaitingForLock);
      await services().jobs.enqueue(tx, 'both', { turn: 2 }, { key: 'key' });
      return { ended: run };
    });
    expect(await ended).toBe(true);
    expect(await listJobs()).toMatchObject([
      { kind: 'both', payload: { turn: 2 }, attempts: 0, error: null, doneAt: null },
    ]);
    expect(await runner.runNext()).toBe(true);
    expect(await listJobs()).toEqual([]);
  });

  test('a job that failed eight times is given up and listed, and nobody claims it', async () => {
    const runner = runnerOf({ kind: 'broken', handle: () => Promise.reject(new Error('broken')) });
    await schedule('broken', 'one', 1);
    for (let attempt = 0; attempt < 8; attempt++) {
      expect(await runner.runNext()).toBe(true);
      program().clock.advance({ hours: 1 });
    }
    expect(await runner.runNext()).toBe(false);
    expect(await listJobs()).toMatchObject([{ attempts: 8, error: 'broken' }]);
  });
});

describe('a claim', () => {
  test('a row that somebody else locks is passed over', async () => {
    const ran: string[] = [];
    await schedule('any', 'held', 2);
    await schedule('other', 'free', 1);
    const runner = runnerOf(notes('any', ran), notes('other', ran));
    await services().db.fast(scopeOf(store), async (tx) => {
      await tx.query("SELECT id FROM scheduled_jobs WHERE key = 'held' FOR UPDATE");
      await runner.runNext();
      expect(ran).toEqual(['free']);
      expect(await runner.runNext()).toBe(false);
    });
  });

  test('of ten workers at once one runs each job, and one job of a store and kind at a time', async () => {
    const other = await buildStore();
    const running = new Map<string, number>();
    const ran: string[] = [];
    let most = 0;
    const handler = (kind: string): ScheduledJobHandler => ({
      kind,
      async run(storeId, { key }) {
        const pair = `${storeId}/${kind}`;
        running.set(pair, (running.get(pair) ?? 0) + 1);
        most = Math.max(most, running.get(pair) ?? 0);
        await services().db.sql('SELECT pg_sleep(0.005)');
        running.set(pair, (running.get(pair) ?? 0) - 1);
        ran.push(`${pair}/${key}`);
        return undefined;
      },
    });
    for (const of of [store, other])
      for (let index = 0; index < 20; index++) await schedule(index % 2 ? 'odd' : 'even', String(index), 1, of);
    const workers = Array.from({ length: 10 }, async () => {
      const runner = runnerOf(handler('odd'), handler('even'));
      await waitFor('all are done', async () => {
        await runner.runNext();
        return ran.length >= 40;
      });
    });
    await Promise.all(workers);
    expect(new Set(ran).size).toBe(40);
    expect(ran).toHaveLength(40);
    expect(most).toBe(1);
  });

  test('a job whose worker is gone is taken by another once its lease has ended, and the first can write nothing any more', async () => {
    await schedule('slow', 'one', 1);
    const gate = openGate();
    const slow = (name: string, wait: Promise<void>): ScheduledJobHandler => ({
      kind: 'slow',
      async run() {
        await wait;
        return (tx) =>
          scheduleJob(tx, { kind: `written by the ${name}`, key: 'one', payload: {}, dueAt: new Date(8.64e15) });
      },
    });
    const first = runnerOf(slow('first', gate.passed)).runNext();
    const isLeased = async () => (await listJobs())[0]?.lease !== null;
    await waitFor('it is claimed', isLeased);
    expect(await services().db.fast(scopeOf(store), (tx) => isJobRunning(tx, 'slow', 'o'))).toBe(true);
    const second = runnerOf(slow('second', Promise.resolve()));
    expect(await second.runNext()).toBe(false);
    // The first goes on to be alive as a process, but its lease is no longer renewed: as after a pause of its machine.
    await program().owner
      .$executeRaw`UPDATE scheduled_jobs SET lease = gen_random_uuid(), locked_until = clock_timestamp() - interval '1 second'`;
    expect(await second.runNext()).toBe(true);
    gate.open();
    await first;
    expect(await listJobs()).toMatchObject([
      // The attempt whose lease was lost is counted.
      { kind: 'slow', lease: null, attempts: 1 },
      { kind: 'written by the second' },
    ]);
  });

  test('a lease is renewed for as long as its job runs', async () => {
    await schedule('long', 'one', 1);
    const gate = openGate();
    const handlers: ScheduledJobHandler[] = [{ kind: 'long', run: () => gate.passed.then(() => undefined) }];
    const running = createJobRunner({ ...services(), handlers, leaseSeconds: 2 }).runNext();
    const readEnd = async () => (await listJobs())[0]?.lockedUntil?.getTime() ?? 0;
    const started = await waitFor('it is claimed', readEnd);
    await waitFor('it is renewed', async () => (await readEnd()) > started);
    gate.open();
    await running;
  });
});

describe('whether work is open', () => {
  test.each([
    ['ends without a successor', false],
    ['schedules its successor', true],
  ])('is not said before the job that runs is over, which %s', async (_how, goesOn) => {
    await schedule('chain', 'one', 1);
    const gate = openGate();
    const started = openGate();
    const running = runnerOf({
      kind: 'chain',
      async handle(tx) {
        started.open();
        await gate.passed;
        if (goesOn) await scheduleJob(tx, { kind: 'chain', key: 'two', payload: {}, dueAt: services().clock.now() });
      },
    }).runNext();
    await started.passed;
    const requested = services().db.fast(scopeOf(store), (tx) => hasOpenJob(tx, 'chain'));
    await waitFor('the question waits', async () => {
      const [row] = await program().owner.$queryRaw<{ waiting: bigint }[]>`
        SELECT count(*) AS waiting FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.query LIKE '%scheduled_jobs%'`;
      return Number(row?.waiting ?? 0) > 0;
    });
    gate.open();
    await running;
    expect(await requested).toBe(goesOn);
  });
});

/** Jobs of the calm store, one after the other, while the other store's provider says nothing. */
const CALM_JOBS = 200;
const P99_MS = 200;

test('fairness: while every provider of one store is unavailable, jobs of another run within 200 ms at the 99th percentile', async () => {
  const silentStore = await buildStore();
  const gate = openGate();
  const silentKinds = Array.from({ length: 30 }, (_, index) => `silent-${index}`);
  const lateness: number[] = [];
  const handlers: ScheduledJobHandler[] = [
    ...silentKinds.map((kind) => ({ kind, run: () => gate.passed.then(() => undefined) })),
    {
      kind: 'calm',
      handle: (_tx, _store, { dueAt }) => {
        lateness.push(services().clock.now().getTime() - dueAt.getTime());
        return Promise.resolve();
      },
    },
  ];
  for (const kind of silentKinds) for (const key of ['a', 'b', 'c']) await schedule(kind, key, 60, silentStore);
  const runner = runnerOf(...handlers);
  const loop = startLoop({
    name: 'due',
    everyMs: 1_000,
    log: services().log,
    run: () => runner.start(() => loop.wake()),
  });
  for (let index = 0; index < CALM_JOBS; index++) {
    await schedule('calm', String(index), 0);
    loop.wake();
    await waitFor('it ran', () => lateness.length > index);
  }
  lateness.sort((a, b) => a - b);
  expect(lateness[Math.ceil(CALM_JOBS * 0.99) - 1]).toBeLessThan(P99_MS);
  const doneOfSilent = await program().owner.scheduledJob.count({
    where: { storeId: silentStore.id, doneAt: { not: null } },
  });
  expect(doneOfSilent).toBe(0);
  gate.open();
  await waitFor('the silent store goes on', async () => {
    loop.wake();
    return (await program().owner.scheduledJob.count({ where: { doneAt: null } })) === 0;
  });
  await loop.stop();
  await runner.settle();
}, 120_000);

test('a job whose end could not be written because the database was away counts no attempt, and runs again at once', async () => {
  await schedule('away', 'one', 1);
  const away = Object.assign(new Error('the database is away'), { code: '57P03' });
  const real = services().db;
  let isAway = false;
  // The job is done, and then nothing can be written: as after a failover of the server.
  const db: typeof real = { ...real, fast: (scope, work) => (isAway ? Promise.reject(away) : real.fast(scope, work)) };
  let runs = 0;
  const handlers: ScheduledJobHandler[] = [
    {
      kind: 'away',
      run: () => {
        runs += 1;
        isAway = runs === 1;
        return Promise.resolve(undefined);
      },
    },
  ];
  const runner = createJobRunner({ ...services(), db, handlers });
  await expect(runner.runNext()).rejects.toThrow('the database is away');
  expect(await listJobs()).toMatchObject([{ attempts: 1, doneAt: null }]);
  isAway = false;
  expect(await runner.runNext()).toBe(true);
  expect(runs).toBe(2);
  expect(await listJobs()).toMatchObject([{ attempts: 0, lease: null, error: null }]);
  expect((await listJobs())[0]?.doneAt).not.toBeNull();
});
