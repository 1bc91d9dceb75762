import type { Database } from '#app/server/db.server.ts';

/** When the platform delivered something of a store last; undefined where nothing is kept. */
export async function findLastDelivery(db: Database, shop: string): Promise<Date | undefined> {
  const [row] = await db.sql<{ at: Date | null }>(
    'SELECT max(received_at) AS at FROM webhook_deliveries WHERE shop = $1',
    [shop],
  );
  return row?.at ?? undefined;
}
