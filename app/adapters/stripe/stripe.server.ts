import { Stripe } from 'stripe';
import { isCurrency, type Money } from '#app/core/money/money.ts';
import { createLimitedFetch } from '#app/adapters/web/outside-call.server.ts';
import { createAccounts } from './accounts.server.ts';
import { fromStripeAmount } from './amount.ts';
import { createHooks, isSignedByStripe } from './hooks.server.ts';
import { askStripe } from './problem.server.ts';
import { createSubscriptions } from './subscriptions.server.ts';
import { createTransfers } from './transfers.server.ts';

/** Stripe, as features see it. Keys belong to stores and come with each use; nothing of them is kept here. */
export type StripeAdapter = {
  /** A client for one secret key. Its calls throw ProviderProblem. */
  open(apiKey: string): StripeClient;
  isSigned: typeof isSignedByStripe;
};

/** The marketplace's own account at Stripe. */
export type StripePlatform = { accountId: string; name: string; country: string };
export type StripeBalance = { available: Money[]; pending: Money[] };

export type StripeClient = {
  readPlatform(): Promise<StripePlatform>;
  /** What can be transferred at once and what is on its way, by currency. */
  readBalance(): Promise<StripeBalance>;
  accounts: ReturnType<typeof createAccounts>;
  hooks: ReturnType<typeof createHooks>;
  transfers: ReturnType<typeof createTransfers>;
  subscriptions: ReturnType<typeof createSubscriptions>;
};

/** The version of Stripe's API that this program was written and tested against. */
const API_VERSION = '2026-10-28.endive';
const ANSWER_LIMIT_MS = 20_000;
const MAX_ANSWER_BYTES = 20_000_000;
/** A page waits for the balance, so it is given up sooner. */
const POLL_LIMIT_MS = 6_000;

/** The library counts the time of a call until its headers only. */
const limitedFetch = createLimitedFetch({ provider: 'stripe', limitMs: ANSWER_LIMIT_MS, maxBytes: MAX_ANSWER_BYTES });

export function createStripe(): StripeAdapter {
  return { open: openClient, isSigned: isSignedByStripe };
}

/** Nothing is tried again by the client itself: whoever asks decides what may be asked twice. */
function openClient(apiKey: string): StripeClient {
  const stripe = new Stripe(apiKey, {
    apiVersion: API_VERSION,
    httpClient: Stripe.createFetchHttpClient(limitedFetch),
    maxNetworkRetries: 0,
    timeout: ANSWER_LIMIT_MS,
    telemetry: false,
    appInfo: { name: 'Souk' },
  });
  return {
    async readPlatform() {
      const account = await askStripe(() => stripe.accounts.retrieveCurrent());
      const name = account.settings?.dashboard.display_name ?? account.business_profile?.name ?? '';
      return { accountId: account.id, name, country: account.country ?? '' };
    },
    async readBalance() {
      const balance = await askStripe(() => stripe.balance.retrieve({}, { timeout: POLL_LIMIT_MS }));
      const sums = (list: readonly { amount: number; currency: string }[]): Money[] =>
        list
          .filter(({ currency }) => isCurrency(currency.toUpperCase()))
          .map(({ amount, currency }) => fromStripeAmount(amount, currency));
      return {
        available: sums(balance.available),
        pending: sums(balance.pending).filter((one) => one.amountMinor !== 0n),
      };
    },
    accounts: createAccounts(stripe),
    hooks: createHooks(stripe, API_VERSION),
    transfers: createTransfers(stripe),
    subscriptions: createSubscriptions(stripe),
  };
}
