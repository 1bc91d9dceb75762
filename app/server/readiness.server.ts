import { randomBytes } from 'node:crypto';
import { findAwayReason, type AwayReason } from './database-away.ts';
import type { Database, SqlTx } from './db.server.ts';

/** A prober waits for a few seconds at most; a database that takes longer for one row does no work. */
const LIMIT_MS = 3_000;
/** Enough that a table whose file cannot grow says so within a few rows, and less than an index takes. */
const ROW_BYTES = 1_500;

/** Ends the transaction of the probe, so that nothing of it stays. */
class TakenBack extends Error {}

/** Why the database takes no writes at the moment; undefined where it does. It writes a row and takes it back. Never throws. */
export async function findUnreadiness(db: Pick<Database, 'queue'>): Promise<AwayReason | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<AwayReason>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, 'database_away');
    timer.unref();
  });
  const writing = db.queue(writeRow).then(
    () => undefined,
    (error: unknown) => (error instanceof TakenBack ? undefined : findAwayReason(error)),
  );
  return Promise.race([writing, tooLate]).finally(() => {
    clearTimeout(timer);
  });
}

/** The table of the rate limits holds nothing that lasts, and is written by every process. */
async function writeRow(query: SqlTx['query']): Promise<never> {
  await query(`SET LOCAL statement_timeout = ${LIMIT_MS}`);
  await query(`INSERT INTO rate_buckets (key, hits, resets_at) VALUES ($1, 0, 'epoch')`, [
    `ready|${randomBytes(ROW_BYTES).toString('base64url')}`,
  ]);
  throw new TakenBack();
}
