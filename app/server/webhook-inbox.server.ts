import type { Clock } from '#app/core/clock.ts';
import type { Vault } from './crypto.server.ts';
import type { Database } from './db.server.ts';
import type { Jobs } from './jobs.server.ts';

/** A delivery of the platform as it arrives: headers read, signature checked, body still raw. */
export type IncomingDelivery = {
  shop: string;
  topic: string;
  webhookId: string;
  eventId: string | null;
  triggeredAt: Date | null;
  body: Buffer;
};

export type WebhookInbox = {
  /** Stores a delivery durably, once per (shop, topic, webhook id). Resolves when it is committed. */
  store(delivery: IncomingDelivery): Promise<void>;
};

const MAX_IN_ONE_STATEMENT = 64;

/**
 * Deliveries that arrive while a statement is under way are stored together by the next one, so that a storm costs one
 * commit for many and a calm delivery is stored at once.
 */
export function createWebhookInbox(o: { db: Database; vault: Vault; clock: Clock; jobs: Jobs }): WebhookInbox {
  type Waiting = { delivery: IncomingDelivery; stored: () => void; failed: (error: unknown) => void };
  let queue: Waiting[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_IN_ONE_STATEMENT);
      queue = queue.slice(MAX_IN_ONE_STATEMENT);
      try {
        await insert(batch.map((waiting) => waiting.delivery));
        for (const waiting of batch) waiting.stored();
        o.jobs.wake('deliveries');
      } catch (error) {
        for (const waiting of batch) waiting.failed(error);
      }
    }
    running = false;
  }

  async function insert(deliveries: readonly IncomingDelivery[]): Promise<void> {
    const now = o.clock.now();
    await o.db.sql({ name: 'store-deliveries', text: INSERT }, [
      deliveries.map((d) => d.shop),
      deliveries.map((d) => d.topic),
      deliveries.map((d) => d.webhookId),
      deliveries.map((d) => d.eventId),
      deliveries.map((d) => d.triggeredAt),
      deliveries.map((d) => o.vault.seal(d.body)),
      now,
    ]);
  }

  return {
    store: (delivery) =>
      new Promise<void>((stored, failed) => {
        queue.push({ delivery, stored, failed });
        if (!running) void drain();
      }),
  };
}

const INSERT = `
  INSERT INTO webhook_deliveries (shop, topic, webhook_id, event_id, triggered_at, received_at, body, state, due_at)
  SELECT d.shop, d.topic, d.webhook_id, d.event_id, d.triggered_at, $7, d.body, 'pending', $7
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bytea[])
    AS d (shop, topic, webhook_id, event_id, triggered_at, body)
  ON CONFLICT (shop, topic, webhook_id) DO NOTHING`;
