import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#app/core/durations.ts';
import { backoffSql, RETRIES } from '#app/core/backoff.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { asStoreId, type StoreId } from '#app/core/ids.ts';
import type { Clock } from '#app/core/clock.ts';
import { PROCESS_ENDED } from '#app/core/text/process-ended.ts';
import { parseSentJson } from '#app/core/text/stored-text.ts';
import type { Vault } from './crypto.server.ts';
import { isDatabaseAway, type Database, type SqlTx } from './db.server.ts';
import type { Log } from './log.server.ts';
import { countFailure as countFailedAttempt } from '#app/adapters/telemetry/metrics.server.ts';

/** A stored delivery with its body opened. */
export type Delivery = {
  id: bigint;
  topic: string;
  webhookId: string;
  triggeredAt: Date | null;
  receivedAt: Date;
  attempts: number;
  payload: unknown;
};

/** What became of a delivery: done, waiting for a subject that has not arrived (a refund before its order), or unreadable. */
export type Outcome = {
  id: bigint;
  state: 'done' | 'waiting' | 'dead';
  subjectId?: string;
  facts?: object;
  note?: string;
};

export type DeliveryStore = { id: StoreId; domain: string; currency: string; installed: boolean; installedAt: Date };

/**
 * Handles deliveries of some topics of one store, in the order in which they were stored, inside one transaction that also
 * marks them. It may run twice and out of order; it writes to the database and enqueues jobs, and calls nobody else.
 */
export type DeliveryHandler = {
  topics: readonly string[];
  handle(tx: SqlTx, store: DeliveryStore, deliveries: readonly Delivery[]): Promise<Outcome[]>;
};

/**
 * Takes what shops report that are no marketplace: stores of vendors. It only notes what is to be looked at, in transactions of its own,
 * and may be given the same twice.
 */
export type VendorShopHandler = {
  topics: readonly string[];
  handle(shop: string, deliveries: readonly Pick<Delivery, 'topic' | 'payload'>[]): Promise<void>;
};

export type WebhookQueue = {
  /** Handles one batch; true when there may be more. */
  runBatch(): Promise<boolean>;
};

const BATCH = 200;
const MAX_ATTEMPTS = RETRIES.delivery.maxAttempts;
const WAIT_SECONDS = 60;
/** A delivery that waits longer than this for its subject is a dead letter; not before its second look, though (see settle). */
const MAX_WAIT_HOURS = 48;

type Row = {
  id: bigint;
  topic: string;
  webhook_id: string;
  triggered_at: Date | null;
  received_at: Date;
  attempts: number;
  state: 'pending' | 'waiting';
  body: Buffer;
};

/** Deliveries of the batch were claimed by workers that are gone: whatever killed them may be among them. */
class WorkersGone extends Error {
  readonly workers: readonly string[];
  constructor(workers: readonly string[]) {
    super('deliveries were left by workers that are gone');
    this.workers = workers;
  }
}

type BatchResult = { count: number; tried: readonly bigint[] };

/**
 * Handles stored deliveries, a store's batch in one transaction. Before a batch begins, what is in it is committed under the
 * worker's name, and taken away by the transaction that ends the batch: what is left of a worker that is gone counts as an attempt
 * of each, and what was tried before is handled one by one, so that a delivery that kills its process ends alone as a dead letter.
 */
