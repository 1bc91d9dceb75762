import type { SqlTx } from '#app/server/db.server.ts';

type Counted =
  | 'comments'
  | 'catalog'
  | 'auditLogs'
  | 'display'
  | 'makeAnOffer'
  | 'holidayMode'
  | 'discounts'
  | 'delivery'
  | 'messages'
  | 'integrations';
/** How much of each feature is there that turning it off would hide. */
export type OpenWork = Partial<Record<Counted, number>>;

/** Counts, in one statement over the store's own rows, what each feature holds. Numbers above 1,000 are counted no further. */
export async function countOpenWork(tx: SqlTx, at: Date): Promise<OpenWork> {
  // Hand-written: the counts are capped, which the ORM cannot say.
  const [row] = await tx.query<Record<Counted, bigint>>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM order_comments WHERE store_id = $1 LIMIT 1000) c) AS comments,
       (SELECT count(*) FROM (SELECT 1 FROM catalog_entries WHERE store_id = $1 LIMIT 1000) e) AS catalog,
       (SELECT count(*) FROM (SELECT 1 FROM audit_events WHERE store_id = $1 AND subject = 'product' LIMIT 1000) a) AS "auditLogs",
       (SELECT count(*) FROM (SELECT 1 FROM vendor_pages WHERE store_id = $1 AND approved LIMIT 1000) p) AS display,
       (SELECT count(*) FROM (SELECT 1 FROM offers WHERE store_id = $1 AND status IN ('pending', 'countered', 'accepted') LIMIT 1000) o) AS "makeAnOffer",
       (SELECT count(*) FROM (SELECT 1 FROM holidays WHERE store_id = $1 AND enabled LIMIT 1000) h) AS "holidayMode",
       (SELECT count(*) FROM (SELECT 1 FROM discounts WHERE store_id = $1 AND state IN ('creating', 'live') LIMIT 1000) d) AS discounts,
       (SELECT count(*) FROM (SELECT 1 FROM shipping_zones WHERE store_id = $1 LIMIT 1000) z) AS delivery,
       (SELECT count(*) FROM (SELECT 1 FROM conversations WHERE store_id = $1 AND archived_at IS NULL LIMIT 1000) v) AS messages,
       (SELECT count(*) FROM (SELECT 1 FROM sheet_connections WHERE store_id = $1 AND state = 'active'
          UNION ALL SELECT 1 FROM shop_connections WHERE store_id = $1 AND state = 'active'
          UNION ALL SELECT 1 FROM api_keys WHERE store_id = $1 AND revoked_at IS NULL
            AND (ends_at IS NULL OR ends_at > $2) LIMIT 1000) g) AS integrations`,
    [tx.scope.storeId, at],
  );
  return row ? Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count)])) : {};
}
