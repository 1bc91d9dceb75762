import { BULK_ORDERS, BULK_FULFILLMENTS } from '#app/adapters/shopify/orders/bulk-orders.server.ts';
import { readBytes, ResultDisorder, ResultGone } from '#app/adapters/shopify/bulk/bulk-result.server.ts';
import { cancelBulks, readBulk, startBulk } from '#app/adapters/shopify/bulk/bulk.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { readOrder } from '#app/adapters/shopify/orders/orders.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { mapConcurrent } from '#app/core/map-concurrent.ts';
import { prefetch } from '#app/core/prefetch.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { ingestPastFulfillments } from '#app/features/orders/fulfillment/past-fulfillments.service.server.ts';
import { ingestReadOrders } from '#app/features/orders/ingest/read-orders.service.server.ts';
import { parseReadOrders, type ReadOrders } from '#app/features/orders/ingest/read-orders.ts';
import type { Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { LoadPhase } from './past-orders.ts';
import * as repo from './past-orders.repo.server.ts';
import { understandBeside } from './parse-in-thread.service.server.ts';

/** What fails so often is read one by one. */
export const MAX_FAILURES = 2;
/** How often the note of the reading is looked at, and after how many looks the platform is asked, first and at most. */
const POLL_MS = 500;
const FIRST_POLL_FACTOR = 1;
const MAX_POLL_FACTOR = 20;
/** A worker that waits for longer hands the reading to a job of its own, which waits on. */
const WAIT_MS = 10 * MINUTE_MS;

/** How many steps are written at once: while the database works on two, we compute the third. */
const CONCURRENCY = 3;
/** How much is written at once at most. */
const ORDERS_A_STEP = 200;
const LINES_A_STEP = 2_000;

/** What the steps write and read again by the orders' ids. */
const ORDER_TABLES = ['orders', 'order_lines', 'vendor_orders', 'fulfillments'];

/** A reading that a worker has taken over: its store, and what was noted of it. */
export type Reading = { store: Store; load: repo.Load };

/** How a reading ended for now: `impossible` is read one by one instead. */
export type BulkLoadOutcome = 'finished' | 'stopped' | 'waits' | 'impossible';

/** A worker's hand on its reading. */
type Hand = {
  services: Services;
  platform: PlatformClient;
  store: Store;
  run: number;
  within: <T>(work: (tx: SqlTx) => Promise<T>) => Promise<T>;
  /** Notes something; false where the reading was stopped or taken over. */
  note: (note: repo.Note) => Promise<boolean>;
};

/**
 * Lets the platform gather all orders and then their fulfillments, and writes what it gathered step by step; the place of each
 * step is noted with it, so that who comes after goes on there. What fails is begun once more; then it is impossible.
 */
export async function bulkLoadPastOrders(
  services: Services,
  platform: PlatformClient,
  { store, load }: Reading,
): Promise<BulkLoadOutcome> {
  const within: Hand['within'] = (work) => services.db.fast(marketplaceScope(store.id), work);
  const note: Hand['note'] = (what) => within((tx) => repo.recordLoad(tx, load.run, what));
  const hand: Hand = { services, platform, store, run: load.run, within, note };
  let { phase, operation, failures } = load;
  let place = Number(load.place);
  for (;;) {
    const part = await bulkLoadPart(hand, { phase, operation, place });
    if (part === 'stopped' || part === 'waits') return part;
    if (part === 'done' && phase === 'parcels') {
      await note({ finishedAt: services.clock.now(), operation: null });
      return 'finished';
    }
    if (part === 'done') phase = 'parcels';
    // Results that lay for too long are gathered again; only what went wrong counts.
    if (part === 'failed') failures += 1;
    if (part === 'refused' || failures >= MAX_FAILURES) failures = MAX_FAILURES;
    [operation, place] = [null, 0];
    const goesOn = await note({ phase, operation, place: 0n, isReady: false, failures, found: 0 });
    if (!goesOn) return 'stopped';
    if (failures >= MAX_FAILURES) return 'impossible';
  }
}

type Part = { phase: LoadPhase; operation: string | null; place: number };
type PartOutcome = 'done' | 'stopped' | 'waits' | 'failed' | 'expired' | 'refused';

async function bulkLoadPart(hand: Hand, part: Part): Promise<PartOutcome> {
  const operation = part.operation ?? (await start(hand, part.phase));
  if (operation === 'stopped' || operation === 'refused') return operation;
  const collected = await waitForResult(hand, operation, part.phase);
  if (collected.state !== 'ready') {
    if (collected.state === 'failed') await cancelBulks(hand.platform, [operation]);
    return collected.state;
  }
  try {
    return part.phase === 'orders'
      ? await writeOrders(hand, collected.url, part.place)
      : await writeFulfillments(hand, collected.url, part.place);
  } catch (error) {
    if (!(error instanceof ResultGone) && !(error instanceof ResultDisorder)) throw error;
    const { log } = hand.services;
    log.warn({ err: error, storeId: String(hand.store.id) }, 'gathered orders cannot be read');
    return error instanceof ResultGone ? 'expired' : 'failed';
  }
}

/** Begins an operation and notes it. One that cannot be noted, because somebody stopped the reading, is cancelled. */
async function start({ platform, note }: Hand, phase: LoadPhase): Promise<string> {
  const operation = await startBulk(platform, phase === 'orders' ? BULK_ORDERS : BULK_FULFILLMENTS);
  if (operation === null) return 'refused';
  if (await note({ operation, place: 0n, isReady: false })) return operation;
  await cancelBulks(platform, [operation]);
  await note({ operation: null });
  return 'stopped';
}

type BulkOutcome = { state: 'ready'; url: string | null } | { state: 'failed' | 'expired' | 'stopped' | 'waits' };

/** Waits until the result is there; the platform is asked less and less often, the note of the reading all the time. */
async function waitForResult(
  { services, platform, within, note, run }: Hand,
  id: string,
  phase: LoadPhase,
): Promise<BulkOutcome> {
  const began = performance.now();
  let gap = FIRST_POLL_FACTOR;
  for (;;) {
    const { status, count, rootCount, url } = await readBulk(platform, id);
    const isReady = status === 'completed';
    const total = isReady && phase === 'orders' ? { total: rootCount } : {};
    // Somebody who stops it cancels the operation, which is no failure of it.
    if (!(await note({ found: count, isReady, ...total }))) return { state: 'stopped' };
    if (isReady) return { state: 'ready', url };
    if (status === 'failed' || status === 'expired') return { state: status };
    if (performance.now() - began > WAIT_MS) return { state: 'waits' };
    for (let pollCount = 0; pollCount < gap; pollCount++) {
      await services.clock.sleep(POLL_MS);
      const now = await within(repo.findLoad);
      if (now?.run !== run || now.stoppedAt !== null) return { state: 'stopped' };
    }
    gap = Math.min(gap * 2, MAX_POLL_FACTOR);
  }
}

/**
 * Learns orders step by step and notes the place after each in their order: who goes on from there learns again at most what
 * was at work. While some are written the next are understood.
 */
async function writeOrders(hand: Hand, url: string | null, from: number): Promise<'done' | 'stopped'> {
  const { services, store, within, note } = hand;
  const steps = prefetch(readSteps(hand.platform, url, from));
  const written = mapConcurrent(steps, CONCURRENCY, async ({ read, place }) => ({
    place: BigInt(place),
    more: await within((tx) => ingestReadOrders(services, tx, store, read)),
  }));
  let isFirst = true;
  for await (const step of written) {
    if (!(await note(step))) return 'stopped';
    if (isFirst) await services.db.analyzeNewTables(ORDER_TABLES);
    isFirst = false;
  }
  return 'done';
}

type Step = { read: ReadOrders; place: number };

/** So many orders at once as are written at once. What the result does not tell whole is asked for. */
async function* readSteps(platform: PlatformClient, url: string | null, from: number): AsyncGenerator<Step> {
  const started = (place: number) => ({
    read: { orderEvents: [], unreadable: [] } as ReadOrders,
    place,
    orders: 0,
    lines: 0,
  });
  let step = started(from);
  for await (const { id, read, lines, place } of understandBeside({ phase: 'orders', from }, readBytes(url, from))) {
    const { orderEvents, unreadable } = read ?? parseReadOrders(await readOrders(platform, id));
    step.read.orderEvents.push(...orderEvents);
    step.read.unreadable.push(...unreadable);
    step.place = place;
    step.orders += 1;
    step.lines += lines;
    if (step.orders < ORDERS_A_STEP && step.lines < LINES_A_STEP) continue;
    yield step;
    step = started(place);
  }
  if (step.orders > 0) yield step;
}

/** The order itself; none where it is gone meanwhile. */
async function readOrders(platform: PlatformClient, id: bigint): Promise<object[]> {
  const order = await readOrder(platform, id);
  return order ? [order] : [];
}

async function writeFulfillments(hand: Hand, url: string | null, from: number): Promise<'done' | 'stopped'> {
  const { services, within, note } = hand;
  const fulfillments = prefetch(understandBeside({ phase: 'parcels', from }, readBytes(url, from)));
  const written = mapConcurrent(fulfillments, CONCURRENCY, async ({ facts, place }) => {
    await within((tx) => ingestPastFulfillments(services, tx, facts));
    return { place: BigInt(place) };
  });
  for await (const step of written) if (!(await note(step))) return 'stopped';
  return 'done';
}
