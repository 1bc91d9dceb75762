import type { SqlTx } from '#app/server/db.server.ts';
import type { RequestState, RequestTopic } from './compliance.ts';

export type RequestRow = {
  id: bigint;
  topic: RequestTopic;
  reference: string;
  subject: Record<string, unknown>;
  state: RequestState;
  hasExport: boolean;
  receivedAt: Date;
  dueAt: Date;
  completedAt: Date | null;
};

const COLUMNS = `r.id, r.topic, r.reference, r.subject, r.state, r.export IS NOT NULL AS "hasExport", r.received_at AS "receivedAt",
  r.due_at AS "dueAt", r.completed_at AS "completedAt"`;

/** Notes a request once; undefined when it was noted before. */
export async function insertRequest(
  tx: SqlTx,
  request: {
    topic: RequestTopic;
    reference: string;
    subject: object;
    state: RequestState;
    sealedExport: string | null;
    receivedAt: Date;
    dueAt: Date;
    completedAt: Date | null;
  },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO compliance_requests (store_id, topic, reference, subject, state, export, received_at, due_at, completed_at)
     VALUES ($1, $2, $3, $4::jsonb, $5, $6::jsonb, $7, $8, $9) ON CONFLICT (store_id, topic, reference) DO NOTHING RETURNING id`,
    [
      tx.scope.storeId,
      request.topic,
      request.reference,
      JSON.stringify(request.subject),
      request.state,
      request.sealedExport === null ? null : JSON.stringify({ sealed: request.sealedExport }),
      request.receivedAt,
      request.dueAt,
      request.completedAt,
    ],
  );
  return row?.id;
}

/** Requests, what is open first and then the newest. */
export async function listRequests(
  tx: SqlTx,
  o: { limit: number; offset: number },
): Promise<{ rows: RequestRow[]; count: number }> {
  const rows = await tx.query<RequestRow & { total: bigint }>(
    `SELECT ${COLUMNS}, count(*) OVER () AS total FROM compliance_requests r WHERE r.store_id = $1
     ORDER BY (r.state = 'ready') DESC, r.received_at DESC, r.id DESC LIMIT $2 OFFSET $3`,
    [tx.scope.storeId, o.limit, o.offset],
  );
  return { rows, count: Number(rows[0]?.total ?? 0n) };
}

export async function findRequest(tx: SqlTx, id: bigint): Promise<RequestRow | undefined> {
  const [row] = await tx.query<RequestRow>(
    `SELECT ${COLUMNS} FROM compliance_requests r WHERE r.store_id = $1 AND r.id = $2`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** The sealed export of a request; undefined when there is none. */
export async function readEncryptedExport(tx: SqlTx, id: bigint): Promise<string | undefined> {
  const [row] = await tx.query<{ sealed: string | null }>(
    `SELECT r.export->>'sealed' AS sealed FROM compliance_requests r WHERE r.store_id = $1 AND r.id = $2`,
    [tx.scope.storeId, id],
  );
  return row?.sealed ?? undefined;
}

export async function completeRequest(tx: SqlTx, id: bigint, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE compliance_requests SET state = 'completed', completed_at = $3 WHERE store_id = $1 AND id = $2 AND state = 'ready' RETURNING id`,
    [tx.scope.storeId, id, at],
  );
  return rows.length > 0;
}

/** How many requests wait for an admin, and when the first of them is due. */
export async function countOpenRequests(tx: SqlTx): Promise<{ count: number; dueAt: Date | null }> {
  const [row] = await tx.query<{ count: number; dueAt: Date | null }>(
    `SELECT count(*)::int AS count, min(due_at) AS "dueAt" FROM compliance_requests WHERE store_id = $1 AND state = 'ready'`,
    [tx.scope.storeId],
  );
  return row ?? { count: 0, dueAt: null };
}
