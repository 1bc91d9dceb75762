import type { DueSort, DueView } from '../payout.ts';
import type { Currency } from '#app/core/money/money.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** A vendor order as a payout reads it. */
export type PayableRow = {
  id: bigint;
  orderId: bigint;
  vendorId: bigint;
  vendor: string;
  orderName: string;
  orderedAt: Date;
  currency: Currency;
  postedMinor: bigint;
  paidOutMinor: bigint;
  payoutState: string;
  fulfillment: string;
  held: string | null;
  /** In a live payout that has not arrived yet. */
  isInFlight: boolean;
  isTest: boolean;
  /** The marketplace holds what is due to the vendor. */
  isVendorOnHold: boolean;
};

const COLUMNS = `o.id, o.order_id AS "orderId", o.vendor_id AS "vendorId", v.name AS vendor, o.name AS "orderName", o.ordered_at AS "orderedAt",
  o.currency, o.posted_minor AS "postedMinor", o.paid_out_minor AS "paidOutMinor", o.payout_state AS "payoutState", o.fulfillment, o.on_hold_reason AS held,
  o.is_test AS "isTest", v.payouts_on_hold_since IS NOT NULL AS "isVendorOnHold", EXISTS (SELECT 1 FROM payout_lines l JOIN payouts p ON p.store_id = l.store_id AND p.id = l.payout_id
    WHERE l.store_id = o.store_id AND l.vendor_order_id = o.id AND l.live AND p.state <> 'paid') AS "isInFlight"`;
const FROM = 'FROM vendor_orders o JOIN vendors v ON v.store_id = o.store_id AND v.id = o.vendor_id';

/** Where a line leads: the vendor orders of that name and vendor within the scope, but for those of before Souk. `position` is the line's own. */
export async function findLines(
  tx: SqlTx,
  lines: readonly { orderName: string; vendorId: bigint; orderId: bigint | undefined }[],
): Promise<{ position: number; id: bigint }[]> {
  const filter = scopedSql(tx.scope, 'o', 4);
  return tx.query<{ position: number; id: bigint }>(
    `SELECT (asked.position - 1)::int AS position, o.id
     FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS asked (name, vendor_id, order_id, position)
     JOIN vendor_orders o ON o.vendor_id = asked.vendor_id AND o.name = asked.name AND (asked.order_id IS NULL OR o.order_id = asked.order_id)
     WHERE o.name = ANY($1::text[]) AND NOT o.historical AND ${filter.text}`,
    [
      lines.map((line) => line.orderName),
      lines.map((line) => line.vendorId),
      lines.map((line) => line.orderId ?? null),
      ...filter.values,
    ],
  );
}

/**
 * Vendor orders by id together with all overpaid ones of their vendors (M61). `lock` takes them until the transaction ends,
 * in the order in which the orders' own writers take them, so that the two cannot deadlock. The ids are gathered first: asked
 * for in one condition with OR, all orders of these vendors would be read.
 */
export async function readPayable(tx: SqlTx, ids: readonly bigint[], o: { lock: boolean }): Promise<PayableRow[]> {
  const filter = scopedSql(tx.scope, 'o', 2);
  return tx.query<PayableRow>(
    `SELECT ${COLUMNS} ${FROM}
     WHERE ${filter.text} AND o.id = ANY(ARRAY(SELECT unnest($1::bigint[]) UNION
       SELECT p.id FROM vendor_orders p WHERE p.store_id = $2 AND p.payout_state = 'overpaid' AND p.vendor_id IN
         (SELECT c.vendor_id FROM vendor_orders c WHERE c.store_id = $2 AND c.id = ANY($1::bigint[]))))
     ORDER BY o.order_id, o.vendor_id ${o.lock ? 'FOR UPDATE OF o' : ''}`,
    [[...ids], ...filter.values],
  );
}

