import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findAwayReason } from '#app/server/database-away.ts';
import { isDatabaseAway, openDatabase } from '#app/server/db.server.ts';
import { createLog } from '#app/server/log.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
let mailServer: MailServer;
/** What the program's log warns of: each loop says so when it waits for the database. */
const warnings: unknown[][] = [];

beforeAll(async () => {
  mailServer = await startMailServer();
  await startProgram({ smtpUrl: mailServer.url });
  store = await buildStore();
  await buildDefaultList(store);
  await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  const { log } = program().container.services;
  log.warn = (...line: unknown[]) => warnings.push(line);
}, 120_000);
afterAll(async () => {
  await program().stop();
  await mailServer.stop();
});

type Fault = { reason: string; begin: () => Promise<void>; end: () => Promise<void> };

/** A setting of the database holds for new sessions. */
async function endSessions(): Promise<void> {
  await program().owner.$executeRawUnsafe(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name = 'souk'`,
  );
}

const databaseName = () => new URL(program().databaseUrl).pathname.slice(1);
const tables = async () =>
  program().owner.$queryRaw<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`;

/**
 * How the server stops taking writes. A read-only server is one for all new sessions, as after a failover. A full disk is one at the
 * seam where PostgreSQL says it: every statement that would write a row is refused by the server itself with SQLSTATE 53100.
 */
const FAULTS: Record<string, Fault> = {
  'that is read-only': {
    reason: 'database_read_only',
    async begin() {
      await program().owner.$executeRawUnsafe(
        `ALTER DATABASE "${databaseName()}" SET default_transaction_read_only = on`,
      );
      await endSessions();
    },
    async end() {
      await program().owner.$executeRawUnsafe(`ALTER DATABASE "${databaseName()}" RESET default_transaction_read_only`);
      await endSessions();
    },
  },
  'whose disk is full': {
    reason: 'disk_full',
    async begin() {
      await program().owner.$executeRawUnsafe(`
        CREATE FUNCTION refuse_for_full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
      for (const { name } of await tables())
        await program().owner.$executeRawUnsafe(`
          CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON "${name}" EXECUTE FUNCTION refuse_for_full_disk()`);
    },
    async end() {
      await program().owner.$executeRawUnsafe('DROP FUNCTION refuse_for_full_disk() CASCADE');
    },
  },
};

const readiness = async () => {
  const answer = await fetch(`${program().url}/ready`);
  const { reason } = (await answer.json()) as { reason?: string };
  return { status: answer.status, reason };
};

const buildOrder = (name: string) => ({
  shop: store.domain,
  topic: 'orders/create',
  webhookId: name,
  payload: buildOrderPayload({ createdAt: program().clock.now(), lines: [{ vendor: 'North', price: '10.00' }] }),
});

test.each(Object.entries(FAULTS))(
  'a database %s: /ready says so, and deliveries, jobs and mails of five minutes wait without counting an attempt',
  { timeout: 120_000 },
  async (name, { reason, begin, end }) => {
    const { owner, clock, container } = program();
    const { db, jobs } = container.services;
    const orders = await owner.order.count();
    expect(await deliverWebhook(buildOrder(name))).toBe(200);
    await program().drain();
    expect(await readiness()).toEqual({ status: 200, reason: undefined });
    const mails = mailServer.mails.length;

    // Due in a minute, so that the fault is there before their time comes.
    const soon = new Date(clock.now().getTime() + 60_000);
    await owner.webhookDelivery.updateMany({ where: { webhookId: name }, data: { state: 'pending', dueAt: soon } });
    const queued = { state: 'queued', dueAt: soon, attempts: 0, sentAt: null, handedTo: null };
    const { count: resent } = await owner.mail.updateMany({ where: { state: 'sent' }, data: queued });
    expect(resent).toBeGreaterThan(0);
    const payload = { storeId: String(store.id), productIds: [] };
    await db.fast(marketplaceScope(store.id), (tx) =>
      scheduleJob(tx, { kind: 'products.refresh', key: name, payload, dueAt: soon }),
    );

    await begin();
    await waitFor('the program is not ready', async () => (await readiness()).status === 503);
    expect(await readiness()).toEqual({ status: 503, reason });
    expect((await fetch(`${program().url}/health`)).status).toBe(200);
    expect(await deliverWebhook(buildOrder(`${name} again`))).toBe(503);
    for (let minute = 0; minute < 5; minute++) {
      clock.advance({ minutes: 1 });
      const tries = warnings.length;
      for (const channel of ['deliveries', 'mails', 'due'] as const) jobs.wake(channel);
      await waitFor('the worker has tried', () => warnings.length >= tries + 3);
    }
    await end();

    await waitFor('the program is ready again', async () => (await readiness()).status === 200);
    expect(await owner.webhookDelivery.count({ where: { OR: [{ state: 'dead' }, { attempts: { gt: 0 } }] } })).toBe(0);
    expect(await owner.scheduledJob.count({ where: { attempts: { gt: 1 } } })).toBe(0);
    expect(await owner.mail.count({ where: { OR: [{ state: 'failed' }, { attempts: { gt: 1 } }] } })).toBe(0);
    expect(await deliverWebhook(buildOrder(`${name} again`))).toBe(200);
    await program().drain();
    expect(await owner.webhookDelivery.count({ where: { state: { not: 'done' } } })).toBe(0);
    expect(await owner.order.count()).toBe(orders + 2);
    expect(await owner.scheduledJob.count({ where: { doneAt: null, attempts: { gt: 0 } } })).toBe(0);
    expect(mailServer.mails.length).toBe(mails + resent + 1);
  },
);

test('an address of the database that leads nowhere counts as away, through the driver and through the ORM', async () => {
  const db = openDatabase({
    url: 'postgresql://souk_app:x@nowhere.invalid:5432/souk',
    connections: 2,
    log: createLog('silent'),
  });
  try {
    for (const requested of [db.sql('SELECT 1'), db.directory.store.count(), db.directory.$queryRaw`SELECT 1`]) {
      const error: unknown = await requested.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(isDatabaseAway(error)).toBe(true);
      expect(findAwayReason(error)).toBe('database_away');
    }
  } finally {
    await db.close();
  }
});

test('a provider that is not reached is no database that is away, though its error has the same code', () => {
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
  expect(isDatabaseAway(error)).toBe(false);
});

test.each(['53100', '53200', '53300', '53400', '25006', '58030', '57P01', '57P05', '40001'])(
  'SQLSTATE %s means that the database is away, through the driver and through the ORM',
  async (state) => {
    const { db } = program().container.services;
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${state}'; END $$`;
    for (const requested of [db.sql(raise), db.directory.$executeRawUnsafe(raise)]) {
      const error: unknown = await requested.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(isDatabaseAway(error)).toBe(true);
    }
  },
);

test.each(['23505', '42P01', '22001', '40P01', '55P03', '57014'])(
  'SQLSTATE %s is a refusal of a database that works',
  async (state) => {
    const { db } = program().container.services;
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${state}'; END $$`;
    for (const requested of [db.sql(raise), db.directory.$executeRawUnsafe(raise)]) {
      const error: unknown = await requested.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(isDatabaseAway(error)).toBe(false);
    }
  },
);
