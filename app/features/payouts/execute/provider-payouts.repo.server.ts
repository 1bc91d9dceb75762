import type { Currency } from '#app/core/money/money.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { EndClaim, Ended } from '../resolve/manual-resolution.ts';
import type { PayoutState } from '../payout.ts';
import type { PayoutReason } from '#app/core/payout-reason.ts';
import type { ProviderMethod } from '../provider-method.ts';

/** A payout as the one that sends it sees it. */
export type SentPayout = {
  id: bigint;
  vendorId: bigint;
  runId: string;
  currency: Currency;
  amountMinor: bigint;
  method: ProviderMethod['method'];
  state: PayoutState;
  isTest: boolean;
  providerAccount: string;
  destination: string;
  destinationType: ProviderMethod['destinationType'];
  attempts: number;
  attemptedAt: Date | null;
  providerRef: string | null;
  batchRef: string | null;
  /** What somebody says became of it, who waits for another person to say the same. */
  claim: EndClaim | null;
  /** What people said became of it in the end: nothing that its provider says moves it any more. */
  ended: Ended | null;
  createdAt: Date;
};

const COLUMNS = `p.id, p.vendor_id AS "vendorId", p.run_id AS "runId", p.currency, p.amount_minor AS "amountMinor", p.method, p.state, p.is_test AS "isTest",
  p.provider_account AS "providerAccount", coalesce(p.destination, '') AS destination, p.destination_type AS "destinationType", p.attempts,
  p.attempted_at AS "attemptedAt", p.provider_ref AS "providerRef", p.batch_ref AS "batchRef", p.end_claim AS claim, p.ended, p.created_at AS "createdAt"`;

/** Some of the store's payouts that a provider makes, by id. */
export function listSent(tx: SqlTx, ids: readonly bigint[]): Promise<SentPayout[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM payouts p WHERE p.store_id = $1 AND p.id = ANY($2::bigint[]) AND p.method <> 'manual' ORDER BY p.id`,
    [tx.scope.storeId, [...ids]],
  );
}

/** The payouts of one call of ours that a provider makes: those of a transfer group, or of a batch. */
export async function listOfRun(
  tx: SqlTx,
  runId: string,
): Promise<{ id: bigint; method: ProviderMethod['method']; currency: string }[]> {
  return tx.query(
    `SELECT p.id, p.method, p.currency FROM payouts p WHERE p.store_id = $1 AND p.run_id = $2 AND p.method <> 'manual' ORDER BY p.id`,
    [tx.scope.storeId, runId],
  );
}

/** The payouts of the store that a provider has not ended, those of one call together; of PayPal those decided after a moment. */
export function listOpen(
  tx: SqlTx,
  paypalAfter: Date,
): Promise<{ id: bigint; runId: string; method: ProviderMethod['method']; currency: string }[]> {
  return tx.query(
    `SELECT p.id, p.run_id AS "runId", p.method, p.currency FROM payouts p
     WHERE p.store_id = $1 AND p.method <> 'manual' AND p.state IN ('processing', 'unknown', 'unclaimed')
       AND (p.method = 'stripe' OR p.created_at > $2) ORDER BY p.id LIMIT 10000`,
    [tx.scope.storeId, paypalAfter],
  );
}

/** Whether these payouts are ours alone to send and look up, until the transaction ends. */
export async function tryLock(tx: SqlTx, reference: string): Promise<boolean> {
  const [row] = await tx.query<{ isLocked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('payouts/' || $2, $1)) AS "isLocked"`,
    [tx.scope.storeId, reference],
  );
  return row?.isLocked ?? false;
}

/** Notes that payouts are about to be sent. */
export async function recordAttempt(tx: SqlTx, ids: readonly bigint[], at: Date): Promise<void> {
  await tx.query(
    `UPDATE payouts SET attempts = attempts + 1, attempted_at = $3 WHERE store_id = $1 AND id = ANY($2::bigint[])`,
    [tx.scope.storeId, [...ids], at],
  );
}

