import { z } from 'zod';
import type { SandboxResponse } from '../../core/router.ts';
import type { StripeAccount, StripeLink } from '../../core/state-stripe.ts';
import { makeId } from '../identifiers.ts';
import { ownAccount, ownAccountV2 } from './account-status.ts';
import { isSubmitted } from './account-views.ts';
import { assertAccountsV2 } from './accounts-v2.ts';
import { done } from './call.ts';
import type { StripeCall, StripeOperation } from './call.ts';
import { address, expand, flag, readParams, secondsOf, text } from './params.ts';
import { stripeOf } from './platforms.ts';
import { invalidParam, StripeProblem } from './problem.ts';

/** How long an account link works. */
export const LINK_MINUTES = 5;
const SESSION_MINUTES = 30;
const KEPT_LINKS = 500;

/** Links to Stripe's own pages, and sessions of its embedded parts. */
export const linkOperations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v1/account_links', name: 'account_links.create', run: createLink },
  { method: 'POST', pattern: '/v2/core/account_links', name: 'v2.account_links.create', run: createLinkV2 },
  { method: 'POST', pattern: '/v1/accounts/{id}/login_links', name: 'login_links.create', run: createLoginLink },
  { method: 'POST', pattern: '/v1/account_sessions', name: 'account_sessions.create', run: createSession },
];

const fields = z.enum(['currently_due', 'eventually_due']).optional();
const future = z.enum(['include', 'omit']).optional();

function createLink(call: StripeCall): SandboxResponse {
  const input = readParams(
    z.strictObject({
      account: text(),
      type: z.enum(['account_onboarding', 'account_update']),
      refresh_url: address(),
      return_url: address(),
      collect: fields,
      collection_options: z.strictObject({ fields, future_requirements: future }).optional(),
      expand: expand().optional(),
    }),
    call.params,
  );
  const account = ownAccount(call, input.account);
  const { link, url } = keepOnboardingLink(call, account, 'v1', input.refresh_url, input.return_url);
  return done({
    object: 'account_link',
    created: secondsOf(call.sandbox.clock.iso()),
    expires_at: secondsOf(link.expiresAt ?? ''),
    url,
  });
}

const useCase = z.strictObject({
  collection_options: z.strictObject({ fields, future_requirements: future }).optional(),
  refresh_url: address(),
  return_url: address().optional(),
});

function createLinkV2(call: StripeCall): SandboxResponse {
  const input = readParams(
    z.strictObject({
      account: text(),
      use_case: z.strictObject({
        type: z.enum(['account_onboarding', 'account_update']),
        account_onboarding: useCase.optional(),
        account_update: useCase.optional(),
      }),
    }),
    call.params,
  );
  assertAccountsV2(call);
  const wanted = input.use_case[input.use_case.type];
  if (!wanted) throw invalidParam(`use_case[${input.use_case.type}]`, `use_case.${input.use_case.type} is required.`);
  const account = ownAccountV2(call, input.account);
  const { link, url } = keepOnboardingLink(call, account, 'v2', wanted.refresh_url, wanted.return_url ?? null);
  return done({
    object: 'v2.core.account_link',
    account: account.id,
    created: call.sandbox.clock.iso(),
    expires_at: link.expiresAt,
    livemode: account.livemode,
    url,
    use_case: input.use_case,
  });
}

function keepOnboardingLink(
  call: StripeCall,
  account: StripeAccount,
  madeWith: StripeLink['madeWith'],
  refreshUrl: string,
  returnUrl: string | null,
): { link: StripeLink; url: string } {
  for (const url of [refreshUrl, returnUrl])
    if (account.livemode && url !== null && !url.startsWith('https:'))
      throw invalidParam('return_url', 'Livemode requests must always be redirected via HTTPS.', 'url_invalid');
  const { sandbox } = call;
  const link: StripeLink = {
    kind: 'onboarding',
    accountId: account.id,
    madeWith,
    refreshUrl,
    returnUrl,
    expiresAt: new Date(sandbox.clock.now().getTime() + LINK_MINUTES * 60_000).toISOString(),
    usedAt: null,
    session: null,
  };
  return { link, url: `${sandbox.config.publicUrl}/stripe/setup/${keepLink(call, link)}` };
}

/** Keeps a link under a token of its own; only the latest few hundred stay. */
function keepLink(call: StripeCall, link: StripeLink): string {
  const state = stripeOf(call.sandbox);
  const token = makeId(call.sandbox, '', 24);
  state.links = Object.fromEntries([...Object.entries(state.links).slice(-KEPT_LINKS), [token, link]]);
  return token;
}

function createLoginLink(call: StripeCall): SandboxResponse {
  readParams(z.strictObject({ expand: expand().optional() }), call.params);
  const account = ownAccount(call, call.path['id'] ?? '');
  if (account.dashboard !== 'express')
    throw new StripeProblem(400, {
      message: `Cannot create a login link for an account that does not have access to the Express Dashboard.`,
    });
  if (!isSubmitted(account))
    throw new StripeProblem(400, {
      message: 'Cannot create a login link for an account that has not completed onboarding.',
    });
  const token = keepLink(call, {
    kind: 'login',
    accountId: account.id,
    madeWith: 'v1',
    refreshUrl: null,
    returnUrl: null,
    expiresAt: null,
    usedAt: null,
    session: null,
  });
  return done({
    object: 'login_link',
    created: secondsOf(call.sandbox.clock.iso()),
    url: `${call.sandbox.config.publicUrl}/stripe/express/${token}`,
  });
}

function createSession(call: StripeCall): SandboxResponse {
  const component = z.strictObject({
    enabled: flag(),
    features: z.record(z.string(), z.unknown()).optional(),
  });
  const input = readParams(
    z.strictObject({
      account: text(),
      components: z
        .record(z.string(), component)
        .refine((value) => Object.keys(value).length > 0, { error: 'At least one component must be enabled.' }),
      expand: expand().optional(),
    }),
    call.params,
  );
  const account = ownAccount(call, input.account);
  return done({
    object: 'account_session',
    account: account.id,
    client_secret: makeId(call.sandbox, 'accs_secret__', 56),
    components: Object.fromEntries(
      Object.entries(input.components).map(([name, entry]) => [
        name,
        { enabled: entry.enabled, features: entry.features ?? {} },
      ]),
    ),
    expires_at: secondsOf(call.sandbox.clock.iso()) + SESSION_MINUTES * 60,
    livemode: account.livemode,
  });
}
