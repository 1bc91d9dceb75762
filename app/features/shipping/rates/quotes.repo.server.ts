import { z } from 'zod';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { RATE_CODES } from './cart-rates.ts';
import type { KeptOption, KeptQuote } from './quote.ts';

const storedOptions = z.array(
  z.object({
    code: z.enum([RATE_CODES.cheapest, RATE_CODES.fastest]),
    totalMinor: z.string().transform(BigInt),
    parts: z.array(z.object({ party: z.string(), amountMinor: z.string().transform(BigInt) })),
  }),
);

// The same answer again is the same row, and the heartbeat is written with it once a minute: a checkout waits for this.
const KEEP = prepared(
  `WITH heartbeat AS (
     UPDATE carrier_services SET called_at = $6::timestamptz WHERE store_id = $1 AND (called_at IS NULL OR called_at < $7::timestamptz)
   )
   INSERT INTO shipping_quotes AS q (store_id, key, content_key, options, currency, first_at, answered_at)
   SELECT $1::bigint, $2::text, $3::text, $4::jsonb, $5::text, $6::timestamptz, $6::timestamptz WHERE $2::text <> ''
   ON CONFLICT (store_id, key, content_key) DO UPDATE SET answered_at = greatest(q.answered_at, excluded.answered_at)`,
);

const HEARTBEAT_MS = 60_000;

/** Keeps what is answered to a checkout, and that it asked; an answer without rows leaves the second alone. Repeats change nothing. */
export async function keepQuote(
  tx: SqlTx,
  o: { key: string; contentKey: string; options: readonly KeptOption[]; currency: string; at: Date },
): Promise<void> {
  const options = o.options.map(({ code, totalMinor, parts }) => ({
    ...{ code, totalMinor: String(totalMinor) },
    parts: parts.map(({ party, amountMinor }) => ({ party, amountMinor: String(amountMinor) })),
  }));
  const before = new Date(o.at.getTime() - HEARTBEAT_MS);
  const key = options.length === 0 ? '' : o.key;
  await tx.query(KEEP, [tx.scope.storeId, key, o.contentKey, JSON.stringify(options), o.currency, o.at, before]);
}

/** Notes that a checkout asked in a currency that no rate is in. */
export async function recordForeignCall(tx: SqlTx, at: Date): Promise<void> {
  await tx.query('UPDATE carrier_services SET called_at = $2, foreign_at = $2 WHERE store_id = $1', [
    tx.scope.storeId,
    at,
  ]);
}

/** What was answered for each of some keys, newest first. Hand-written: the window per key is no call of the client. */
export async function findQuotes(tx: SqlTx, keys: readonly string[]): Promise<Map<string, KeptQuote[]>> {
  const rows = await tx.query<{ key: string; options: unknown; first_at: Date }>(
    `SELECT q.key, q.options, q.first_at FROM unnest($2::text[]) asked CROSS JOIN LATERAL (
       SELECT key, options, first_at, answered_at, id FROM shipping_quotes WHERE store_id = $1 AND key = asked
       ORDER BY answered_at DESC, id DESC LIMIT 50) q
     ORDER BY q.answered_at DESC, q.id DESC`,
    [tx.scope.storeId, [...new Set(keys)]],
  );
  const found = new Map<string, KeptQuote[]>();
  for (const { key, options, first_at: firstAt } of rows) {
    found.set(key, [...(found.get(key) ?? []), { firstAt, options: storedOptions.parse(options) }]);
  }
  return found;
}

/** The weights of variants in grams, as the mirror of products has them; one that it does not know is missing. */
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
