import type { Socket } from 'node:net';

/** Errors of the sockets that lead to the database. Others have the same codes: those of providers, of the mail server. */
const socketErrors = new WeakSet<object>();

/** Remembers every error of a socket as one of the database, before the driver hears of it. */
export function watchDatabaseSocket<S extends Socket>(socket: S): S {
  socket.prependListener('error', (error) => socketErrors.add(error));
  return socket;
}

/**
 * SQLSTATEs of a server that takes nothing at the moment, whatever it was asked: out of disk, memory or connections (class 53),
 * not to be written to (25006), failing at its own files (58030), going or coming (57P0x), lost (class 08). 40001 comes from a server
 * that was or becomes a standby: the program's own transactions are read committed, which know no failure to serialize.
 */
const AWAY_STATES = /^(?:53\w{3}|08\w{3}|25006|58030|57P0[1-5]|40001)$/;
/** What the ORM says of a server that it does not reach, of a pool without a free connection, of a transaction that cannot begin. */
const ORM_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);
/** What the ORM's adapter calls an error of the socket. */
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
const AWAY_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/i;
/** Errors are wrapped a few times at most: by the adapter, by the ORM, by whoever adds words. */
const MAX_DEPTH = 6;

/** What an error of the driver, of the ORM or of its adapter may hold. */
type Parts = {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { code?: unknown; driverAdapterError?: unknown };
};

/** The error and what it wraps: causes, and the adapter's error inside of the ORM's. */
function* listParts(error: unknown, depth = 0): Generator<Parts> {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return;
  const parts = error as Parts;
  yield parts;
  yield* listParts(parts.cause, depth + 1);
  yield* listParts(parts.meta?.driverAdapterError, depth + 1);
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The SQLSTATE that an error carries, or ''. */
function findSqlState(error: unknown): string {
  for (const { code, originalCode, meta } of listParts(error)) {
    const found = [originalCode, meta?.code, code].map(toText).find((one) => /^\d[0-9A-Z]{4}$/.test(one));
    if (found) return found;
  }
  return '';
}

/** Whether an error means that the database does no work at the moment, rather than that it refused something. */
export function isDatabaseAway(error: unknown): boolean {
  if (AWAY_STATES.test(findSqlState(error))) return true;
  for (const parts of listParts(error)) {
    if (socketErrors.has(parts)) return true;
    if (ORM_CODES.has(toText(parts.code)) || ADAPTER_KINDS.has(toText(parts.kind))) return true;
    if (AWAY_MESSAGE.test(toText(parts.message))) return true;
  }
  return false;
}

/** Why the database does no work, as `/ready` says it. */
export type AwayReason = 'database_away' | 'database_read_only' | 'disk_full';

/** The reason that an error of a database that is away stands for. */
export function findAwayReason(error: unknown): AwayReason {
  const state = findSqlState(error);
  if (state === '53100') return 'disk_full';
  return state === '25006' ? 'database_read_only' : 'database_away';
}
