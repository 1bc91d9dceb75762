import { z } from 'zod';
import type { SandboxResponse } from '../../core/router.ts';
import { accountsOf, ownAccountV2, relatedTo } from './account-status.ts';
import { showAccountV2 } from './account-views.ts';
import { keepAccount, unsupportedCountry } from './accounts.ts';
import { done } from './call.ts';
import type { StripeCall, StripeOperation } from './call.ts';
import { currencyOfCountry } from './countries.ts';
import { emitThin } from './events.ts';
import { flag, integer, metadata, readParams, text } from './params.ts';
import { invalidParam, StripeProblem } from './problem.ts';

/** Connected accounts by v2. */
export const accountV2Operations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v2/core/accounts', name: 'v2.accounts.create', run: createAccount },
  { method: 'GET', pattern: '/v2/core/accounts', name: 'v2.accounts.list', run: listAccounts },
  { method: 'GET', pattern: '/v2/core/accounts/{id}', name: 'v2.accounts.retrieve', run: retrieveAccount },
];

const INCLUDES = [
  'configuration.customer',
  'configuration.merchant',
  'configuration.recipient',
  'defaults',
  'future_requirements',
  'identity',
  'requirements',
] as const;
const include = z.array(z.enum(INCLUDES)).optional();
const details = z.record(z.string(), z.unknown());
const requested = z.strictObject({ requested: flag() });

const creation = z.strictObject({
  contact_email: z.email({ pattern: z.regexes.html5Email }).optional(),
  contact_phone: text().optional(),
  display_name: text().optional(),
  dashboard: z.enum(['express', 'full', 'none']).optional(),
  identity: z
    .strictObject({
      country: z
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .optional(),
      entity_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
      attestations: details.optional(),
      business_details: details.optional(),
      individual: details.optional(),
    })
    .optional(),
  configuration: z
    .strictObject({
      customer: details.optional(),
      merchant: details.optional(),
      recipient: z
        .strictObject({
          capabilities: z
            .strictObject({
              bank_accounts: details.optional(),
              cards: details.optional(),
              stripe_balance: z.strictObject({ stripe_transfers: requested.optional() }).optional(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  defaults: z
    .strictObject({
      currency: text(3).optional(),
      locales: z.array(text()).optional(),
      profile: details.optional(),
      responsibilities: z
        .strictObject({
          fees_collector: z.enum(['application', 'application_custom', 'application_express', 'stripe']),
          losses_collector: z.enum(['application', 'stripe']),
        })
        .optional(),
    })
    .optional(),
  include,
  metadata: metadata().optional(),
});

/** Refuses a platform that only has the Accounts API of v1, in Stripe's words. */
export function assertAccountsV2(call: StripeCall): void {
  if (call.platform.accountsApi !== 'v1') return;
  throw new StripeProblem(400, {
    code: 'accounts_v2_access_blocked',
    message:
      "Accounts v2 is not enabled for your platform. If you're interested in using this API with your integration, please visit https://docs.stripe.com/connect/accounts-v2.",
  });
}

function createAccount(call: StripeCall): SandboxResponse {
  const input = readParams(creation, call.params);
  assertAccountsV2(call);
  const transfers = input.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.requested === true;
  const responsibilities = input.defaults?.responsibilities;
  if (transfers && responsibilities?.losses_collector !== 'application')
    throw invalidParam(
      'defaults[responsibilities][losses_collector]',
      'losses_collector must be application for accounts that receive transfers.',
    );
  const country = input.identity?.country?.toUpperCase() ?? null;
  const currency = country === null ? call.platform.currency : currencyOfCountry(country);
  if (currency === null) throw unsupportedCountry(country ?? '');
  const account = keepAccount(call, {
    madeWith: 'v2',
    transfersRequested: transfers,
    dashboard: input.dashboard ?? 'full',
    country,
    currency: input.defaults?.currency?.toLowerCase() ?? currency,
    email: input.contact_email ?? null,
    displayName: input.display_name ?? null,
    entityType: input.identity?.entity_type ?? null,
    feesCollector: responsibilities?.fees_collector ?? 'stripe',
    lossesCollector: responsibilities?.losses_collector ?? 'stripe',
    requirementsCollector: 'stripe',
    metadata: input.metadata ?? {},
  });
  emitThin(call.sandbox, {
    platformId: account.platformId,
    livemode: account.livemode,
    type: 'v2.core.account.created',
    related: relatedTo(account),
    cause: call.cause,
  });
  return done(showAccountV2(account, input.include ?? []));
}

function retrieveAccount(call: StripeCall): SandboxResponse {
  const wanted = readParams(z.strictObject({ include }), call.params);
  assertAccountsV2(call);
  return done(showAccountV2(ownAccountV2(call, call.path['id'] ?? ''), wanted.include ?? []));
}

function listAccounts(call: StripeCall): SandboxResponse {
  const wanted = readParams(
    z.strictObject({
      applied_configurations: z.array(z.enum(['customer', 'merchant', 'recipient'])).optional(),
      closed: flag().optional(),
      limit: integer(1, 100).optional(),
      page: integer(0).optional(),
    }),
    call.params,
  );
  assertAccountsV2(call);
  const [limit, start] = [wanted.limit ?? 20, wanted.page ?? 0];
  const found = accountsOf(call).filter(
    (account) =>
      wanted.closed !== true &&
      (wanted.applied_configurations?.every((name) => name === 'recipient' && account.transfersRequested) ?? true),
  );
  const pageUrl = (at: number): string => `/v2/core/accounts?limit=${limit}&page=${at}`;
  return done({
    data: found.slice(start, start + limit).map((account) => showAccountV2(account, [])),
    next_page_url: found.length > start + limit ? pageUrl(start + limit) : null,
    previous_page_url: start > 0 ? pageUrl(Math.max(0, start - limit)) : null,
  });
}
