import { BULK_KEEP_ALIVE } from '#app/adapters/shopify/bulk/bulk.server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedRequest } from '#sandbox/core/kernel.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { dumpEndState } from '#tests/support/database/end-state.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';

/** Makes one due job of a kind, in a world whose store is the job's. */
export type JobFactory<World> = (world: World) => Promise<void>;
/** How a due job of each kind is made, by kind; some kinds have several that are worth it. */
export type JobFactories<World> = Readonly<Record<string, readonly JobFactory<World>[]>>;

let store: BuiltStore;

/** These write what shall be, or take away what is named: said again with the same words they leave the same, and count once. */
const SAME_AGAIN: ReadonlySet<string> = new Set([
  'collectionUpdate',
  'discountCodeBasicUpdate',
  'metafieldDefinitionCreate',
  'metafieldsDelete',
  'metafieldsSet',
  'metaobjectUpsert',
  'publishablePublish',
  'subscriptions.cancel',
  'storage DELETE',
]);

/** The platform knows no repeats of it: said again it carries the same Event ID, by which a workflow tells (decision 63). */
const SAME_EVENT = 'flowTriggerReceive';

/** A small bulk query whose result nobody reads: it keeps the right to bulk queries, and nothing else. */
const KEEP_ALIVE = JSON.stringify(BULK_KEEP_ALIVE).slice(1, -1);

/** PayPal is asked whether it signed what it reports of a batch; that arrives when it likes, beside the job. */
const VERIFY_SIGNATURE = 'verify-webhook-signature';

/** What a job has changed outside: calls that are no mere questions, and not what the platform and providers tell us of them. */
async function listEffects(): Promise<string[]> {
  const requests = await control<LoggedRequest[]>('GET', '/requests');
  return requests
    .filter(({ method, target }) => method !== 'GET' && target !== 'oauth' && !target.endsWith('webhooks'))
    .filter(({ path }) => !path.includes('restore-marker') && !path.includes(VERIFY_SIGNATURE))
    .filter(({ target, body }) => target !== 'shopify' || /\bmutation\b/.test(body))
    .map(({ target, method, path, operation, body }) => ({
      line: `${target} ${method} ${operation ?? path.split('?')[0] ?? ''}`,
      body: countsOnce(operation ?? `${target} ${method}`, body) ? `${path} ${body}` : null,
    }))
    .filter(({ body }, index, all) => body === null || all.findIndex((one) => one.body === body) === index)
    .map(({ line }) => line);
}

const countsOnce = (operation: string, body: string): boolean =>
  SAME_AGAIN.has(operation) || operation === SAME_EVENT || body.includes(KEEP_ALIVE);

/** What the store is and has said: its business, its log, its notices and mails. */
async function dumpAll(): Promise<string[]> {
  const counted = await program().owner.$queryRaw<{ line: string }[]>`
    SELECT 'audit ' || action || ' ' || count(*) AS line FROM audit_events GROUP BY action
    UNION ALL SELECT 'notice ' || kind || ' ' || count(*) FROM notices GROUP BY kind
    UNION ALL SELECT 'mail ' || template || ' ' || count(*) FROM mails GROUP BY template ORDER BY 1`;
  const rows = await program().owner.$queryRaw<{ line: string }[]>`
    SELECT 'label ' || concat_ws(' ', id, status, tracking, tracking_status, fulfillment_state, adjustment_id) AS line FROM shipping_labels
    UNION ALL SELECT 'offer ' || concat_ws(' ', id, status, version, draft_id, invoice_url) FROM offers
    UNION ALL SELECT 'discount ' || concat_ws(' ', id, state, version, platform_id, value_type, amount_minor, vendor_ids::text) FROM discounts
    UNION ALL SELECT 'product ' || concat_ws(' ', id, status, title, submission, tags::text, body_html) FROM products ORDER BY 1`;
  return [
    ...(await dumpEndState(program().owner)),
    ...[...counted, ...rows].map(({ line }) => line),
    ...(await countRows()),
  ];
}

/** Tables of the machinery: jobs that are planned again, what limits and remembers calls, and the log of usage. */
const MACHINERY = [
  '_prisma_migrations',
  'schema_migrations',
  'scheduled_jobs',
  'idempotency_keys',
  'rate_buckets',
  'webhook_deliveries',
];

