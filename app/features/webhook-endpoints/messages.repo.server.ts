import type { WebRefusalKind } from '#app/core/web-refusal.ts';
import type { WebhookSubject, WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import type { Database, SqlTx } from '#app/server/db.server.ts';
import { freeExpiredSql, giveBackSql, leaseEndSql } from '#app/server/leases.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import { MAX_TRIES, type MessageProblem, type MessageState } from './webhook-endpoint.ts';

export type ClaimedMessage = { id: bigint; storeId: bigint; endpointId: bigint; lease: string };

/** Messages of one endpoint that are on their way at a time, in all processes. */
const MAX_PER_ENDPOINT = 4;
const CLAIM_WINDOW = 1_000;

const GIVE_BACK = giveBackSql('webhook_messages');
/** A message whose process ended is tried again at once, and given up after as many tries as one that nobody took ($1 is now). */
const FREE_EXPIRED = freeExpiredSql(
  'webhook_messages',
  `state = CASE WHEN attempts >= ${String(MAX_TRIES)} THEN 'failed' ELSE state END,
   problem = CASE WHEN attempts >= ${String(MAX_TRIES)} THEN 'process' ELSE problem END,
   ended_at = CASE WHEN attempts >= ${String(MAX_TRIES)} THEN $1::timestamptz ELSE ended_at END`,
);
/**
 * Of each object only the oldest open message is claimed, so that what happened to it is told in order; an endpoint has a few of
 * its messages on their way and no more, so that one that hangs holds up nobody else.
 */
const CLAIM = `
  WITH busy AS MATERIALIZED (
    SELECT endpoint_id, count(*) AS count FROM webhook_messages WHERE lease IS NOT NULL GROUP BY endpoint_id),
  due AS (
    SELECT m.id, m.endpoint_id, m.due_at FROM webhook_messages m
    WHERE m.state = 'pending' AND m.due_at <= $1 AND m.lease IS NULL
      AND NOT EXISTS (SELECT FROM stores s WHERE s.id = m.store_id AND (s.on_hold_since IS NOT NULL OR s.uninstalled_at IS NOT NULL))
      AND NOT EXISTS (
        SELECT FROM webhook_messages o WHERE o.endpoint_id = m.endpoint_id AND o.subject = m.subject AND o.subject_id = m.subject_id
          AND o.state = 'pending' AND o.id < m.id)
      AND coalesce((SELECT b.count FROM busy b WHERE b.endpoint_id = m.endpoint_id), 0) < ${String(MAX_PER_ENDPOINT)}
    ORDER BY m.due_at, m.id LIMIT ${String(CLAIM_WINDOW)}),
  turns AS (
    SELECT d.id, d.due_at, row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.due_at, d.id)
      + coalesce((SELECT b.count FROM busy b WHERE b.endpoint_id = d.endpoint_id), 0) AS turn
    FROM due d),
  chosen AS (
    SELECT m.id FROM webhook_messages m JOIN turns t USING (id)
    WHERE t.turn <= ${String(MAX_PER_ENDPOINT)} AND m.lease IS NULL AND m.state = 'pending'
    ORDER BY t.turn, t.due_at, m.id LIMIT cardinality($2::uuid[]) FOR UPDATE OF m SKIP LOCKED),
  leased AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM chosen)
  UPDATE webhook_messages m SET lease = ($2::uuid[])[l.place], locked_until = ${leaseEndSql('$3::float8')}, attempts = m.attempts + 1
  FROM leased l WHERE m.id = l.id
  RETURNING m.id, m.store_id AS "storeId", m.endpoint_id AS "endpointId", m.lease::text AS lease`;

/** Claims due messages, each under a lease of its own; endpoints take turns. A try is counted as a message is claimed. */
export function claimDue(
  db: Database,
  leases: readonly string[],
  { now, seconds, abandoned }: { now: Date; seconds: number; abandoned: readonly string[] },
): Promise<ClaimedMessage[]> {
  return db.queue(async (query) => {
    // One claim at a time, in all processes: it has to see what the others have claimed.
    await query(`SELECT pg_advisory_xact_lock(hashtextextended('webhook_messages/claim', 0))`);
    if (abandoned.length > 0) await query(GIVE_BACK, [abandoned]);
    await query({ name: 'free-webhooks', text: FREE_EXPIRED }, [now]);
    return query<ClaimedMessage>({ name: 'claim-webhooks', text: CLAIM }, [now, leases, seconds]);
  });
}

export type MessageRow = {
  id: bigint;
  vendorId: bigint | null;
  endpointId: bigint;
  topic: WebhookTopic;
  subject: WebhookSubject;
  subjectId: bigint;
  sequence: bigint | null;
  body: Buffer | null;
  attempts: number;
  occurredAt: Date;
};

const ROW = `m.id, m.vendor_id AS "vendorId", m.endpoint_id AS "endpointId", m.topic, m.subject, m.subject_id AS "subjectId", m.sequence,
  m.body, m.attempts, m.occurred_at AS "occurredAt"`;

/** A claimed message, locked for this transaction; undefined where the lease was lost to another worker. */
export async function holdClaimed(tx: SqlTx, id: bigint, lease: string): Promise<MessageRow | undefined> {
  const [row] = await tx.query<MessageRow>(
    `SELECT ${ROW} FROM webhook_messages m WHERE m.store_id = $1 AND m.id = $2 AND m.lease = $3::uuid FOR UPDATE`,
    [tx.scope.storeId, id, lease],
  );
  return row;
}

/** The next number of a message's object at its endpoint. */
export async function takeSequence(tx: SqlTx, message: MessageRow): Promise<bigint> {
  const [row] = await tx.query<{ last: bigint }>(
    `INSERT INTO webhook_sequences AS s (store_id, vendor_id, endpoint_id, subject, subject_id, last) VALUES ($1, $2, $3, $4, $5, 1)
     ON CONFLICT (endpoint_id, subject, subject_id) DO UPDATE SET last = s.last + 1 RETURNING s.last`,
    [tx.scope.storeId, message.vendorId, message.endpointId, message.subject, message.subjectId],
  );
  if (!row) throw new Error('an object got no number');
  return row.last;
}

/** Keeps what is sent of a message, the same in each try. */
export async function saveBody(tx: SqlTx, id: bigint, o: { body: Buffer; sequence: bigint }): Promise<void> {
  await tx.query('UPDATE webhook_messages SET body = $3, sequence = $4 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    o.body,
    o.sequence,
  ]);
}

