import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { formatMinor, parseMinor } from '../../core/money.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { STRIPE_ACCOUNT_STATUSES } from '../../core/state-stripe.ts';
import type { StripeAccount, StripeAccountStatus, StripePlatform, StripeTransfer } from '../../core/state-stripe.ts';
import { accountById, changeStatus } from '../../providers/stripe/account-status.ts';
import { payOutAccount } from '../../providers/stripe/balance.ts';
import { NO_CAUSE } from '../../providers/stripe/call.ts';
import {
  availableOf,
  currentKey,
  expireKeys,
  platformOf,
  rollKey,
  stripeOf,
} from '../../providers/stripe/platforms.ts';
import { reverseByHand } from '../../providers/stripe/reversals.ts';
import { reversedOf, transferById } from '../../providers/stripe/transfers.ts';
import { markup, showMoney, showStatus, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { renderNotice, showing } from '../page.ts';
import {
  CONSOLE_ZONE,
  consoleAction,
  readBalance,
  renderBalanceForm,
  renderBalances,
  renderProviderDeliveries,
  resendRoute,
} from './provider-parts.ts';
import { renderToolPage } from './tool-page.ts';

const PAGE = '/providers/stripe';
const SHOWN = 100;
const TONES: Record<StripeAccountStatus, string> = {
  pending: 'badge-attention',
  review: 'badge-info',
  active: 'badge-success',
  restricted: 'badge-warning',
  rejected: 'badge-critical',
};

/** Stripe's console: what a person can do to balances, accounts and transfers without the app. */
export function stripeConsoleRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      PAGE,
      showing(sandbox, (request) => renderConsole(sandbox, request)),
    ),
    ...platformActions(sandbox),
    ...accountActions(sandbox),
    resendRoute(sandbox, 'stripe'),
  ];
}

function platformActions(sandbox: Sandbox): Route[] {
  const target = (request: SandboxRequest): { platform: StripePlatform; livemode: boolean } => ({
    platform: platformOf(sandbox, request.params['id']),
    livemode: request.params['mode'] === 'live',
  });
  return [
    consoleAction(sandbox, PAGE, '/platforms/{id}/{mode}/balance', (request) => {
      const { platform, livemode } = target(request);
      const { currency, minor } = readBalance(request);
      availableOf(platform, livemode)[currency.toLowerCase()] = minor;
      return `${platform.name} now has ${showMoney(minor, currency)}.`;
    }),
    consoleAction(sandbox, PAGE, '/platforms/{id}/{mode}/expire', (request) => {
      const { platform, livemode } = target(request);
      expireKeys(sandbox, platform, livemode);
      return 'The key has expired.';
    }),
    consoleAction(sandbox, PAGE, '/platforms/{id}/{mode}/roll', (request) => {
      const { platform, livemode } = target(request);
      rollKey(sandbox, platform, livemode);
      return 'There is a new key.';
    }),
  ];
}

function accountActions(sandbox: Sandbox): Route[] {
  return [
    consoleAction(sandbox, PAGE, '/accounts/{id}/status', (request) => {
      const account = accountById(sandbox, request.params['id'] ?? '');
      const status = STRIPE_ACCOUNT_STATUSES.find((candidate) => candidate === readForm(request).get('status'));
      if (!status) throw new Refusal('Choose a status.', ['status']);
      changeStatus(sandbox, account, status, NO_CAUSE);
      return `${nameOf(account)} is ${showStatus(status).toLowerCase()}.`;
    }),
    consoleAction(sandbox, PAGE, '/accounts/{id}/payouts', (request) => {
      const account = accountById(sandbox, request.params['id'] ?? '');
      const failed = readForm(request).get('failed') === 'true';
      const currency = Object.entries(account.balances).find(([, minor]) => minor > 0)?.[0];
      if (!currency) throw new Refusal(`${nameOf(account)} has nothing to pay out.`, ['id']);
      const payout = payOutAccount(sandbox, account, { currency, amountMinor: undefined, failed });
      const amount = showMoney(payout.amountMinor, currency.toUpperCase());
      return failed ? `The payout of ${amount} failed; the money is back.` : `${amount} went to the bank.`;
    }),
    consoleAction(sandbox, PAGE, '/transfers/{id}/reverse', (request) => {
      const transfer = transferById(sandbox, request.params['id'] ?? '');
      const amount = (readForm(request).get('amount') ?? '').trim();
      const minor = amount === '' ? undefined : parseMinor(amount, transfer.currency.toUpperCase());
      if (minor === null || (minor !== undefined && minor < 1))
        throw new Refusal(`This is no amount of ${transfer.currency.toUpperCase()}.`, ['amount']);
      reverseByHand(sandbox, transfer, minor);
      return `${transfer.id} was reversed.`;
    }),
  ];
}

function nameOf(account: StripeAccount): string {
  return account.displayName ?? account.email ?? account.id;
}

