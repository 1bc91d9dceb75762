import type { Stripe } from 'stripe';
import { isCurrency } from '#app/core/money/money.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { fromStripeAmount } from './amount.ts';
import { askStripe } from './problem.server.ts';

const INTERVALS = ['day', 'week', 'month', 'year'] as const;
export type PlanInterval = (typeof INTERVALS)[number];

/** What a seller pays again and again: one recurring price of a product. `amountMinor` is null where Stripe charges by steps. */
export type StripePlan = {
  priceId: string;
  productId: string;
  name: string;
  description: string;
  amountMinor: bigint | null;
  currency: string;
  interval: PlanInterval;
  intervalCount: number;
  /** The product's metadata `listing_limit`; null where it has none. */
  listingLimit: number | null;
  isActive: boolean;
};

/** `vendorId` is whose it was made for here; undefined for one that was made at Stripe. */
export type StripeCustomer = { customerId: string; name: string; vendorId?: string };

/** A subscription of a customer, with its status in Stripe's own word. */
export type StripeSubscription = {
  subscriptionId: string;
  status: string;
  priceId: string;
  createdAt: Date;
  /** The end of what is paid for; null where Stripe does not say. */
  renewsAt: Date | null;
  /** When it ends, where it was cancelled. */
  endsAt: Date | null;
  trialEndsAt: Date | null;
  hasTrial: boolean;
};

/** A checkout that was begun. `url` is null once it is over. */
export type StripeCheckout = {
  checkoutId: string;
  url: string | null;
  isOpen: boolean;
  priceId: string;
  createdAt: Date;
};

export type NewCheckout = {
  customerId: string;
  priceId: string;
  vendorId: string;
  /** Zero for none. */
  trialDays: number;
  locale: string;
  returnUrl: string;
  idempotencyKey: string;
};

const PAGE = 100;
const MAX_PAGES = 5;
/** A page waits for it, so it is given up soon. */
const SOON = { timeout: 6_000 };
const MAX_NAME = 256;

/** Plans, customers and subscriptions of one platform: what vendors pay the marketplace. Everything throws ProviderProblem. */
export function createSubscriptions(stripe: Stripe) {
  return {
    /** Every active recurring price, by product; at most 500. */
    async listPlans(): Promise<StripePlan[]> {
      const found: StripePlan[] = [];
      let after: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = { active: true, type: 'recurring' as const, limit: PAGE, expand: ['data.product'] };
        const answer = await askStripe(() =>
          stripe.prices.list({ ...query, ...(after ? { starting_after: after } : {}) }, SOON),
        );
        found.push(...answer.data.flatMap((price) => toPlan(price) ?? []));
        after = answer.data.at(-1)?.id;
        if (!answer.has_more || !after) break;
      }
      return found.filter(({ isActive }) => isActive);
    },

    /** One price with its product, active or not; undefined where the platform has none of that id. */
    readPlan(priceId: string): Promise<StripePlan | undefined> {
      return unlessMissing(async () =>
        toPlan(await askStripe(() => stripe.prices.retrieve(priceId, { expand: ['product'] }, SOON))),
      );
    },

    /** A customer; undefined for one that is deleted or unknown. */
    readCustomer(customerId: string): Promise<StripeCustomer | undefined> {
      return unlessMissing(async () => {
        const customer = await askStripe(() => stripe.customers.retrieve(customerId, {}, SOON));
        return customer.deleted ? undefined : toCustomer(customer);
      });
    },

    /** The customers of exactly this name, oldest first. Stripe finds new ones after about a minute. */
    async searchCustomers(name: string): Promise<StripeCustomer[]> {
      const text = name.slice(0, MAX_NAME).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
      const answer = await askStripe(() => stripe.customers.search({ query: `name:"${text}"`, limit: PAGE }, SOON));
      return answer.data
        .filter((customer) => customer.name === name)
        .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
        .map(toCustomer);
    },

    /** Adds a customer; the same key adds it once. */
    async createCustomer(o: {
      name: string;
      email: string;
      metadata: Record<string, string>;
      idempotencyKey: string;
    }): Promise<StripeCustomer> {
      const { idempotencyKey, ...fields } = o;
      return toCustomer(await askStripe(() => stripe.customers.create(fields, { idempotencyKey })));
    },

    async renameCustomer(customerId: string, name: string): Promise<void> {
      await askStripe(() => stripe.customers.update(customerId, { name }));
    },

    /** Every subscription that a customer has or had, at most 100, newest first. */
    async listSubscriptions(customerId: string): Promise<StripeSubscription[]> {
      const query = { customer: customerId, status: 'all' as const, limit: PAGE };
      const answer = await askStripe(() => stripe.subscriptions.list(query, SOON));
      return answer.data.map(toSubscription);
    },

    /** Ends a subscription at once; one that is over already stays so. */
    async cancelSubscription(subscriptionId: string): Promise<void> {
      await unlessMissing(() => askStripe(() => stripe.subscriptions.cancel(subscriptionId)));
    },

    /** The checkouts that a customer began, newest first. */
    async listCheckouts(customerId: string): Promise<StripeCheckout[]> {
      const answer = await askStripe(() => stripe.checkout.sessions.list({ customer: customerId, limit: PAGE }, SOON));
      return answer.data.map(toCheckout);
    },

    /** Closes a checkout that is still open; one that is over stays as it is. */
    async expireCheckout(checkoutId: string): Promise<void> {
      try {
        await askStripe(() => stripe.checkout.sessions.expire(checkoutId));
      } catch (error) {
        if (!(error instanceof ProviderProblem) || error.reason !== 'refused') throw error;
      }
    },

    /** Begins a checkout of Stripe's for one price. Its address is the vendor's own: never log it. */
    async createCheckout(o: NewCheckout): Promise<StripeCheckout> {
      const made = await askStripe(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: o.customerId,
            client_reference_id: o.vendorId,
            line_items: [{ price: o.priceId, quantity: 1 }],
            success_url: o.returnUrl,
            cancel_url: o.returnUrl,
            locale: o.locale,
            payment_method_collection: 'if_required',
            metadata: { vendor: o.vendorId, price: o.priceId },
            subscription_data: {
              metadata: { vendor: o.vendorId },
              ...(o.trialDays > 0
                ? {
                    trial_period_days: o.trialDays,
                    trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
                  }
                : {}),
            },
          },
          { idempotencyKey: o.idempotencyKey },
        ),
      );
      return toCheckout(made);
    },

    /** Opens Stripe's page for changes, cancellation and invoices; between `plans` a subscription may change. Its address opens once. */
    async createPortal(o: {
      customerId: string;
      plans: readonly StripePlan[];
      returnUrl: string;
      locale: string;
    }): Promise<string> {
      const configuration = await portalConfiguration(stripe, o.plans);
      const session = await askStripe(() =>
        stripe.billingPortal.sessions.create({
          customer: o.customerId,
          configuration,
          return_url: o.returnUrl,
          locale: o.locale,
        }),
      );
      return session.url;
    },
  };
}

