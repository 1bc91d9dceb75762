import type { WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { EndpointProblem, EndpointState } from './webhook-endpoint.ts';

export type EndpointRow = {
  id: bigint;
  /** Null: the marketplace's own. */
  vendorId: bigint | null;
  url: string;
  description: string;
  topics: WebhookTopic[];
  state: EndpointState;
  problem: EndpointProblem | null;
  /** Sealed. */
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: Date | null;
  failingSince: Date | null;
  maker: string;
  createdBy: string;
  createdAt: Date;
};

const COLUMNS = `e.id, e.vendor_id AS "vendorId", e.url, e.description, e.topics, e.state, e.problem, e.secret, e.old_secret AS "oldSecret",
  e.old_secret_until AS "oldSecretUntil", e.failing_since AS "failingSince", e.maker, e.created_by AS "createdBy", e.created_at AS "createdAt"`;

/** Those of a vendor, or (null) the marketplace's own, the oldest first, with how many messages wait for each. */
export async function listEndpoints(
  tx: SqlTx,
  vendorId: bigint | null,
): Promise<(EndpointRow & { waiting: number })[]> {
  const filter = scopedSql(tx.scope, 'e', 2);
  return tx.query(
    `SELECT ${COLUMNS}, (SELECT count(*)::int FROM webhook_messages m
       WHERE m.store_id = e.store_id AND m.endpoint_id = e.id AND m.state IN ('pending', 'paused')) AS waiting
     FROM webhook_endpoints e WHERE e.vendor_id IS NOT DISTINCT FROM $1::bigint AND ${filter.text} ORDER BY e.id`,
    [vendorId, ...filter.values],
  );
}

/** An endpoint of a vendor, or (null) the marketplace's own. */
export async function findEndpoint(
  tx: SqlTx,
  vendorId: bigint | null,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<EndpointRow | undefined> {
  const filter = scopedSql(tx.scope, 'e', 3);
  const [row] = await tx.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints e
     WHERE e.id = $1 AND e.vendor_id IS NOT DISTINCT FROM $2::bigint AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [id, vendorId, ...filter.values],
  );
  return row;
}

/** An endpoint within the scope, whosever it is. */
export async function findAnyEndpoint(tx: SqlTx, id: bigint): Promise<EndpointRow | undefined> {
  const filter = scopedSql(tx.scope, 'e', 2);
  const [row] = await tx.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints e WHERE e.id = $1 AND ${filter.text}`,
    [id, ...filter.values],
  );
  return row;
}

/** One caller at a time adds endpoints of a vendor or of the marketplace, until its transaction ends. */
export async function lockEndpoints(tx: SqlTx, vendorId: bigint | null): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
    `webhook_endpoints/${String(vendorId ?? '*')}`,
    tx.scope.storeId,
  ]);
}

type NewEndpoint = Pick<
  EndpointRow,
  'vendorId' | 'url' | 'description' | 'topics' | 'secret' | 'maker' | 'createdBy' | 'createdAt'
>;

export async function insertEndpoint(tx: SqlTx, o: NewEndpoint): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO webhook_endpoints (store_id, vendor_id, url, description, topics, state, secret, maker, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5::text[], 'on', $6, $7, $8, $9) RETURNING id`,
    [tx.scope.storeId, o.vendorId, o.url, o.description, [...o.topics], o.secret, o.maker, o.createdBy, o.createdAt],
  );
  if (!row) throw new Error('an endpoint was not kept');
  return row.id;
}

/** Writes what of an endpoint can change; everything else stays. */
export async function updateEndpoint(
  tx: SqlTx,
  id: bigint,
  o: Omit<EndpointRow, 'id' | 'vendorId' | 'createdBy' | 'createdAt'>,
): Promise<void> {
  const filter = scopedSql(tx.scope, 'e', 12);
  await tx.query(
    `UPDATE webhook_endpoints e SET url = $2, description = $3, topics = $4::text[], state = $5, problem = $6, secret = $7, old_secret = $8,
       old_secret_until = $9, failing_since = $10, maker = $11 WHERE e.id = $1 AND ${filter.text}`,
    [
      id,
      o.url,
      o.description,
      [...o.topics],
      o.state,
      o.problem,
      o.secret,
      o.oldSecret,
      o.oldSecretUntil,
      o.failingSince,
      o.maker,
      ...filter.values,
    ],
  );
}

export async function deleteEndpoint(tx: SqlTx, id: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 'e', 2);
  await tx.query(`DELETE FROM webhook_endpoints e WHERE e.id = $1 AND ${filter.text}`, [id, ...filter.values]);
}

/** Since when an endpoint takes nothing: from the first try that failed until one that went well. Answers the moment. */
export async function recordFailing(tx: SqlTx, id: bigint, at: Date): Promise<Date | undefined> {
  const filter = scopedSql(tx.scope, 'e', 3);
  const [row] = await tx.query<{ failingSince: Date }>(
    `UPDATE webhook_endpoints e SET failing_since = coalesce(e.failing_since, $2) WHERE e.id = $1 AND ${filter.text}
     RETURNING e.failing_since AS "failingSince"`,
    [id, at, ...filter.values],
  );
  return row?.failingSince;
}

/** An endpoint took something. */
export async function endFailing(tx: SqlTx, id: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 'e', 2);
  await tx.query(
    `UPDATE webhook_endpoints e SET failing_since = NULL WHERE e.id = $1 AND e.failing_since IS NOT NULL AND ${filter.text}`,
    [id, ...filter.values],
  );
}

/** Switches an endpoint off for a reason; false where it is off already. */
export async function switchOff(tx: SqlTx, id: bigint, problem: EndpointProblem): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'e', 3);
  const rows = await tx.query(
    `UPDATE webhook_endpoints e SET state = 'off', problem = $2 WHERE e.id = $1 AND e.state = 'on' AND ${filter.text} RETURNING e.id`,
    [id, problem, ...filter.values],
  );
  return rows.length > 0;
}

/** Gives endpoints of a vendor to another maker. */
export async function setMaker(
  tx: SqlTx,
  vendorId: bigint,
  o: { ids: readonly bigint[]; maker: string },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'e', 4);
  await tx.query(
    `UPDATE webhook_endpoints e SET maker = $3 WHERE e.vendor_id = $1 AND e.id = ANY($2::bigint[]) AND ${filter.text}`,
    [vendorId, [...o.ids], o.maker, ...filter.values],
  );
}

/** Gives what a maker has, of a vendor or (null) of the marketplace, to another. */
export async function moveMaker(tx: SqlTx, vendorId: bigint | null, o: { from: string; to: string }): Promise<void> {
  const filter = scopedSql(tx.scope, 'e', 4);
  await tx.query(
    `UPDATE webhook_endpoints e SET maker = $3
     WHERE e.vendor_id IS NOT DISTINCT FROM $1::bigint AND e.maker = $2 AND ${filter.text}`,
    [vendorId, o.from, o.to, ...filter.values],
  );
}

/** Ends all endpoints of a vendor. */
export async function deleteOfVendor(tx: SqlTx, vendorId: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 'e', 2);
  await tx.query(`DELETE FROM webhook_endpoints e WHERE e.vendor_id = $1 AND ${filter.text}`, [
    vendorId,
    ...filter.values,
  ]);
}
