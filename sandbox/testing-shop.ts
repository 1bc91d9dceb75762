import { openFaults } from './core/faults.ts';
import type { Sandbox, Webhooks } from './core/kernel.ts';
import { openRequestLog } from './core/log.ts';
import type { Shop } from './core/state.ts';
import { createShop } from './platform/store/shops.ts';

/** What the platform tells an app: a topic and its body. */
export type SentEvent = { topic: string; payload: object };
/** A store of the sandbox without servers, whose time stands until somebody moves it. */
export type BareShop = { sandbox: Sandbox; shop: Shop; sent: SentEvent[]; wait(seconds: number): void };

/**
 * A store of the platform that only notes what it tells: the platform's functions need no more than state and clock.
 * `like` is a store of a running sandbox that it is a copy of, without its orders.
 */
export function buildBareShop(domain: string, startsAt = '2026-03-02T09:00:00.000Z', like?: Shop): BareShop {
  const sent: SentEvent[] = [];
  const webhooks: Webhooks = {
    // As it stood when it was told: the same objects go on to change.
    emit: (_shop, topic, payload) => sent.push({ topic, payload: structuredClone(payload) as object }),
    deliverNow: () => Promise.resolve({ status: 200, durationMs: 0, error: null }),
    drain: () => Promise.resolve(),
    list: () => [],
    stop: () => Promise.resolve(),
  };
  let nowMs = Date.parse(startsAt);
  const now = () => new Date(nowMs);
  const sandbox: Sandbox = {
    state: { version: 1, nextId: 1000, shops: {}, deliveries: [], mails: [], objects: {} },
    clock: { now, iso: () => now().toISOString(), offsetMs: () => 0, setOffset: () => undefined },
    config: {
      port: 0,
      gatewayPort: 0,
      smtpPort: 0,
      publicUrl: 'http://127.0.0.1:1',
      gatewayUrl: '',
      appUrl: '',
      dataDir: '',
      apiKey: '',
      apiSecret: '',
      throttle: { maximumAvailable: 1, restoreRate: 1 },
      storage: { accessKeyId: '', secretAccessKey: '' },
    },
    log: openRequestLog(),
    faults: openFaults(),
    webhooks,
    providerWebhooks: {
      queue: () => undefined,
      resend: () => undefined,
      drain: () => Promise.resolve(),
      list: () => [],
      stop: () => Promise.resolve(),
    },
    mail: { add: (mail) => ({ ...mail, id: 1 }), list: () => [], clear: () => undefined },
    app: {
      name: 'Souk',
      handle: 'souk',
      scopes: [],
      optionalScopes: [],
      apiVersion: '2026-10',
      subscriptions: [],
      proxy: null,
    },
    save: () => undefined,
  };
  const shop = like ? { ...structuredClone(like), orders: {} } : createShop(sandbox, { domain, name: 'Bare' });
  // Past every number of the store that it is a copy of.
  if (like) sandbox.state.nextId = 50_000_000;
  return {
    sandbox,
    shop,
    sent,
    wait: (seconds) => {
      nowMs += seconds * 1000;
    },
  };
}
