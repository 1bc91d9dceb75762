import { z } from 'zod';
import type { PaypalSignature } from '#app/adapters/paypal/hooks.server.ts';
import { ProviderProblem, type Provider } from '#app/core/provider-problem.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreByDomain } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { WebhookInbox } from '#app/server/webhook-inbox.server.ts';
import { findKeys, openPaypalRow, openStripeRow } from './provider-access.service.server.ts';
import * as repo from './provider-keys.repo.server.ts';

/** A provider's delivery as it arrived. */
export type ProviderDelivery = { provider: Provider; shop: string; headers: Headers; body: Buffer };

/**
 * What becomes of it: stored for the worker, refused for its signature, for nobody that is known here, unreadable, or to be sent
 * again because the provider could not be asked whether it is its own.
 */
export type ProviderEventOutcome = 'stored' | 'unsigned' | 'unknown' | 'unreadable' | 'later';

const stripeEvent = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  created: z.union([z.number(), z.string()]),
});
const paypalEvent = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(200),
  create_time: z.string().optional(),
});

/** The topic under which a provider's news lie among the deliveries. */
export const buildTopic = (provider: Provider, type: string): string => `${provider}/${type}`;

/** Verifies a delivery of a provider and stores it, once for each event; the worker does what follows. */
export async function receiveProviderEvent(
  services: Services,
  inbox: WebhookInbox,
  { provider, shop, headers, body }: ProviderDelivery,
): Promise<ProviderEventOutcome> {
  const store = await findStoreByDomain(services, shop);
  if (!store || store.uninstalledAt) return 'unknown';
  const row = (await findKeys(services, store.id))[provider];
  if (!row) return 'unknown';
  const scope = marketplaceScope(store.id);
  let isGenuine: boolean;
  try {
    isGenuine = await (provider === 'stripe'
      ? isStripes(services, row, headers, body)
      : isPaypals(services, row, headers, body));
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    services.log.warn({ err: error, provider }, 'a delivery could not be verified');
    return 'later';
  }
  if (!isGenuine) {
    await services.db.fast(scope, (tx) => repo.countRefused(tx, provider));
    services.log.warn({ provider, shop }, 'a delivery with a wrong signature was refused');
    return 'unsigned';
  }
  const event = readEvent(provider, body);
  if (!event) return 'unreadable';
  const { id, type, at } = event;
  await inbox.store({ shop, topic: buildTopic(provider, type), webhookId: id, eventId: id, triggeredAt: at, body });
  await services.db.fast(scope, (tx) => repo.recordReceived(tx, provider, services.clock.now()));
  return 'stored';
}

function isStripes(services: Services, row: repo.ProviderKeyRow, headers: Headers, body: Buffer): boolean {
  const secrets = openStripeRow(services, row).hooks.map(({ secret }) => secret);
  const header = headers.get('stripe-signature') ?? '';
  return services.adapters.stripe.isSigned({ body, header, secrets, now: services.clock.now() });
}

async function isPaypals(
  services: Services,
  row: repo.ProviderKeyRow,
  headers: Headers,
  body: Buffer,
): Promise<boolean> {
  const { client, hooks } = openPaypalRow(services, row);
  const signature = findSignature(headers);
  const [hook] = hooks;
  const text = body.toString('utf8');
  // PayPal is asked about nothing that cannot be an event: the text becomes a part of the question.
  if (!hook || !signature || !paypalEvent.safeParse(readJson(text)).success) return false;
  return client.hooks.isSigned({ body: text, signature, hookId: hook.id });
}

const MAX_HEADER = 500;

function findSignature(headers: Headers): PaypalSignature | undefined {
  const of = (name: string) => headers.get(`paypal-${name}`) ?? '';
  const given: PaypalSignature = {
    algorithm: of('auth-algo'),
    certificateUrl: of('cert-url'),
    id: of('transmission-id'),
    signature: of('transmission-sig'),
    time: of('transmission-time'),
  };
  return Object.values(given).every((text) => text !== '' && text.length <= MAX_HEADER) ? given : undefined;
}

function readEvent(provider: Provider, body: Buffer): { id: string; type: string; at: Date | null } | undefined {
  const json = readJson(body.toString('utf8'));
  if (provider === 'stripe') {
    const { data } = stripeEvent.safeParse(json);
    if (!data) return undefined;
    const created = typeof data.created === 'number' ? data.created * 1000 : Date.parse(data.created);
    return { id: data.id, type: data.type, at: toTime(created) };
  }
  const { data } = paypalEvent.safeParse(json);
  return data && { id: data.id, type: data.event_type, at: toTime(Date.parse(data.create_time ?? '')) };
}

const toTime = (ms: number): Date | null => (Number.isNaN(ms) ? null : new Date(ms));

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
