import type { StripeAccount, StripeAccountStatus } from '../../core/state-stripe.ts';
import { secondsOf } from './params.ts';

/** What is still wanted of an account, as v1 names it. */
const WANTED_FIRST = ['business_type', 'external_account', 'individual.verification.document', 'tos_acceptance.date'];
const WANTED_LATER = ['individual.verification.document'];

type AccountState = {
  submitted: boolean;
  /** The capability to receive transfers, in the words of v1 and of v2. */
  transfers: 'active' | 'pending' | 'inactive';
  status: 'active' | 'pending' | 'restricted' | 'rejected';
  detail: { code: string; resolution: string } | null;
  disabledReason: string | null;
  wanted: string[];
  pastDue: boolean;
  underReview: string[];
};

const ACCOUNT_STATES: Record<StripeAccountStatus, AccountState> = {
  pending: {
    submitted: false,
    transfers: 'inactive',
    status: 'restricted',
    detail: { code: 'requirements_past_due', resolution: 'provide_info' },
    disabledReason: 'requirements.past_due',
    wanted: WANTED_FIRST,
    pastDue: true,
    underReview: [],
  },
  review: {
    submitted: true,
    transfers: 'pending',
    status: 'pending',
    detail: { code: 'requirements_pending_verification', resolution: 'no_resolution' },
    disabledReason: 'requirements.pending_verification',
    wanted: [],
    pastDue: false,
    underReview: WANTED_LATER,
  },
  active: {
    submitted: true,
    transfers: 'active',
    status: 'active',
    detail: null,
    disabledReason: null,
    wanted: [],
    pastDue: false,
    underReview: [],
  },
  restricted: {
    submitted: true,
    transfers: 'inactive',
    status: 'restricted',
    detail: { code: 'requirements_past_due', resolution: 'provide_info' },
    disabledReason: 'requirements.past_due',
    wanted: WANTED_LATER,
    pastDue: true,
    underReview: [],
  },
  rejected: {
    submitted: true,
    transfers: 'inactive',
    status: 'rejected',
    detail: { code: 'rejected_other', resolution: 'contact_stripe' },
    disabledReason: 'rejected.other',
    wanted: [],
    pastDue: false,
    underReview: [],
  },
};

/** Whether the account may receive transfers at the moment. */
export function canReceive(account: StripeAccount): boolean {
  return account.transfersRequested && ACCOUNT_STATES[account.status].transfers === 'active';
}

/** Whether the onboarding was submitted. */
export function isSubmitted(account: StripeAccount): boolean {
  return ACCOUNT_STATES[account.status].submitted;
}

/** The account as v1 shows it. */
export function showAccount(account: StripeAccount): Record<string, unknown> {
  const state = ACCOUNT_STATES[account.status];
  const enabled = state.transfers === 'active';
  return {
    id: account.id,
    object: 'account',
    business_profile: { mcc: null, name: account.displayName, product_description: null, url: null },
    business_type: account.entityType,
    capabilities: account.transfersRequested ? { transfers: state.transfers } : {},
    charges_enabled: enabled,
    controller: {
      fees: { payer: account.feesCollector },
      is_controller: true,
      losses: { payments: account.lossesCollector },
      requirement_collection: account.requirementsCollector,
      stripe_dashboard: { type: account.dashboard },
      type: 'application',
    },
    country: account.country,
    created: secondsOf(account.createdAt),
    default_currency: account.currency,
    details_submitted: state.submitted,
    email: account.email,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      total_count: 0,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    future_requirements: requirementsOf(null),
    livemode: account.livemode,
    metadata: account.metadata,
    payouts_enabled: enabled,
    requirements: requirementsOf(state),
    settings: showSettings(account.displayName),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: account.dashboard === 'express' ? 'express' : account.dashboard === 'full' ? 'standard' : 'none',
  };
}

/** The settings of an account, of which only the name is ever anything else than what new accounts have. */
export function showSettings(displayName: string | null): Record<string, unknown> {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: displayName, timezone: 'Etc/UTC' },
    payments: { statement_descriptor: null, statement_descriptor_kana: null, statement_descriptor_kanji: null },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval: 'daily' },
      statement_descriptor: null,
    },
  };
}

function requirementsOf(state: AccountState | null): Record<string, unknown> {
  const wanted = state?.wanted ?? [];
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: wanted,
    disabled_reason: state?.disabledReason ?? null,
    errors: [],
    eventually_due: wanted,
    past_due: state?.pastDue ? wanted : [],
    pending_verification: state?.underReview ?? [],
  };
}

/** The account as v2 shows it: what was not asked for with `include` is null. */
export function showAccountV2(account: StripeAccount, include: readonly string[]): Record<string, unknown> {
  const state = ACCOUNT_STATES[account.status];
  const capability = { status: state.status, status_details: state.detail ? [state.detail] : [] };
  const shown = <T>(name: string, value: T): T | null => (include.includes(name) ? value : null);
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: account.transfersRequested ? ['recipient'] : [],
    closed: false,
    configuration: shown('configuration.recipient', {
      customer: null,
      merchant: null,
      recipient: account.transfersRequested
        ? {
            applied: true,
            capabilities: { stripe_balance: { payouts: capability, stripe_transfers: capability } },
          }
        : null,
    }),
    contact_email: account.email,
    created: account.createdAt,
    dashboard: account.dashboard,
    defaults: shown('defaults', {
      currency: account.currency,
      responsibilities: {
        fees_collector: account.feesCollector,
        losses_collector: account.lossesCollector,
        requirements_collector: account.requirementsCollector,
      },
    }),
    display_name: account.displayName,
    future_requirements: shown('future_requirements', { entries: [], summary: null }),
    identity: shown('identity', { country: account.country?.toLowerCase() ?? null, entity_type: account.entityType }),
    livemode: account.livemode,
    metadata: account.metadata,
    requirements: shown('requirements', requirementsV2(state)),
  };
}

function requirementsV2(state: AccountState): Record<string, unknown> {
  const deadline = { status: state.pastDue ? 'past_due' : 'currently_due' };
  const entry = (description: string, awaiting: 'user' | 'stripe'): Record<string, unknown> => ({
    awaiting_action_from: awaiting,
    description,
    errors: [],
    impact: {
      restricts_capabilities: [{ capability: 'stripe_balance.stripe_transfers', configuration: 'recipient', deadline }],
    },
    minimum_deadline: deadline,
    requested_reasons: [{ code: 'routine_onboarding' }],
  });
  const entries = [
    ...state.wanted.map((description) => entry(description, 'user')),
    ...state.underReview.map((description) => entry(description, 'stripe')),
  ];
  return { entries, summary: entries.length > 0 ? { minimum_deadline: deadline } : null };
}
