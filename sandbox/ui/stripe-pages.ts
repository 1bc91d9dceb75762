import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { readForm, redirect, route, text } from '../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../core/router.ts';
import type { StripeAccount, StripeAccountStatus, StripeLink } from '../core/state-stripe.ts';
import { makeId } from '../providers/identifiers.ts';
import { accountById, changeStatus } from '../providers/stripe/account-status.ts';
import { NO_CAUSE } from '../providers/stripe/call.ts';
import { emitThin } from '../providers/stripe/events.ts';
import { platformOf, stripeOf } from '../providers/stripe/platforms.ts';
import { countOf, markup, showMoney, showStatus } from './markup.ts';
import type { Markup } from './markup.ts';
import { isForeign, renderPage, showing } from './page.ts';

/** What a person can do on the onboarding page; null leaves the account as it is. */
const OUTCOMES: readonly { name: string; label: string; status: StripeAccountStatus | null; tone: string }[] = [
  { name: 'finish', label: 'Finish', status: 'active', tone: 'button-main' },
  { name: 'review', label: 'Finish, Stripe looks at it first', status: 'review', tone: '' },
  { name: 'incomplete', label: 'Leave out what is required', status: 'restricted', tone: '' },
  { name: 'reject', label: 'Be rejected', status: 'rejected', tone: 'button-critical' },
  { name: 'later', label: 'Go on later', status: null, tone: 'button-plain' },
];

/** The pages to which account links and login links lead. */
export function stripePageRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/stripe/setup/{token}',
      showing(sandbox, (request) => openSetup(sandbox, request)),
    ),
    route('POST', '/stripe/setup/{token}', (request) => finishSetup(sandbox, request)),
    route(
      'GET',
      '/stripe/express/{token}',
      showing(sandbox, (request) => openExpress(sandbox, request)),
    ),
  ];
}

function linkOf(sandbox: Sandbox, request: SandboxRequest, kind: StripeLink['kind']): StripeLink {
  const link = stripeOf(sandbox).links[request.params['token'] ?? ''];
  if (link?.kind !== kind) throw new Refusal('This link leads nowhere.', ['token'], 'NOT_FOUND');
  return link;
}

/** Opens a link once: a used or expired one leads to the address that makes a new one. */
function openSetup(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const link = linkOf(sandbox, request, 'onboarding');
  const now = sandbox.clock.iso();
  if (link.usedAt !== null || (link.expiresAt !== null && link.expiresAt <= now))
    return redirect(link.refreshUrl ?? '/', 302);
  link.usedAt = now;
  link.session = makeId(sandbox, '', 32);
  sandbox.save();
  const account = accountById(sandbox, link.accountId);
  return renderStripePage(
    sandbox,
    'Get paid by',
    account,
    markup`<p>Stripe would now ask who you are, for your bank account and, of companies, for their number. Nothing of it is asked here: choose how it ends.</p>
<form method="post" class="stack"><input type="hidden" name="session" value="${link.session}">${OUTCOMES.map((outcome) => markup`<button class="button ${outcome.tone}" name="way" value="${outcome.name}">${outcome.label}</button>`)}</form>`,
  );
}

function finishSetup(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  if (isForeign(sandbox, request)) return text(403, 'Forms of other pages are refused.\n');
  const link = linkOf(sandbox, request, 'onboarding');
  const form = readForm(request);
  const outcome = OUTCOMES.find((candidate) => candidate.name === form.get('way'));
  if (!outcome || link.session === null || form.get('session') !== link.session)
    return redirect(link.refreshUrl ?? '/', 303);
  link.session = null;
  const account = accountById(sandbox, link.accountId);
  if (outcome.status !== null) changeStatus(sandbox, account, outcome.status, NO_CAUSE);
  if (link.madeWith === 'v2')
    emitThin(sandbox, {
      platformId: account.platformId,
      livemode: account.livemode,
      type: 'v2.core.account_link.returned',
      data: { account_id: account.id, configurations: ['recipient'], use_case: 'account_onboarding' },
      cause: NO_CAUSE,
    });
  sandbox.save();
  return redirect(link.returnUrl ?? link.refreshUrl ?? '/', 303);
}

function openExpress(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const link = linkOf(sandbox, request, 'login');
  const account = accountById(sandbox, link.accountId);
  if (link.usedAt !== null)
    return renderStripePage(
      sandbox,
      'Account of',
      account,
      markup`<p>This link was used already. Ask for a new one.</p>`,
      410,
    );
  link.usedAt = sandbox.clock.iso();
  sandbox.save();
  const state = stripeOf(sandbox);
  const transfers = Object.values(state.transfers).filter((transfer) => transfer.destination === account.id);
  const balances = Object.entries(account.balances);
  return renderStripePage(
    sandbox,
    'Account of',
    account,
    markup`<dl class="sums">${balances.length === 0 ? markup`<div><dt>Balance</dt><dd>nothing yet</dd></div>` : balances.map(([currency, minor]) => markup`<div><dt>Balance</dt><dd>${showMoney(minor, currency.toUpperCase())}</dd></div>`)}</dl>
<p class="quiet">${countOf(transfers.length, 'transfer')} so far. The account is ${showStatus(account.status).toLowerCase()}.</p>`,
  );
}

function renderStripePage(
  sandbox: Sandbox,
  title: string,
  account: StripeAccount,
  body: Markup,
  status = 200,
): SandboxResponse {
  const platform = platformOf(sandbox, account.platformId);
  return renderPage(sandbox, {
    title: `${title} ${platform.name}`,
    bodyClass: 'plain',
    status,
    body: markup`<main class="plain-page stack" id="main"><p class="quiet small">Stripe, played by the sandbox${account.livemode ? null : markup` · <span class="badge">Test</span>`}</p>
<h1>${title} ${platform.name}</h1><p class="quiet">${account.displayName ?? account.email ?? 'An account'} · <code>${account.id}</code></p>
${body}</main>`,
  });
}
