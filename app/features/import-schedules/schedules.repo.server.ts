import type { Issue } from '#app/core/errors.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { Frequency, ScheduleProblem } from './import-schedule.ts';

export type ScheduleRow = {
  id: bigint;
  /** Null: the marketplace's own. */
  vendorId: bigint | null;
  name: string;
  address: string;
  username: string;
  /** Sealed; null without one. */
  password: string | null;
  hostKey: string | null;
  frequency: Frequency;
  /** From when its periods count. */
  anchor: Date;
  templateId: bigint | null;
  forVendor: string | null;
  locale: Locale;
  maker: string;
  createdBy: string;
  createdAt: Date;
  state: 'on' | 'off';
  problem: ScheduleProblem | null;
  issue: Issue | null;
  failingSince: Date | null;
  /** Which of its jobs is meant: an earlier one does nothing. */
  turn: number;
  dueAt: Date | null;
  lastRunAt: Date | null;
  lastSuccessAt: Date | null;
  /** SHA-256 of the file that was imported, or refused, last. */
  fileHash: string | null;
  lastImportId: bigint | null;
};

const COLUMNS = `s.id, s.vendor_id AS "vendorId", s.name, s.address, s.username, s.password, s.host_key AS "hostKey", s.frequency, s.anchor,
  s.template_id AS "templateId", s.for_vendor AS "forVendor", s.locale, s.maker, s.created_by AS "createdBy", s.created_at AS "createdAt",
  s.state, s.problem, s.issue, s.failing_since AS "failingSince", s.turn, s.due_at AS "dueAt",
  s.last_run_at AS "lastRunAt", s.last_success_at AS "lastSuccessAt", s.file_hash AS "fileHash", s.last_import_id AS "lastImportId"`;

/** Those of a vendor, or (null) the marketplace's own, by their age. */
export async function listSchedules(tx: SqlTx, vendorId: bigint | null): Promise<ScheduleRow[]> {
  const filter = scopedSql(tx.scope, 's', 2);
  return tx.query(
    `SELECT ${COLUMNS} FROM import_schedules s WHERE s.vendor_id IS NOT DISTINCT FROM $1::bigint AND ${filter.text} ORDER BY s.id`,
    [vendorId, ...filter.values],
  );
}

/** A schedule of a vendor, or (null) the marketplace's own. */
export async function findSchedule(
  tx: SqlTx,
  vendorId: bigint | null,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<ScheduleRow | undefined> {
  const filter = scopedSql(tx.scope, 's', 3);
  const [row] = await tx.query<ScheduleRow>(
    `SELECT ${COLUMNS} FROM import_schedules s
     WHERE s.id = $1 AND s.vendor_id IS NOT DISTINCT FROM $2::bigint AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [id, vendorId, ...filter.values],
  );
  return row;
}

/** A schedule within the scope, whosever it is. */
export async function findAnySchedule(
  tx: SqlTx,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<ScheduleRow | undefined> {
  const filter = scopedSql(tx.scope, 's', 2);
  const [row] = await tx.query<ScheduleRow>(
    `SELECT ${COLUMNS} FROM import_schedules s WHERE s.id = $1 AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [id, ...filter.values],
  );
  return row;
}

/** Schedules of the scope that are on. */
export async function listActive(tx: SqlTx): Promise<{ id: bigint; dueAt: Date | null }[]> {
  const filter = scopedSql(tx.scope, 's', 1);
  return tx.query(
    `SELECT s.id, s.due_at AS "dueAt" FROM import_schedules s WHERE s.state = 'on' AND ${filter.text} ORDER BY s.id`,
    filter.values,
  );
}

/** How many schedules of the scope import nothing until something is done. */
export async function countFailing(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 's', 1);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM import_schedules s WHERE s.problem IS NOT NULL AND ${filter.text}`,
    filter.values,
  );
  return row?.count ?? 0;
}

/** One caller at a time adds schedules of a vendor or of the marketplace, until its transaction ends. */
export async function lockSchedules(tx: SqlTx, vendorId: bigint | null): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
    `import_schedules/${String(vendorId ?? '*')}`,
    tx.scope.storeId,
  ]);
}

/** What people choose of a schedule, and in whose name it runs. */
export type ScheduleChoices = Pick<
  ScheduleRow,
  | 'name'
  | 'address'
  | 'username'
  | 'password'
  | 'hostKey'
  | 'frequency'
  | 'anchor'
  | 'templateId'
  | 'forVendor'
  | 'locale'
  | 'maker'
>;

const choices = (o: ScheduleChoices) => [
  o.name,
  o.address,
  o.username,
  o.password,
  o.hostKey,
  o.frequency,
  o.anchor,
  o.templateId,
  o.forVendor,
  o.locale,
  o.maker,
];

export async function insertSchedule(
  tx: SqlTx,
  o: ScheduleChoices & Pick<ScheduleRow, 'vendorId' | 'createdBy' | 'createdAt'>,
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO import_schedules (store_id, vendor_id, name, address, username, password, host_key, frequency, anchor, template_id,
       for_vendor, locale, maker, created_by, created_at, state, turn)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'on', 0) RETURNING id`,
    [tx.scope.storeId, o.vendorId, ...choices(o), o.createdBy, o.createdAt],
  );
  if (!row) throw new Error('a schedule was not kept');
  return row.id;
}

