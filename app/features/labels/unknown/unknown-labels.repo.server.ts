import type { SqlTx } from '#app/server/db.server.ts';

/** Which of the provider's purchases are known here, each by its id or by the rate that a label was bought of. */
export async function listKnownPurchases(
  tx: SqlTx,
  purchases: readonly { transactionId: string; rateId: string }[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT p.id FROM unnest($2::text[], $3::text[]) AS p (id, rate_id)
     WHERE EXISTS (SELECT 1 FROM shipping_labels l WHERE l.store_id = $1 AND (l.transaction_id = p.id OR l.rate_id = p.rate_id))
       OR EXISTS (SELECT 1 FROM shipping_label_packages k WHERE k.store_id = $1 AND k.transaction_id = p.id)`,
    [tx.scope.storeId, purchases.map((one) => one.transactionId), purchases.map((one) => one.rateId)],
  );
  return new Set(rows.map(({ id }) => id));
}
