import { invariant } from '#app/core/invariant.ts';
import type { Currency } from '#app/core/money/money.ts';
import type { Actor } from '#app/core/viewer.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { EndClaim, Ended } from './resolve/manual-resolution.ts';
import type { PayoutSort, PayoutState } from './payout.ts';
import type { PayoutReason } from '#app/core/payout-reason.ts';
import type { ProviderMethod } from './provider-method.ts';

export type NewPayout = {
  vendorId: bigint;
  currency: Currency;
  amountMinor: bigint;
  method: PayoutMethod;
  isTest: boolean;
  /** Where a provider sends it; null for one that was made by hand. */
  way: Pick<ProviderMethod, 'providerAccount' | 'destination' | 'destinationType'> | null;
  /** What it and its batch are called at the provider; null where none makes it, and for the batch at Stripe. */
  sendKey: string | null;
  batchKey: string | null;
  lines: readonly { vendorOrderId: bigint; orderId: bigint; amountMinor: bigint }[];
};

/** One call at a time for the same fingerprint, until the transaction ends. */
export async function lockRun(tx: SqlTx, fingerprint: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('payout-run/' || $1::text || '/' || $2::text, 0))`, [
    String(tx.scope.storeId),
    fingerprint,
  ]);
}

/**
 * The stored results of the newest identical call, while all payouts that it made are live and nothing of their orders has come
 * back since, whole or in part: then the same amounts may be due once more.
 */
export async function findLiveRun(tx: SqlTx, fingerprint: string): Promise<unknown> {
  const [row] = await tx.query<{ results: unknown; isLive: boolean }>(
    `SELECT r.results, NOT EXISTS (SELECT 1 FROM payouts p WHERE p.store_id = r.store_id AND p.run_id = r.id
         AND (p.deleted_at IS NOT NULL OR p.state NOT IN ('processing', 'unknown', 'unclaimed', 'paid')))
       AND NOT EXISTS (SELECT 1 FROM payouts p JOIN payout_lines l ON l.store_id = p.store_id AND l.payout_id = p.id
         JOIN payout_lines m ON m.store_id = l.store_id AND m.vendor_order_id = l.vendor_order_id
         JOIN payouts q ON q.store_id = m.store_id AND q.id = m.payout_id
         WHERE p.store_id = r.store_id AND p.run_id = r.id AND q.changed_at > r.created_at
           AND (q.reversed_minor > 0 OR q.state IN ('failed', 'reversed'))) AS "isLive"
     FROM payout_runs r WHERE r.store_id = $1 AND r.fingerprint = $2 ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
    [tx.scope.storeId, fingerprint],
  );
  return row?.isLive ? row.results : undefined;
}

export async function insertRun(
  tx: SqlTx,
  run: { id: string; fingerprint: string; results: object; at: Date },
): Promise<void> {
  await tx.query(
    'INSERT INTO payout_runs (store_id, id, fingerprint, results, created_at) VALUES ($1, $2, $3, $4::jsonb, $5)',
    [tx.scope.storeId, run.id, run.fingerprint, JSON.stringify(run.results), run.at],
  );
}

/** How payouts of one call were made by hand. */
export type ManualPayment = { paidAt: Date; details: string };

/**
 * Writes payouts with their lines, those by hand as paid and the others as on their way, and moves what was paid out of each
 * vendor order: one statement for each table, so that rows of each are taken in one order. A vendor order that another live
 * payout took meanwhile breaks the unique index of live lines. Returns the ids in the order of the payouts.
 */
export async function insertPayouts(
  tx: SqlTx,
  payouts: readonly NewPayout[],
  o: { runId: string; manual: ManualPayment | undefined; actor: Actor; at: Date },
): Promise<bigint[]> {
  const made = await tx.query<{ id: bigint; vendorId: bigint; currency: string; isTest: boolean }>(INSERT_PAYOUTS, [
    tx.scope.storeId,
    payouts.map((payout) => payout.vendorId),
    payouts.map((payout) => payout.currency),
    payouts.map((payout) => payout.amountMinor),
    payouts.map((payout) => payout.method),
    payouts.map((payout) => payout.isTest),
    payouts.map((payout) => payout.way?.providerAccount ?? null),
    payouts.map((payout) => payout.way?.destination ?? null),
    payouts.map((payout) => payout.way?.destinationType ?? null),
    o.runId,
    o.manual?.paidAt ?? null,
    o.manual?.details ?? null,
    JSON.stringify(o.actor),
    o.at,
    payouts.map((payout) => payout.sendKey),
    payouts.map((payout) => payout.batchKey),
  ]);
  const keyOf = (one: { vendorId: bigint; currency: string; isTest: boolean }): string =>
    `${one.vendorId}|${one.currency}|${one.isTest}`;
  const idOf = new Map(made.map((row) => [keyOf(row), row.id]));
  const ids = payouts.map((payout) => {
    const id = idOf.get(keyOf(payout));
    invariant(id !== undefined, 'a payout that was inserted has its id');
    return id;
  });
  const lines = payouts.flatMap((payout, index) => {
    const payoutId = ids[index];
    invariant(payoutId !== undefined, 'each payout has its id');
    return payout.lines.map((line) => ({ ...line, payoutId, vendorId: payout.vendorId }));
  });
  const vendorOrderIds = lines.map((line) => line.vendorOrderId);
  // A line of a payout that has arrived is settled and no longer guards; what is paid now is the difference since.
  await tx.query(
    `UPDATE payout_lines l SET live = false FROM payouts p
     WHERE l.store_id = $1 AND l.vendor_order_id = ANY($2::bigint[]) AND l.live AND p.store_id = l.store_id AND p.id = l.payout_id AND p.state = 'paid'`,
    [tx.scope.storeId, vendorOrderIds],
  );
  await tx.query(INSERT_LINES, [
    tx.scope.storeId,
    lines.map((line) => line.payoutId),
    lines.map((line) => line.vendorId),
    lines.map((line) => line.orderId),
    vendorOrderIds,
    lines.map((line) => line.amountMinor),
  ]);
  await movePaidOut(
    tx,
    lines.map((line) => ({ vendorOrderId: line.vendorOrderId, amountMinor: line.amountMinor })),
    o.at,
  );
  return ids;
}

