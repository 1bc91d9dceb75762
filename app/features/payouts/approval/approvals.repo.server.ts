import { invariant } from '#app/core/invariant.ts';
import type { Actor } from '#app/core/viewer.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Requester } from '#app/platform/payout-rights/payer.ts';
import type { RequestedPayout, RequestedSummary, RequestState, VoidReason } from './approval.ts';

/** A call as it is carried out once it is approved. JSON-safe. */
export type StoredCall = {
  ids: string[];
  methods: [vendorId: string, method: PayoutMethod][];
  byHand: { paidAt: string; details: string } | null;
  token: string;
};

export type RequestSummary = {
  id: bigint;
  state: RequestState;
  shown: RequestedSummary;
  askedBy: Actor;
  askedAt: Date;
  expiresAt: Date;
  decidedBy: Actor | null;
  decidedAt: Date | null;
  note: string | null;
  /** Null of a request from before requesters were kept. */
  requester: Requester | null;
  voidReason: VoidReason | null;
};

export type RequestRow = RequestSummary & {
  fingerprint: string;
  asked: StoredCall;
  shown: RequestedPayout;
  outcome: object | null;
};

const HEAD = `r.id, r.state, r.requested_by AS "askedBy", r.requested_at AS "askedAt", r.expires_at AS "expiresAt",
  r.decided_by AS "decidedBy", r.decided_at AS "decidedAt", r.note, r.requester, r.void_reason AS "voidReason"`;
const REQUEST = `${HEAD}, r.fingerprint, r.call AS asked, r.shown, r.outcome`;
/** What was asked without the orders, which only the page of one request shows. */
const SUMMARY = `${HEAD}, r.shown || jsonb_build_object('parts',
  (SELECT jsonb_agg(p.part - 'lines' ORDER BY p.place) FROM jsonb_array_elements(r.shown->'parts') WITH ORDINALITY AS p (part, place))) AS shown`;

export type NewRequest = {
  fingerprint: string;
  asked: StoredCall;
  shown: RequestedPayout;
  /** What the call that asked is answered, but for the id. */
  answer: object;
  askedBy: Actor;
  requester: Requester;
  askedAt: Date;
  expiresAt: Date;
};

type Identity = Pick<Actor, 'kind' | 'id'>;
const toKeys = (identities: readonly Identity[]): string[] => identities.map(({ kind, id }) => `${kind}:${id}`).sort();

/** Keeps other payouts of a person waiting until the transaction ends, whichever of its identities makes them. */
export async function lockPayer(tx: SqlTx, identities: readonly Identity[]): Promise<void> {
  for (const key of toKeys(identities))
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('payer/' || $1::text || '/' || $2::text, 0))`, [
      String(tx.scope.storeId),
      key,
    ]);
}

/**
 * What a person has paid since a moment without anybody's approval, in minor units of one currency: payouts that stand, but for
 * those of automatic runs, which have bounds of their own.
 */
export async function sumPaidAlone(
  tx: SqlTx,
  o: { identities: readonly Identity[]; currency: string; since: Date },
): Promise<bigint> {
  const [row] = await tx.query<{ sum: bigint }>(
    `SELECT coalesce(sum(p.amount_minor), 0)::bigint AS sum FROM payouts p
     WHERE p.store_id = $1 AND p.created_at > $2 AND p.currency = $3 AND p.deleted_at IS NULL
       AND p.state IN ('processing', 'unknown', 'unclaimed', 'paid') AND p.actor->>'kind' || ':' || (p.actor->>'id') = ANY($4::text[])
       AND NOT EXISTS (SELECT 1 FROM payout_requests r WHERE r.store_id = p.store_id AND r.run_id = p.run_id)
       AND NOT EXISTS (SELECT 1 FROM payout_runs u WHERE u.store_id = p.store_id AND u.id = p.run_id AND u.fingerprint LIKE 'automatic/%')`,
    [tx.scope.storeId, o.since, o.currency, toKeys(o.identities)],
  );
  return row?.sum ?? 0n;
}

/** Notes a request and returns its id. The caller holds the lock of its fingerprint. */
export async function insertRequest(tx: SqlTx, o: NewRequest): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO payout_requests (store_id, fingerprint, call, shown, answer, requested_by, requested_at, expires_at, requester)
     VALUES ($1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6::jsonb, $7, $8, $9::jsonb) RETURNING id`,
    [
      tx.scope.storeId,
      o.fingerprint,
      JSON.stringify(o.asked),
      JSON.stringify(o.shown),
      JSON.stringify(o.answer),
      JSON.stringify(o.askedBy),
      o.askedAt,
      o.expiresAt,
      JSON.stringify(o.requester),
    ],
  );
  invariant(row, 'an inserted row returns its id');
  return row.id;
}

