import type { Currency } from '#app/core/money/money.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { EndClaim, Ended } from '../resolve/manual-resolution.ts';
import type { PayoutState } from '../payout.ts';
import type { PayoutReason } from '#app/core/payout-reason.ts';
import type { ProviderMethod } from '../provider-method.ts';
import { buildReference, readReference, type NamedPayout } from './provider-payout.ts';

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
  sendKey: string | null;
  batchKey: string | null;
};

const COLUMNS = `p.id, p.vendor_id AS "vendorId", p.run_id AS "runId", p.currency, p.amount_minor AS "amountMinor", p.method, p.state, p.is_test AS "isTest",
  p.provider_account AS "providerAccount", coalesce(p.destination, '') AS destination, p.destination_type AS "destinationType", p.attempts,
  p.attempted_at AS "attemptedAt", p.provider_ref AS "providerRef", p.batch_ref AS "batchRef", p.resolution_claim AS claim, p.resolution AS ended, p.created_at AS "createdAt", p.send_key AS "sendKey", p.batch_key AS "batchKey"`;

const NAME = `p.id, p.run_id AS "runId", p.method, p.currency, p.send_key AS "sendKey", p.batch_key AS "batchKey"`;

/** Some of the store's payouts that a provider makes, by id. */
export function listSent(tx: SqlTx, ids: readonly bigint[]): Promise<SentPayout[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM payouts p WHERE p.store_id = $1 AND p.id = ANY($2::bigint[]) AND p.method <> 'manual' ORDER BY p.id`,
    [tx.scope.storeId, [...ids]],
  );
}

type ReferencedPayout = NamedPayout & { method: ProviderMethod['method'] };

/** The payouts that a provider makes and that references may name: those of their calls, and those of their keys. */
export async function listOfReferences(
  tx: SqlTx,
  references: readonly string[],
): Promise<(ReferencedPayout & { reference: string })[]> {
  const read = references.flatMap((reference) => readReference(reference) ?? []);
  const rows = await tx.query<ReferencedPayout>(
    `SELECT ${NAME} FROM payouts p WHERE p.store_id = $1 AND p.method <> 'manual'
       AND (p.run_id = ANY($2::text[]) OR p.send_key = ANY($3::text[]) OR p.batch_key = ANY($3::text[])) ORDER BY p.id`,
    [
      tx.scope.storeId,
      read.flatMap((one) => ('runId' in one ? one.runId : [])),
      read.flatMap((one) => ('key' in one ? one.key : [])),
    ],
  );
  const requested = new Set(references);
  return rows
    .map((row) => ({ ...row, reference: buildReference(row) }))
    .filter(({ reference }) => requested.has(reference));
}

/** How many payouts of the same lines a provider was to make before, by what the lines are called. Needs the vendors of the lines. */
export async function countOfLines(
  tx: SqlTx,
  vendorIds: readonly bigint[],
  linesKeys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ key: string; count: number }>(
    `SELECT left(p.send_key, 32) AS key, count(*)::int AS count FROM payouts p
     WHERE p.store_id = $1 AND p.vendor_id = ANY($2::bigint[]) AND left(p.send_key, 32) = ANY($3::text[]) GROUP BY 1`,
    [tx.scope.storeId, [...vendorIds], [...linesKeys]],
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** When the last transfer to an account was asked for that Stripe has confirmed; undefined where there is none. */
export async function findLastTransferAt(tx: SqlTx, destination: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date | null }>(
    `SELECT max(p.attempted_at) AS at FROM payouts p
     WHERE p.store_id = $1 AND p.method = 'stripe' AND p.destination = $2 AND p.provider_ref IS NOT NULL`,
    [tx.scope.storeId, destination],
  );
  return row?.at ?? undefined;
}

/** The payouts of the store that a provider has not ended, those of one call together; of PayPal those decided after a moment. */
export function listOpen(tx: SqlTx, paypalAfter: Date): Promise<ReferencedPayout[]> {
  return tx.query(
    `SELECT ${NAME} FROM payouts p
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

/**
 * Marks payouts as sent before anything leaves, and returns the ids of those that may be: whatever failed, ended or was deleted
 * since it was read is left out, and is never sent; nor is anything while the store is held.
 */
export async function claimSending(tx: SqlTx, ids: readonly bigint[], at: Date): Promise<Set<bigint>> {
  const rows = await tx.query<{ id: bigint }>(
    `UPDATE payouts SET attempts = attempts + 1, attempted_at = $3
     WHERE store_id = $1 AND id = ANY($2::bigint[]) AND state IN ('processing', 'unknown') AND resolution IS NULL AND deleted_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM stores s WHERE s.id = $1 AND s.on_hold_since IS NOT NULL)
     RETURNING id`,
    [tx.scope.storeId, [...ids], at],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Notes what a batch is called at the provider. Payouts that people had ended are compared with it from now on. */
export async function recordBatch(tx: SqlTx, ids: readonly bigint[], batchRef: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE payouts SET batch_ref = $3, changed_at = CASE WHEN resolution IS NULL THEN changed_at ELSE $4 END
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
  await tx.query('UPDATE payouts SET resolution_claim = $3::jsonb WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    JSON.stringify(claim),
  ]);
}

/** Notes what people said became of a payout in the end. */
export async function recordEnded(tx: SqlTx, id: bigint, ended: Ended): Promise<void> {
  await tx.query('UPDATE payouts SET resolution_claim = NULL, resolution = $3::jsonb WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    JSON.stringify(ended),
  ]);
}

/**
 * Moves a payout from one state to the next; false where it has left that state meanwhile, or people have ended it. With
 * `attempts` it is moved only while it was sent exactly so often: what is true of an unsent payout is not of one that left since.
 */
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
    attempts: number | null;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payouts SET state = $4, reason = $5, provider_code = nullif($6, ''), provider_ref = coalesce($7, provider_ref), changed_at = $8,
       paid_at = CASE WHEN $4 = 'paid' THEN coalesce(paid_at, $8) ELSE paid_at END
     WHERE store_id = $1 AND id = $2 AND state = $3 AND deleted_at IS NULL AND resolution IS NULL AND ($9::int IS NULL OR attempts = $9) RETURNING id`,
    [tx.scope.storeId, id, o.from, o.to, o.reason, o.code, o.providerRef, o.at, o.attempts],
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
