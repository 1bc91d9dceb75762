import type { StripeBilling } from './state-stripe-billing.ts';

/** What the stand-in of Stripe remembers. Amounts are whole numbers of minor units, currencies lower case as Stripe writes them. */
export type StripeState = {
  platforms: StripePlatform[];
  /** Connected accounts by id. */
  accounts: Record<string, StripeAccount>;
  /** Account links and login links by the token in their address. */
  links: Record<string, StripeLink>;
  /** By id, in the order of their making. */
  transfers: Record<string, StripeTransfer>;
  payouts: Record<string, StripePayout>;
  endpoints: StripeEndpoint[];
  /** The latest events, oldest first. */
  events: StripeEvent[];
  /** Answers under an idempotency key, by `platform:mode:version:key`. */
  idempotent: Record<string, StripeReplay>;
  idempotentClearedAt: string;
  /** Plans, customers and subscriptions; made with the first question about them. */
  billing?: StripeBilling;
};

/** Amounts by currency. */
export type Balances = Record<string, number>;

export type StripePlatform = {
  id: string;
  name: string;
  country: string;
  currency: string;
  /** Which Accounts API the platform may use; new platforms of the real service are `v2`, old ones `v1`. */
  accountsApi: 'v1' | 'v2' | 'both';
  /** A key with `permissions` is a restricted one: it may do what these name (`rak_transfer_write`), and nothing else. */
  keys: { key: string; livemode: boolean; expiredAt: string | null; permissions?: readonly string[] }[];
  available: { test: Balances; live: Balances };
};

/**
 * `pending`: nothing submitted yet; `review`: submitted, Stripe looks at it; `active`: may receive transfers;
 * `restricted`: something is missing or past due; `rejected`: disabled for good.
 */
export const STRIPE_ACCOUNT_STATUSES = ['pending', 'review', 'active', 'restricted', 'rejected'] as const;
export type StripeAccountStatus = (typeof STRIPE_ACCOUNT_STATUSES)[number];

export type StripeAccount = {
  id: string;
  platformId: string;
  livemode: boolean;
  /** Which API made it; both can read it. */
  madeWith: 'v1' | 'v2';
  status: StripeAccountStatus;
  /** Whether it may ask for transfers at all. */
  transfersRequested: boolean;
  dashboard: 'express' | 'full' | 'none';
  /** Missing until it was named: the real service lets hosted onboarding ask for it. */
  country: string | null;
  currency: string;
  email: string | null;
  displayName: string | null;
  entityType: string | null;
  feesCollector: string;
  lossesCollector: string;
  requirementsCollector: string;
  metadata: Record<string, string>;
  balances: Balances;
  createdAt: string;
};

export type StripeLink = {
  kind: 'onboarding' | 'login';
  accountId: string;
  /** `v1` or `v2`: what event follows when it is completed. */
  madeWith: 'v1' | 'v2';
  refreshUrl: string | null;
  returnUrl: string | null;
  /** Login links end with their one use only. */
  expiresAt: string | null;
  usedAt: string | null;
  /** Proves that a form was posted from the page that the link opened. */
  session: string | null;
};

export type StripeTransfer = {
  id: string;
  platformId: string;
  livemode: boolean;
  amountMinor: number;
  currency: string;
  destination: string;
  description: string | null;
  transferGroup: string | null;
  metadata: Record<string, string>;
  reversals: StripeReversal[];
  createdAt: string;
};

export type StripeReversal = {
  id: string;
  amountMinor: number;
  description: string | null;
  metadata: Record<string, string>;
  createdAt: string;
};

/** A connected account's payout to its bank. */
export type StripePayout = {
  id: string;
  accountId: string;
  amountMinor: number;
  currency: string;
  status: 'paid' | 'failed';
  failureCode: string | null;
  createdAt: string;
};

export type StripeEndpoint = {
  id: string;
  platformId: string;
  livemode: boolean;
  /** `snapshot`: /v1/webhook_endpoints; `thin`: /v2/core/event_destinations. */
  payload: 'snapshot' | 'thin';
  url: string;
  secret: string;
  /** Event types, or `*`. */
  events: string[];
  /** Whether it hears of connected accounts (`connect`, `@accounts`) instead of the platform itself. */
  connect: boolean;
  name: string | null;
  description: string | null;
  metadata: Record<string, string>;
  apiVersion: string | null;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
};

export type StripeEvent = {
  id: string;
  platformId: string;
  livemode: boolean;
  type: string;
  payload: 'snapshot' | 'thin';
  /** The event as the API answers it; a thin notification leaves its `data` out. */
  body: Record<string, unknown>;
  createdAt: string;
};

export type StripeReplay = { fingerprint: string; endpoint: string; status: number; body: string; at: string };
