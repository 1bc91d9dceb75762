import { createHmac, randomUUID } from 'node:crypto';
import { realMs } from '../core/clock.ts';
import type { AppConfig, Config, Faults, ManualDelivery, RequestLog, SandboxClock, Webhooks } from '../core/kernel.ts';
import type { Shop, State, WebhookDelivery } from '../core/state.ts';

/** The waits between attempts: eight retries over four hours. */
export const RETRY_MINUTES = [1, 2, 4, 8, 16, 32, 64, 113] as const;
const TIMEOUT_MS = 5_000;
const CONCURRENCY = 6;
const KEPT_DONE = 500;
const REORDER_WAIT_MS = 1_500;

type Parts = {
  state: () => State;
  clock: SandboxClock;
  config: Config;
  app: AppConfig;
  faults: Faults;
  log: RequestLog;
  save: () => void;
};
type Outcome = { status: number | null; durationMs: number; error: string | null };

/** The base64 HMAC-SHA256 of the raw body, as in X-Shopify-Hmac-Sha256. */
export function signWebhook(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('base64');
}

/** The sender: one queue, in the order of the events, persisted with the state, retried on the sandbox's clock. */
export function openWebhooks(parts: Parts): Webhooks {
  const inFlight = new Set<string>();
  /** Deliveries that wait for the next event to overtake them (the fault "reorder"). */
  const held: WebhookDelivery[] = [];
  let stopped = false;
  const idle: (() => void)[] = [];

  const due = (): WebhookDelivery[] => {
    const now = parts.clock.iso();
    return parts
      .state()
      .deliveries.filter(
        (delivery) =>
          delivery.state === 'waiting' &&
          delivery.dueAt <= now &&
          !inFlight.has(delivery.id) &&
          !held.includes(delivery),
      );
  };
  const isResting = (): boolean => inFlight.size === 0 && held.length === 0 && due().length === 0;
  const pump = (): void => {
    if (stopped) return;
    for (const delivery of due()) {
      if (inFlight.size >= CONCURRENCY) return;
      inFlight.add(delivery.id);
      void attempt(delivery).finally(() => {
        inFlight.delete(delivery.id);
        pump();
      });
    }
    if (isResting()) for (const resolve of idle.splice(0)) resolve();
  };
  const attempt = async (delivery: WebhookDelivery): Promise<void> => {
    const fault = parts.faults.take('webhooks', [delivery.topic], ['error', 'timeout', 'drop_response', 'duplicate']);
    const at = parts.clock.iso();
    let outcome: Outcome =
      fault?.kind === 'error'
        ? { status: null, durationMs: 0, error: 'fault: not sent' }
        : await send(parts, toManual(parts, delivery));
    if (fault?.kind === 'duplicate') outcome = await send(parts, toManual(parts, delivery));
    // The app has done its work; the platform never hears of it and will come again.
    if (fault?.kind === 'timeout' || fault?.kind === 'drop_response')
      outcome = { ...outcome, status: null, error: `fault: ${fault.kind}` };
    const isLate = !parts.state().deliveries.includes(delivery);
    if (isLate) return;
    delivery.attempts.push({ at, ...outcome });
    if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) delivery.state = 'delivered';
    else if (delivery.attempts.length > RETRY_MINUTES.length) delivery.state = 'failed';
    else
      delivery.dueAt = new Date(
        parts.clock.now().getTime() + (RETRY_MINUTES[delivery.attempts.length - 1] ?? 113) * 60_000,
      ).toISOString();
    forgetOld(parts.state());
    parts.save();
  };
  const release = (delivery: WebhookDelivery): void => {
    const position = held.indexOf(delivery);
    if (position !== -1) held.splice(position, 1);
  };
  const queue = (delivery: WebhookDelivery): void => {
    const fault = parts.faults.take('webhooks', [delivery.topic], ['drop', 'delay', 'reorder']);
    const overtaken = held[0];
    parts.state().deliveries.push(delivery);
    if (fault?.kind === 'drop') delivery.state = 'dropped';
    if (fault?.kind === 'delay') delivery.dueAt = new Date(parts.clock.now().getTime() + fault.delayMs).toISOString();
    if (fault?.kind === 'reorder') {
      held.push(delivery);
      setTimeout(() => {
        release(delivery);
        pump();
      }, REORDER_WAIT_MS);
    } else if (overtaken)
      void waitUntilSent(parts, delivery).then(() => {
        release(overtaken);
        pump();
      });
    parts.save();
  };
  // Retries become due as time passes, also when the clock is moved by hand in its file.
  const timer = setInterval(pump, 500);
  timer.unref();

  return {
    emit: (shop, topic, payload) => {
      if (
        shop.installation === null ||
        (shop.installation.uninstalledAt !== null && topic !== 'app/uninstalled' && !isCompliance(topic))
      )
        return;
      const body = JSON.stringify(payload);
      const eventId = randomUUID();
      for (const subscription of parts.app.subscriptions.filter((candidate) => candidate.topic === topic))
        queue(newDelivery(parts, shop, topic, subscription.uri, body, eventId));
      setImmediate(pump);
    },
    deliverNow: (input) => send(parts, input),
    drain: async () => {
      pump();
      while (!isResting() && !stopped) await new Promise<void>((resolve) => idle.push(resolve));
    },
    list: () => [...parts.state().deliveries],
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      for (const resolve of idle.splice(0)) resolve();
      while (inFlight.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

function isCompliance(topic: string): boolean {
  return topic === 'shop/redact' || topic.startsWith('customers/');
}

function newDelivery(
  parts: Parts,
  shop: Shop,
  topic: string,
  uri: string,
  body: string,
  eventId: string,
): WebhookDelivery {
  const at = parts.clock.iso();
  return {
    id: randomUUID(),
    eventId,
    shop: shop.domain,
    topic,
    uri,
    body,
    triggeredAt: at,
    dueAt: at,
    attempts: [],
    state: 'waiting',
  };
}

function toManual(parts: Parts, delivery: WebhookDelivery): ManualDelivery {
  return {
    shop: delivery.shop,
    topic: delivery.topic,
    body: delivery.body,
    webhookId: delivery.id,
    eventId: delivery.eventId,
    triggeredAt: delivery.triggeredAt,
    uri: delivery.uri,
    apiVersion: parts.app.apiVersion,
  };
}

async function waitUntilSent(parts: Parts, delivery: WebhookDelivery): Promise<void> {
  const until = realMs() + REORDER_WAIT_MS;
  while (
    delivery.state === 'waiting' &&
    delivery.attempts.length === 0 &&
    realMs() < until &&
    parts.state().deliveries.includes(delivery)
  )
    await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Only the latest settled deliveries stay listed, without their bodies. */
function forgetOld(state: State): void {
  const settled = state.deliveries.filter((delivery) => delivery.state !== 'waiting');
  for (const delivery of settled) if (delivery.state === 'delivered') delivery.body = '';
  if (settled.length <= KEPT_DONE * 1.2) return;
  const forgotten = new Set(settled.slice(0, settled.length - KEPT_DONE));
  state.deliveries = state.deliveries.filter((delivery) => !forgotten.has(delivery));
}

async function send(parts: Parts, input: ManualDelivery): Promise<Outcome> {
  const started = realMs();
  const url = new URL(input.uri, parts.config.appUrl);
  let status: number | null = null;
  let error: string | null = null;
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: input.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Shopify-Captain-Hook',
        'x-shopify-topic': input.topic,
        'x-shopify-hmac-sha256': signWebhook(input.body, parts.config.apiSecret),
        'x-shopify-shop-domain': input.shop,
        'x-shopify-api-version': input.apiVersion,
        'x-shopify-webhook-id': input.webhookId,
        'x-shopify-event-id': input.eventId,
        'x-shopify-triggered-at': input.triggeredAt,
        'x-shopify-test': 'false',
      },
    });
    status = response.status;
    await response.arrayBuffer();
  } catch (caught) {
    error =
      caught instanceof Error
        ? (caught.cause instanceof Error ? caught.cause.message : caught.message) || caught.name
        : String(caught);
  }
  const durationMs = Math.round((realMs() - started) * 10) / 10;
  parts.log.add({
    at: parts.clock.iso(),
    target: 'webhooks',
    method: 'POST',
    path: url.pathname,
    operation: input.topic,
    body: input.body,
    status: status ?? 0,
    durationMs,
    contract: 'unchecked',
  });
  return { status, durationMs, error };
}
