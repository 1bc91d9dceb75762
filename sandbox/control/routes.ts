import { randomUUID } from 'node:crypto';
import { FAULT_KINDS, Refusal } from '../core/kernel.ts';
import type { ManualDelivery, Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { isInstalled, shopOf } from '../platform/store/lookup.ts';
import {
  changeScopes,
  COMPLIANCE_TOPICS,
  createShop,
  installApp,
  requestCompliance,
  setCustomerDataLevel,
  uninstallApp,
  updateShop,
} from '../platform/store/shops.ts';
import { readFlag, readList, readNumber, readOneOf, readText, requireText } from './input.ts';
import { drainAll, moveClock, settle } from './clock.ts';
import { controlBody, guardControl } from './guard.ts';
import { discountControlRoutes } from './discounts.ts';
import { flowControlRoutes } from './flow.ts';
import { googleControlRoutes } from './google.ts';
import { metaobjectControlRoutes } from './metaobjects.ts';
import { mailServiceControlRoutes } from './mail-services.ts';
import { orderControlRoutes } from './orders.ts';
import { programControlRoutes } from './programs.ts';
import { paypalControlRoutes } from './paypal.ts';
import { shopProductControlRoutes } from './shop-products.ts';
import { recordingControlRoutes } from './recordings.ts';
import { shippingControlRoutes } from './shipping.ts';
import { shippoControlRoutes } from './shippo.ts';
import { stripeBillingControlRoutes } from './stripe-billing.ts';
import { stripeControlRoutes } from './stripe.ts';
import { wooControlRoutes } from './woocommerce.ts';
import { HOUR_MS } from '#sandbox/core/durations.ts';
import { startWalk } from '#sandbox/ui/walkthrough/progress.ts';

const DEFAULT_SHOP = 'demo.myshopify.com';
const FAULT_TARGETS = [
  ...['shopify', 'webhooks', 'mail', 'files', 'remove-bg', 'bulk', 'carrier'],
  ...['stripe', 'stripe_webhooks', 'paypal', 'paypal_webhooks', 'shippo', 'shippo_webhooks'],
  ...['brevo', 'brevo_webhooks', 'klaviyo', 'google', 'programs', 'woocommerce', 'woocommerce_webhooks'],
];

/** The control API: what a program can do to the sandbox. `reset` puts everything back to the seeded state. */
export function controlRoutes(sandbox: Sandbox, reset: () => Promise<void>): Route[] {
  return guardControl([
    ...orderControlRoutes(sandbox),
    ...discountControlRoutes(sandbox),
    ...flowControlRoutes(sandbox),
    ...metaobjectControlRoutes(sandbox),
    ...shippingControlRoutes(sandbox),
    ...observeRoutes(sandbox),
    ...shopRoutes(sandbox),
    ...faultRoutes(sandbox),
    ...webhookRoutes(sandbox),
    ...clockRoutes(sandbox),
    ...stripeControlRoutes(sandbox),
    ...stripeBillingControlRoutes(sandbox),
    ...paypalControlRoutes(sandbox),
    ...mailServiceControlRoutes(sandbox),
    ...shippoControlRoutes(sandbox),
    ...googleControlRoutes(sandbox),
    ...programControlRoutes(sandbox),
    ...wooControlRoutes(sandbox),
    ...shopProductControlRoutes(sandbox),
    ...recordingControlRoutes(sandbox),
    ...providerRoutes(sandbox),
    // Whatever was done before counts for no step of the walk through one order.
    route('POST', '/control/walk', () => {
      startWalk(sandbox);
      return json(200, { status: 'ok' });
    }),
    route('POST', '/control/reset', async () => {
      await reset();
      return json(200, { status: 'ok' });
    }),
  ]);
}

function observeRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/mail', (request) =>
      json(
        200,
        sandbox.mail.list(request.query.get('to') ?? undefined).map((mail) => ({ ...mail, to: mail.to.join(', ') })),
      ),
    ),
    route('DELETE', '/control/mail', () => {
      sandbox.mail.clear();
      return json(200, { status: 'ok' });
    }),
    route('GET', '/control/requests', (request) =>
      json(200, sandbox.log.list(request.query.get('target') ?? undefined)),
    ),
    route('DELETE', '/control/requests', () => {
      sandbox.log.clear();
      return json(200, { status: 'ok' });
    }),
    route('GET', '/control/webhooks', (request) =>
      json(
        200,
        sandbox.webhooks
          .list()
          .filter((delivery) => !request.query.get('topic') || delivery.topic === request.query.get('topic')),
      ),
    ),
    route('GET', '/control/state', () => {
      const waiting = sandbox.webhooks.list().filter((delivery) => delivery.state === 'waiting').length;
      const shops = Object.values(sandbox.state.shops).map((shop) => ({
        domain: shop.domain,
        name: shop.name,
        currency: shop.currency,
        installed: isInstalled(shop),
        scopes: shop.installation?.scopes ?? [],
        customerDataLevel: shop.customerDataLevel,
        staff: shop.staff,
        locations: shop.locations.map((location) => ({ id: String(location.id), name: location.name })),
        products: Object.keys(shop.products).length,
        orders: Object.keys(shop.orders).length,
        customers: Object.keys(shop.customers).length,
        vendors: [...new Set(Object.values(shop.products).map((product) => product.vendor))],
      }));
      return json(200, {
        now: sandbox.clock.iso(),
        offsetMs: sandbox.clock.offsetMs(),
        appUrl: sandbox.config.appUrl,
        shops,
        deliveries: { waiting, total: sandbox.webhooks.list().length },
        mails: sandbox.mail.list().length,
        faults: sandbox.faults.list(),
      });
    }),
  ];
}

