import type { Database, SqlTx } from '#app/server/db.server.ts';
import { freeExpiredSql, giveBackSql, leaseEndSql } from '#app/server/leases.server.ts';
import { PROCESS_ENDED } from '#app/core/text/process-ended.ts';
import type { MailService } from '#app/core/mail-service.ts';
import { MAX_ATTEMPTS, type MailState } from './mail.ts';
import { RESTORED, UNCONFIRMED } from './suppressions/suppression.ts';

export type MailRow = {
  id: bigint;
  vendorId: bigint | null;
  dedupeKey: string;
  template: string;
  audience: 'address' | 'vendor' | 'admins';
  toAddress: string | null;
  locale: string | null;
  params: object;
  attempts: number;
  createdAt: Date;
  /** The service that was given the mail, and when; with the mail still open, nobody knows whether it took it. */
  handedTo: MailService | null;
  handedAt: Date | null;
  failingSince: Date | null;
};

export type NewMail = {
  vendorId: bigint | null;
  dedupeKey: string;
  template: string;
  audience: string;
  toAddress: string | null;
  locale: string | null;
  params: object;
  dueAt: Date;
  createdAt: Date;
  mayBeSent?: boolean;
};

export async function insertMails(tx: SqlTx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await tx.query(
    `INSERT INTO mails (store_id, vendor_id, dedupe_key, template, audience, to_address, locale, params, state, error, due_at, created_at)
     SELECT $1, m.vendor_id, m.dedupe_key, m.template, m.audience, m.to_address, m.locale, m.params::jsonb, m.state, m.error, m.due_at, m.created_at
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[])
       AS m (vendor_id, dedupe_key, template, audience, to_address, locale, params, due_at, created_at, state, error)
     ON CONFLICT DO NOTHING`,
    [
      tx.scope.storeId,
      mails.map((mail) => mail.vendorId),
      mails.map((mail) => mail.dedupeKey),
      mails.map((mail) => mail.template),
      mails.map((mail) => mail.audience),
      mails.map((mail) => mail.toAddress),
      mails.map((mail) => mail.locale),
      mails.map((mail) => JSON.stringify(mail.params)),
      mails.map((mail) => mail.dueAt),
      mails.map((mail) => mail.createdAt),
      mails.map((mail) => (mail.mayBeSent ? 'failed' : 'queued')),
      mails.map((mail) => (mail.mayBeSent ? RESTORED : null)),
    ],
  );
}

/** Whether a mail of a key was written before. */
export async function hasMail(tx: SqlTx, dedupeKey: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM mails WHERE store_id = $1 AND dedupe_key = $2', [
    tx.scope.storeId,
    dedupeKey,
  ]);
  return rows.length > 0;
}

/** Holds back what a restored store had queued before: it may have been sent since the backup. A person sends it again. */
export async function holdBackQueued(tx: SqlTx, queuedBefore: Date): Promise<void> {
  await tx.query(
    `UPDATE mails SET state = 'failed', error = $3, lease = NULL, locked_until = NULL
     WHERE store_id = $1 AND state = 'queued' AND created_at < $2`,
    [tx.scope.storeId, queuedBefore, RESTORED],
  );
}

/**
 * Claims due mails for a worker, each under a lease of its own; stores take turns, the oldest mail of each first. One claim
 * takes as many as there are leases. A try is counted as a mail is claimed; those of `abandoned` leases are given back. What was
 * queued before a store was held stands still with it: it may have been sent before the restore.
 */
export function claimDue(
  db: Database,
  leases: readonly string[],
  { now, seconds, abandoned }: { now: Date; seconds: number; abandoned: readonly string[] },
): Promise<{ id: bigint; storeId: bigint; lease: string }[]> {
  return db.queue(async (query) => {
    if (abandoned.length > 0) await query(GIVE_BACK, [abandoned]);
    await query({ name: 'free-mails', text: FREE_EXPIRED });
    return query({ name: 'claim-mails', text: CLAIM }, [now, leases, seconds]);
  });
}

const GIVE_BACK = giveBackSql('mails');
const FREE_EXPIRED = freeExpiredSql(
  'mails',
  `state = CASE WHEN state = 'queued' AND attempts >= ${MAX_ATTEMPTS} THEN 'failed' ELSE state END,
   error = CASE WHEN state = 'queued' AND attempts >= ${MAX_ATTEMPTS}
     THEN CASE WHEN handed_to IS NULL THEN '${PROCESS_ENDED}' ELSE '${UNCONFIRMED}' END ELSE error END`,
);
/** So many of the oldest due mails are looked at, so that a store with a flood of them does not hide the others for long. */
const CLAIM_WINDOW = 500;
const CLAIM = `
  WITH due AS (
    SELECT id, store_id, due_at FROM mails m WHERE state = 'queued' AND due_at <= $1 AND lease IS NULL
      AND NOT EXISTS (SELECT FROM stores s WHERE s.id = m.store_id AND s.on_hold_since IS NOT NULL AND m.created_at < s.on_hold_since)
    ORDER BY due_at, id LIMIT ${CLAIM_WINDOW}),
  turns AS (SELECT id, due_at, row_number() OVER (PARTITION BY store_id ORDER BY due_at, id) AS turn FROM due),
  chosen AS (
    SELECT m.id FROM mails m JOIN turns t USING (id) WHERE m.lease IS NULL AND m.state = 'queued'
    ORDER BY t.turn, t.due_at, m.id LIMIT cardinality($2::uuid[]) FOR UPDATE OF m SKIP LOCKED),
  leased AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM chosen)
  UPDATE mails m SET lease = ($2::uuid[])[l.place], locked_until = ${leaseEndSql('$3::float8')}, attempts = m.attempts + 1 FROM leased l WHERE m.id = l.id
  RETURNING m.id, m.store_id AS "storeId", m.lease::text AS lease`;

