import { createHmac, randomUUID } from 'node:crypto';
import type { AppConfig, Config, Faults, ManualDelivery, RequestLog, SandboxClock, Webhooks } from '../core/kernel.ts';
import { coversTopic } from './topic-scopes.ts';
import { openOutbox, postBody } from '../core/outbox.ts';
import type { Outcome } from '../core/outbox.ts';
import type { Shop, State, WebhookDelivery } from '../core/state.ts';

type Parts = {
  state: () => State;
  clock: SandboxClock;
  config: Config;
  app: AppConfig;
  faults: Faults;
  log: RequestLog;
  save: () => void;
};

/** The base64 HMAC-SHA256 of the raw body, as in X-Shopify-Hmac-Sha256. */
export function signWebhook(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('base64');
}

/** The sender: one queue, in the order of the events, persisted with the state, retried on the sandbox's clock. */
export function openWebhooks(parts: Parts): Webhooks {
  const outbox = openOutbox<WebhookDelivery>({
    ...parts,
    list: () => parts.state().deliveries,
    replace: (deliveries) => {
      parts.state().deliveries = deliveries;
    },
    targetOf: () => 'webhooks',
    send: (delivery) => send(parts, toManual(parts, delivery)),
  });
  return {
    emit: (shop, topic, payload) => {
      if (
        shop.installation === null ||
        (shop.installation.uninstalledAt !== null && topic !== 'app/uninstalled' && !isCompliance(topic))
      )
        return;
      const body = JSON.stringify(payload);
      const eventId = randomUUID();
      const declared = parts.app.subscriptions.filter((candidate) => candidate.topic === topic);
      // One that was made by call is silent while its scope is withdrawn.
      const made = (shop.installation.webhookSubscriptions ?? []).filter(
        (candidate) => candidate.topic === topic && coversTopic(shop.installation?.scopes ?? [], topic),
      );
      for (const { uri } of [...declared, ...made]) outbox.queue(newDelivery(parts, shop, topic, uri, body, eventId));
      outbox.pumpSoon();
    },
    deliverNow: (input) => send(parts, input),
    drain: outbox.drain,
    list: () => [...parts.state().deliveries],
    stop: outbox.stop,
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

async function send(parts: Parts, input: ManualDelivery): Promise<Outcome> {
  const url = new URL(input.uri, parts.config.appUrl);
  const outcome = await postBody(url, input.body, {
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': input.topic,
    'x-shopify-hmac-sha256': signWebhook(input.body, parts.config.apiSecret),
    'x-shopify-shop-domain': input.shop,
    'x-shopify-api-version': input.apiVersion,
    'x-shopify-webhook-id': input.webhookId,
    'x-shopify-event-id': input.eventId,
    'x-shopify-triggered-at': input.triggeredAt,
    'x-shopify-test': 'false',
  });
  parts.log.add({
    at: parts.clock.iso(),
    target: 'webhooks',
    method: 'POST',
    path: url.pathname,
    operation: input.topic,
    body: input.body,
    status: outcome.status ?? 0,
    durationMs: outcome.durationMs,
    contract: 'unchecked',
  });
  return outcome;
}
