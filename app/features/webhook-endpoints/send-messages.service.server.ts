import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { countFailure } from '#app/adapters/telemetry/metrics.server.ts';
import { WebRefusal } from '#app/adapters/web/web-reader.server.ts';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { WebRefusalKind } from '#app/core/web-refusal.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { isDatabaseAway, type SqlTx } from '#app/server/db.server.ts';
import { createLeases } from '#app/server/leases.server.ts';
import { buildBody, type WebhookSources } from './build-body.service.server.ts';
import * as endpoints from './endpoints.repo.server.ts';
import type { EndpointRow } from './endpoints.repo.server.ts';
import * as repo from './messages.repo.server.ts';
import { endEndpoint } from './off-by-itself.service.server.ts';
import { signMessage } from './sign-message.server.ts';
import { ANSWER_MS, MAX_ANSWER_BYTES, MAX_FAILING_MS, nextAttempt } from './webhook-endpoint.ts';

/** Messages that one process has on their way at a time, most of which wait for somebody outside. */
const MAX_RUNNING = 64;
const AWAY_PAUSE_MS = 1_000;

export type WebhookSender = {
  /** Claims as many due messages as there is room for and starts sending them; true when it claimed any. `onEnd` follows each end. */
  start(onEnd: () => void): Promise<boolean>;
  /** Waits until all that was started has ended. */
  settle(): Promise<void>;
};

/**
 * Tells endpoints what happened. A message is claimed with a lease and committed before anybody is called, and ended in a
 * transaction of its own: a process that dies between the answer and the commit sends it again under the same id. Nobody waits
 * for an endpoint but its own messages.
 */
export function createWebhookSender(services: Services, sources: WebhookSources): WebhookSender {
  const seconds = services.env.JOB_LEASE_SECONDS;
  const leases = createLeases({ ...services, table: 'webhook_messages', seconds });
  const running = new Set<Promise<void>>();
  /** The leases of messages whose end could not be written because the database was away. */
  let abandoned: string[] = [];

  const runOne = async (claimed: repo.ClaimedMessage): Promise<void> => {
    try {
      await sendOne(services, sources, claimed);
    } catch (error) {
      if (isDatabaseAway(error)) {
        abandoned.push(claimed.lease);
        await pause(AWAY_PAUSE_MS);
      } else services.log.error({ err: error, message: String(claimed.id) }, 'the end of a webhook was not recorded');
    } finally {
      leases.release(claimed.lease);
    }
  };

  return {
    async start(onEnd) {
      const capacity = MAX_RUNNING - running.size;
      if (capacity <= 0) return false;
      const names = Array.from({ length: capacity }, () => randomUUID());
      const given = abandoned;
      const claimed = await repo.claimDue(services.db, names, { now: services.clock.now(), seconds, abandoned: given });
      abandoned = abandoned.filter((lease) => !given.includes(lease));
      for (const one of claimed) {
        leases.hold(one.lease);
        const run = runOne(one).finally(() => {
          running.delete(run);
          onEnd();
        });
        running.add(run);
      }
      return claimed.length > 0;
    },
    async settle() {
      await Promise.all(running);
    },
  };
}

async function sendOne(
  services: Services,
  sources: WebhookSources,
  { id, storeId: of, lease }: repo.ClaimedMessage,
): Promise<void> {
  const storeId = asStoreId(of);
  const store = await findStoreById(services, storeId);
  const found = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const message = await repo.holdClaimed(tx, id, lease);
    const endpoint = message && (await endpoints.findAnyEndpoint(tx, message.endpointId));
    if (!message || !endpoint) return undefined;
    if (endpoint.state === 'on') return { message, endpoint };
    await repo.finish(tx, id, { state: 'paused', at: services.clock.now(), attempts: 0 });
    return undefined;
  });
  if (!store || !found) return;
  const work = { store, ...found, lease };
  const body = await readBody(services, sources, work).catch((error: unknown) => {
    if (isDatabaseAway(error)) throw error;
    // Nobody was called: it is tried again as a message that was not taken.
    services.log.error({ err: error, message: String(id) }, 'what a webhook tells could not be read');
    return endUnread(services, work);
  });
  if (body !== undefined) await callEndpoint(services, work, body);
}

type Work = { store: Store; endpoint: EndpointRow; message: repo.MessageRow; lease: string };