/** How many rows each table has, those of the machinery left out. */
async function countRows(): Promise<string[]> {
  const tables = await program().owner.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL (${MACHINERY}) ORDER BY 1`;
  const each = tables.map(({ name }) => `SELECT '${name} ' || count(*) AS line FROM "${name}"`);
  const counted = await program().owner.$queryRawUnsafe<{ line: string }[]>(each.join(' UNION ALL '));
  return counted.map(({ line }) => `rows ${line}`).sort();
}

type Job = { key: string; payload: object };

/** The due job of a kind, alone: nothing else of the kind is due. */
async function takeDue(kind: string): Promise<Job> {
  const rows = await program().owner.scheduledJob.findMany({
    where: { storeId: store.id, kind, doneAt: null, dueAt: { lte: program().clock.now() } },
    orderBy: { id: 'desc' },
  });
  const [row] = rows;
  if (!row) throw new Error(`the factory of ${kind} made no due job`);
  return { key: row.key, payload: row.payload as object };
}

/** As if the end of the job had never been written: it is the one of its kind that is due. */
async function reopen(kind: string, { key, payload }: Job): Promise<void> {
  const { owner, clock } = program();
  const open = { payload, doneAt: null, attempts: 0, error: null, lease: null, lockedUntil: null, dueAt: new Date(0) };
  await owner.scheduledJob.upsert({
    where: { storeId_kind_key: { storeId: store.id, kind, key } },
    create: { storeId: store.id, kind, key, ...open },
    update: open,
  });
  await owner.scheduledJob.updateMany({
    where: { storeId: store.id, kind, doneAt: null, NOT: { key }, dueAt: { lte: clock.now() } },
    data: { dueAt: new Date(clock.now().getTime() + 60_000) },
  });
}

/** Runs the reopened job. Returns what it failed with. */
async function run(handler: ScheduledJobHandler, job: Job): Promise<string | null> {
  await reopen(handler.kind, job);
  await createJobRunner({ ...program().container.services, handlers: [handler] }).runNext();
  const row = await program().owner.scheduledJob.findFirst({
    where: { storeId: store.id, kind: handler.kind, key: job.key },
  });
  return row?.error ?? null;
}

/**
 * Jobs that write nothing outside and end in the very transaction of what they write: a second run after the first one's end is a
 * second request, which makes a second code.
 */
const ENDS_WITH_ITS_WORK: ReadonlySet<string> = new Set(['auth.reset-code']);

const LOST = 'its end is lost';
const lose = (): never => {
  throw new Error(LOST);
};

/** The same work, of which the end fails after all that it does outside. */
function failingAtEnd(handler: ScheduledJobHandler): ScheduledJobHandler {
  const { kind } = handler;
  return 'handle' in handler
    ? { kind, handle: async (tx, store, job) => handler.handle(tx, store, job).then(lose) }
    : { kind, run: async (store, job) => handler.run(store, job).then(() => () => lose()) };
}

/**
 * Registers the tests of a file: each kind of job is run twice, its end not recorded, and again after its first run failed at its
 * end. What it does outside and what the store is are the same as after one run. With `withoutEffect` each kind that is not in it
 * has to change something by its first run, so that no factory makes a job with nothing to do.
 */
export function testJobsTwice<World extends { store: BuiltStore }>(
  factories: JobFactories<World>,
  buildWorld: () => Promise<World>,
  { withoutEffect }: { withoutEffect?: ReadonlySet<string> } = {},
): void {
  let world: World;
  let handlers: readonly ScheduledJobHandler[];
  beforeAll(async () => {
    await startProgram({ sandbox: true, worker: false });
    world = await buildWorld();
    ({ store } = world);
    handlers = scheduledJobHandlers(program().container.services);
  }, 120_000);
  afterAll(() => program().stop());

  const cases = Object.entries(factories).flatMap(([kind, made]) =>
    made.map((make, index) => [kind, index + 1, make] as const),
  );

  describe.each(cases)('%s (%i)', (kind, _number, make) => {
    const handlerOf = (): ScheduledJobHandler => {
      const handler = handlers.find((one) => one.kind === kind);
      if (!handler) throw new Error(`there is no kind ${kind}`);
      return handler;
    };

    it.runIf(!ENDS_WITH_ITS_WORK.has(kind))('run twice, its end not recorded, does what it does once', async () => {
      program().clock.advance({ minutes: 2 });
      await drainJobs();
      await make(world);
      const job = await takeDue(kind);
      await program().sandbox?.control('DELETE', '/requests');
      const before = await dumpAll();
      expect(await run(handlerOf(), job)).toBeNull();
      const once = { state: await dumpAll(), effects: await listEffects() };
      if (withoutEffect && !withoutEffect.has(kind)) expect(once).not.toEqual({ state: before, effects: [] });
      expect(await run(handlerOf(), job)).toBeNull();
      expect(await listEffects()).toEqual(once.effects);
      expect(await dumpAll()).toEqual(once.state);
    });

    it('run again after its first run failed at its end, does outside what it does once', async () => {
      program().clock.advance({ minutes: 2 });
      await drainJobs();
      await make(world);
      const job = await takeDue(kind);
      await program().sandbox?.control('DELETE', '/requests');
      expect(await run(failingAtEnd(handlerOf()), job)).toBe(LOST);
      const effects = await listEffects();
      expect(await run(handlerOf(), job)).toBeNull();
      const state = await dumpAll();
      expect(await listEffects()).toEqual(effects);
      if (!ENDS_WITH_ITS_WORK.has(kind)) expect(await run(handlerOf(), job)).toBeNull();
      expect(await listEffects()).toEqual(effects);
      expect(await dumpAll()).toEqual(state);
    });
  });
}
