import { decodeExact, type JsonValue } from '#app/core/exact-json.ts';
import { asCurrency } from '#app/core/money/money.ts';
import type { LedgerAccount, PayoutMethod, Posting } from '#app/platform/ledger/ledger.ts';
import type { AdjustmentKind } from '#app/features/orders/money/adjustment.ts';
import type { OrderDecisions } from '#app/features/orders/money/split-order.ts';
import { decodeKnown } from '#app/features/orders/ingest/order-history-json.ts';
import type { OrderTerms } from '#app/features/orders/money/order-terms.ts';
import type { PayoutState } from '#app/features/payouts/payout.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { StoredOrder } from './order-check.ts';
import type { StoredPayout } from './payout-check.ts';

// What belongs together is read in one statement: whoever writes meanwhile is in all of it or in none.

type Walk = { after: string | null; limit: number };
type SummedRow = {
  account: LedgerAccount;
  vendorId: string | null;
  orderId: string | null;
  currency: string;
  amount: string;
};

const toPosting = ({ account, vendorId, orderId, currency, amount }: SummedRow): Posting => ({
  account,
  vendorId,
  orderId,
  amountMinor: BigInt(amount),
  currency: asCurrency(currency),
});

/** Sums of postings as JSON: amounts as texts, because JSON's numbers are not exact. */
const summed = (where: string): string => `coalesce((SELECT json_agg(s) FROM (
    SELECT p.account, p.vendor_id::text AS "vendorId", p.order_id::text AS "orderId", p.currency, sum(p.amount_minor)::text AS amount
    FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
    WHERE t.store_id = $1 AND ${where} GROUP BY 1, 2, 3, 4) s), '[]')`;

const ORDERS = `
  SELECT o.id, o.historical, o.facts, o.terms AS "orderTerms", o.decisions, ${summed(`t.order_id = o.id AND t.kind IN ('order', 'adjustment', 'chargeback', 'label_cost')`)} AS posted,
    coalesce((SELECT json_agg(json_build_object('id', a.id::text, 'vendorId', a.vendor_id::text, 'kind', a.kind, 'currency', a.currency,
      'amount', a.amount_minor::text, 'vendor', a.vendor_minor::text, 'isUndone', a.undone_at IS NOT NULL) ORDER BY a.id)
      FROM adjustments a WHERE a.store_id = $1 AND a.order_id = o.id), '[]') AS adjustments,
    coalesce((SELECT json_agg(json_build_object('vendorId', v.vendor_id::text, 'currency', v.currency, 'posted', v.posted_minor::text,
      'adjusted', v.adjusted_minor::text, 'paidOut', v.paid_out_minor::text, 'payoutState', v.payout_state, 'inPayouts', (
        SELECT coalesce(sum(l.amount_minor - l.reversed_minor), 0)::text FROM payout_lines l JOIN payouts p ON p.store_id = l.store_id AND p.id = l.payout_id
        WHERE l.store_id = v.store_id AND l.vendor_order_id = v.id AND p.deleted_at IS NULL
          AND p.state IN ('processing', 'unknown', 'unclaimed', 'paid'))))
      FROM vendor_orders v WHERE v.store_id = $1 AND v.order_id = o.id), '[]') AS parts
  FROM orders o WHERE o.store_id = $1 AND ($2::bigint IS NULL OR o.id > $2) ORDER BY o.id LIMIT $3`;

type OrderJson = {
  id: bigint;
  historical: boolean;
  facts: JsonValue;
  orderTerms: JsonValue;
  decisions: JsonValue;
  posted: SummedRow[];
  adjustments: {
    id: string;
    vendorId: string | null;
    kind: AdjustmentKind;
    currency: string;
    amount: string;
    vendor: string;
    isUndone: boolean;
  }[];
  parts: {
    vendorId: string;
    currency: string;
    posted: string;
    adjusted: string;
    paidOut: string;
    payoutState: string;
    inPayouts: string;
  }[];
};

/** Some orders by id with their postings and their vendors' parts. Each is read from its row when it is asked for: one may be damaged. */
export async function listOrders(
  tx: SqlTx,
  { after, limit }: Walk,
): Promise<{ orderId: string; read: () => StoredOrder }[]> {
  const rows = await tx.query<OrderJson>(ORDERS, [tx.scope.storeId, after, limit]);
  return rows.map((row) => ({ orderId: String(row.id), read: () => toOrder(row) }));
}

const toOrder = (row: OrderJson): StoredOrder => ({
  orderId: String(row.id),
  historical: row.historical,
  known: decodeKnown(row.facts),
  orderTerms: decodeExact(row.orderTerms) as OrderTerms,
  decisions: decodeExact(row.decisions) as OrderDecisions,
  posted: row.posted.map(toPosting),
  adjustments: row.adjustments.map(({ amount, vendor, currency, ...one }) => ({
    ...one,
    orderId: String(row.id),
    currency: asCurrency(currency),
    amountMinor: BigInt(amount),
    vendorMinor: BigInt(vendor),
  })),
  parts: row.parts.map((part) => ({
    vendorId: part.vendorId,
    currency: asCurrency(part.currency),
    postedMinor: BigInt(part.posted),
    adjustedMinor: BigInt(part.adjusted),
    paidOutMinor: BigInt(part.paidOut),
    payoutState: part.payoutState,
    inPayoutsMinor: BigInt(part.inPayouts),
  })),
});