function shopRoutes(sandbox: Sandbox): Route[] {
  const shopIn = (body: Record<string, unknown>) => shopOf(sandbox, readText(body, 'shop') ?? DEFAULT_SHOP);
  return [
    route('POST', '/control/shops', (request) => {
      const body = controlBody(request);
      const shop = createShop(sandbox, {
        domain: requireText(body, 'domain'),
        name: requireText(body, 'name'),
        currency: readText(body, 'currency'),
        timezone: readText(body, 'timezone'),
        taxesIncluded: readFlag(body, 'taxesIncluded'),
      });
      return json(201, { id: String(shop.id), domain: shop.domain });
    }),
    route('POST', '/control/install', (request) => {
      const body = controlBody(request);
      const shop = shopIn(body);
      installApp(sandbox, shop, (readList(body, 'optionalScopes') ?? []).map(String));
      return json(200, { shop: shop.domain, scopes: shop.installation?.scopes ?? [] });
    }),
    route('POST', '/control/uninstall', (request) => {
      const shop = shopIn(controlBody(request));
      uninstallApp(sandbox, shop);
      return json(200, { shop: shop.domain });
    }),
    route('POST', '/control/scopes', (request) => {
      const body = controlBody(request);
      changeScopes(sandbox, shopIn(body), (readList(body, 'scopes') ?? []).map(String));
      return json(200, { status: 'ok' });
    }),
    route('POST', '/control/shop', (request) => {
      const body = controlBody(request);
      const [name, email, timezone] = [readText(body, 'name'), readText(body, 'email'), readText(body, 'timezone')];
      updateShop(sandbox, shopIn(body), {
        ...(name ? { name } : {}),
        ...(email ? { email } : {}),
        ...(timezone ? { timezone } : {}),
      });
      return json(200, { status: 'ok' });
    }),
    route('POST', '/control/customer-data', (request) => {
      const body = controlBody(request);
      const level = readNumber(body, 'level');
      if (level !== 0 && level !== 1 && level !== 2) throw new Refusal('level must be 0, 1 or 2.', ['level']);
      setCustomerDataLevel(sandbox, shopIn(body), level);
      return json(200, { status: 'ok' });
    }),
    route('POST', '/control/compliance', (request) => {
      const body = controlBody(request);
      const topic = readOneOf(body, 'topic', COMPLIANCE_TOPICS);
      if (!topic) throw new Refusal('topic is required.', ['topic']);
      requestCompliance(sandbox, shopIn(body), topic, readText(body, 'customerEmail'));
      return json(202, { status: 'sent' });
    }),
  ];
}

function faultRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/faults', () => json(200, sandbox.faults.list())),
    route('POST', '/control/faults', (request) => {
      const body = controlBody(request);
      const kind = readOneOf(body, 'kind', FAULT_KINDS);
      if (!kind) throw new Refusal(`kind must be one of ${FAULT_KINDS.join(', ')}.`, ['kind']);
      const target = requireText(body, 'target');
      if (!FAULT_TARGETS.includes(target)) return json(501, { message: `not imitated yet: ${target}` });
      return json(
        201,
        sandbox.faults.add({
          target,
          operation: readText(body, 'operation') ?? null,
          kind,
          status: readNumber(body, 'status') ?? 500,
          remaining: readNumber(body, 'times') ?? null,
          after: readNumber(body, 'after') ?? 0,
          delayMs: readNumber(body, 'delayMs') ?? (kind === 'timeout' ? 15_000 : 1_000),
        }),
      );
    }),
    route('DELETE', '/control/faults/{id}', (request) => {
      sandbox.faults.remove(Number(request.params['id']));
      return json(200, { status: 'ok' });
    }),
    {
      ...route('DELETE', '/control/faults', () => {
        sandbox.faults.clear();
        return json(200, { status: 'ok' });
      }),
    },
  ];
}