/** Writes what people chose; what was wrong before is forgotten, and the same file is imported again. */
export async function updateSchedule(tx: SqlTx, id: bigint, o: ScheduleChoices): Promise<void> {
  const filter = scopedSql(tx.scope, 's', 13);
  await tx.query(
    `UPDATE import_schedules s SET name = $2, address = $3, username = $4, password = $5, host_key = $6, frequency = $7, anchor = $8,
       template_id = $9, for_vendor = $10, locale = $11, maker = $12, file_hash = NULL WHERE s.id = $1 AND ${filter.text}`,
    [id, ...choices(o), ...filter.values],
  );
}

/** Switches a schedule on or off; off, it is not due. */
export async function setState(tx: SqlTx, id: bigint, state: 'on' | 'off'): Promise<void> {
  const filter = scopedSql(tx.scope, 's', 3);
  await tx.query(
    `UPDATE import_schedules s SET state = $2, due_at = CASE WHEN $2 = 'on' THEN s.due_at END,
       problem = NULL, issue = NULL, turn = s.turn + 1 WHERE s.id = $1 AND ${filter.text}`,
    [id, state, ...filter.values],
  );
}

/** Forgets which file was imported last, so that the same one is imported again. */
export async function forgetFile(tx: SqlTx, id: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 's', 2);
  await tx.query(`UPDATE import_schedules s SET file_hash = NULL WHERE s.id = $1 AND ${filter.text}`, [
    id,
    ...filter.values,
  ]);
}

/** Notes when it runs next, and which turn that is; undefined where it is off or gone. */
export async function planTurn(tx: SqlTx, id: bigint, dueAt: Date): Promise<number | undefined> {
  const filter = scopedSql(tx.scope, 's', 3);
  const [row] = await tx.query<{ turn: number }>(
    `UPDATE import_schedules s SET turn = s.turn + 1, due_at = $2 WHERE s.id = $1 AND s.state = 'on' AND ${filter.text} RETURNING s.turn`,
    [id, dueAt, ...filter.values],
  );
  return row?.turn;
}

/** Notes how a run ended. */
export async function markRun(
  tx: SqlTx,
  id: bigint,
  o: Pick<
    ScheduleRow,
    | 'state'
    | 'problem'
    | 'issue'
    | 'failingSince'
    | 'lastRunAt'
    | 'lastSuccessAt'
    | 'fileHash'
    | 'lastImportId'
    | 'hostKey'
  >,
): Promise<void> {
  const filter = scopedSql(tx.scope, 's', 11);
  await tx.query(
    `UPDATE import_schedules s SET state = $2, problem = $3, issue = $4::jsonb, failing_since = $5, last_run_at = $6, last_success_at = $7,
       file_hash = $8, last_import_id = $9, host_key = $10, due_at = CASE WHEN $2 = 'on' THEN s.due_at END
     WHERE s.id = $1 AND ${filter.text}`,
    [
      id,
      o.state,
      o.problem,
      o.issue ? JSON.stringify(o.issue) : null,
      o.failingSince,
      o.lastRunAt,
      o.lastSuccessAt,
      o.fileHash,
      o.lastImportId,
      o.hostKey,
      ...filter.values,
    ],
  );
}

export async function deleteSchedule(tx: SqlTx, id: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 's', 2);
  await tx.query(`DELETE FROM import_schedules s WHERE s.id = $1 AND ${filter.text}`, [id, ...filter.values]);
}

/** Gives schedules of a vendor to another maker. */
export async function setMaker(
  tx: SqlTx,
  vendorId: bigint,
  o: { ids: readonly bigint[]; maker: string },
): Promise<void> {
  const filter = scopedSql(tx.scope, 's', 4);
  await tx.query(
    `UPDATE import_schedules s SET maker = $3 WHERE s.vendor_id = $1 AND s.id = ANY($2::bigint[]) AND ${filter.text}`,
    [vendorId, [...o.ids], o.maker, ...filter.values],
  );
}

/** Ends all schedules of a vendor. */
export async function deleteOfVendor(tx: SqlTx, vendorId: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 's', 2);
  await tx.query(`DELETE FROM import_schedules s WHERE s.vendor_id = $1 AND ${filter.text}`, [
    vendorId,
    ...filter.values,
  ]);
}
