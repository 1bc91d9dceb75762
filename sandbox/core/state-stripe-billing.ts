/** What the stand-in of Stripe remembers of plans, customers and subscriptions. */
export type StripeBilling = {
  prices: StripePrice[];
  customers: Record<string, StripeCustomer>;
  subscriptions: Record<string, StripeSubscription>;
  checkouts: Record<string, StripeCheckout>;
  /** Portal sessions by the token in their address. */
  portals: Record<string, StripePortal>;
  configurations: StripePortalConfiguration[];
};

type Owned = { platformId: string; livemode: boolean };

/** A recurring price with its product. */
export type StripePrice = Owned & {
  id: string;
  active: boolean;
  currency: string;
  amountMinor: number;
  interval: 'day' | 'week' | 'month' | 'year';
  product: { id: string; name: string; description: string | null; active: boolean; metadata: Record<string, string> };
  createdAt: string;
};

export type StripeCustomer = Owned & {
  id: string;
  name: string | null;
  email: string | null;
  metadata: Record<string, string>;
  deleted: boolean;
  createdAt: string;
};

export const STRIPE_SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;
export type StripeSubscriptionStatus = (typeof STRIPE_SUBSCRIPTION_STATUSES)[number];

export type StripeSubscription = Owned & {
  id: string;
  itemId: string;
  customerId: string;
  priceId: string;
  status: StripeSubscriptionStatus;
  metadata: Record<string, string>;
  periodStart: string;
  periodEnd: string;
  trialStart: string | null;
  trialEnd: string | null;
  cancelAt: string | null;
  endedAt: string | null;
  createdAt: string;
};

export type StripeCheckout = Owned & {
  id: string;
  token: string;
  customerId: string;
  priceId: string;
  trialDays: number;
  status: 'open' | 'complete' | 'expired';
  successUrl: string;
  cancelUrl: string | null;
  clientReference: string | null;
  metadata: Record<string, string>;
  subscriptionMetadata: Record<string, string>;
  subscriptionId: string | null;
  expiresAt: string;
  createdAt: string;
};

export type StripePortal = Owned & { id: string; customerId: string; configurationId: string; returnUrl: string };

export type StripePortalConfiguration = Owned & {
  id: string;
  /** Between which prices a subscription may change. */
  priceIds: string[];
  metadata: Record<string, string>;
  features: unknown;
  createdAt: string;
};
