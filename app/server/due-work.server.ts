import { asStoreId, type StoreId } from '#app/core/ids.ts';
import type { Clock } from '#app/core/clock.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Database, SqlTx } from './db.server.ts';
import type { Log } from './log.server.ts';

/** What fails so often is left to a person. */
const MOST_ATTEMPTS = 8;

/**
 * How long a handler may wait inside its transaction, as PostgreSQL writes it: for the answers of a platform that is slow or
 * silent. A worker that is gone is noticed by its connection, long before.
 */
const LONGEST_WAIT = '10min';

/** A kind of work that becomes due at a business time. The handler runs in the row's own transaction and may run twice. */
export type DueWorkHandler = {
  kind: string;
  handle(tx: SqlTx, storeId: StoreId, work: { key: string; payload: unknown; dueAt: Date }): Promise<void>;
};

/** Notes work for a business time, once per (store, kind, key); a later call moves the time while it is open. */
export async function planDueWork(
  tx: SqlTx,
  o: { kind: string; key: string; payload: object; dueAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO due_work (store_id, kind, key, payload, due_at) VALUES ($1, $2, $3, $4::jsonb, $5)
     ON CONFLICT (store_id, kind, key) DO UPDATE SET due_at = excluded.due_at, payload = excluded.payload WHERE due_work.done_at IS NULL`,
    [tx.scope.storeId, o.kind, o.key, JSON.stringify(o.payload), o.dueAt],
  );
}

/**
 * Whether the scope's store has work of a kind that will still be tried. One asker at a time: the answer holds until its
 * transaction ends. Work that runs at the moment is waited for: it may end without a successor, or plan one.
 */
export async function hasOpenWork(tx: SqlTx, kind: string): Promise<boolean> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($2, $1))', [tx.scope.storeId, `due_work/${kind}`]);
  const open = `SELECT id FROM due_work
    WHERE store_id = $1 AND kind = $2 AND done_at IS NULL AND attempts < ${MOST_ATTEMPTS}`;
  const values = [tx.scope.storeId, kind];
  await tx.query(`${open} ORDER BY id FOR UPDATE`, values);
  // Asked anew, because a successor that was planned while this waited is not seen by the statement that waited.
  return (await tx.query(`${open} LIMIT 1`, values)).length > 0;
}

/** Whether work of a kind is noted that will still be tried, of keys that begin in a way. Nothing is waited for. */
export async function isPlanned(tx: SqlTx, kind: string, keyStart: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM due_work WHERE store_id = $1 AND kind = $2 AND starts_with(key, $3) AND done_at IS NULL AND attempts < ${MOST_ATTEMPTS} LIMIT 1`,
    [tx.scope.storeId, kind, keyStart],
  );
  return rows.length > 0;
}

/** The keys of the scope's work of a kind that has not been tried yet: whoever plans the same again need not. */
export async function listUntriedKeys(tx: SqlTx, kind: string): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    'SELECT key FROM due_work WHERE store_id = $1 AND kind = $2 AND done_at IS NULL AND attempts = 0',
    [tx.scope.storeId, kind],
  );
  return rows.map(({ key }) => key);
}

/** Removes done work of a kind of the scope's store, for kinds that repeat for ever. */
export async function forgetDoneWork(tx: SqlTx, kind: string, doneBefore: Date): Promise<void> {
  await tx.query('DELETE FROM due_work WHERE store_id = $1 AND kind = $2 AND done_at < $3', [
    tx.scope.storeId,
    kind,
    doneBefore,
  ]);
}

/**
 * Runs what has become due by the clock of the context, one row a transaction. Returns whether there may be more. Work whose
 * transaction is lost under it counts as failed like any other, so that it does not keep what comes after it from its turn.
 */
export function createDueWork(o: { db: Database; clock: Clock; log: Log; handlers: readonly DueWorkHandler[] }) {
  return {
    async runNext(): Promise<boolean> {
      const now = o.clock.now();
      const [next] = await o.db.sql<Next>({ name: 'next-due-work', text: NEXT }, [now]);
      if (!next) return false;
      const storeId = asStoreId(next.store_id);
      const claimed: Row[] = [];
      try {
        await o.db.fast(marketplaceScope(storeId), async (tx) => {
          claimed.push(...(await tx.query<Row>(CLAIM, [next.id, now])));
          await tx.query(`SET LOCAL idle_in_transaction_session_timeout = '${LONGEST_WAIT}'`);
          for (const row of claimed) await runRow(o, tx, storeId, row);
        });
      } catch (error) {
        const [lost] = claimed;
        if (!lost) throw error;
        o.log.error({ err: error, kind: lost.kind, key: lost.key }, 'due work lost its transaction');
        await o.db.fast(marketplaceScope(storeId), async (tx) => {
          // Unless it was committed after all, or another worker has it already.
          const [open] = await tx.query<Row>(CLAIM, [next.id, now]);
          if (open) await tx.query(FAILED, [open.id, textOf(error), now]);
        });
      }
      return true;
    },
  };
}

async function runRow(
  o: { clock: Clock; log: Log; handlers: readonly DueWorkHandler[] },
  tx: SqlTx,
  storeId: StoreId,
  row: Row,
): Promise<void> {
  const now = o.clock.now();
  await tx.query('SAVEPOINT work');
  try {
    const handler = o.handlers.find(({ kind }) => kind === row.kind);
    if (!handler) throw new Error(`No handler for due work of the kind ${row.kind}`);
    await handler.handle(tx, storeId, { key: row.key, payload: row.payload, dueAt: row.due_at });
    await tx.query('UPDATE due_work SET done_at = $2, error = NULL WHERE id = $1', [row.id, now]);
  } catch (error) {
    o.log.error({ err: error, kind: row.kind, key: row.key }, 'due work failed');
    await tx.query('ROLLBACK TO SAVEPOINT work');
    await tx.query(FAILED, [row.id, textOf(error), now]);
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 500) : 'unknown');

type Next = { id: bigint; store_id: bigint };
type Row = { id: bigint; kind: string; key: string; payload: unknown; due_at: Date };

// What another worker holds is passed over; the lock ends with this statement, and the row is claimed in its store's scope.
const NEXT = `
  SELECT id, store_id FROM due_work WHERE done_at IS NULL AND due_at <= $1 AND attempts < ${MOST_ATTEMPTS} ORDER BY due_at, id LIMIT 1
  FOR UPDATE SKIP LOCKED`;
const CLAIM = `
  SELECT id, kind, key, payload, due_at FROM due_work WHERE id = $1 AND done_at IS NULL AND due_at <= $2 FOR UPDATE SKIP LOCKED`;
const FAILED = `
  UPDATE due_work SET attempts = attempts + 1, error = $2, due_at = $3::timestamptz + make_interval(secs => power(2, attempts + 2)) WHERE id = $1`;
