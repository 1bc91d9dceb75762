import type { IncomingMessage } from 'node:http';
import { AppError, describeRefusal } from '#app/core/errors.ts';
import { isDatabaseAway, type Database } from '../db.server.ts';
import type { Clock } from '#app/core/clock.ts';
import type { RequestInfo } from '../context.server.ts';
import { hashToken } from '../crypto.server.ts';
import { observePool, registry } from '#app/adapters/telemetry/metrics.server.ts';
import { findUnreadiness } from '../readiness.server.ts';
import { MAX_ATTEMPTS } from '../scheduled-jobs.server.ts';
import { send } from './api.server.ts';
import { bearerToken } from './caller.server.ts';
import type { Listener } from './server.server.ts';

/** Says that the process runs. */
export const healthListener: Listener = (_req, res) => {
  send(res, 200, { status: 'ok' });
  return Promise.resolve();
};

/**
 * Says whether the process can do work now: 503 with a reason (`database_away`, `database_read_only`, `disk_full`) while the
 * database takes no writes. However often it is asked, the database is asked once a second.
 */
export function readyListener(db: Database): Listener {
  let last: { at: number; answer: ReturnType<typeof findUnreadiness> } | undefined;
  return async (_req, res) => {
    const at = performance.now();
    if (!last || at - last.at > READY_KEPT_MS) last = { at, answer: findUnreadiness(db) };
    const reason = await last.answer;
    if (!reason) send(res, 200, { status: 'ready' });
    else send(res, 503, { ...describeRefusal(new AppError('unavailable')), status: 'unavailable', reason });
  };
}

const READY_KEPT_MS = 1_000;
const MAX_STARTING_MS = 1_000;
/** What is due at $1; what stands still with its store ($2: the kinds of jobs that do) waits for a person and is not. */
const COUNTS = `
  WITH on_hold AS MATERIALIZED (SELECT id, on_hold_since FROM stores WHERE on_hold_since IS NOT NULL),
  due_jobs AS (
    SELECT due_at FROM scheduled_jobs w WHERE done_at IS NULL AND (attempts < ${MAX_ATTEMPTS} OR lease IS NOT NULL) AND due_at <= $1
      AND NOT (lease IS NULL AND kind = ANY ($2::text[]) AND EXISTS (SELECT FROM on_hold h WHERE h.id = w.store_id))),
  due_mails AS (
    SELECT due_at FROM mails m WHERE state = 'queued' AND due_at <= $1
      AND NOT EXISTS (SELECT FROM on_hold h WHERE h.id = m.store_id AND m.lease IS NULL AND m.created_at < h.on_hold_since))
  SELECT (SELECT count(*) FROM webhook_deliveries WHERE state IN ('pending', 'waiting') AND due_at <= $1) AS deliveries,
    (SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting' AND due_at > $1) AS waiting,
    (SELECT count(*) FROM webhook_deliveries WHERE state = 'dead') AS dead,
    (SELECT count(*) FROM due_jobs) + (SELECT count(*) FROM due_mails) AS due,
    (SELECT count(*) FROM webhook_messages m WHERE state = 'pending' AND due_at <= $1 AND NOT EXISTS (
      SELECT FROM stores s WHERE s.id = m.store_id AND (s.on_hold_since IS NOT NULL OR s.uninstalled_at IS NOT NULL)) AND NOT EXISTS (
      SELECT FROM webhook_messages o WHERE o.endpoint_id = m.endpoint_id AND o.subject = m.subject AND o.subject_id = m.subject_id
        AND o.state = 'pending' AND o.id < m.id)) AS due_webhooks,
    (SELECT count(*) FROM scheduled_jobs WHERE done_at IS NULL AND attempts >= ${MAX_ATTEMPTS} AND lease IS NULL) AS dead_jobs,
    (SELECT count(*) FROM mails WHERE state = 'failed') AS failed_mails,
    (SELECT coalesce(extract(epoch FROM $1 - min(failing_since)), 0)::bigint FROM mails WHERE state = 'queued') AS mails_failing_seconds,
    (SELECT coalesce(extract(epoch FROM $1 - min(received_at)), 0)::bigint FROM webhook_deliveries WHERE state = 'pending') AS oldest_delivery,
    (SELECT coalesce(extract(epoch FROM $1 - min(due_at)), 0)::bigint FROM due_jobs) AS oldest_job,
    (SELECT coalesce(extract(epoch FROM $1 - min(due_at)), 0)::bigint FROM due_mails) AS oldest_mail`;

