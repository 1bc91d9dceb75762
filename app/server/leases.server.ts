import { isDatabaseAway, type Database } from './db.server.ts';
import type { Log } from './log.server.ts';

/**
 * How long a claimed row is its worker's alone, in seconds. A worker renews its leases while it works, long before they end: a busy
 * event loop is no reason to lose one. Where the worker is gone, another takes the row after this time. It is the time of the
 * database's own clock, which no business clock moves.
 */
export const LEASE_SECONDS = 60;
/** So many renewals fall into one lease. */
const RENEWALS = 4;

/** The end of a lease that begins now, as SQL; `seconds` is the parameter that holds its length. */
export const leaseEndSql = (seconds: string): string => `clock_timestamp() + make_interval(secs => ${seconds})`;

type LeasedTable = 'scheduled_jobs' | 'mails' | 'webhook_messages';

/**
 * Takes back the leases of a table that have ended; `more` sets what becomes of those that were claimed too often. A row whose own transaction holds it is passed over. The array is made
 * once; as IN (SELECT …), a plan kept from when the table was empty would search it once for each of its rows.
 */
export const freeExpiredSql = (table: LeasedTable, more: string): string => `
  UPDATE ${table} SET lease = NULL, locked_until = NULL, ${more}
  WHERE id = ANY(ARRAY(
    SELECT id FROM ${table} WHERE lease IS NOT NULL AND locked_until < clock_timestamp() FOR UPDATE SKIP LOCKED))`;

/**
 * Gives back the attempts of rows whose end could not be written because the database was away (leases in $1): what was not the
 * work's fault does not count, and nobody waits for the lease.
 */
export const giveBackSql = (table: LeasedTable): string => `
  UPDATE ${table} SET lease = NULL, locked_until = NULL, attempts = greatest(attempts - 1, 0) WHERE lease = ANY($1::uuid[])`;

export type Leases = {
  /** Keeps the rows that were claimed with a lease until it is released. */
  hold(lease: string): void;
  release(lease: string): void;
};

/** Renews the leases of this process on the rows of a table (`lease`, `locked_until`), for as long as it holds some. */
export function createLeases(o: { db: Database; log: Log; table: LeasedTable; seconds: number }): Leases {
  const leased = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;
  // A row whose own transaction holds it is passed over: nobody else can take it before that ends.
  const statement = `
    UPDATE ${o.table} SET locked_until = ${leaseEndSql('$2::float8')}
    WHERE id = ANY(ARRAY(SELECT id FROM ${o.table} WHERE lease = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED))`;
  const renew = async () => {
    if (isRenewing) return;
    isRenewing = true;
    try {
      await o.db.sql(statement, [[...leased], o.seconds]);
    } catch (error) {
      if (!isDatabaseAway(error)) o.log.error({ err: error, table: o.table }, 'leases were not renewed');
    } finally {
      isRenewing = false;
    }
  };
  return {
    hold(lease) {
      leased.add(lease);
      timer ??= setInterval(() => void renew(), (o.seconds * 1000) / RENEWALS);
    },
    release(lease) {
      leased.delete(lease);
      if (leased.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
