import { z } from 'zod';
import type { SandboxResponse } from '../../core/router.ts';
import type { StripeAccount } from '../../core/state-stripe.ts';
import { makeId } from '../identifiers.ts';
import { accountsOf, ownAccount } from './account-status.ts';
import { showAccount, showSettings } from './account-views.ts';
import { done, listPage } from './call.ts';
import type { StripeCall, StripeOperation } from './call.ts';
import { currencyOfCountry } from './countries.ts';
import { created, expand, flag, isWithin, metadata, paging, readParams, text } from './params.ts';
import { stripeOf } from './platforms.ts';
import { invalidParam, StripeProblem } from './problem.ts';

/** Connected accounts by v1, and the platform's own account. */
export const accountOperations: readonly StripeOperation[] = [
  { method: 'GET', pattern: '/v1/account', name: 'account.retrieve', run: retrieveOwn },
  { method: 'POST', pattern: '/v1/accounts', name: 'accounts.create', run: createAccount },
  { method: 'GET', pattern: '/v1/accounts', name: 'accounts.list', run: listAccounts },
  { method: 'GET', pattern: '/v1/accounts/{id}', name: 'accounts.retrieve', run: retrieveAccount },
];

/** Parts of an account that the real service keeps and this one only takes. */
const details = z.record(z.string(), z.unknown());
const capability = z.strictObject({ requested: flag().optional() });

const creation = z.strictObject({
  type: z.enum(['custom', 'express', 'none', 'standard']).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'Country must be a two-letter ISO code.' })
    .optional(),
  email: z
    .email({ pattern: z.regexes.html5Email, error: (issue) => `Invalid email address: ${String(issue.input)}` })
    .optional(),
  business_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
  default_currency: text(3).optional(),
  capabilities: z.record(z.string(), capability).optional(),
  controller: z
    .strictObject({
      fees: z.strictObject({ payer: z.enum(['account', 'application']).optional() }).optional(),
      losses: z.strictObject({ payments: z.enum(['application', 'stripe']).optional() }).optional(),
      requirement_collection: z.enum(['application', 'stripe']).optional(),
      stripe_dashboard: z.strictObject({ type: z.enum(['express', 'full', 'none']).optional() }).optional(),
    })
    .optional(),
  metadata: metadata().optional(),
  business_profile: details.optional(),
  company: details.optional(),
  individual: details.optional(),
  settings: details.optional(),
  tos_acceptance: details.optional(),
  expand: expand().optional(),
});

function createAccount(call: StripeCall): SandboxResponse {
  const input = readParams(creation, call.params);
  if (call.platform.accountsApi === 'v2')
    throw new StripeProblem(400, {
      message:
        'Your platform uses Accounts v2. Please create accounts with the /v2/core/accounts endpoint. To learn more, see https://docs.stripe.com/connect/accounts-v2.',
    });
  if (input.type !== undefined && input.controller !== undefined)
    throw invalidParam('type', 'You may not provide both the `type` and `controller` parameters.');
  const country = input.country ?? call.platform.country;
  const currency = currencyOfCountry(country);
  if (currency === null) throw unsupportedCountry(country);
  const { controller } = input;
  const isExpress = input.type === 'express' || input.type === undefined;
  const account = keepAccount(call, {
    madeWith: 'v1',
    transfersRequested: input.capabilities?.['transfers']?.requested === true,
    dashboard:
      controller?.stripe_dashboard?.type ?? (input.type === 'standard' ? 'full' : isExpress ? 'express' : 'none'),
    country,
    currency: input.default_currency?.toLowerCase() ?? currency,
    email: input.email ?? null,
    displayName: null,
    entityType: input.business_type ?? null,
    feesCollector: controller?.fees?.payer ?? 'application',
    lossesCollector: controller?.losses?.payments ?? 'application',
    requirementsCollector: controller?.requirement_collection ?? 'stripe',
    metadata: input.metadata ?? {},
  });
  return done(showAccount(account));
}

/** Adds an account in which nothing has been submitted yet. */
export function keepAccount(
  call: StripeCall,
  input: Omit<StripeAccount, 'id' | 'platformId' | 'livemode' | 'status' | 'balances' | 'createdAt'>,
): StripeAccount {
  const account: StripeAccount = {
    id: makeId(call.sandbox, 'acct_', 16),
    platformId: call.platform.id,
    livemode: call.livemode,
    status: 'pending',
    balances: {},
    createdAt: call.sandbox.clock.iso(),
    ...input,
  };
  stripeOf(call.sandbox).accounts[account.id] = account;
  return account;
}

/** The refusal of a country that Stripe does not serve. */
export function unsupportedCountry(country: string): StripeProblem {
  return invalidParam('country', `${country} is not currently supported by Stripe.`, 'country_unsupported');
}

function listAccounts(call: StripeCall): SandboxResponse {
  const wanted = readParams(z.strictObject({ ...paging, created: created().optional() }), call.params);
  const found = accountsOf(call).filter((account) => isWithin(account.createdAt, wanted.created));
  return listPage(found, wanted, '/v1/accounts', showAccount);
}

function retrieveAccount(call: StripeCall): SandboxResponse {
  readParams(z.strictObject({ expand: expand().optional() }), call.params);
  const id = call.path['id'] ?? '';
  return id === call.platform.id ? showOwn(call) : done(showAccount(ownAccount(call, id)));
}

function retrieveOwn(call: StripeCall): SandboxResponse {
  readParams(z.strictObject({ expand: expand().optional() }), call.params);
  return showOwn(call);
}

function showOwn(call: StripeCall): SandboxResponse {
  const { platform } = call;
  return done({
    id: platform.id,
    object: 'account',
    business_profile: { name: platform.name, mcc: null, url: null },
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    controller: { type: 'account' },
    country: platform.country,
    default_currency: platform.currency,
    details_submitted: true,
    email: 'platform@example.test',
    metadata: {},
    payouts_enabled: true,
    settings: showSettings(platform.name),
    type: 'standard',
  });
}
