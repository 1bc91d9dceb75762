import {
  BULK_CONTENTS,
  BULK_VARIANTS,
  readBulkProducts,
  type BulkStep,
} from '#app/adapters/shopify/products/bulk-products.server.ts';
import { ResultDisorder, ResultGone } from '#app/adapters/shopify/bulk/bulk-result.server.ts';
import { cancelBulks, readBulk, startBulk } from '#app/adapters/shopify/bulk/bulk.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { countProducts } from '#app/adapters/shopify/products/product-versions.server.ts';
import { readProducts } from '#app/adapters/shopify/products/products.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import type { Delivery, Outcome } from '#app/server/webhook-queue.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { logDeleted } from './external-change.service.server.ts';
import * as repo from './loads.repo.server.ts';
import type { BulkLoad, Load } from './loads.repo.server.ts';
import { touchProducts } from './mirror.repo.server.ts';
import { mirrorProducts } from './mirror.service.server.ts';
import { foldProductCounts } from '../listing/product-counts.service.server.ts';
import { bulkPayload } from './webhook-product.ts';

/** Fewer products than these are read page by page, which is done before the platform has begun to gather. */
export const BULK_FROM = 250;
const MAX_FAILURES = 2;
const STEPS_A_FOLD = 40;
/** How often the note of the reading is looked at, and after how many looks the platform is asked, first and at most. */
const POLL_MS = 500;
const FIRST_POLL_FACTOR = 1;
const MAX_POLL_FACTOR = 20;
/** A worker that waits for longer hands the reading to a job of its own, which waits on. */
const WAIT_MS = 10 * MINUTE_MS;

/** How a reading in bulk ended for now: `impossible` is read page by page instead. */
export type BulkOutcome = 'finished' | 'stopped' | 'waits' | 'impossible';
/** A reading that a worker has taken over: its store, and what was noted of it. */
export type Reading = { storeId: StoreId; currency: string; load: Load };
type Ended = { outcome: BulkOutcome; loaded: number };

/** Whether the platform shall gather the products: there are many, nothing was begun page by page, and it did not fail at it twice. */
export async function isWorthBulk(platform: PlatformClient, load: Load): Promise<boolean> {
  if (load.cursor !== null || load.bulkFailures >= MAX_FAILURES) return false;
  return load.bulk !== null || (await countProducts(platform, BULK_FROM)) >= BULK_FROM;
}

/**
 * Lets the platform gather all products, waits for its results, and writes them line by line. Each part of it is noted, so
 * that who comes after goes on there. An operation that fails is begun once more; then it is impossible.
 */
export async function loadInBulk(services: Services, platform: PlatformClient, reading: Reading): Promise<Ended> {
  const { load } = reading;
  const hand = openNotes(services, reading);
  let { bulk } = load;
  let failures = load.bulkFailures;
  for (;;) {
    if (!bulk) {
      const started = await start(services, platform, hand, failures);
      if (started === 'stopped') return { outcome: 'stopped', loaded: 0 };
      if (started === 'refused') return { outcome: 'impossible', loaded: 0 };
      bulk = started;
    }
    const collected = await waitForResults(services, platform, hand, bulk);
    if (collected.state === 'stopped' || collected.state === 'waits') return { outcome: collected.state, loaded: 0 };
    if (collected.state === 'ready') {
      const written = await write(services, platform, hand, { bulk, urls: collected.urls });
      if (written.outcome !== 'gone') return { outcome: written.outcome, loaded: written.loaded };
    }
    // Results that lay for too long are gathered again; only what went wrong counts.
    if (collected.state !== 'expired') failures += 1;
    services.log.warn({ storeId: String(reading.storeId), failures }, 'products could not be read in bulk');
    await cancelBulks(platform, [bulk.contents, bulk.variants]);
    bulk = null;
    const { isStopped } = await hand.note((tx) => repo.recordBulk(tx, { run: load.run, bulk: null, failures }));
    if (isStopped) return { outcome: 'stopped', loaded: 0 };
    if (failures >= MAX_FAILURES) return { outcome: 'impossible', loaded: 0 };
  }
}

/** What a worker needs to note something of its reading. */
type Hand = Reading & { note: <T>(work: (tx: SqlTx) => Promise<T>) => Promise<T> };

const openNotes = (services: Services, reading: Reading): Hand => ({
  ...reading,
  note: (work) => services.db.fast(marketplaceScope(reading.storeId), work),
});

/** Begins both operations and notes them. What was begun and cannot be noted or completed is cancelled. */
async function start(
  services: Services,
  platform: PlatformClient,
  { note, load }: Hand,
  failures: number,
): Promise<BulkLoad | 'stopped' | 'refused'> {
  const since = services.clock.now().toISOString();
  const contents = await startBulk(platform, BULK_CONTENTS);
  if (contents === null) return 'refused';
  const variants = await startBulk(platform, BULK_VARIANTS);
  if (variants === null) {
    await cancelBulks(platform, [contents]);
    return 'refused';
  }
  const bulk: BulkLoad = { contents, variants, since, isReady: false, places: { contents: 0, variants: 0 } };
  const { isStopped } = await note((tx) => repo.recordBulk(tx, { run: load.run, bulk, failures }));
  if (!isStopped) return bulk;
  await cancelBulks(platform, [contents, variants]);
  // Somebody stopped it before it was noted: nothing of it may be gone on with.
  await note((tx) => repo.recordBulk(tx, { run: load.run, bulk: null, failures }));
  return 'stopped';
}

