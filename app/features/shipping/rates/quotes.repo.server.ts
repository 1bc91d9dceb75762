import { appendTo } from '#app/core/append-to.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import type { KeptQuote } from './match-charge.ts';

// The same answer again is the same row, and the heartbeat is written with it once a minute: a checkout waits for this.
const KEEP = prepared(
  `WITH heartbeat AS (
     UPDATE carrier_services SET called_at = $6::timestamptz WHERE store_id = $1 AND (called_at IS NULL OR called_at < $7::timestamptz)
   )
   INSERT INTO shipping_quotes AS q (store_id, key, cheapest_minor, fastest_minor, currency, first_at, answered_at)
   SELECT DISTINCT $1::bigint, key, cheapest, fastest, $5::text, $6::timestamptz, $6::timestamptz
   FROM unnest($2::text[], $3::bigint[], $4::bigint[]) asked (key, cheapest, fastest) ORDER BY key
   ON CONFLICT (store_id, key, cheapest_minor, fastest_minor, currency)
     DO UPDATE SET answered_at = greatest(q.answered_at, excluded.answered_at)`,
);

const HEARTBEAT_MS = MINUTE_MS;

type NewQuote = { key: string; cheapestMinor: bigint; fastestMinor: bigint };

/** Keeps what is answered to a checkout for each party, and that it asked. A repeat changes nothing but the time. */
export async function keepQuotes(
  tx: SqlTx,
  o: { quotes: readonly NewQuote[]; currency: string; at: Date },
): Promise<void> {
  await tx.query(KEEP, [
    tx.scope.storeId,
    o.quotes.map(({ key }) => key),
    o.quotes.map(({ cheapestMinor }) => cheapestMinor),
    o.quotes.map(({ fastestMinor }) => fastestMinor),
    o.currency,
    o.at,
    new Date(o.at.getTime() - HEARTBEAT_MS),
  ]);
}

/** Notes that a checkout asked in a currency that no rate is in. */
export async function recordForeignCall(tx: SqlTx, at: Date): Promise<void> {
  await tx.query('UPDATE carrier_services SET called_at = $2, foreign_at = $2 WHERE store_id = $1', [
    tx.scope.storeId,
    at,
  ]);
}

const MAX_KEPT = 50;

/** What was answered for each of some keys, newest first. Hand-written: the window per key is no call of the client. */
export async function findQuotes(tx: SqlTx, keys: readonly string[]): Promise<Map<string, KeptQuote[]>> {
  const rows = await tx.query<KeptQuote & { key: string }>(
    `SELECT q.key, q.currency, q.cheapest_minor AS "cheapestMinor", q.fastest_minor AS "fastestMinor", q.first_at AS "firstAt"
     FROM unnest($2::text[]) asked CROSS JOIN LATERAL (
       SELECT * FROM shipping_quotes WHERE store_id = $1 AND key = asked
       ORDER BY answered_at DESC, id DESC LIMIT ${MAX_KEPT}) q
     ORDER BY q.answered_at DESC, q.id DESC`,
    [tx.scope.storeId, [...new Set(keys)]],
  );
  const found = new Map<string, KeptQuote[]>();
  for (const { key, ...quote } of rows) appendTo(found, key, quote);
  return found;
}

/** The weights of variants, as the mirror of products has them; one that it does not know is missing. */
export async function readWeights(
  tx: SqlTx,
  variantIds: readonly string[],
): Promise<Map<string, { weight: string | null; unit: string | null }>> {
  const rows = await tx.query<{ id: bigint; weight: string | null; unit: string | null }>(
    'SELECT id, weight, weight_unit AS unit FROM variants WHERE store_id = $1 AND id = ANY($2::bigint[])',
    [tx.scope.storeId, [...variantIds]],
  );
  return new Map(rows.map(({ id, weight, unit }) => [String(id), { weight, unit }]));
}