/** Ends a message, or has it tried again at `dueAt`. `problem`: why nobody was called. */
export async function finish(
  tx: SqlTx,
  id: bigint,
  o: { state: MessageState; at: Date; dueAt?: Date | undefined; attempts: number; problem?: MessageProblem },
): Promise<void> {
  const isOpen = o.state === 'pending' || o.state === 'paused';
  await tx.query(
    `UPDATE webhook_messages SET state = $3, ended_at = $4, due_at = coalesce($5::timestamptz, due_at), attempts = $6, problem = $7,
       lease = NULL, locked_until = NULL WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, o.state, isOpen ? null : o.at, o.dueAt ?? null, o.attempts, o.problem ?? null],
  );
}

type NewAttempt = {
  vendorId: bigint | null;
  messageId: bigint;
  at: Date;
  status: number | null;
  problem: WebRefusalKind | null;
  /** Sealed. */
  answer: Buffer | null;
  durationMs: number;
};

export async function insertAttempt(tx: SqlTx, o: NewAttempt): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_attempts (store_id, vendor_id, message_id, at, status, problem, answer, duration_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.scope.storeId, o.vendorId, o.messageId, o.at, o.status, o.problem, o.answer, o.durationMs],
  );
}

/** Stops what waits for an endpoint that is off; what is on its way at the moment comes to its end. */
export async function pauseMessages(tx: SqlTx, endpointId: bigint): Promise<void> {
  await tx.query(
    `UPDATE webhook_messages SET state = 'paused' WHERE store_id = $1 AND endpoint_id = $2 AND state = 'pending' AND lease IS NULL`,
    [tx.scope.storeId, endpointId],
  );
}

/** Lets what waited for an endpoint go on. */
export async function resumeMessages(tx: SqlTx, endpointId: bigint, now: Date): Promise<void> {
  await tx.query(
    `UPDATE webhook_messages SET state = 'pending', attempts = 0, due_at = $3 WHERE store_id = $1 AND endpoint_id = $2 AND state = 'paused'`,
    [tx.scope.storeId, endpointId, now],
  );
}

/** Has ended messages of an endpoint sent again: those named, or all of a span of time. Answers how many. */
export async function replayMessages(
  tx: SqlTx,
  endpointId: bigint,
  o: { ids: readonly bigint[] | null; from: Date | null; to: Date | null; limit: number; now: Date },
): Promise<number> {
  const rows = await tx.query(
    `UPDATE webhook_messages m SET state = 'pending', attempts = 0, due_at = $7, ended_at = NULL, problem = NULL
     WHERE m.store_id = $1 AND m.id = ANY(ARRAY(
       SELECT o.id FROM webhook_messages o WHERE o.store_id = $1 AND o.endpoint_id = $2 AND o.state IN ('sent', 'failed', 'skipped')
         AND ($3::bigint[] IS NULL OR o.id = ANY($3)) AND ($4::timestamptz IS NULL OR o.ended_at >= $4)
         AND ($5::timestamptz IS NULL OR o.ended_at < $5)
       ORDER BY o.id LIMIT $6 FOR UPDATE)) RETURNING m.id`,
    [tx.scope.storeId, endpointId, o.ids && [...o.ids], o.from, o.to, o.limit, o.now],
  );
  return rows.length;
}

/** Whether an endpoint has all of some messages. */
export async function hasMessages(tx: SqlTx, endpointId: bigint, ids: readonly bigint[]): Promise<boolean> {
  const unique = [...new Set(ids)];
  const filter = scopedSql(tx.scope, 'm', 3);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_messages m WHERE m.endpoint_id = $1 AND m.id = ANY($2::bigint[]) AND ${filter.text}`,
    [endpointId, unique, ...filter.values],
  );
  return row?.count === unique.length;
}

