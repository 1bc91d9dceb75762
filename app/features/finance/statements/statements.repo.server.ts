import type { Currency } from '#app/core/money/money.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '#app/platform/ledger/ledger.ts';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { PostedSums } from './movement.ts';
import type { BilledSums } from './monthly-document.ts';

/**
 * What the ledger owes a vendor now, and what was posted since the first of some moments: see `balancesAt`. `touched` are the
 * places in `sums` into which anything was posted at all.
 */
export type PostedBetween = {
  vendorId: bigint;
  currency: Currency;
  nowMinor: bigint;
  sums: bigint[];
  touched: ReadonlySet<number>;
};

const BALANCES = `
  SELECT b.vendor_id AS "vendorId", b.currency, b.payable_minor AS "nowMinor", t.bucket, t.amount
  FROM vendor_balances b LEFT JOIN LATERAL (
    SELECT width_bucket(p.recorded_at, $1::timestamptz[]) AS bucket, sum(p.amount_minor)::bigint AS amount
    FROM ledger_postings p
    WHERE p.store_id = b.store_id AND p.vendor_id = b.vendor_id AND p.account = 'vendor_payable'
      AND p.recorded_at >= $2 AND p.currency = b.currency GROUP BY 1) t ON true`;

/**
 * Balance rows of vendors of the scope with what was posted between the bounds (in their order) and after the last one, read
 * in one statement, so that rows and postings are of the same moment.
 */
export async function readPostedBetween(
  tx: SqlTx,
  bounds: readonly Date[],
  vendorIds: readonly bigint[],
): Promise<PostedBetween[]> {
  const scope = scopedSql(tx.scope, 'b', 4);
  const rows = await tx.query<{
    vendorId: bigint;
    currency: Currency;
    nowMinor: bigint;
    bucket: number | null;
    amount: bigint | null;
  }>(prepared(`${BALANCES} WHERE b.vendor_id = ANY($3::bigint[]) AND ${scope.text} ORDER BY b.vendor_id, b.currency`), [
    [...bounds],
    bounds[0] ?? null,
    [...vendorIds],
    ...scope.values,
  ]);
  const found = new Map<string, PostedBetween & { touched: Set<number> }>();
  for (const { vendorId, currency, nowMinor, bucket, amount } of rows) {
    const key = `${vendorId}|${currency}`;
    const sums = [0n, ...bounds.map(() => 0n)];
    const one = found.get(key) ?? { vendorId, currency, nowMinor, sums, touched: new Set<number>() };
    if (bucket !== null) {
      one.sums[bucket] = amount ?? 0n;
      one.touched.add(bucket);
    }
    found.set(key, one);
  }
  return [...found.values()];
}

/** What invoices speak of, between bounds: `bucket` counts as in `readPostedBetween`. */
export type BilledBetween = BilledSums & { vendorId: bigint; currency: Currency; bucket: number };

/** Accounts on whose other side the vendor's earning of an order stands; payouts and corrections have their own. */
const ORDER_SIDES = [
  'buyer_receipts',
  'commission',
  'shipping_kept',
  'tax_kept',
  'discount_borne',
  'channel_tax',
  'goodwill_borne',
];

/** Fees, and what orders brought, of vendors of the scope between moments. An order's postings of a vendor sum to zero. */
export async function readBilledBetween(
  tx: SqlTx,
  bounds: readonly Date[],
  vendorIds: readonly bigint[],
): Promise<BilledBetween[]> {
  const scope = scopedSql(tx.scope, 'p', 6);
  return tx.query<BilledBetween>(
    `SELECT p.vendor_id AS "vendorId", p.currency, width_bucket(p.recorded_at, $1::timestamptz[]) AS bucket,
       coalesce(sum(p.amount_minor) FILTER (WHERE p.account = 'commission'), 0)::bigint AS "commissionMinor",
       coalesce(sum(p.amount_minor) FILTER (WHERE p.account = 'shipping_kept'), 0)::bigint AS "shippingKeptMinor",
       -sum(p.amount_minor)::bigint AS "earnedMinor"
     FROM ledger_postings p
     WHERE p.vendor_id = ANY($2::bigint[]) AND p.account = ANY($3::text[]) AND p.recorded_at >= $4 AND p.recorded_at < $5
       AND ${scope.text} GROUP BY 1, 2, 3`,
    [[...bounds], [...vendorIds], ORDER_SIDES, bounds[0] ?? null, bounds.at(-1) ?? null, ...scope.values],
  );
}

