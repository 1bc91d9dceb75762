import type { Currency } from '#app/core/money/money.ts';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { LedgerAccount, LedgerTransaction, Posting } from './ledger.ts';

/** A transaction with what ties it to an order or a payout, as it is written. */
export type NewTransaction = LedgerTransaction & {
  orderId: bigint | null;
  vendorId: bigint | null;
  payoutId: bigint | null;
  currency: Currency;
};

/**
 * Writes transactions with their postings and moves the vendors' balance rows, in three statements for any number of them.
 * A reference that is known already is skipped with its postings. Returns the references that were new.
 */
export async function insertTransactions(
  tx: SqlTx,
  transactions: readonly NewTransaction[],
  recordedAt: Date,
): Promise<Set<string>> {
  if (transactions.length === 0) return new Set();
  const rows = await tx.query<{ id: bigint; reference: string }>(INSERT_TRANSACTIONS, [
    tx.scope.storeId,
    transactions.map((one) => one.reference),
    transactions.map((one) => one.kind),
    transactions.map((one) => one.currency),
    transactions.map((one) => one.orderId),
    transactions.map((one) => one.vendorId),
    transactions.map((one) => one.payoutId),
    transactions.map((one) => JSON.stringify(one.source)),
    transactions.map((one) => one.occurredAt),
    recordedAt,
  ]);
  const idOf = new Map(rows.map((row) => [row.reference, row.id]));
  const postings = transactions.flatMap((one) => {
    const id = idOf.get(one.reference);
    return id === undefined ? [] : one.postings.map((posting) => ({ id, posting }));
  });
  if (postings.length === 0) return new Set(idOf.keys());
  await tx.query(INSERT_POSTINGS, [
    tx.scope.storeId,
    postings.map(({ id }) => id),
    postings.map(({ posting }) => posting.account),
    postings.map(({ posting }) => posting.vendorId),
    postings.map(({ posting }) => posting.orderId),
    postings.map(({ posting }) => posting.amountMinor),
    postings.map(({ posting }) => posting.currency),
    recordedAt,
  ]);
  await moveBalances(
    tx,
    postings.map(({ posting }) => posting),
  );
  return new Set(idOf.keys());
}

/** Balance rows exist for vendor payables only, and are taken in id order, so that two writers cannot deadlock. */
async function moveBalances(tx: SqlTx, postings: readonly Posting[]): Promise<void> {
  const payable = postings.filter((posting) => posting.account === 'vendor_payable' && posting.vendorId !== null);
  if (payable.length === 0) return;
  await tx.query(MOVE_BALANCES, [
    tx.scope.storeId,
    payable.map((posting) => posting.vendorId),
    payable.map((posting) => posting.currency),
    payable.map((posting) => posting.amountMinor),
  ]);
}

type PostingRow = {
  account: LedgerAccount;
  vendor_id: bigint | null;
  order_id: bigint | null;
  amount: bigint;
  currency: Currency;
};

const toPosting = (row: PostingRow): Posting => ({
  account: row.account,
  vendorId: row.vendor_id === null ? null : String(row.vendor_id),
  orderId: row.order_id === null ? null : String(row.order_id),
  amountMinor: row.amount,
  currency: row.currency,
});

