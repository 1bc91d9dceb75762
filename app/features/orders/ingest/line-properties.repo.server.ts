import type { SqlTx } from '#app/server/db.server.ts';
import type { Buyer } from '../buyer.ts';

/** Writes what buyers had lines made like; a redacted buyer's words are not kept again. */
export async function writeLineProperties(
  tx: SqlTx,
  orders: readonly { orderId: bigint; buyer: Buyer }[],
): Promise<void> {
  const lines = orders.flatMap(({ orderId, buyer }) => buyer.lines.map((line) => ({ orderId, ...line })));
  if (lines.length === 0) return;
  await tx.query(
    `UPDATE order_lines l SET properties = nullif(n.properties::jsonb, '[]')
     FROM unnest($2::bigint[], $3::bigint[], string_to_array($4, E'\\n')) AS n (id, order_id, properties)
     WHERE l.store_id = $1 AND l.id = n.id AND l.order_id = n.order_id AND l.properties IS DISTINCT FROM nullif(n.properties::jsonb, '[]')
       AND NOT EXISTS (SELECT 1 FROM order_buyers b WHERE b.store_id = $1 AND b.order_id = l.order_id AND b.redacted)`,
    [
      tx.scope.storeId,
      lines.map((line) => BigInt(line.lineId)),
      lines.map((line) => line.orderId),
      lines.map((line) => JSON.stringify(line.properties)).join('\n'),
    ],
  );
}

/** Writes the plans by which lines are sold again and again. */
export async function writeSellingPlans(
  tx: SqlTx,
  lines: readonly { orderId: bigint; lineId: string; plan: string }[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `UPDATE order_lines l SET selling_plan = n.plan FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS n (id, order_id, plan)
     WHERE l.store_id = $1 AND l.id = n.id AND l.order_id = n.order_id AND l.selling_plan IS DISTINCT FROM n.plan`,
    [
      tx.scope.storeId,
      lines.map((line) => BigInt(line.lineId)),
      lines.map((line) => line.orderId),
      lines.map((line) => line.plan),
    ],
  );
}