/** By the token that the operator set; without one, a call of this machine that came through no proxy. */
function mayReadMetrics(req: IncomingMessage, info: RequestInfo, token: string | undefined): boolean {
  if (token !== undefined) return hashToken(bearerToken(info.headers) ?? '') === hashToken(token);
  const isForwarded = info.headers.has('x-forwarded-for') || info.headers.has('forwarded');
  return !isForwarded && isLoopbackPeer(req.socket.remoteAddress ?? '');
}

const isLoopbackPeer = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);

type Count =
  | 'deliveries'
  | 'waiting'
  | 'dead'
  | 'due'
  | 'due_webhooks'
  | 'dead_jobs'
  | 'failed_mails'
  | 'mails_failing_seconds'
  | 'oldest_delivery'
  | 'oldest_job'
  | 'oldest_mail'
  | 'open_findings';

/** What the database is asked, in the order in which it is written. */
const GAUGES: readonly [name: string, count: Count, help: string][] = [
  ['souk_unhandled_deliveries', 'deliveries', 'Stored deliveries that are due to be handled'],
  ['souk_waiting_deliveries', 'waiting', 'Deliveries that wait for their subject'],
  ['souk_dead_deliveries', 'dead', 'Deliveries that need an admin'],
  ['souk_due_work', 'due', 'Jobs and mails whose time has come, those that run included'],
  [
    'souk_due_webhooks',
    'due_webhooks',
    'Messages to programs outside whose turn and time have come, those on their way included',
  ],
  ['souk_dead_jobs', 'dead_jobs', 'Jobs that failed for good'],
  ['souk_failed_mails', 'failed_mails', 'Mails whose tries all failed'],
  ['souk_mails_failing_seconds', 'mails_failing_seconds', 'Since when a mail that is still tried was not taken'],
  ['souk_oldest_delivery_seconds', 'oldest_delivery', 'The age of the oldest delivery that is not handled'],
  ['souk_oldest_job_seconds', 'oldest_job', 'Since when the oldest due job waits or runs'],
  ['souk_oldest_mail_seconds', 'oldest_mail', 'Since when the oldest due mail waits'],
  ['souk_open_findings', 'open_findings', 'Differences of the reconciliation that nobody resolved or set aside'],
];

/**
 * Prometheus text: what this process measured, and what waits to be done in the database; without the latter while the database is
 * away. The program is drained when due jobs, unhandled deliveries and due webhooks are all 0.
 */
export function metricsListener(o: {
  db: Database;
  clock: Clock;
  token: string | undefined;
  /** The kinds of jobs that stand still while a store is on hold. */
  onHoldKinds: readonly string[];
  /** The function that counts the open findings of all stores. */
  openFindings: string;
}): Listener {
  const counts = `${COUNTS}, ${o.openFindings}() AS open_findings`;
  return async (req, res, info) => {
    if (!mayReadMetrics(req, info, o.token)) throw new AppError('not_found');
    // What is noted while the question is on its way counts too: it is due now, and a moment later than this one.
    const moment = new Date(o.clock.now().getTime() + MAX_STARTING_MS);
    const [row] = await o.db.sql<Record<Count, bigint>>(counts, [moment, o.onHoldKinds]).catch((error: unknown) => {
      if (isDatabaseAway(error)) return [];
      throw error;
    });
    const write = (name: string, value: bigint | number, help: string) =>
      `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
    const waiting = row ? GAUGES.map(([name, count, help]) => write(name, row[count], help)) : [];
    const isUp = write('souk_database_up', row ? 1 : 0, 'Whether the database answers');
    observePool(o.db.pool);
    const own = await registry.metrics();
    res.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end([...waiting, isUp, own].join(''));
  };
}