function webhookRoutes(sandbox: Sandbox): Route[] {
  return [
    route('POST', '/control/webhooks', async (request) => {
      const body = controlBody(request);
      const topic = requireText(body, 'topic');
      if (body['payload'] === undefined) throw new Refusal('payload is required.', ['payload']);
      const times = readNumber(body, 'times') ?? 1;
      if (!Number.isInteger(times) || times < 1 || times > 100)
        throw new Refusal('times lies between 1 and 100.', ['times']);
      const delivery: ManualDelivery = {
        topic,
        shop: readText(body, 'shop') ?? DEFAULT_SHOP,
        body: typeof body['payload'] === 'string' ? body['payload'] : JSON.stringify(body['payload']),
        webhookId: readText(body, 'webhookId') ?? randomUUID(),
        eventId: readText(body, 'eventId') ?? randomUUID(),
        triggeredAt: readText(body, 'triggeredAt') ?? sandbox.clock.iso(),
        uri:
          readText(body, 'uri') ??
          sandbox.app.subscriptions.find((subscription) => subscription.topic === topic)?.uri ??
          '/webhooks',
        apiVersion: sandbox.app.apiVersion,
      };
      const answers = [];
      for (let sent = 0; sent < times; sent += 1) answers.push(await sandbox.webhooks.deliverNow(delivery));
      const last = answers.at(-1);
      return json(200, {
        status: last?.status ?? null,
        ms: last?.durationMs ?? 0,
        error: last?.error ?? null,
        webhookId: delivery.webhookId,
        answers: answers.map((answer) => ({ status: answer.status, ms: answer.durationMs })),
      });
    }),
    // Answers when everything that is due was sent (used by tests in place of a wait).
    route('POST', '/control/drain', async (request) => {
      if (readFlag(controlBody(request), 'app') !== false)
        return json(200, { status: 'ok', app: await settle(sandbox) });
      await drainAll(sandbox);
      return json(200, { status: 'ok', app: null });
    }),
  ];
}

function clockRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/clock', () => json(200, { now: sandbox.clock.iso(), offsetMs: sandbox.clock.offsetMs() })),
    route('POST', '/control/clock', async (request) => {
      const body = controlBody(request);
      const [now, hours] = [readText(body, 'now'), readNumber(body, 'advanceHours')];
      if (now !== undefined && Number.isNaN(Date.parse(now)))
        throw new Refusal('now must be a time such as 2026-11-21T10:00:00Z.', ['now']);
      moveClock(sandbox, now === undefined ? { advanceMs: (hours ?? 0) * HOUR_MS } : { now: new Date(now) });
      // `wait: false` moves it alone: deliveries and the app's work go on meanwhile.
      if (readFlag(body, 'wait') === false)
        return json(200, { now: sandbox.clock.iso(), offsetMs: sandbox.clock.offsetMs() });
      const app = await settle(sandbox);
      return json(200, { now: sandbox.clock.iso(), offsetMs: sandbox.clock.offsetMs(), app });
    }),
  ];
}

/** The providers' events on their way to the app, and what is not imitated. */
function providerRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/control/provider-webhooks', (request) => {
      const [provider, topic] = [request.query.get('provider'), request.query.get('topic')];
      const found = sandbox.providerWebhooks
        .list()
        .filter(
          (delivery) =>
            (provider === null || delivery.provider === provider) && (topic === null || delivery.topic === topic),
        );
      return json(200, found);
    }),
    route('POST', '/control/provider-webhooks/{id}/resend', (request) => {
      const found = sandbox.providerWebhooks.list().find((delivery) => delivery.id === request.params['id']);
      if (!found) throw new Refusal('There is no such delivery.', ['id'], 'NOT_FOUND');
      sandbox.providerWebhooks.resend(found);
      return json(202, { status: 'queued' });
    }),
    route('*', '/control/shippo/{rest*}', () => json(501, { message: 'not imitated yet: shippo' })),
  ];
}