export function createWebhookQueue(o: {
  db: Database;
  vault: Vault;
  clock: Clock;
  log: Log;
  handlers: readonly DeliveryHandler[];
  vendorShops: VendorShopHandler;
}): WebhookQueue {
  /** The stores that had their batch in this round: one with a flood of deliveries leaves every second batch to the others. */
  const served = new Set<string>();
  const worker = randomUUID();
  const handlerOf = new Map(o.handlers.flatMap((handler) => handler.topics.map((topic) => [topic, handler] as const)));

  async function nextStore(): Promise<(DeliveryStore & { found: true }) | { found: false; shop: string } | undefined> {
    const [row] = await o.db.sql<{
      shop: string;
      id: bigint | null;
      uninstalled_at: Date | null;
      installed_at: Date;
      currency: string;
    }>({ name: 'next-delivery', text: NEXT }, [o.clock.now(), [...served]]);
    if (!row) {
      if (served.size === 0) return undefined;
      served.clear();
      return nextStore();
    }
    served.add(row.shop);
    if (row.id === null) return { found: false, shop: row.shop };
    return {
      found: true,
      id: asStoreId(row.id),
      domain: row.shop,
      currency: row.currency,
      installed: row.uninstalled_at === null,
      installedAt: row.installed_at,
    };
  }

  async function runIn(store: DeliveryStore, limit: number, only?: bigint): Promise<BatchResult> {
    return o.db.fast(marketplaceScope(store.id), async (tx) => {
      const found = await tx.query<Row>(CLAIM, [store.domain, o.clock.now(), limit, only ?? null]);
      const rows = only === undefined ? found.filter(({ attempts }) => attempts === 0) : found;
      const tried = found
        .filter((row) => !rows.includes(row))
        .sort((one, other) => one.attempts - other.attempts)
        .map(({ id }) => id);
      if (rows.length === 0) return { count: found.length, tried };
      await recordClaim(rows);
      const outcomes: Outcome[] = [];
      for (const [handler, group] of groupByHandler(rows)) {
        if (!handler)
          outcomes.push(...group.map((row) => ({ id: row.id, state: 'done' as const, note: 'no handler' })));
        else outcomes.push(...(await handler.handle(tx, store, group.map(toDelivery))));
      }
      await settle(tx, rows, outcomes);
      return { count: found.length, tried };
    });
  }

  /** Committed on its own, while the batch holds its rows: whoever else could lock one of them knows that its worker is gone. */
  async function recordClaim(rows: readonly Row[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const gone = await o.db.sql<{ worker: string }>({ name: 'claim-deliveries', text: RECORD_CLAIM }, [worker, ids]);
    if (gone.length > 0) throw new WorkersGone(gone.map((one) => one.worker));
  }

  /** Counts an attempt of what workers that are gone were at. */
  async function countLeft(workers: readonly string[]): Promise<void> {
    await o.db.sql(RELEASE_CLAIM, [worker]);
    const dead = await o.db.sql<{ id: bigint; topic: string; shop: string }>(COUNT_LEFT, [
      [...workers],
      PROCESS_ENDED,
      MAX_ATTEMPTS,
    ]);
    for (const { id, topic, shop } of dead)
      o.log.error({ delivery: String(id), topic, shop }, 'a delivery ended its process each time it was tried');
  }

  function groupByHandler(rows: readonly Row[]): Map<DeliveryHandler | undefined, Row[]> {
    const groups = new Map<DeliveryHandler | undefined, Row[]>();
    for (const row of rows) {
      const handler = handlerOf.get(row.topic);
      const group = groups.get(handler);
      if (group) group.push(row);
      else groups.set(handler, [row]);
    }
    return groups;
  }

  const toDelivery = (row: Row): Delivery => ({
    id: row.id,
    topic: row.topic,
    webhookId: row.webhook_id,
    triggeredAt: row.triggered_at,
    receivedAt: row.received_at,
    attempts: row.attempts,
    payload: parseSentJson(o.vault.open(row.body).toString('utf8')),
  });

  async function settle(tx: SqlTx, rows: readonly Row[], outcomes: readonly Outcome[]): Promise<void> {
    const now = o.clock.now();
    // After an outage the first look may find a delivery old while its subject still stands behind it in the queue. The
    // second look comes after everything that was stored before it.
    const oldest = now.getTime() - MAX_WAIT_HOURS * HOUR_MS;
    const overdue = new Set(
      rows.filter((row) => row.state === 'waiting' && row.received_at.getTime() < oldest).map((row) => row.id),
    );
    const expired = (outcome: Outcome) => outcome.state === 'waiting' && overdue.has(outcome.id);
    await tx.query(SETTLE, [
      outcomes.map((outcome) => outcome.id),
      outcomes.map((outcome) => (expired(outcome) ? 'dead' : outcome.state)),
      outcomes.map((outcome) => outcome.subjectId ?? null),
      outcomes.map((outcome) => (outcome.facts ? JSON.stringify(outcome.facts) : null)),
      outcomes.map((outcome) => outcome.note ?? (expired(outcome) ? 'its subject never arrived' : null)),
      now,
      new Date(now.getTime() + WAIT_SECONDS * 1000),
      worker,
    ]);
  }

  /** One delivery of a failed batch at a time, so that a bad one holds up nobody and is counted alone. */
  async function runOneByOne(store: DeliveryStore): Promise<void> {
    await o.db.sql(RELEASE_CLAIM, [worker]);
    const rows = await o.db.sql<{ id: bigint }>(OPEN_IDS, [store.domain, o.clock.now(), BATCH]);
    await runEach(
      store,
      rows.map(({ id }) => id),
    );
  }

  async function runEach(store: DeliveryStore, ids: readonly bigint[]): Promise<void> {
    for (const id of ids) {
      try {
        await runIn(store, 1, id);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        if (error instanceof WorkersGone) {
          await countLeft(error.workers);
          continue;
        }
        await countFailure(id, error);
        await o.db.sql(RELEASE_CLAIM, [worker]);
      }
    }
  }

  async function countFailure(id: bigint, error: unknown): Promise<void> {
    const now = o.clock.now();
    const [row] = await o.db.sql<{ attempts: number; state: string; topic: string; shop: string }>(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, error = $2,
         state = CASE WHEN attempts + 1 >= $3 THEN 'dead' ELSE state END,
         due_at = $4::timestamptz + ${backoffSql(RETRIES.delivery, 'attempts + 1')}
       WHERE id = $1 RETURNING attempts, state, topic, shop`,
      [id, error instanceof Error ? error.message.slice(0, 500) : 'unknown', MAX_ATTEMPTS, now],
    );
    // A topic without a handler is words of the sender.
    if (row) countFailedAttempt('delivery', handlerOf.has(row.topic) ? row.topic : 'other');
    o.log.error({ err: error, delivery: String(id), ...row }, 'a delivery could not be handled');
  }

  /** Passes on what a shop that is no marketplace reported. Nothing of it is tried again: its store is looked at every hour anyway. */
  async function passOn(shop: string): Promise<void> {
    const rows = await o.db.sql<{ id: bigint; topic: string; body: Buffer }>(OF_SHOP, [shop, BATCH]);
    const known = rows.filter(({ topic }) => o.vendorShops.topics.includes(topic));
    try {
      if (known.length > 0) await o.vendorShops.handle(shop, known.map(toReported));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      countFailedAttempt('delivery', 'vendor-shop');
      o.log.error({ err: error, shop }, 'what a vendor’s own store reported could not be passed on');
    }
    const ids = rows.map(({ id }) => id);
    await o.db.sql(END_OF_SHOP, [ids, o.clock.now(), known.map(({ id }) => id)]);
  }

  const toReported = ({ topic, body }: { topic: string; body: Buffer }) => ({
    topic,
    payload: parseSentJson(o.vault.open(body).toString('utf8')),
  });

  return {
    async runBatch() {
      const store = await nextStore();
      if (!store) return false;
      if (!store.found) {
        await passOn(store.shop);
        return true;
      }
      try {
        const { count, tried } = await runIn(store, BATCH);
        await runEach(store, tried);
        return count > 0;
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        if (error instanceof WorkersGone) {
          await countLeft(error.workers);
          return true;
        }
        o.log.warn({ err: error, shop: store.domain }, 'a batch of deliveries failed; handling them one by one');
        await runOneByOne(store);
        return true;
      }
    },
  };
}

/** Lets deliveries that wait for a subject (an order that has now arrived) run at once. Part of the subject's own transaction. */
export async function releaseWaiting(tx: SqlTx, shop: string, subjectIds: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries SET state = 'pending', due_at = $3 WHERE shop = $1 AND state = 'waiting' AND subject_id = ANY($2)`,
    [shop, [...subjectIds], now],
  );
}

/** Puts dead letters back into the queue, as an admin asked. Returns how many; one whose body was erased cannot be repeated. */
export async function replayDeadLetters(
  tx: Pick<SqlTx, 'query'>,
  shop: string,
  ids: readonly bigint[],
  now: Date,
): Promise<number> {
  const rows = await tx.query(
    `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, error = NULL, due_at = $3
     WHERE shop = $1 AND state = 'dead' AND id = ANY($2) AND body IS NOT NULL RETURNING id`,
    [shop, [...ids], now],
  );
  return rows.length;
}

const NEXT = `
  SELECT d.shop, s.id, s.uninstalled_at, s.installed_at, s.currency FROM webhook_deliveries d LEFT JOIN stores s ON s.domain = d.shop
  WHERE d.state IN ('pending', 'waiting') AND d.due_at <= $1 AND d.shop <> ALL ($2::text[]) ORDER BY d.due_at, d.id LIMIT 1`;
const CLAIM = `
  SELECT id, topic, webhook_id, triggered_at, received_at, attempts, state, body FROM webhook_deliveries
  WHERE shop = $1 AND state IN ('pending', 'waiting') AND due_at <= $2 AND ($4::bigint IS NULL OR id = $4)
  ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED`;
const OF_SHOP = `
  SELECT id, topic, body FROM webhook_deliveries WHERE shop = $1 AND state IN ('pending', 'waiting') ORDER BY id LIMIT $2`;
const END_OF_SHOP = `
  UPDATE webhook_deliveries SET state = 'done', handled_at = $2,
    error = CASE WHEN id = ANY($3::bigint[]) THEN NULL ELSE 'the store is not known' END WHERE id = ANY($1::bigint[])`;
const OPEN_IDS = `
  SELECT id FROM webhook_deliveries WHERE shop = $1 AND state IN ('pending', 'waiting') AND due_at <= $2 ORDER BY due_at, id LIMIT $3`;
/**
 * One statement: what this worker is at, and which others have left what is in it. Claims of long ago are forgotten. Its commit
 * does not wait for the disk: a claim outlives its process, and need not outlive the database's machine.
 */
const RECORD_CLAIM = `
  WITH old AS (DELETE FROM delivery_claims WHERE claimed_at < clock_timestamp() - interval '1 day'),
  own AS (
    INSERT INTO delivery_claims (worker, delivery_ids, claimed_at)
    SELECT $1::uuid, $2::bigint[], clock_timestamp() FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unsynced
    ON CONFLICT (worker) DO UPDATE SET delivery_ids = excluded.delivery_ids, claimed_at = excluded.claimed_at)
  SELECT worker::text AS worker FROM delivery_claims WHERE worker <> $1::uuid AND delivery_ids && $2::bigint[]`;
const RELEASE_CLAIM = 'DELETE FROM delivery_claims WHERE worker = $1::uuid';
const COUNT_LEFT = `
  WITH gone AS (DELETE FROM delivery_claims WHERE worker = ANY($1::uuid[]) RETURNING delivery_ids),
  counted AS (
    UPDATE webhook_deliveries d SET attempts = attempts + 1, error = $2, state = CASE WHEN attempts + 1 >= $3 THEN 'dead' ELSE state END
    WHERE d.id IN (SELECT unnest(delivery_ids) FROM gone) AND d.state IN ('pending', 'waiting')
    RETURNING d.id, d.topic, d.shop, d.state)
  SELECT id, topic, shop FROM counted WHERE state = 'dead'`;
const SETTLE = `
  WITH ended AS (DELETE FROM delivery_claims WHERE worker = $8::uuid)
  UPDATE webhook_deliveries d SET state = o.state, subject_id = o.subject_id, facts = coalesce(o.facts::json, d.facts), error = o.note,
    handled_at = CASE WHEN o.state = 'done' THEN $6::timestamptz END, due_at = CASE WHEN o.state = 'waiting' THEN $7::timestamptz ELSE d.due_at END
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[]) AS o (id, state, subject_id, facts, note) WHERE d.id = o.id`;