const CONFIGURATION_OF = 'souk-memberships';

/** The portal's configuration of ours: found by its metadata, made once, and brought up to date where the plans changed. */
async function portalConfiguration(stripe: Stripe, plans: readonly StripePlan[]): Promise<string> {
  const products = [...new Set(plans.map(({ productId }) => productId))].sort().map((product) => ({
    product,
    prices: plans.filter(({ productId }) => productId === product).map(({ priceId }) => priceId),
  }));
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update:
      products.length === 0
        ? { enabled: false }
        : {
            enabled: true,
            default_allowed_updates: ['price'],
            products,
            proration_behavior: 'create_prorations',
            trial_update_behavior: 'continue_trial',
          },
  };
  const version = products.map(({ product, prices }) => `${product}:${[...prices].sort().join('+')}`).join(',');
  const known = await askStripe(() => stripe.billingPortal.configurations.list({ active: true, limit: PAGE }, SOON));
  const own = known.data.find(({ metadata }) => metadata?.['made_for'] === CONFIGURATION_OF);
  // A value of metadata holds 500 signs: the end of a long list is told apart by what stands first and by its length.
  const stamp = version.length <= 490 ? version : `${version.slice(0, 480)}#${version.length}`;
  if (own?.metadata?.['plans'] === stamp && version.length <= 490) return own.id;
  const metadata = { made_for: CONFIGURATION_OF, plans: stamp };
  const kept = own
    ? await askStripe(() => stripe.billingPortal.configurations.update(own.id, { features, metadata }))
    : await askStripe(() => stripe.billingPortal.configurations.create({ features, metadata }));
  return kept.id;
}

async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderProblem && error.reason === 'missing') return undefined;
    throw error;
  }
}

const LIMIT = /^\d{1,6}$/;

function toPlan(price: Stripe.Price): StripePlan | undefined {
  const { product, recurring } = price;
  const currency = price.currency.toUpperCase();
  const interval = INTERVALS.find((one) => one === recurring?.interval);
  if (!recurring || !interval || typeof product === 'string' || product.deleted || !isCurrency(currency))
    return undefined;
  const limit = product.metadata['listing_limit']?.trim() ?? '';
  return {
    priceId: price.id,
    productId: product.id,
    name: product.name.slice(0, MAX_NAME),
    description: (product.description ?? '').slice(0, 1000),
    amountMinor: price.unit_amount === null ? null : fromStripeAmount(price.unit_amount, price.currency).amountMinor,
    currency,
    interval,
    intervalCount: recurring.interval_count,
    listingLimit: LIMIT.test(limit) ? Number(limit) : null,
    isActive: price.active && product.active,
  };
}

const toCustomer = ({ id, name, metadata }: Stripe.Customer): StripeCustomer => ({
  customerId: id,
  name: name ?? '',
  ...(metadata['vendor'] ? { vendorId: metadata['vendor'] } : {}),
});

const toTime = (seconds: number | null | undefined): Date | null => (seconds == null ? null : new Date(seconds * 1000));

function toSubscription(subscription: Stripe.Subscription): StripeSubscription {
  const [item] = subscription.items.data;
  return {
    subscriptionId: subscription.id,
    status: subscription.status,
    priceId: item?.price.id ?? '',
    createdAt: new Date(subscription.created * 1000),
    renewsAt: toTime(item?.current_period_end),
    endsAt: toTime(subscription.cancel_at ?? subscription.ended_at),
    trialEndsAt: toTime(subscription.trial_end),
    hasTrial: subscription.trial_start !== null,
  };
}

function toCheckout(session: Stripe.Checkout.Session): StripeCheckout {
  return {
    checkoutId: session.id,
    url: session.url,
    isOpen: session.status === 'open',
    priceId: session.metadata?.['price'] ?? '',
    createdAt: new Date(session.created * 1000),
  };
}