function renderConsole(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const state = stripeOf(sandbox);
  const accounts = Object.values(state.accounts).slice(-SHOWN).reverse();
  const transfers = Object.values(state.transfers).slice(-SHOWN).reverse();
  return renderToolPage(sandbox, {
    title: 'Stripe',
    current: '/providers',
    notice: renderNotice(request),
    lead: 'What happens at Stripe without Souk: balances, what becomes of an account, a transfer taken back.',
    body: markup`${state.platforms.map(renderPlatform)}
<section class="card card-flush" id="accounts"><h2>Accounts</h2>${accounts.length === 0 ? markup`<p class="empty">None yet.</p>` : markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>Account</th><th>Mode</th><th>State</th><th>Balance</th><th>Becomes</th><th>Payout to the bank</th></tr></thead><tbody>${accounts.map(renderAccount)}</tbody></table></div>`}</section>
<section class="card card-flush" id="transfers"><h2>Transfers</h2>${transfers.length === 0 ? markup`<p class="empty">None yet.</p>` : markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>Transfer</th><th>To</th><th>At</th><th class="number">Amount</th><th class="number">Taken back</th><th>Take back</th></tr></thead><tbody>${transfers.map((transfer) => renderTransfer(state.accounts[transfer.destination], transfer))}</tbody></table></div>`}</section>
${renderProviderDeliveries(sandbox, 'stripe')}`,
  });
}

function renderPlatform(platform: StripePlatform): Markup {
  return markup`<section class="card stack"><div><h2>${platform.name}</h2><p class="quiet small">${platform.country} · Accounts API ${platform.accountsApi === 'both' ? 'v1 and v2' : platform.accountsApi} · <code>${platform.id}</code></p></div>
${[false, true].map((livemode) => renderMode(platform, livemode))}</section>`;
}

function renderMode(platform: StripePlatform, livemode: boolean): Markup {
  const mode = livemode ? 'live' : 'test';
  const action = `${PAGE}/platforms/${platform.id}/${mode}`;
  const key = currentKey(platform, livemode);
  return markup`<div class="stack-tight"><h3>${livemode ? 'Live' : 'Test'}: ${renderBalances(availableOf(platform, livemode))}</h3>
<p class="small">${key === null ? markup`<span class="badge badge-critical">The key has expired</span>` : markup`Key <code class="key">${key}</code>`}</p>
<div class="row">${renderBalanceForm(`${action}/balance`, `${platform.id}-${mode}`)}
<form method="post" action="${action}/roll"><button class="button">Make a new ${mode} key</button></form>
${key === null ? null : markup`<form method="post" action="${action}/expire"><button class="button button-critical">Let the ${mode} key expire</button></form>`}</div></div>`;
}

function renderAccount(account: StripeAccount): Markup {
  const action = `${PAGE}/accounts/${account.id}`;
  const name = nameOf(account);
  return markup`<tr><td>${name}<br><code class="small">${account.id}</code></td><td>${account.livemode ? 'live' : 'test'}</td><td><span class="badge ${TONES[account.status]}">${showStatus(account.status)}</span></td><td>${renderBalances(account.balances)}</td>
<td><form method="post" action="${action}/status" class="cell-form"><label class="visually-hidden" for="${account.id}-status">What ${name} becomes</label><select id="${account.id}-status" name="status">${STRIPE_ACCOUNT_STATUSES.map((status) => markup`<option value="${status}"${status === account.status ? markup` selected` : null}>${showStatus(status)}</option>`)}</select><button class="button" aria-label="Change ${name}">Change</button></form></td>
<td><form method="post" action="${action}/payouts" class="cell-form"><button class="button" name="failed" value="false" aria-label="Pay out ${name}">Pay out</button><button class="button" name="failed" value="true" aria-label="Let it fail: a payout of ${name}">Let it fail</button></form></td></tr>`;
}

function renderTransfer(account: StripeAccount | undefined, transfer: StripeTransfer): Markup {
  const currency = transfer.currency.toUpperCase();
  const reversed = reversedOf(transfer);
  const left = transfer.amountMinor - reversed;
  return markup`<tr><td><code>${transfer.id}</code>${transfer.transferGroup ? markup`<br><span class="quiet small">${transfer.transferGroup}</span>` : null}</td><td>${account ? nameOf(account) : transfer.destination}</td><td>${showTime(transfer.createdAt, CONSOLE_ZONE)}</td><td class="number">${showMoney(transfer.amountMinor, currency)}</td><td class="number">${reversed === 0 ? '' : showMoney(reversed, currency)}</td>
<td>${left === 0 ? markup`<span class="badge badge-warning">Reversed</span>` : markup`<form method="post" action="${PAGE}/transfers/${transfer.id}/reverse" class="cell-form"><label class="visually-hidden" for="${transfer.id}-amount">Amount to take back</label><input id="${transfer.id}-amount" name="amount" class="short" inputmode="decimal" placeholder="${formatMinor(left, currency)}" maxlength="20"><button class="button" aria-label="Reverse ${transfer.id}">Reverse</button></form>`}</td></tr>`;
}