/** Writes a test event, which is about nothing that exists. */
export async function insertTest(
  tx: SqlTx,
  o: {
    vendorId: bigint | null;
    endpointId: bigint;
    topic: WebhookTopic;
    subject: WebhookSubject;
    key: string;
    at: Date;
  },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO webhook_messages (store_id, vendor_id, endpoint_id, topic, subject, subject_id, dedupe_key, state, due_at, occurred_at)
     VALUES ($1, $2, $3, $4, $5, 0, $6, 'pending', $7, $7) RETURNING id`,
    [tx.scope.storeId, o.vendorId, o.endpointId, o.topic, o.subject, o.key, o.at],
  );
  if (!row) throw new Error('a test event was not kept');
  return row.id;
}

export type LoggedMessage = Omit<MessageRow, 'sequence' | 'vendorId' | 'endpointId'> & {
  state: MessageState;
  dueAt: Date;
  endedAt: Date | null;
  status: number | null;
  problem: WebRefusalKind | null;
  notCalled: MessageProblem | null;
};

const LOGGED = `SELECT m.id, m.topic, m.subject, m.subject_id AS "subjectId", m.body, m.attempts, m.occurred_at AS "occurredAt", m.state,
    m.due_at AS "dueAt", m.ended_at AS "endedAt", m.problem AS "notCalled", a.status, a.problem
  FROM webhook_messages m LEFT JOIN LATERAL (
    SELECT a.status, a.problem FROM webhook_attempts a WHERE a.store_id = m.store_id AND a.message_id = m.id ORDER BY a.id DESC LIMIT 1) a ON true`;

/** What an endpoint was told, newest first. */
export async function listMessages(
  tx: SqlTx,
  endpointId: bigint,
  o: { state: MessageState | null; topic: WebhookTopic | null; before: bigint | null; limit: number },
): Promise<LoggedMessage[]> {
  const filter = scopedSql(tx.scope, 'm', 6);
  return tx.query<LoggedMessage>(
    `${LOGGED} WHERE m.endpoint_id = $1 AND ($2::text IS NULL OR m.state = $2) AND ($3::text IS NULL OR m.topic = $3)
       AND ($4::bigint IS NULL OR m.id < $4) AND ${filter.text} ORDER BY m.id DESC LIMIT $5`,
    [endpointId, o.state, o.topic, o.before, o.limit, ...filter.values],
  );
}

export async function findMessage(tx: SqlTx, endpointId: bigint, id: bigint): Promise<LoggedMessage | undefined> {
  const filter = scopedSql(tx.scope, 'm', 3);
  const [row] = await tx.query<LoggedMessage>(`${LOGGED} WHERE m.endpoint_id = $1 AND m.id = $2 AND ${filter.text}`, [
    endpointId,
    id,
    ...filter.values,
  ]);
  return row;
}

export type AttemptRow = Omit<NewAttempt, 'vendorId' | 'messageId'>;

/** Every try of a message, the oldest first; at most the newest 50 of one that was sent again many times. */
export async function listAttempts(tx: SqlTx, messageId: bigint): Promise<AttemptRow[]> {
  const filter = scopedSql(tx.scope, 'a', 2);
  const rows = await tx.query<AttemptRow>(
    `SELECT a.at, a.status, a.problem, a.answer, a.duration_ms AS "durationMs" FROM webhook_attempts a
     WHERE a.message_id = $1 AND ${filter.text} ORDER BY a.id DESC LIMIT 50`,
    [messageId, ...filter.values],
  );
  return rows.reverse();
}