/** Notes what a batch is called at the provider. Payouts that people had ended are compared with it from now on. */
export async function recordBatch(tx: SqlTx, ids: readonly bigint[], batchRef: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE payouts SET batch_ref = $3, changed_at = CASE WHEN ended IS NULL THEN changed_at ELSE $4 END
     WHERE store_id = $1 AND id = ANY($2::bigint[]) AND batch_ref IS DISTINCT FROM $3`,
    [tx.scope.storeId, [...ids], batchRef, at],
  );
}

/** Takes a payout until the transaction ends. */
export async function lockSent(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('SELECT id FROM payouts WHERE store_id = $1 AND id = $2 FOR UPDATE', [tx.scope.storeId, id]);
}

/** Notes what somebody says became of a payout, who waits for another person. */
export async function recordClaim(tx: SqlTx, id: bigint, claim: EndClaim): Promise<void> {
  await tx.query('UPDATE payouts SET end_claim = $3::jsonb WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    JSON.stringify(claim),
  ]);
}

/** Notes what people said became of a payout in the end. */
export async function recordEnded(tx: SqlTx, id: bigint, ended: Ended): Promise<void> {
  await tx.query('UPDATE payouts SET end_claim = NULL, ended = $3::jsonb WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    JSON.stringify(ended),
  ]);
}

/** Moves a payout from one state to the next; false where it has left that state meanwhile, or people have ended it. */
export async function moveState(
  tx: SqlTx,
  id: bigint,
  o: {
    from: PayoutState;
    to: PayoutState;
    reason: PayoutReason | null;
    code: string;
    providerRef: string | null;
    at: Date;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payouts SET state = $4, reason = $5, provider_code = nullif($6, ''), provider_ref = coalesce($7, provider_ref), changed_at = $8,
       paid_at = CASE WHEN $4 = 'paid' THEN coalesce(paid_at, $8) ELSE paid_at END
     WHERE store_id = $1 AND id = $2 AND state = $3 AND deleted_at IS NULL AND ended IS NULL RETURNING id`,
    [tx.scope.storeId, id, o.from, o.to, o.reason, o.code, o.providerRef, o.at],
  );
  return rows.length > 0;
}

/** What of a payout came back before, while it is paid; undefined for any other. Takes it until the transaction ends. */
export async function lockReturned(tx: SqlTx, id: bigint): Promise<bigint | undefined> {
  const [row] = await tx.query<{ reversedMinor: bigint }>(
    `SELECT reversed_minor AS "reversedMinor" FROM payouts WHERE store_id = $1 AND id = $2 AND state = 'paid' AND deleted_at IS NULL FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  return row?.reversedMinor;
}

/** Notes what came back of a payout in all, and what more of each of its orders. */
export async function recordReturned(
  tx: SqlTx,
  id: bigint,
  o: { returnedMinor: bigint; lines: readonly { vendorOrderId: bigint; amountMinor: bigint }[]; at: Date },
): Promise<void> {
  await tx.query('UPDATE payouts SET reversed_minor = $3, changed_at = $4 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    o.returnedMinor,
    o.at,
  ]);
  await tx.query(
    `UPDATE payout_lines l SET reversed_minor = l.reversed_minor + n.amount FROM unnest($3::bigint[], $4::bigint[]) AS n (id, amount)
     WHERE l.store_id = $1 AND l.payout_id = $2 AND l.vendor_order_id = n.id`,
    [tx.scope.storeId, id, o.lines.map((line) => line.vendorOrderId), o.lines.map((line) => line.amountMinor)],
  );
}

/** Lets go of the vendor orders of a payout that came to nothing. */
export async function freeLines(tx: SqlTx, payoutId: bigint): Promise<void> {
  await tx.query('UPDATE payout_lines SET live = false WHERE store_id = $1 AND payout_id = $2 AND live', [
    tx.scope.storeId,
    payoutId,
  ]);
}
