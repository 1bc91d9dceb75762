import { Stripe } from 'stripe';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { askStripe } from './problem.server.ts';

/** An address that Stripe sends news to. `secret` signs them: seal it. */
export type StripeHook = { id: string; kind: 'platform' | 'accounts' | 'thin'; secret: string };

/** What Stripe is asked to tell: of transfers and memberships in the platform itself, of vendors' accounts, and of accounts of v2 by name only. */
const PLATFORM_EVENTS = [
  'transfer.created',
  'transfer.updated',
  'transfer.reversed',
  'checkout.session.completed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
] as const;
const ACCOUNT_EVENTS = ['account.updated', 'payout.paid', 'payout.failed'] as const;
const THIN_EVENTS = [
  'v2.core.account[requirements].updated',
  'v2.core.account[configuration.recipient].capability_status_updated',
] as const;
/** Stripe's word for the accounts that a platform manages. */
const THIN_SOURCES = ['@accounts'] as const;
export const STRIPE_EVENTS: readonly string[] = [...PLATFORM_EVENTS, ...ACCOUNT_EVENTS, ...THIN_EVENTS];

/** How far a delivery's time may lie from ours. */
const TOLERANCE_SECONDS = 300;
const DESCRIPTION = 'Souk';
const MAX_ENDPOINTS = 100;

/** The addresses of one platform that hear of events. */
export function createHooks(stripe: Stripe, apiVersion: Stripe.WebhookEndpointCreateParams.ApiVersion) {
  const snapshots = (url: string, events: readonly string[], connect: boolean) =>
    askStripe(() =>
      stripe.webhookEndpoints.create({
        url,
        connect,
        enabled_events: [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
        api_version: apiVersion,
        description: DESCRIPTION,
      }),
    );

  async function takeAway(url: string): Promise<void> {
    const known = await askStripe(() => stripe.webhookEndpoints.list({ limit: MAX_ENDPOINTS }));
    for (const endpoint of known.data.filter((one) => one.url === url))
      await askStripe(() => stripe.webhookEndpoints.del(endpoint.id));
    await unlessNotGranted(async () => {
      const thin = await askStripe(() =>
        stripe.v2.core.eventDestinations.list({ limit: MAX_ENDPOINTS, include: ['webhook_endpoint.url'] }),
      );
      for (const one of thin.data.filter((candidate) => candidate.webhook_endpoint?.url === url))
        await askStripe(() => stripe.v2.core.eventDestinations.del(one.id));
    });
  }

  /** The events of vendors' accounts: without `events_from` Stripe tells of the platform's own alone. */
  async function createThin(url: string): Promise<StripeHook> {
    const made = await askStripe(() =>
      stripe.v2.core.eventDestinations.create({
        name: DESCRIPTION,
        type: 'webhook_endpoint',
        event_payload: 'thin',
        events_from: [...THIN_SOURCES],
        enabled_events: [...THIN_EVENTS],
        webhook_endpoint: { url },
        include: ['webhook_endpoint.signing_secret'],
      }),
    );
    return { id: made.id, kind: 'thin', secret: made.webhook_endpoint?.signing_secret ?? '' };
  }

  return {
    /** Registers an address for everything that is listened for, in the place of what it was registered for before. */
    async register(url: string): Promise<StripeHook[]> {
      await takeAway(url);
      const platform = await snapshots(url, PLATFORM_EVENTS, false);
      const accounts = await snapshots(url, ACCOUNT_EVENTS, true);
      const thin = await unlessNotGranted(() => createThin(url));
      return [
        { id: platform.id, kind: 'platform' as const, secret: platform.secret ?? '' },
        { id: accounts.id, kind: 'accounts' as const, secret: accounts.secret ?? '' },
        ...(thin ? [thin] : []),
      ].filter((hook) => hook.secret !== '');
    },

    /** Has endpoints that were registered earlier tell of everything that is listened for now; their secrets stay. */
    async subscribe(ids: readonly string[]): Promise<void> {
      const known = await askStripe(() => stripe.webhookEndpoints.list({ limit: MAX_ENDPOINTS }));
      for (const { id, enabled_events: enabled } of known.data.filter((one) => ids.includes(one.id))) {
        const wanted = ACCOUNT_EVENTS.some((event) => enabled.includes(event)) ? ACCOUNT_EVENTS : PLATFORM_EVENTS;
        if (wanted.every((event) => enabled.includes(event))) continue;
        await askStripe(() => stripe.webhookEndpoints.update(id, { enabled_events: [...wanted] }));
      }
    },

    /**
     * Registers destinations of thin events again that an earlier version made for the platform's own events alone: where events come
     * from cannot be changed. Returns each with what takes its place; its end is the caller's, once the new secret is kept.
     */
    async replaceDeafThin(ids: readonly string[]): Promise<{ oldId: string; hook: StripeHook }[]> {
      const known = await unlessNotGranted(() =>
        askStripe(() =>
          stripe.v2.core.eventDestinations.list({ limit: MAX_ENDPOINTS, include: ['webhook_endpoint.url'] }),
        ),
      );
      const replaced: { oldId: string; hook: StripeHook }[] = [];
      for (const one of known?.data ?? []) {
        const url = one.webhook_endpoint?.url;
        const isDeaf = !THIN_SOURCES.every((source) => one.events_from?.includes(source));
        if (ids.includes(one.id) && url && isDeaf) replaced.push({ oldId: one.id, hook: await createThin(url) });
      }
      return replaced;
    },

    /** Ends a destination of thin events. */
    async endThin(id: string): Promise<void> {
      await askStripe(() => stripe.v2.core.eventDestinations.del(id));
    },

    /** Takes an address away again, whatever it was registered for. */
    takeAway,
  };
}

/** A platform without v2 tells of its accounts by snapshots alone. */
async function unlessNotGranted<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderProblem && ['not_granted', 'refused', 'missing'].includes(error.reason))
      return undefined;
    throw error;
  }
}

/** Whether one of the secrets signed these very bytes, not long before `now`. */
export function isSignedByStripe(o: { body: Buffer; header: string; secrets: readonly string[]; now: Date }): boolean {
  return o.secrets.some((secret) => {
    try {
      const receivedAt = o.now.getTime();
      return Stripe.webhooks.signature?.verifyHeader(
        o.body,
        o.header,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        receivedAt,
      );
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  });
}