/** Adds to what was paid out of vendor orders; their payout state follows, as it does when an order changes. */
export async function movePaidOut(
  tx: SqlTx,
  moves: readonly { vendorOrderId: bigint; amountMinor: bigint }[],
  at: Date,
): Promise<void> {
  await tx.query(MOVE_PAID_OUT, [
    tx.scope.storeId,
    moves.map((move) => move.vendorOrderId),
    moves.map((move) => move.amountMinor),
    at,
  ]);
}

export type PayoutRow = {
  id: bigint;
  vendorId: bigint;
  vendor: string;
  currency: Currency;
  amountMinor: bigint;
  method: PayoutMethod;
  state: PayoutState;
  paidAt: Date | null;
  details: string | null;
  actor: Actor;
  createdAt: Date;
  deletedAt: Date | null;
  deletedBy: Actor | null;
  lineCount: bigint;
  isTest: boolean;
  destination: string | null;
  destinationType: ProviderMethod['destinationType'] | null;
  providerRef: string | null;
  reason: PayoutReason | null;
  providerCode: string | null;
  /** What of it came back while it stays paid. */
  reversedMinor: bigint;
  batchRef: string | null;
  attempts: number;
  claim: EndClaim | null;
  ended: Ended | null;
};

const PAYOUTS = `SELECT p.id, p.vendor_id AS "vendorId", v.name AS vendor, p.currency, p.amount_minor AS "amountMinor", p.method, p.state,
    p.paid_at AS "paidAt", p.details, p.actor, p.created_at AS "createdAt", p.deleted_at AS "deletedAt", p.deleted_by AS "deletedBy",
    p.is_test AS "isTest", p.destination, p.destination_type AS "destinationType", p.provider_ref AS "providerRef", p.reason, p.provider_code AS "providerCode", p.reversed_minor AS "reversedMinor",
    p.batch_ref AS "batchRef", p.attempts, p.resolution_claim AS claim, p.resolution AS ended,
    (SELECT count(*) FROM payout_lines l WHERE l.store_id = p.store_id AND l.payout_id = p.id) AS "lineCount"
  FROM payouts p JOIN vendors v ON v.store_id = p.store_id AND v.id = p.vendor_id`;

export async function findPayout(tx: SqlTx, id: bigint): Promise<PayoutRow | undefined> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const [row] = await tx.query<PayoutRow>(`${PAYOUTS} WHERE p.id = $1 AND ${filter.text}`, [id, ...filter.values]);
  return row;
}

export async function findPayouts(tx: SqlTx, ids: readonly bigint[]): Promise<PayoutRow[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  return tx.query<PayoutRow>(`${PAYOUTS} WHERE p.id = ANY($1::bigint[]) AND ${filter.text} ORDER BY p.id`, [
    [...ids],
    ...filter.values,
  ]);
}

const HISTORY_ORDER: Record<PayoutSort, { column: string; order: 'ASC' | 'DESC' }> = {
  newest: { column: 'p.created_at', order: 'DESC' },
  oldest: { column: 'p.created_at', order: 'ASC' },
  largest: { column: 'p.amount_minor', order: 'DESC' },
  smallest: { column: 'p.amount_minor', order: 'ASC' },
};

/** Payouts of the scope in an order, one more than `limit` where there is more. */
export async function listPayouts(
  tx: SqlTx,
  o: { limit: number; offset: number; sort: PayoutSort },
): Promise<PayoutRow[]> {
  const filter = scopedSql(tx.scope, 'p', 3);
  const { column, order } = HISTORY_ORDER[o.sort];
  return tx.query<PayoutRow>(
    `${PAYOUTS} WHERE ${filter.text} ORDER BY ${column} ${order}, p.id ${order} LIMIT $1 OFFSET $2`,
    [o.limit + 1, o.offset, ...filter.values],
  );
}

