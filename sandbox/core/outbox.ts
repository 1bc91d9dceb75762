import { realMs } from './clock.ts';
import type { Fault, Faults, SandboxClock } from './kernel.ts';

/** The waits between attempts: eight retries over four hours. */
const RETRY_MINUTES = [1, 2, 4, 8, 16, 32, 64, 113] as const;
const CONCURRENCY = 6;
const KEPT_DONE = 500;
/** After so many attempts the settled messages are looked through. */
const TIDY_EVERY = 100;
const REORDER_WAIT_MS = 1_500;

export type Outcome = { status: number | null; durationMs: number; error: string | null };

/** What the queue needs to know of a message on its way to the app. */
export type Outgoing = {
  id: string;
  topic: string;
  body: string;
  /** When it may be tried next, on the sandbox's clock. */
  dueAt: string;
  attempts: ({ at: string } & Outcome)[];
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
};

export type Outbox<T extends Outgoing> = {
  /** Puts a message into the queue; it is sent with the next `pumpSoon`. */
  queue: (message: T) => void;
  /** Sends what is due, a few at once, in the order of the events, as soon as the present work is done. */
  pumpSoon: () => void;
  /** Sends everything that is due and waits until the queue rests. */
  drain: () => Promise<void>;
  stop: () => Promise<void>;
};

type Parts<T extends Outgoing> = {
  clock: SandboxClock;
  faults: Faults;
  /** The state's own list of messages, oldest first. */
  list: () => T[];
  replace: (messages: T[]) => void;
  /** Where faults of this message are looked up. */
  targetOf: (message: T) => string;
  send: (message: T) => Promise<Outcome>;
  save: () => void;
  /** Whether delivered messages keep their bodies, so that they can be sent once more. */
  keepsBodies?: boolean;
  /** Runs before each look that comes with time: time may bring new messages. */
  beforeLook?: () => void;
};

/** What a queue does at the moment; nothing of it outlives the process. */
type Work<T extends Outgoing> = {
  inFlight: Set<string>;
  /** Messages that wait for the next one to overtake them (the fault "reorder"). */
  held: T[];
  /** Who waits for the queue to rest. */
  idle: (() => void)[];
  isStopped: boolean;
  isPumpDue: boolean;
  attemptsSinceTidied: number;
};

