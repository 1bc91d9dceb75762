import type { Stripe } from 'stripe';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { askStripe } from './problem.server.ts';

/** With which generation of Stripe's API an account was made, and is read. */
export type AccountsApi = 'v1' | 'v2';

/** A vendor's account at Stripe, in the words of either generation. */
export type StripeAccountView = {
  accountId: string;
  madeWith: AccountsApi;
  isTest: boolean;
  /** Whether it may receive transfers now. */
  transfers: 'active' | 'pending' | 'inactive';
  isRejected: boolean;
  /** Whether its onboarding was handed in; null where Stripe does not say. */
  isSubmitted: boolean | null;
  /** What Stripe still wants from its owner, by Stripe's names. */
  due: string[];
  /** Whether Stripe itself is looking at what was handed in. */
  isUnderReview: boolean;
};

export type NewAccount = {
  email: string;
  /** ISO 3166-1, two capital letters. */
  country: string;
  displayName: string;
  /** Ids by which the account is recognised in Stripe's dashboard. */
  metadata: Record<string, string>;
  idempotencyKey: string;
};

const INCLUDE: Stripe.V2.Core.AccountRetrieveParams.Include[] = ['configuration.recipient', 'requirements', 'identity'];
const MAX_DUE = 20;
/** A page waits for it, so it is given up soon. */
const SOON = { timeout: 6_000 };

/** The accounts of vendors, of one platform. */
export function createAccounts(stripe: Stripe) {
  return {
    /**
     * Makes an account that may receive transfers and has Stripe's Express dashboard. v2 first; v1 where the platform has not got
     * it. The same key makes it once. Throws ProviderProblem.
     */
    async create(input: NewAccount): Promise<StripeAccountView> {
      try {
        return await createV2(stripe, input);
      } catch (error) {
        if (!(error instanceof ProviderProblem) || error.reason !== 'not_granted') throw error;
        return createV1(stripe, input);
      }
    },

    /** The account as it is now. Throws ProviderProblem: `missing` for one of another platform or mode. */
    async read(accountId: string, madeWith: AccountsApi): Promise<StripeAccountView> {
      return madeWith === 'v2'
        ? viewV2(await askStripe(() => stripe.v2.core.accounts.retrieve(accountId, { include: INCLUDE }, SOON)))
        : viewV1(await askStripe(() => stripe.accounts.retrieve(accountId, {}, SOON)));
    },

    /** A page of Stripe that asks for what is missing. It opens once, within minutes: never store or log it. */
    async createOnboardingLink(
      o: { accountId: string; madeWith: AccountsApi } & Record<'returnUrl' | 'refreshUrl', string>,
    ): Promise<string> {
      const urls = { return_url: o.returnUrl, refresh_url: o.refreshUrl };
      const fields = { collection_options: { fields: 'eventually_due' as const } };
      if (o.madeWith === 'v1') {
        const input = { account: o.accountId, type: 'account_onboarding' as const, ...urls, ...fields };
        return (await askStripe(() => stripe.accountLinks.create(input))).url;
      }
      const useCase = { type: 'account_onboarding' as const, account_onboarding: { ...urls, ...fields } };
      const link = await askStripe(() =>
        stripe.v2.core.accountLinks.create({ account: o.accountId, use_case: useCase }),
      );
      return link.url;
    },

    /** The address of the account's Express dashboard. It opens once: never store or log it. */
    async createDashboardLink(accountId: string): Promise<string> {
      return (await askStripe(() => stripe.accounts.createLoginLink(accountId))).url;
    },

    /** A session for Stripe's embedded parts. The secret belongs to the vendor's browser alone. */
    async createSession(accountId: string): Promise<{ clientSecret: string; expiresAt: Date }> {
      const session = await askStripe(() =>
        stripe.accountSessions.create({
          account: accountId,
          components: { account_onboarding: { enabled: true }, payouts: { enabled: true } },
        }),
      );
      return { clientSecret: session.client_secret, expiresAt: new Date(session.expires_at * 1000) };
    },
  };
}

async function createV2(stripe: Stripe, input: NewAccount): Promise<StripeAccountView> {
  const made = await askStripe(() =>
    stripe.v2.core.accounts.create(
      {
        contact_email: input.email,
        display_name: input.displayName,
        dashboard: 'express',
        identity: { country: input.country.toLowerCase() },
        configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
        defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
        metadata: input.metadata,
        include: INCLUDE,
      },
      { idempotencyKey: `${input.idempotencyKey}/v2` },
    ),
  );
  return viewV2(made);
}

async function createV1(stripe: Stripe, input: NewAccount): Promise<StripeAccountView> {
  const made = await askStripe(() =>
    stripe.accounts.create(
      {
        country: input.country,
        email: input.email,
        controller: {
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          stripe_dashboard: { type: 'express' },
        },
        capabilities: { transfers: { requested: true } },
        business_profile: { name: input.displayName },
        metadata: input.metadata,
      },
      { idempotencyKey: `${input.idempotencyKey}/v1` },
    ),
  );
  return viewV1(made);
}

function viewV2(account: Stripe.V2.Core.Account): StripeAccountView {
  const capability = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;
  const entries = account.requirements?.entries ?? [];
  const status: string = capability?.status ?? 'restricted';
  const codes: string[] = (capability?.status_details ?? []).map(({ code }) => code);
  return {
    accountId: account.id,
    madeWith: 'v2',
    isTest: !account.livemode,
    transfers: transfersStatus(status),
    isRejected: status === 'rejected' || account.closed === true || codes.some((code) => code.startsWith('rejected')),
    isSubmitted: status === 'active' || status === 'pending' ? true : null,
    due: entries
      .filter((entry) => entry.awaiting_action_from === 'user')
      .map((entry) => entry.description)
      .slice(0, MAX_DUE),
    isUnderReview: status === 'pending',
  };
}

function viewV1(account: Stripe.Account): StripeAccountView {
  const { requirements } = account;
  const pending = (requirements?.pending_verification ?? []).length > 0;
  const due = [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])];
  const transfers = account.capabilities?.transfers;
  return {
    accountId: account.id,
    madeWith: 'v1',
    isTest: !isLive(account),
    transfers: transfersStatus(transfers),
    isRejected: requirements?.disabled_reason?.startsWith('rejected') ?? false,
    isSubmitted: account.details_submitted,
    due: due.slice(0, MAX_DUE),
    isUnderReview: transfers === 'pending' || (pending && due.length === 0),
  };
}

/** Anything that Stripe may say one day and that is not one of these two receives nothing. */
function transfersStatus(status: string | undefined): StripeAccountView['transfers'] {
  return status === 'active' || status === 'pending' ? status : 'inactive';
}

/** v1 does not type the mode of an account, and answers it all the same. */
function isLive(account: Stripe.Account): boolean {
  return (account as { livemode?: boolean }).livemode === true;
}