/** What is sent: as it was sent before, or as it is read now. Undefined where it ended instead. */
async function readBody(services: Services, sources: WebhookSources, work: Work): Promise<string | undefined> {
  const { endpoint, message } = work;
  if (message.body) return services.vault.open(message.body).toString('utf8');
  const built = await buildBody(services, sources, work);
  if (!built) return undefined;
  if ('body' in built) return built.body;
  const at = services.clock.now();
  await inScope(services, work, async (tx) => {
    if (built.problem === 'maker') {
      await repo.finish(tx, message.id, { state: 'paused', at, attempts: 0 });
      await endEndpoint(services, tx, endpoint, { problem: 'maker', at });
    } else
      await repo.finish(tx, message.id, { state: 'skipped', at, attempts: message.attempts, problem: built.problem });
  });
  return undefined;
}

async function endUnread(services: Services, work: Work): Promise<undefined> {
  const { message } = work;
  const at = services.clock.now();
  const dueAt = nextAttempt(message.attempts, at);
  const state = dueAt ? 'pending' : 'failed';
  await inScope(services, work, (tx) =>
    repo.finish(tx, message.id, { state, at, dueAt, attempts: message.attempts, problem: 'unread' }),
  );
  return undefined;
}

/** The outcome of one try. */
type Answer = { status: number | null; problem: WebRefusalKind | null; text: string | null; durationMs: number };

async function callEndpoint(services: Services, work: Work, body: string): Promise<void> {
  const { endpoint, message } = work;
  const at = services.clock.now();
  const isOldValid = endpoint.oldSecretUntil !== null && endpoint.oldSecretUntil > at;
  const encrypted = [endpoint.secret, ...(isOldValid && endpoint.oldSecret !== null ? [endpoint.oldSecret] : [])];
  const headers = signMessage(
    { id: `msg_${String(message.id)}`, at, body },
    encrypted.map((secret) => services.vault.openText(secret)),
  );
  const answer = await post(services, endpoint.url, { body, headers });
  if (answer.problem !== null) countFailure('webhook', answer.problem);
  await inScope(services, work, async (tx) => {
    await repo.insertAttempt(tx, {
      vendorId: message.vendorId,
      messageId: message.id,
      at,
      status: answer.status,
      problem: answer.problem,
      answer: answer.text === null || answer.text === '' ? null : services.vault.seal(Buffer.from(answer.text)),
      durationMs: answer.durationMs,
    });
    await recordAnswer(services, tx, work, answer);
  });
}

async function post(
  services: Services,
  url: string,
  o: { body: string; headers: Readonly<Record<string, string>> },
): Promise<Answer> {
  const start = performance.now();
  const measure = () => Math.round(performance.now() - start);
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const { status, text } = await services.adapters.callbacks.call(url, { ...o, signal, keepBytes: MAX_ANSWER_BYTES });
    const isTaken = status >= 200 && status <= 299;
    return { status, problem: isTaken ? null : 'status', text, durationMs: measure() };
  } catch (error) {
    if (!(error instanceof WebRefusal)) throw error;
    return { status: null, problem: error.kind, text: null, durationMs: measure() };
  }
}

async function recordAnswer(services: Services, tx: SqlTx, { message, endpoint }: Work, answer: Answer): Promise<void> {
  const at = services.clock.now();
  const { attempts, id } = message;
  if (answer.problem === null) {
    await repo.finish(tx, id, { state: 'sent', at, attempts });
    await endpoints.endFailing(tx, endpoint.id);
    return;
  }
  const since = await endpoints.recordFailing(tx, endpoint.id, at);
  const isGone = answer.status === 410;
  if (isGone || (since && at.getTime() - since.getTime() >= MAX_FAILING_MS)) {
    await repo.finish(tx, id, { state: 'paused', at, attempts: 0 });
    await endEndpoint(services, tx, endpoint, { problem: isGone ? 'gone' : 'failing', at });
    return;
  }
  const dueAt = nextAttempt(attempts, at);
  await repo.finish(tx, id, { state: dueAt ? 'pending' : 'failed', at, dueAt, attempts });
}

/** One transaction over a message that is still this worker's; nothing is done where its lease was lost. */
async function inScope(
  services: Services,
  { store, message, lease }: Work,
  work: (tx: SqlTx) => Promise<void>,
): Promise<void> {
  await services.db.fast(marketplaceScope(store.id), async (tx) => {
    if (await repo.holdClaimed(tx, message.id, lease)) await work(tx);
  });
}