/** A claimed mail, locked for this transaction; undefined where it ended or the lease was lost to another worker. */
export async function holdClaimed(tx: SqlTx, id: bigint, lease: string): Promise<MailRow | undefined> {
  const [row] = await tx.query<MailRow>(
    `SELECT id, vendor_id AS "vendorId", dedupe_key AS "dedupeKey", template, audience, to_address AS "toAddress", locale, params,
       attempts, created_at AS "createdAt", handed_to AS "handedTo", handed_at AS "handedAt", failing_since AS "failingSince"
     FROM mails WHERE store_id = $1 AND id = $2 AND state = 'queued' AND lease = $3::uuid FOR UPDATE`,
    [tx.scope.storeId, id, lease],
  );
  return row;
}

/** Ends a mail. Parameters that were sealed are not needed any more and are dropped. */
export async function finish(
  tx: SqlTx,
  id: bigint,
  o: { state: MailState; sentAt: Date | null; error: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE mails SET state = $3, sent_at = $4, error = $5, lease = NULL, locked_until = NULL, params = params - 'code', attempts = greatest(attempts - CASE WHEN $3 = 'sent' THEN 0 ELSE 1 END, 0)
     WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, o.state, o.sentAt, o.error],
  );
}

/** Records that a claimed mail is about to be given to a service; false where the lease was lost to another worker. */
export async function recordHanded(
  tx: SqlTx,
  o: { id: bigint; lease: string; to: MailService; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE mails SET handed_to = $4, handed_at = $5
     WHERE store_id = $1 AND id = $2 AND state = 'queued' AND lease = $3::uuid RETURNING id`,
    [tx.scope.storeId, o.id, o.lease, o.to, o.at],
  );
  return rows.length > 0;
}

/** Records that the service surely did not take a mail. */
export async function recordHandedBack(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('UPDATE mails SET handed_to = NULL, handed_at = NULL WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
  ]);
}

/** Takes an address out of the log of some mails; those that still wait are not sent. */
export async function eraseAddress(tx: SqlTx, address: string, templates: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE mails SET to_address = NULL, params = '{}', error = NULL, state = CASE WHEN state = 'queued' THEN 'void' ELSE state END
     WHERE store_id = $1 AND lower(to_address) = $2 AND template = ANY($3::text[])`,
    [tx.scope.storeId, address.toLowerCase(), [...templates]],
  );
}

/** Notes a failed try; `dueAt` null means that it was the last one. */
export async function recordFailure(
  tx: SqlTx,
  id: bigint,
  o: { attempts: number; dueAt: Date | null; error: string; at: Date },
): Promise<void> {
  await tx.query(
    `UPDATE mails SET attempts = $3, error = $4, failing_since = coalesce(failing_since, $6::timestamptz), lease = NULL, locked_until = NULL, due_at = coalesce($5::timestamptz, due_at), state = CASE WHEN $5::timestamptz IS NULL THEN 'failed' ELSE state END
     WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, o.attempts, o.error, o.dueAt, o.at],
  );
}

/** How the mails of the scope's store stand. `failingSince` is since when one that is still tried failed. */
export async function countUnsent(tx: SqlTx): Promise<{ failed: number; waiting: number; failingSince: Date | null }> {
  const [row] = await tx.query<{ failed: number; waiting: number; failingSince: Date | null }>(
    `SELECT (SELECT count(*)::int FROM mails WHERE store_id = $1 AND state = 'failed') AS failed,
       count(*)::int AS waiting, min(failing_since) AS "failingSince"
     FROM mails WHERE store_id = $1 AND state = 'queued' AND failing_since IS NOT NULL`,
    [tx.scope.storeId],
  );
  return row ?? { failed: 0, waiting: 0, failingSince: null };
}

/**
 * Queues mails once more that failed: those named, or all. Left out are mails that a service may have sent, and those whose address
 * was erased. Returns how many.
 */
export async function requeueFailed(
  tx: SqlTx,
  o: { ids: readonly bigint[] | null; exceptError: string; at: Date },
): Promise<number> {
  const rows = await tx.query(
    `UPDATE mails SET state = 'queued', attempts = 0, failing_since = NULL, error = NULL, due_at = $4
     WHERE store_id = $1 AND state = 'failed' AND ($2::bigint[] IS NULL OR id = ANY($2::bigint[]))
       AND error IS DISTINCT FROM $3 AND handed_to IS NULL AND (audience <> 'address' OR to_address IS NOT NULL) RETURNING id`,
    [tx.scope.storeId, o.ids ? [...o.ids] : null, o.exceptError, o.at],
  );
  return rows.length;
}

/** The newest mail of a template whose occasion is still known. */
export async function findLatest(
  tx: SqlTx,
  template: string,
): Promise<{ vendorId: bigint | null; params: object } | undefined> {
  const [row] = await tx.query<{ vendorId: bigint | null; params: object }>(
    `SELECT vendor_id AS "vendorId", params FROM mails
     WHERE store_id = $1 AND template = $2 AND state IN ('queued', 'sent', 'expanded', 'failed', 'suppressed')
     ORDER BY id DESC LIMIT 1`,
    [tx.scope.storeId, template],
  );
  return row;
}