/** What is due of some vendors (or of some vendor orders), oldest first, as lines to pay; of shipped orders alone where asked. */
export async function listDueLines(
  tx: SqlTx,
  o: { vendorIds: readonly bigint[] | null; ids: readonly bigint[] | null; onlyShipped: boolean; limit: number },
): Promise<{ orderName: string; vendor: string; orderId: bigint }[]> {
  const filter = scopedSql(tx.scope, 'o', 5);
  return tx.query(
    `SELECT o.name AS "orderName", v.name AS vendor, o.order_id AS "orderId" ${FROM}
     WHERE ${filter.text} AND NOT o.historical AND ($1::bigint[] IS NULL OR o.vendor_id = ANY($1)) AND ($2::bigint[] IS NULL OR o.id = ANY($2))
       AND o.payout_state IN ('due', 'overpaid') AND (NOT $4::boolean OR o.fulfillment = 'fulfilled' OR o.payout_state = 'overpaid')
     ORDER BY o.ordered_at, o.id LIMIT $3`,
    [o.vendorIds && [...o.vendorIds], o.ids && [...o.ids], o.limit, o.onlyShipped, ...filter.values],
  );
}

export type DueVendorRow = {
  vendorId: bigint;
  vendor: string;
  currency: Currency;
  dueMinor: bigint;
  overpaidMinor: bigint;
  dueCount: bigint;
  overpaidCount: bigint;
  oldestAt: Date | null;
  isOnHold: boolean;
};

const DUE_ORDER: Record<DueSort, string> = {
  due: '"dueMinor" DESC',
  oldest: '"oldestAt" ASC NULLS LAST',
  name: 'vendor ASC',
};

/** Vendors that are owed something or owe something, of one view in an order, and how many each view has. */
export async function listDueVendors(
  tx: SqlTx,
  o: { q: string; view: DueView; limit: number; offset: number; sort?: DueSort },
): Promise<{ rows: DueVendorRow[]; counts: Record<DueView, number> }> {
  const filter = scopedSql(tx.scope, 'o', 5);
  const found = await tx.query<Partial<DueVendorRow> & { counts: Partial<Record<DueView, number>> }>(
    `WITH d AS MATERIALIZED (
       SELECT g.*, CASE WHEN g."isOnHold" THEN 'onHold' WHEN g."dueCount" > 0 THEN 'due' ELSE 'overpaid' END AS view FROM (
         SELECT o.vendor_id AS "vendorId", v.name AS vendor, o.currency, v.payouts_on_hold_since IS NOT NULL AS "isOnHold",
           sum(greatest(o.posted_minor - o.paid_out_minor, 0))::bigint AS "dueMinor",
           sum(greatest(o.paid_out_minor - o.posted_minor, 0))::bigint AS "overpaidMinor",
           count(*) FILTER (WHERE o.payout_state = 'due') AS "dueCount", count(*) FILTER (WHERE o.payout_state = 'overpaid') AS "overpaidCount",
           min(o.ordered_at) FILTER (WHERE o.payout_state = 'due') AS "oldestAt"
         ${FROM} WHERE o.payout_state IN ('due', 'overpaid') AND souk_search_form(v.name) LIKE souk_search_pattern($1) AND ${filter.text} GROUP BY 1, 2, 3, 4) g)
     SELECT p.*, c.counts FROM (SELECT coalesce(json_object_agg(n.view, n.count), '{}') AS counts FROM (SELECT d.view, count(*)::int AS count FROM d GROUP BY 1) n) c
     LEFT JOIN LATERAL (SELECT d.* FROM d WHERE d.view = $4 ORDER BY ${DUE_ORDER[o.sort ?? 'due']}, vendor, "vendorId", currency LIMIT $2 OFFSET $3) p ON true
     ORDER BY ${DUE_ORDER[o.sort ?? 'due']}, vendor, "vendorId", currency`,
    [o.q, o.limit, o.offset, o.view, ...filter.values],
  );
  const { due = 0, onHold = 0, overpaid = 0 } = found[0]?.counts ?? {};
  // Without rows of the view the counts come alone.
  return {
    rows: found.filter((row): row is DueVendorRow & { counts: object } => row.vendorId != null),
    counts: { due, onHold, overpaid },
  };
}