/** What stands posted by the own transactions (kind `order`) of these orders, summed by account and vendor. */
export async function sumOrderPostings(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, Posting[]>> {
  const byOrder = new Map<bigint, Posting[]>();
  if (orderIds.length === 0) return byOrder;
  const rows = await tx.query<PostingRow & { order_id: bigint }>(
    `SELECT p.account, p.vendor_id, p.order_id, p.currency, sum(p.amount_minor)::bigint AS amount
     FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
     WHERE p.store_id = $1 AND p.order_id = ANY($2::bigint[]) AND t.kind = 'order'
     GROUP BY 1, 2, 3, 4`,
    [tx.scope.storeId, [...orderIds]],
  );
  for (const row of rows) {
    const list = byOrder.get(row.order_id);
    if (list) list.push(toPosting(row));
    else byOrder.set(row.order_id, [toPosting(row)]);
  }
  return byOrder;
}

/** A transaction that touched an order, with the postings that the scope may see. */
export type OrderEntry = {
  reference: string;
  kind: string;
  occurredAt: Date;
  /** When the ledger learnt it, which is later for what a person records of an earlier day. */
  recordedAt: Date;
  /** The payout that it is of, if any. */
  payoutId: bigint | null;
  postings: Posting[];
};

/** Every entry of an order within the scope, oldest first: a vendor sees its own postings only. */
export async function listOrderEntries(tx: SqlTx, orderId: bigint): Promise<OrderEntry[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const rows = await tx.query<
    PostingRow & {
      id: bigint;
      reference: string;
      kind: string;
      occurred_at: Date;
      recorded_at: Date;
      payout_id: bigint | null;
    }
  >(
    prepared(`SELECT t.id, t.reference, t.kind, t.occurred_at, t.recorded_at, t.payout_id, p.account, p.vendor_id, p.order_id, p.amount_minor AS amount, p.currency
     FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
     WHERE p.order_id = $1 AND ${filter.text} ORDER BY t.id, p.id`),
    [orderId, ...filter.values],
  );
  const entries = new Map<bigint, OrderEntry>();
  for (const row of rows) {
    const entry = entries.get(row.id) ?? {
      reference: row.reference,
      kind: row.kind,
      occurredAt: row.occurred_at,
      recordedAt: row.recorded_at,
      payoutId: row.payout_id,
      postings: [],
    };
    entry.postings.push(toPosting(row));
    entries.set(row.id, entry);
  }
  return [...entries.values()];
}

/** What vendors are owed, by vendor and currency, within the scope. */
export async function listBalances(
  tx: SqlTx,
): Promise<{ vendorId: bigint; currency: Currency; payableMinor: bigint }[]> {
  const filter = scopedSql(tx.scope, 'b', 1);
  const rows = await tx.query<{ vendor_id: bigint; currency: Currency; payable_minor: bigint }>(
    `SELECT b.vendor_id, b.currency, b.payable_minor FROM vendor_balances b WHERE ${filter.text} ORDER BY b.vendor_id, b.currency`,
    filter.values,
  );
  return rows.map((row) => ({ vendorId: row.vendor_id, currency: row.currency, payableMinor: row.payable_minor }));
}

/** Balances, of all vendors or of some, that differ from the sum of their postings. Empty is how it must be. */
export async function findBalanceDifferences(
  tx: SqlTx,
  vendorIds?: readonly bigint[],
): Promise<{ vendorId: bigint; currency: string; keptMinor: bigint; summedMinor: bigint }[]> {
  const some = vendorIds ? ' AND vendor_id = ANY($2::bigint[])' : '';
  const rows = await tx.query<{ vendor_id: bigint; currency: string; kept: bigint; summed: bigint }>(
    `SELECT coalesce(b.vendor_id, s.vendor_id) AS vendor_id, coalesce(b.currency, s.currency) AS currency,
       coalesce(b.payable_minor, 0)::bigint AS kept, coalesce(s.amount, 0)::bigint AS summed
     FROM (SELECT * FROM vendor_balances WHERE store_id = $1${some}) b
     FULL JOIN (SELECT vendor_id, currency, sum(amount_minor) AS amount FROM ledger_postings
                WHERE store_id = $1 AND account = 'vendor_payable'${some} GROUP BY 1, 2) s
       ON s.vendor_id = b.vendor_id AND s.currency = b.currency
     WHERE coalesce(b.payable_minor, 0) <> coalesce(s.amount, 0)`,
    vendorIds ? [tx.scope.storeId, [...vendorIds]] : [tx.scope.storeId],
  );
  return rows.map((row) => ({
    vendorId: row.vendor_id,
    currency: row.currency,
    keptMinor: row.kept,
    summedMinor: row.summed,
  }));
}

const INSERT_TRANSACTIONS = `
  INSERT INTO ledger_transactions (store_id, reference, kind, currency, order_id, vendor_id, payout_id, source, occurred_at, recorded_at)
  SELECT $1, t.reference, t.kind, t.currency, t.order_id, t.vendor_id, t.payout_id, t.source::json, t.occurred_at, $10
  FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::timestamptz[])
    AS t (reference, kind, currency, order_id, vendor_id, payout_id, source, occurred_at)
  ON CONFLICT (store_id, reference) DO NOTHING RETURNING id, reference`;
const INSERT_POSTINGS = `
  INSERT INTO ledger_postings (store_id, transaction_id, account, vendor_id, order_id, amount_minor, currency, recorded_at)
  SELECT $1, p.transaction_id, p.account, p.vendor_id, p.order_id, p.amount_minor, p.currency, $8
  FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
    AS p (transaction_id, account, vendor_id, order_id, amount_minor, currency)`;
const MOVE_BALANCES = `
  INSERT INTO vendor_balances AS b (store_id, vendor_id, currency, payable_minor)
  SELECT $1, m.vendor_id, m.currency, sum(m.amount_minor)::bigint
  FROM unnest($2::bigint[], $3::text[], $4::bigint[]) AS m (vendor_id, currency, amount_minor) GROUP BY 2, 3 ORDER BY m.vendor_id, m.currency
  ON CONFLICT (store_id, vendor_id, currency) DO UPDATE SET payable_minor = b.payable_minor + excluded.payable_minor`;