const PAYOUTS = `
  SELECT y.id, y.vendor_id AS "vendorId", y.currency, y.method, y.state, y.deleted_at IS NOT NULL AS "isDeleted", y.amount_minor AS "amountMinor", y.reversed_minor AS "reversedMinor",
    ${summed('t.payout_id = y.id')} AS posted,
    coalesce((SELECT json_agg(json_build_object('orderId', l.order_id::text, 'amount', l.amount_minor::text, 'reversed', l.reversed_minor::text))
      FROM payout_lines l WHERE l.store_id = $1 AND l.payout_id = y.id), '[]') AS lines
  FROM payouts y WHERE y.store_id = $1 AND ($2::bigint IS NULL OR y.id > $2) ORDER BY y.id LIMIT $3`;

type PayoutJson = {
  id: bigint;
  vendorId: bigint;
  currency: string;
  method: PayoutMethod;
  state: PayoutState;
  isDeleted: boolean;
  amountMinor: bigint;
  reversedMinor: bigint;
  posted: SummedRow[];
  lines: { orderId: string; amount: string; reversed: string }[];
};

/** Some payouts by id with their lines and postings. */
export async function listPayouts(tx: SqlTx, { after, limit }: Walk): Promise<StoredPayout[]> {
  const rows = await tx.query<PayoutJson>(PAYOUTS, [tx.scope.storeId, after, limit]);
  return rows.map(({ id, ...row }) => ({
    ...row,
    payoutId: String(id),
    vendorId: String(row.vendorId),
    currency: asCurrency(row.currency),
    posted: row.posted.map(toPosting),
    lines: row.lines.map((line) => ({
      orderId: line.orderId,
      amountMinor: BigInt(line.amount),
      reversedMinor: BigInt(line.reversed),
    })),
  }));
}

/** Ids of some vendors, whose balances are compared together. */
export async function listVendorIds(tx: SqlTx, { after, limit }: Walk): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    'SELECT id FROM vendors WHERE store_id = $1 AND ($2::bigint IS NULL OR id > $2) ORDER BY id LIMIT $3',
    [tx.scope.storeId, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** A transaction of the ledger that does not sum to zero, or whose cause is not there. */
export type OddTransaction = {
  reference: string;
  kind: string;
  currency: string;
  orderId: bigint | null;
  vendorId: bigint | null;
  sumMinor: bigint;
  movedMinor: bigint;
  isCaused: boolean;
};

// By reference: that index begins with the store, so that a small store is not looked for among the postings of a large one.
const TRANSACTIONS = `
  WITH chunk AS MATERIALIZED (
    SELECT id, reference, kind, order_id, vendor_id, payout_id FROM ledger_transactions
    WHERE store_id = $1 AND ($2::text IS NULL OR reference > $2) ORDER BY reference LIMIT $3),
  looked AS (
    SELECT c.reference, c.kind, c.order_id AS "orderId", c.vendor_id AS "vendorId", s.currency, s.sum AS "sumMinor", s.moved AS "movedMinor",
      CASE WHEN c.kind = 'order' THEN s.own AND EXISTS (SELECT 1 FROM orders o WHERE o.store_id = $1 AND o.id = c.order_id)
        WHEN c.kind LIKE '%payout%' THEN EXISTS (SELECT 1 FROM payouts p WHERE p.store_id = $1 AND p.id = c.payout_id)
        WHEN c.kind IN ('adjustment', 'chargeback', 'label_cost') THEN s.own AND EXISTS (SELECT 1 FROM adjustments a
          WHERE a.store_id = $1 AND c.id IN (a.transaction_id, a.undo_transaction_id) AND a.order_id = c.order_id)
        ELSE true END AS "isCaused"
    FROM chunk c CROSS JOIN LATERAL (
      SELECT p.currency, sum(p.amount_minor)::bigint AS sum, sum(greatest(p.amount_minor, 0))::bigint AS moved,
        bool_and(p.order_id IS NOT DISTINCT FROM c.order_id) AS own
      FROM ledger_postings p WHERE p.transaction_id = c.id GROUP BY p.currency) s)
  SELECT (SELECT count(*)::int FROM chunk) AS count, (SELECT max(reference) FROM chunk) AS last,
    coalesce((SELECT json_agg(json_build_object('reference', l.reference, 'kind', l.kind, 'orderId', l."orderId"::text, 'vendorId', l."vendorId"::text,
      'currency', l.currency, 'sum', l."sumMinor"::text, 'moved', l."movedMinor"::text, 'isCaused', l."isCaused"))
      FROM looked l WHERE l."sumMinor" <> 0 OR NOT l."isCaused"), '[]') AS odd`;

type OddJson = {
  reference: string;
  kind: string;
  currency: string;
  orderId: string | null;
  vendorId: string | null;
  sum: string;
  moved: string;
  isCaused: boolean;
};

/** Looks at some transactions of the ledger by reference. `last` is the last one's; null after all of them. */
export async function findOddTransactions(
  tx: SqlTx,
  { after, limit }: Walk,
): Promise<{ count: number; last: string | null; odd: OddTransaction[] }> {
  const [row] = await tx.query<{ count: number; last: string | null; odd: OddJson[] }>(TRANSACTIONS, [
    tx.scope.storeId,
    after,
    limit,
  ]);
  const idOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
  return {
    count: row?.count ?? 0,
    last: row?.last ?? null,
    odd: (row?.odd ?? []).map(({ sum, moved, orderId, vendorId, ...odd }) => ({
      ...odd,
      orderId: idOf(orderId),
      vendorId: idOf(vendorId),
      sumMinor: BigInt(sum),
      movedMinor: BigInt(moved),
    })),
  };
}

/** The tables that a run walks through. */
export type BookTable = 'orders' | 'payouts' | 'vendors' | 'ledger_transactions';

/** How many rows a table has for the store: what a run has before it. */
export async function countRows(tx: SqlTx, table: BookTable): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE store_id = $1`, [
    tx.scope.storeId,
  ]);
  return row?.count ?? 0;
}