type Urls = { contents: string | null; variants: string | null };
type BulkResult = { state: 'ready'; urls: Urls } | { state: 'failed' | 'expired' | 'stopped' | 'waits' };

/** Waits until both results are there. The platform is asked less and less often, and at once when it says that one ended. */
async function waitForResults(
  { clock }: Services,
  platform: PlatformClient,
  { note, load }: Hand,
  bulk: BulkLoad,
): Promise<BulkResult> {
  const began = performance.now();
  let gap = FIRST_POLL_FACTOR;
  for (;;) {
    const [contents, variants] = [await readBulk(platform, bulk.contents), await readBulk(platform, bulk.variants)];
    const both = [contents, variants];
    const isReady = both.every((one) => one.status === 'completed');
    const [found, total] = [contents.count + variants.count, contents.rootCount];
    const { isStopped } = await note((tx) => repo.recordCollected(tx, { run: load.run, found, total, isReady }));
    // Somebody who stops it cancels the operations, which is no failure of theirs.
    if (isStopped) return { state: 'stopped' };
    if (both.some((one) => one.status === 'failed')) return { state: 'failed' };
    if (both.some((one) => one.status === 'expired')) return { state: 'expired' };
    if (isReady) return { state: 'ready', urls: { contents: contents.url, variants: variants.url } };
    if (performance.now() - began > WAIT_MS) return { state: 'waits' };
    const recorded = await note(repo.findLoad);
    for (let pollCount = 0; pollCount < gap; pollCount++) {
      await clock.sleep(POLL_MS);
      const now = await note(repo.findLoad);
      if (!now || now.run !== load.run || now.stoppedAt !== null) return { state: 'stopped' };
      if (now.toldAt?.getTime() !== recorded?.toldAt?.getTime()) break;
    }
    gap = Math.min(gap * 2, MAX_POLL_FACTOR);
  }
}

type Written = { outcome: 'finished' | 'stopped' | 'gone'; loaded: number };

async function write(
  services: Services,
  platform: PlatformClient,
  hand: Hand,
  o: { bulk: BulkLoad; urls: Urls },
): Promise<Written> {
  const { load, note } = hand;
  let loaded = 0;
  let steps = 0;
  try {
    for await (const step of readBulkProducts(o.urls, o.bulk.places)) {
      loaded += step.products.length + step.unsure.length;
      const { isStopped } = await writeStep(services, platform, hand, { step, since: new Date(o.bulk.since) });
      if (isStopped) return { outcome: 'stopped', loaded };
      if (++steps % STEPS_A_FOLD === 0) await note(foldProductCounts);
    }
  } catch (error) {
    if (!(error instanceof ResultGone) && !(error instanceof ResultDisorder)) throw error;
    services.log.warn({ err: error, storeId: String(hand.storeId) }, 'a result of the platform cannot be read');
    return { outcome: 'gone', loaded };
  }
  await note(async (tx) => {
    const now = services.clock.now();
    await logDeleted(tx, await repo.finishLoad(tx, load, now), now);
    await foldProductCounts(tx);
  });
  return { outcome: 'finished', loaded };
}

/** Writes some products and where they ended. What the results do not agree on is asked for by its id. */
async function writeStep(
  services: Services,
  platform: PlatformClient,
  { note, load, currency }: Hand,
  { step, since }: { step: BulkStep; since: Date },
): Promise<repo.LoadProgress> {
  const readFrom = services.clock.now();
  const requested = step.unsure.length > 0 ? await readProducts(platform, step.unsure) : [];
  return note(async (tx) => {
    const now = services.clock.now();
    await mirrorProducts(tx, step.products, { currency, now, readFrom: since, isOld: true });
    await mirrorProducts(tx, requested, { currency, now, readFrom });
    const met = [...step.products, ...requested].map((product) => product.id);
    await touchProducts(tx, met, now);
    return repo.recordWritten(tx, { run: load.run, places: step.places, count: met.length });
  });
}

/** The platform said that operations ended: who waits for them asks at once. */
export async function handleBulkEnded(
  services: Services,
  tx: SqlTx,
  deliveries: readonly Delivery[],
): Promise<Outcome[]> {
  const read = deliveries.map((delivery) => ({
    delivery,
    id: bulkPayload.parse(delivery.payload).admin_graphql_api_id,
  }));
  const ids = read.map((one) => one.id);
  await repo.markReported(tx, ids, services.clock.now());
  return read.map(({ delivery, id }) => ({
    id: delivery.id,
    state: 'done' as const,
    subjectId: `bulk-operation:${id}`,
  }));
}
