import type { Database } from '#app/server/db.server.ts';

const PAGE = 200;

type KeptDelivery = { id: bigint; topic: string; receivedAt: Date; body: Uint8Array };

/** Deliveries of the platform to one store whose bodies are still kept, by their ids, at most 200 behind `after`. */
export async function listKeptDeliveries(
  db: Pick<Database, 'sql'>,
  { shop, since, after }: { shop: string; since: Date; after: bigint },
): Promise<KeptDelivery[]> {
  return db.sql<KeptDelivery>(
    `SELECT id, topic, received_at AS "receivedAt", body FROM webhook_deliveries
      WHERE shop = $1 AND received_at >= $2 AND id > $3 AND body IS NOT NULL
      ORDER BY id LIMIT $4`,
    [shop, since, after, PAGE],
  );
}
