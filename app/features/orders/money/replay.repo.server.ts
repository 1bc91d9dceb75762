import { decodeExact, type JsonValue } from '#app/core/exact-json.ts';
import type { Cursor } from '#app/core/paging.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { OrderDecisions } from './split-order.ts';
import { decodeKnown } from '../ingest/order-history-json.ts';
import type { OrderHistory } from '../order.ts';
import type { OrderTerms } from './order-terms.ts';

const sold =
  (): string => `o.store_id = $1 AND NOT o.historical AND o.ordered_at >= $2 AND ($3::bigint IS NULL OR EXISTS
    (SELECT 1 FROM vendor_orders v WHERE v.store_id = o.store_id AND v.order_id = o.id AND v.vendor_id = $3))`;

type Sold = { since: Date; vendorId: bigint | null };

export async function countSoldOrders(tx: SqlTx, { since, vendorId }: Sold): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(`SELECT count(*) AS count FROM orders o WHERE ${sold()}`, [
    tx.scope.storeId,
    since,
    vendorId,
  ]);
  return Number(row?.count ?? 0n);
}

export type SoldOrder = {
  id: bigint;
  orderedAt: Date;
  known: OrderHistory;
  orderTerms: OrderTerms;
  decisions: OrderDecisions;
};

export async function listSoldOrders(
  tx: SqlTx,
  { since, vendorId, after, limit }: Sold & { after: Cursor | undefined; limit: number },
): Promise<SoldOrder[]> {
  const rows = await tx.query<{
    id: bigint;
    orderedAt: Date;
    facts: JsonValue;
    orderTerms: JsonValue;
    decisions: JsonValue;
  }>(
    `SELECT o.id, o.ordered_at AS "orderedAt", o.facts, o.terms AS "orderTerms", o.decisions FROM orders o WHERE ${sold()}
       AND ($4::timestamptz IS NULL OR (o.ordered_at, o.id) > ($4, $5::bigint)) ORDER BY o.ordered_at, o.id LIMIT $6`,
    [tx.scope.storeId, since, vendorId, after?.at ?? null, after?.id ?? null, limit],
  );
  return rows.map(({ id, orderedAt, facts, orderTerms, decisions }) => ({
    id,
    orderedAt,
    known: decodeKnown(facts),
    orderTerms: decodeExact(orderTerms) as OrderTerms,
    decisions: decodeExact(decisions) as OrderDecisions,
  }));
}
