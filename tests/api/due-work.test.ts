import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { createDueWork, hasOpenWork, planDueWork, type DueWorkHandler } from '#app/server/due-work.server.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
});
afterAll(() => program().stop());
beforeEach(() => program().owner.dueWork.deleteMany({}));

const scope = () => marketplaceScope(asStoreId(store.id));
const services = () => program().container.services;
const worker = (...handlers: DueWorkHandler[]) => createDueWork({ ...services(), handlers });
const plan = (kind: string, key: string, minutesAgo: number) =>
  services().db.fast(scope(), (tx) =>
    planDueWork(tx, {
      kind,
      key,
      payload: {},
      dueAt: new Date(services().clock.now().getTime() - minutesAgo * 60_000),
    }),
  );

test('work whose transaction is lost under it has failed once, and does not keep the next from its turn', async () => {
  const ran: string[] = [];
  await plan('cut', 'first', 2);
  await plan('calm', 'second', 1);
  const due = worker(
    {
      kind: 'cut',
      async handle(tx) {
        const [own] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await program().owner.$queryRawUnsafe(`SELECT pg_terminate_backend(${String(own?.pid ?? 0)}, 5000)`);
        await tx.query('SELECT 1');
      },
    },
    { kind: 'calm', handle: (_tx, _store, { key }) => Promise.resolve(void ran.push(key)) },
  );
  expect(await due.runNext()).toBe(true);
  const failed = await program().owner.dueWork.findFirstOrThrow({ where: { kind: 'cut' } });
  expect(failed).toMatchObject({ attempts: 1, doneAt: null });
  expect(failed.dueAt.getTime()).toBeGreaterThan(services().clock.now().getTime());
  await due.runNext();
  expect(ran).toEqual(['second']);
});

test('a row that one worker holds is passed over by another, which goes on with the next', async () => {
  const ran: string[] = [];
  await plan('any', 'held', 2);
  await plan('any', 'free', 1);
  const due = worker({ kind: 'any', handle: (_tx, _store, { key }) => Promise.resolve(void ran.push(key)) });
  await services().db.fast(scope(), async (tx) => {
    await tx.query("SELECT id FROM due_work WHERE key = 'held' FOR UPDATE");
    await due.runNext();
    expect(ran).toEqual(['free']);
    expect(await due.runNext()).toBe(false);
  });
});

test.each([
  ['ends without a successor', false],
  ['plans its successor', true],
])('whether work is open is not said before the one that runs is over, which %s', async (_how, goesOn) => {
  await plan('chain', 'one', 1);
  let go = (): void => undefined;
  const mayEnd = new Promise<void>((resolve) => (go = resolve));
  const running = worker({
    kind: 'chain',
    async handle(tx) {
      await mayEnd;
      if (goesOn) await planDueWork(tx, { kind: 'chain', key: 'two', payload: {}, dueAt: services().clock.now() });
    },
  }).runNext();
  await waitFor('the row is held', async () => {
    const free = await services().db.sql("SELECT id FROM due_work WHERE key = 'one' FOR UPDATE SKIP LOCKED");
    return free.length === 0;
  });
  const asked = services().db.fast(scope(), (tx) => hasOpenWork(tx, 'chain'));
  await waitFor('the question waits', async () => {
    const [row] = await program().owner.$queryRaw<{ waiting: bigint }[]>`
      SELECT count(*) AS waiting FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.query LIKE '%due_work%'`;
    return Number(row?.waiting ?? 0) > 0;
  });
  go();
  await running;
  expect(await asked).toBe(goesOn);
});