/** When the ledger first knew of a vendor of the scope; null before. */
export async function findFirstAt(tx: SqlTx, vendorId: bigint): Promise<Date | null> {
  const scope = scopedSql(tx.scope, 'p', 2);
  const [row] = await tx.query<{ at: Date | null }>(
    `SELECT min(p.recorded_at) AS at FROM ledger_postings p WHERE p.vendor_id = $1 AND p.account = 'vendor_payable' AND ${scope.text}`,
    [vendorId, ...scope.values],
  );
  return row?.at ?? null;
}

export type PostedMovement = PostedSums & {
  at: Date;
  orderId: bigint | null;
  orderName: string | null;
  payoutId: bigint | null;
  /** Why it was adjusted, or undone. */
  note: string | null;
  amountMinor: bigint;
};

/** Every transaction that touched a vendor in a time and currency, oldest first, summed by account. */
export async function listMovements(
  tx: SqlTx,
  o: { vendorId: bigint; currency: Currency; from: Date; to: Date },
): Promise<PostedMovement[]> {
  const scope = scopedSql(tx.scope, 'p', 6);
  return tx.query<PostedMovement>(
    `SELECT m.at, m."orderId", v.name AS "orderName", t.payout_id AS "payoutId", t.kind,
       coalesce(a.kind, u.kind) AS adjusted, coalesce(a.note, u.undo_note) AS note, m."receiptsMinor", m."commissionMinor",
       m."adjustmentMinor", m."otherMinor", m."amountMinor"
     FROM (SELECT p.transaction_id, min(p.recorded_at) AS at,
         CASE WHEN min(p.order_id) = max(p.order_id) THEN min(p.order_id) END AS "orderId",
         coalesce(sum(p.amount_minor) FILTER (WHERE p.account = 'buyer_receipts'), 0)::bigint AS "receiptsMinor",
         coalesce(sum(p.amount_minor) FILTER (WHERE p.account = 'commission'), 0)::bigint AS "commissionMinor",
         coalesce(sum(p.amount_minor) FILTER (WHERE p.account = 'adjustments'), 0)::bigint AS "adjustmentMinor",
         coalesce(sum(p.amount_minor) FILTER (WHERE p.account NOT IN ('buyer_receipts', 'commission', 'adjustments', 'vendor_payable')), 0)::bigint AS "otherMinor",
         coalesce(sum(p.amount_minor) FILTER (WHERE p.account = 'vendor_payable'), 0)::bigint AS "amountMinor"
       FROM ledger_postings p
       WHERE p.vendor_id = $1 AND p.account = ANY($2::text[]) AND p.currency = $3 AND p.recorded_at >= $4 AND p.recorded_at < $5
         AND ${scope.text} GROUP BY p.transaction_id) m
     LEFT JOIN ledger_transactions t ON t.id = m.transaction_id
     LEFT JOIN vendor_orders v ON v.store_id = $6 AND v.vendor_id = $1 AND v.order_id = m."orderId"
     LEFT JOIN adjustments a ON a.transaction_id = m.transaction_id AND a.store_id = $6 AND a.vendor_id = $1
     LEFT JOIN adjustments u ON u.undo_transaction_id = m.transaction_id AND u.store_id = $6 AND u.vendor_id = $1
     ORDER BY m.at, m.transaction_id`,
    [o.vendorId, [...LEDGER_ACCOUNTS], o.currency, o.from, o.to, ...scope.values],
  );
}

/** What the marketplace bore of a vendor's discounts in a time and currency, less what refunds took back of it. */
export async function sumDiscountShares(
  tx: SqlTx,
  o: { vendorId: bigint; currency: Currency; from: Date; to: Date },
): Promise<bigint> {
  const scope = scopedSql(tx.scope, 'p', 5);
  const [row] = await tx.query<{ minor: bigint }>(
    `SELECT -coalesce(sum(p.amount_minor), 0)::bigint AS minor FROM ledger_postings p
     WHERE p.vendor_id = $1 AND p.account = 'discount_borne' AND p.currency = $2 AND p.recorded_at >= $3 AND p.recorded_at < $4
       AND ${scope.text}`,
    [o.vendorId, o.currency, o.from, o.to, ...scope.values],
  );
  return row?.minor ?? 0n;
}