export async function countPayouts(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 'p', 1);
  const [row] = await tx.query<{ count: bigint }>(`SELECT count(*) AS count FROM payouts p WHERE ${filter.text}`, [
    ...filter.values,
  ]);
  return Number(row?.count ?? 0n);
}

export type PayoutLineRow = {
  vendorOrderId: bigint;
  orderId: bigint;
  orderName: string;
  orderedAt: Date;
  amountMinor: bigint;
  /** What of it came back while its payout stays paid. */
  reversedMinor: bigint;
};

export async function listPayoutLines(tx: SqlTx, payoutId: bigint): Promise<PayoutLineRow[]> {
  const filter = scopedSql(tx.scope, 'l', 2);
  return tx.query<PayoutLineRow>(
    `SELECT l.vendor_order_id AS "vendorOrderId", l.order_id AS "orderId", o.name AS "orderName", o.ordered_at AS "orderedAt", l.amount_minor AS "amountMinor",
       l.reversed_minor AS "reversedMinor"
     FROM payout_lines l JOIN vendor_orders o ON o.store_id = l.store_id AND o.id = l.vendor_order_id
     WHERE l.payout_id = $1 AND ${filter.text} ORDER BY o.ordered_at, o.id`,
    [payoutId, ...filter.values],
  );
}

/** Takes a payout's vendor orders until the transaction ends, in the same order as everybody who writes them. */
export async function lockVendorOrders(tx: SqlTx, ids: readonly bigint[]): Promise<void> {
  const filter = scopedSql(tx.scope, 'o', 2);
  await tx.query(
    `SELECT o.id FROM vendor_orders o WHERE o.id = ANY($1::bigint[]) AND ${filter.text} ORDER BY o.order_id, o.vendor_id FOR UPDATE`,
    [[...ids], ...filter.values],
  );
}

/** Whether any payout of the scope, not of a test key, was paid and stands. */
export async function existsPaid(tx: SqlTx): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'p');
  const rows = await tx.query(
    `SELECT 1 AS one FROM payouts p WHERE ${filter.text} AND p.state = 'paid' AND p.deleted_at IS NULL AND NOT p.is_test LIMIT 1`,
    filter.values,
  );
  return rows.length > 0;
}

/** Marks a payout as deleted and frees its lines. False when it was deleted before. */
export async function markDeleted(tx: SqlTx, id: bigint, o: { actor: Actor; at: Date }): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payouts SET deleted_at = $3, deleted_by = $4::jsonb, state = 'reversed', changed_at = $3 WHERE store_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`,
    [tx.scope.storeId, id, o.at, JSON.stringify(o.actor)],
  );
  if (rows.length === 0) return false;
  await tx.query('UPDATE payout_lines SET live = false WHERE store_id = $1 AND payout_id = $2 AND live', [
    tx.scope.storeId,
    id,
  ]);
  return true;
}

const INSERT_PAYOUTS = `
  INSERT INTO payouts (store_id, vendor_id, run_id, currency, amount_minor, method, is_test, provider_account, destination, destination_type, state, paid_at, details,
    actor, created_at, changed_at, send_key, batch_key)
  SELECT $1, n.vendor_id, $10, n.currency, n.amount_minor, n.method, n.is_test, n.provider_account, n.destination, n.destination_type,
    CASE n.method WHEN 'manual' THEN 'paid' ELSE 'processing' END, CASE n.method WHEN 'manual' THEN $11::timestamptz END,
    CASE n.method WHEN 'manual' THEN $12 END, $13::jsonb, $14, $14, n.send_key, n.batch_key
  FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::boolean[], $7::text[], $8::text[], $9::text[], $15::text[], $16::text[])
    AS n (vendor_id, currency, amount_minor, method, is_test, provider_account, destination, destination_type, send_key, batch_key)
  RETURNING id, vendor_id AS "vendorId", currency, is_test AS "isTest"`;
const INSERT_LINES = `
  INSERT INTO payout_lines (store_id, payout_id, vendor_id, order_id, vendor_order_id, amount_minor, live)
  SELECT $1, n.payout_id, n.vendor_id, n.order_id, n.vendor_order_id, n.amount_minor, true
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) AS n (payout_id, vendor_id, order_id, vendor_order_id, amount_minor)`;
const MOVE_PAID_OUT = `
  UPDATE vendor_orders o SET paid_out_minor = o.paid_out_minor + m.amount, updated_at = $4,
    payout_state = CASE WHEN o.historical THEN 'none'
      WHEN o.payout_state = 'unpaid' AND o.paid_out_minor + m.amount = 0 THEN 'unpaid'
      WHEN o.posted_minor - o.paid_out_minor - m.amount > 0 THEN 'due'
      WHEN o.posted_minor - o.paid_out_minor - m.amount < 0 THEN 'overpaid'
      WHEN o.paid_out_minor + m.amount > 0 THEN 'paid' ELSE 'none' END
  FROM unnest($2::bigint[], $3::bigint[]) AS m (id, amount) WHERE o.store_id = $1 AND o.id = m.id`;