/** The request of a call that waits, with what the call was answered; undefined where none like it does. */
export async function findWaiting(
  tx: SqlTx,
  fingerprint: string,
  now: Date,
): Promise<{ id: bigint; answer: object } | undefined> {
  const [row] = await tx.query<{ id: bigint; answer: object }>(
    `SELECT id, answer FROM payout_requests WHERE store_id = $1 AND fingerprint = $2 AND state = 'waiting' AND expires_at > $3`,
    [tx.scope.storeId, fingerprint, now],
  );
  return row;
}

/** Ends the waiting requests whose time is over, of one fingerprint or (null) all; returns their ids. */
export async function endOverdue(tx: SqlTx, fingerprint: string | null, now: Date): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `UPDATE payout_requests SET state = 'expired', decided_at = expires_at
     WHERE store_id = $1 AND ($2::text IS NULL OR fingerprint = $2) AND state = 'waiting' AND expires_at <= $3 RETURNING id`,
    [tx.scope.storeId, fingerprint, now],
  );
  return rows.map(({ id }) => id);
}

export async function findRequest(tx: SqlTx, id: bigint): Promise<RequestRow | undefined> {
  const [row] = await tx.query<RequestRow>(
    `SELECT ${REQUEST} FROM payout_requests r WHERE r.store_id = $1 AND r.id = $2`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** The same, held until the transaction ends: one decision at a time. */
export async function takeRequest(tx: SqlTx, id: bigint): Promise<RequestRow | undefined> {
  const [row] = await tx.query<RequestRow>(
    `SELECT ${REQUEST} FROM payout_requests r WHERE r.store_id = $1 AND r.id = $2 FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** Requests, those that wait first, then the newest. */
export function listRequests(tx: SqlTx, o: { limit: number; offset: number; now: Date }): Promise<RequestSummary[]> {
  return tx.query(
    `SELECT ${SUMMARY} FROM payout_requests r WHERE r.store_id = $1
     ORDER BY (r.state = 'waiting' AND r.expires_at > $4) DESC, r.id DESC LIMIT $2 OFFSET $3`,
    [tx.scope.storeId, o.limit, o.offset, o.now],
  );
}

export async function countRequests(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>('SELECT count(*) AS count FROM payout_requests WHERE store_id = $1', [
    tx.scope.storeId,
  ]);
  return Number(row?.count ?? 0n);
}

export type WaitingRequest = { id: bigint; askedBy: Actor; requester: Requester | null };

/** Who asked for what waits. */
export function listWaitingRequests(tx: SqlTx, now: Date): Promise<WaitingRequest[]> {
  return tx.query(
    `SELECT id, requested_by AS "askedBy", requester FROM payout_requests WHERE store_id = $1 AND state = 'waiting' AND expires_at > $2 ORDER BY id LIMIT 1000`,
    [tx.scope.storeId, now],
  );
}

/** Ends a request that waits because of a change of whoever asked; false where it waits no more. */
export async function voidRequest(tx: SqlTx, id: bigint, o: { reason: VoidReason; at: Date }): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payout_requests SET state = 'voided', void_reason = $3, decided_at = $4
     WHERE store_id = $1 AND id = $2 AND state = 'waiting' RETURNING id`,
    [tx.scope.storeId, id, o.reason, o.at],
  );
  return rows.length > 0;
}

/** Notes what was decided about a request that waits. */
export async function decideRequest(
  tx: SqlTx,
  id: bigint,
  o: {
    state: RequestState;
    by: Actor;
    at: Date;
    note?: string | undefined;
    runId?: string;
    outcome?: object;
  },
): Promise<void> {
  await tx.query(
    `UPDATE payout_requests SET state = $3, decided_by = $4::jsonb, decided_at = $5, note = $6, run_id = $7, outcome = $8::jsonb
     WHERE store_id = $1 AND id = $2 AND state = 'waiting'`,
    [
      tx.scope.storeId,
      id,
      o.state,
      JSON.stringify(o.by),
      o.at,
      o.note ?? null,
      o.runId ?? null,
      o.outcome ? JSON.stringify(o.outcome) : null,
    ],
  );
}

/** Who approved the payouts of a call, and in which request; undefined where none was needed. */
export async function findApproval(tx: SqlTx, payoutId: bigint): Promise<{ id: bigint; by: Actor } | undefined> {
  const [row] = await tx.query<{ id: bigint; by: Actor }>(
    `SELECT r.id, r.decided_by AS by FROM payout_requests r JOIN payouts p ON p.store_id = r.store_id AND p.run_id = r.run_id
     WHERE r.store_id = $1 AND p.id = $2 AND r.state = 'approved'`,
    [tx.scope.storeId, payoutId],
  );
  return row;
}