/** When it was posted, before a month, what the month took back: which earlier months' invoices had billed it. */
export async function listCreditedTimes(
  tx: SqlTx,
  o: { vendorId: bigint; currency: Currency; accounts: readonly LedgerAccount[]; from: Date; to: Date },
): Promise<Date[]> {
  const scope = scopedSql(tx.scope, 'p', 6);
  const rows = await tx.query<{ at: Date }>(
    `SELECT DISTINCT p.recorded_at AS at FROM ledger_postings p
     WHERE p.vendor_id = $1 AND p.currency = $2 AND p.account = ANY($3::text[]) AND p.recorded_at < $4 AND p.amount_minor > 0
       AND ${scope.text} AND p.order_id IN (SELECT q.order_id FROM ledger_postings q
         WHERE q.store_id = $6 AND q.vendor_id = $1 AND q.currency = $2 AND q.account = ANY($3::text[]) AND q.recorded_at >= $4
           AND q.recorded_at < $5 AND q.amount_minor < 0)
     ORDER BY 1`,
    [o.vendorId, o.currency, [...o.accounts], o.from, o.to, ...scope.values],
  );
  return rows.map((row) => row.at);
}

/** `found` is how many rows there are on all pages. */
export type VendorRow = { id: bigint; name: string; currency: Currency; found: number };

/** A time in which a statement has something to say: something was posted, or a balance was carried into it. */
const ACTIVE = (from: string, to: string): string => `(${from}::timestamptz IS NULL
  OR EXISTS (SELECT 1 FROM ledger_postings p WHERE p.store_id = b.store_id AND p.vendor_id = b.vendor_id
    AND p.currency = b.currency AND p.recorded_at >= ${from} AND p.recorded_at < ${to})
  OR b.payable_minor <> coalesce((SELECT sum(p.amount_minor) FROM ledger_postings p WHERE p.store_id = b.store_id
    AND p.vendor_id = b.vendor_id AND p.currency = b.currency AND p.account = 'vendor_payable' AND p.recorded_at >= ${from}), 0))`;

/** Vendors that ever had money of a currency, or had some in a time (`activeIn`), by name: a page of them, or those of some ids. */
export async function listVendorsWithMoney(
  tx: SqlTx,
  o: { ids?: readonly bigint[] | undefined; activeIn?: { from: Date; to: Date }; limit: number; offset: number },
): Promise<VendorRow[]> {
  const scope = scopedSql(tx.scope, 'b', 6);
  return tx.query<VendorRow>(
    `SELECT v.id, v.name, b.currency, count(*) OVER ()::int AS found FROM vendor_balances b JOIN vendors v ON v.store_id = b.store_id AND v.id = b.vendor_id
     WHERE ($1::bigint[] IS NULL OR b.vendor_id = ANY($1::bigint[])) AND ${ACTIVE('$4', '$5')} AND ${scope.text}
     ORDER BY lower(v.name), v.id, b.currency LIMIT $2 OFFSET $3`,
    [o.ids ? [...o.ids] : null, o.limit, o.offset, o.activeIn?.from ?? null, o.activeIn?.to ?? null, ...scope.values],
  );
}

/** The next vendors with money of any currency, by their ids, and when the ledger first knew of each. */
export async function listVendorsAfter(
  tx: SqlTx,
  o: { after: bigint; limit: number },
): Promise<{ id: bigint; name: string; firstAt: Date }[]> {
  const scope = scopedSql(tx.scope, 'b', 3);
  return tx.query(
    `SELECT v.id, v.name, p.at AS "firstAt"
     FROM (SELECT DISTINCT b.store_id, b.vendor_id FROM vendor_balances b
       WHERE b.vendor_id > $1 AND ${scope.text} ORDER BY b.vendor_id LIMIT $2) m
     JOIN vendors v ON v.store_id = m.store_id AND v.id = m.vendor_id
     JOIN LATERAL (SELECT min(q.recorded_at) AS at FROM ledger_postings q
       WHERE q.store_id = m.store_id AND q.vendor_id = m.vendor_id AND q.account = 'vendor_payable') p ON p.at IS NOT NULL
     ORDER BY v.id`,
    [o.after, o.limit, ...scope.values],
  );
}

/** How many rows that list has in all of a time, for a page that has none. */
export async function countVendorsWithMoney(tx: SqlTx, activeIn: { from: Date; to: Date }): Promise<number> {
  const scope = scopedSql(tx.scope, 'b', 3);
  const [row] = await tx.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM vendor_balances b WHERE ${ACTIVE('$1', '$2')} AND ${scope.text}`,
    [activeIn.from, activeIn.to, ...scope.values],
  );
  return Number(row?.count ?? 0n);
}