/** A queue of messages to the app: persisted with the state, retried on the sandbox's clock, disturbed by faults. */
export function openOutbox<T extends Outgoing>(parts: Parts<T>): Outbox<T> {
  const work: Work<T> = {
    inFlight: new Set(),
    held: [],
    idle: [],
    isStopped: false,
    isPumpDue: false,
    attemptsSinceTidied: 0,
  };
  const look = (): void => {
    if (work.isStopped) return;
    parts.beforeLook?.();
    pump(parts, work);
  };
  // Retries become due as time passes, also when the clock is moved by hand in its file.
  const timer = setInterval(look, 500);
  timer.unref();
  return {
    queue: (message) => queueMessage(parts, work, message),
    pumpSoon: () => {
      if (work.isPumpDue) return;
      work.isPumpDue = true;
      setImmediate(() => {
        work.isPumpDue = false;
        pump(parts, work);
      });
    },
    drain: async () => {
      look();
      while (!isResting(parts, work) && !work.isStopped) await new Promise<void>((resolve) => work.idle.push(resolve));
    },
    stop: async () => {
      work.isStopped = true;
      clearInterval(timer);
      for (const resolve of work.idle.splice(0)) resolve();
      while (work.inFlight.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

/** The first messages that are due, at most so many: a queue may be long, and each look begins at its front. */
function findDue<T extends Outgoing>(parts: Parts<T>, work: Work<T>, limit: number): T[] {
  const now = parts.clock.iso();
  const found: T[] = [];
  for (const message of parts.list()) {
    if (found.length >= limit) break;
    const isWaiting = message.state === 'waiting' && message.dueAt <= now;
    if (isWaiting && !work.inFlight.has(message.id) && !work.held.includes(message)) found.push(message);
  }
  return found;
}

function isResting<T extends Outgoing>(parts: Parts<T>, work: Work<T>): boolean {
  return work.inFlight.size === 0 && work.held.length === 0 && findDue(parts, work, 1).length === 0;
}

function pump<T extends Outgoing>(parts: Parts<T>, work: Work<T>): void {
  if (work.isStopped) return;
  for (const message of findDue(parts, work, CONCURRENCY - work.inFlight.size)) {
    work.inFlight.add(message.id);
    void attempt(parts, message).finally(() => {
      work.inFlight.delete(message.id);
      work.attemptsSinceTidied += 1;
      if (work.attemptsSinceTidied >= TIDY_EVERY) {
        work.attemptsSinceTidied = 0;
        forgetOld(parts);
      }
      pump(parts, work);
    });
  }
  if (isResting(parts, work)) for (const resolve of work.idle.splice(0)) resolve();
}

function queueMessage<T extends Outgoing>(parts: Parts<T>, work: Work<T>, message: T): void {
  const fault = parts.faults.take(parts.targetOf(message), [message.topic], ['drop', 'delay', 'reorder']);
  const release = (one: T): void => {
    const position = work.held.indexOf(one);
    if (position !== -1) work.held.splice(position, 1);
    pump(parts, work);
  };
  const overtaken = work.held[0];
  parts.list().push(message);
  if (fault?.kind === 'drop') message.state = 'dropped';
  if (fault?.kind === 'delay') message.dueAt = laterBy(parts.clock, fault.delayMs);
  if (fault?.kind === 'reorder') {
    work.held.push(message);
    setTimeout(() => release(message), REORDER_WAIT_MS);
  } else if (overtaken) void waitUntilSent(parts, message).then(() => release(overtaken));
  parts.save();
}

async function attempt<T extends Outgoing>(parts: Parts<T>, message: T): Promise<void> {
  const kinds = ['error', 'timeout', 'drop_response', 'duplicate'] as const;
  const fault = parts.faults.take(parts.targetOf(message), [message.topic], kinds);
  const at = parts.clock.iso();
  const outcome = await sendUnder(fault, () => parts.send(message));
  const isLate = !parts.list().includes(message);
  if (isLate) return;
  message.attempts.push({ at, ...outcome });
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) {
    message.state = 'delivered';
    if (!parts.keepsBodies) message.body = '';
  } else if (message.attempts.length > RETRY_MINUTES.length) message.state = 'failed';
  else message.dueAt = laterBy(parts.clock, (RETRY_MINUTES[message.attempts.length - 1] ?? 113) * 60_000);
  parts.save();
}

async function sendUnder(fault: Fault | null, send: () => Promise<Outcome>): Promise<Outcome> {
  if (fault?.kind === 'error') return { status: null, durationMs: 0, error: 'fault: not sent' };
  let outcome = await send();
  if (fault?.kind === 'duplicate') outcome = await send();
  // The app has done its work; the sender never hears of it and will come again.
  if (fault?.kind === 'timeout' || fault?.kind === 'drop_response')
    return { ...outcome, status: null, error: `fault: ${fault.kind}` };
  return outcome;
}

function laterBy(clock: SandboxClock, ms: number): string {
  return new Date(clock.now().getTime() + ms).toISOString();
}

async function waitUntilSent<T extends Outgoing>(parts: Parts<T>, message: T): Promise<void> {
  const until = realMs() + REORDER_WAIT_MS;
  while (
    message.state === 'waiting' &&
    message.attempts.length === 0 &&
    realMs() < until &&
    parts.list().includes(message)
  )
    await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Only the latest settled messages stay listed. */
function forgetOld<T extends Outgoing>(parts: Parts<T>): void {
  const settled = parts.list().filter((message) => message.state !== 'waiting');
  if (settled.length <= KEPT_DONE) return;
  const forgotten = new Set(settled.slice(0, settled.length - KEPT_DONE));
  parts.replace(parts.list().filter((message) => !forgotten.has(message)));
}

/** Posts a body to the app, and tells what it said; a redirect is an answer like any other. */
export async function postBody(
  url: URL,
  body: string,
  headers: Record<string, string>,
  timeoutMs = 5_000,
): Promise<Outcome> {
  const started = realMs();
  const took = (): number => Math.round((realMs() - started) * 10) / 10;
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'application/json', ...headers },
    });
    await response.arrayBuffer();
    return { status: response.status, durationMs: took(), error: null };
  } catch (caught) {
    return { status: null, durationMs: took(), error: describeError(caught) };
  }
}

function describeError(caught: unknown): string {
  if (!(caught instanceof Error)) return String(caught);
  return (caught.cause instanceof Error ? caught.cause.message : caught.message) || caught.name;
}
