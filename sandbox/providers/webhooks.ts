import { randomUUID } from 'node:crypto';
import type { Faults, ProviderWebhooks, RequestLog, SandboxClock } from '../core/kernel.ts';
import { openOutbox, postBody } from '../core/outbox.ts';
import type { Outcome } from '../core/outbox.ts';
import type { ProviderDelivery, State } from '../core/state.ts';

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

type Parts = {
  state: () => State;
  clock: SandboxClock;
  faults: Faults;
  log: RequestLog;
  save: () => void;
  /** The headers with which a provider signs a delivery now; null when its endpoint is gone. */
  sign: (delivery: ProviderDelivery) => Record<string, string> | null;
  /** What time has brought about since the last look: it may lead to new events. */
  passTime: () => void;
};

/** The sender of the providers' events: like the platform's, to the addresses that the app registered. */
export function openProviderWebhooks(parts: Parts): ProviderWebhooks {
  const list = (): ProviderDelivery[] => (parts.state().providerDeliveries ??= []);
  const outbox = openOutbox<ProviderDelivery>({
    ...parts,
    list,
    replace: (deliveries) => {
      parts.state().providerDeliveries = deliveries;
    },
    targetOf: (delivery) => `${delivery.provider}_webhooks`,
    send: (delivery) => send(parts, delivery),
    keepsBodies: true,
    beforeLook: parts.passTime,
  });
  const queue: ProviderWebhooks['queue'] = ({ provider, eventId, endpointId, topic, url, body }) => {
    const at = parts.clock.iso();
    outbox.queue({
      id: randomUUID(),
      provider,
      eventId,
      endpointId,
      topic,
      url,
      body,
      triggeredAt: at,
      dueAt: at,
      attempts: [],
      state: 'waiting',
    });
    outbox.pumpSoon();
  };
  return {
    queue,
    resend: queue,
    drain: outbox.drain,
    list: () => [...list()],
    stop: outbox.stop,
  };
}

async function send(parts: Parts, delivery: ProviderDelivery): Promise<Outcome> {
  const headers = parts.sign(delivery);
  if (!headers) {
    delivery.state = 'dropped';
    return { status: null, durationMs: 0, error: 'the endpoint is gone' };
  }
  const url = new URL(delivery.url);
  const outcome = LOOPBACK.test(url.hostname)
    ? await postBody(url, delivery.body, headers)
    : { status: null, durationMs: 0, error: 'the sandbox delivers to this machine only' };
  parts.log.add({
    at: parts.clock.iso(),
    target: `${delivery.provider}_webhooks`,
    method: 'POST',
    path: url.pathname,
    operation: delivery.topic,
    body: delivery.body,
    status: outcome.status ?? 0,
    durationMs: outcome.durationMs,
    contract: 'unchecked',
  });
  return outcome;
}
