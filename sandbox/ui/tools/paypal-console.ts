import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { PAYPAL_ITEM_STATUSES } from '../../core/state-paypal.ts';
import type { PaypalApp, PaypalBatch, PaypalItem, PaypalItemStatus } from '../../core/state-paypal.ts';
import { appOf, paypalOf, renewApp, revokeApp } from '../../providers/paypal/apps.ts';
import { batchById, changeItem, denyBatch, itemById, itemsOf, settlePayouts } from '../../providers/paypal/items.ts';
import { countOf, markup, showMoney, showStatus, showTime } from '../markup.ts';
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

const PAGE = '/providers/paypal';
const SHOWN_BATCHES = 30;
const SHOWN_ITEMS = 100;
const TONES: Partial<Record<PaypalItemStatus, string>> = {
  SUCCESS: 'badge-success',
  PENDING: 'badge-attention',
  UNCLAIMED: 'badge-attention',
  ONHOLD: 'badge-warning',
  FAILED: 'badge-critical',
  BLOCKED: 'badge-critical',
};

/** PayPal's console: balances, and every way in which an item can end. */
export function paypalConsoleRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      PAGE,
      showing(sandbox, (request) => renderConsole(sandbox, request)),
    ),
    ...appActions(sandbox),
    ...payoutActions(sandbox),
    resendRoute(sandbox, 'paypal'),
  ];
}

function appActions(sandbox: Sandbox): Route[] {
  const target = (request: SandboxRequest): PaypalApp => appOf(sandbox, request.params['id']);
  return [
    consoleAction(sandbox, PAGE, '/apps/{id}/balance', (request) => {
      const { currency, minor } = readBalance(request);
      target(request).balances[currency] = minor;
      return `The balance is now ${showMoney(minor, currency)}.`;
    }),
    consoleAction(sandbox, PAGE, '/apps/{id}/revoke', (request) => {
      revokeApp(sandbox, target(request));
      return 'The credentials do not work any more.';
    }),
    consoleAction(sandbox, PAGE, '/apps/{id}/renew', (request) => {
      renewApp(target(request));
      return 'The credentials work again.';
    }),
    consoleAction(sandbox, PAGE, '/apps/{id}/grant', (request) => {
      const app = target(request);
      app.payoutsGranted = !app.payoutsGranted;
      return app.payoutsGranted ? 'Payouts are granted.' : 'Payouts are not granted any more.';
    }),
    consoleAction(sandbox, PAGE, '/apps/{id}/restrict', (request) => {
      const app = target(request);
      app.restricted = !app.restricted;
      return app.restricted ? 'The account is restricted.' : 'The account is not restricted any more.';
    }),
  ];
}

function payoutActions(sandbox: Sandbox): Route[] {
  return [
    consoleAction(sandbox, PAGE, '/items/{id}', (request) => {
      const item = itemById(sandbox, request.params['id'] ?? '');
      const status = PAYPAL_ITEM_STATUSES.find((candidate) => candidate === readForm(request).get('status'));
      if (!status) throw new Refusal('Choose how the item ends.', ['status']);
      changeItem(sandbox, item, status, null);
      return `${item.receiver}: ${showStatus(status).toLowerCase()}.`;
    }),
    consoleAction(sandbox, PAGE, '/batches/{id}/deny', (request) => {
      denyBatch(sandbox, batchById(sandbox, request.params['id'] ?? ''), 'INTERNAL_ERROR');
      return 'The batch is denied.';
    }),
    consoleAction(sandbox, PAGE, '/hold', (request) => {
      const state = paypalOf(sandbox);
      const isOn = readForm(request).get('hold') === 'true';
      state.outcomes = state.outcomes.filter((outcome) => outcome.status !== 'PENDING' || outcome.receiver !== null);
      if (isOn)
        state.outcomes.unshift({
          id: nextId(sandbox),
          status: 'PENDING',
          receiver: null,
          error: null,
          remaining: null,
        });
      return isOn ? 'Items to come wait for you.' : 'Items to come are settled at once.';
    }),
  ];
}

function renderConsole(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  settlePayouts(sandbox);
  const state = paypalOf(sandbox);
  const batches = Object.values(state.batches).slice(-SHOWN_BATCHES).reverse();
  const isOnHold = state.outcomes.some((outcome) => outcome.status === 'PENDING' && outcome.receiver === null);
  return renderToolPage(sandbox, {
    title: 'PayPal',
    current: '/providers',
    notice: renderNotice(request),
    lead: 'What happens at PayPal without Souk: the balance, and how each payout ends. Payouts to addresses that begin with “nobody” are not claimed by anybody.',
    body: markup`${state.apps.map(renderApp)}
<section class="card spread"><p>${isOnHold ? 'Items to come wait here until you say how they end.' : 'Items to come are settled at once.'}</p><form method="post" action="${PAGE}/hold"><button class="button" name="hold" value="${isOnHold ? 'false' : 'true'}">${isOnHold ? 'Settle them at once' : 'Let them wait for me'}</button></form></section>
${batches.length === 0 ? markup`<p class="card empty">No batches yet.</p>` : batches.map((batch) => renderBatch(sandbox, batch))}
${renderProviderDeliveries(sandbox, 'paypal')}`,
  });
}

function renderApp(app: PaypalApp): Markup {
  const action = `${PAGE}/apps/${app.id}`;
  return markup`<section class="card stack-tight"><div class="spread"><h2>${app.name}: ${renderBalances(app.balances)}</h2><span class="badge">${app.environment}</span></div>
${app.revokedAt ? markup`<p><span class="badge badge-critical">The credentials were revoked</span></p>` : null}
${app.payoutsGranted ? null : markup`<p><span class="badge badge-warning">Payouts are not granted</span></p>`}${app.restricted ? markup`<p><span class="badge badge-warning">The account is restricted</span></p>` : null}
<p class="small">Client ID <code class="key">${app.clientId}</code></p><p class="small">Secret <code class="key">${app.clientSecret}</code></p>
<div class="row">${renderBalanceForm(`${action}/balance`, app.id)}
<form method="post" action="${action}/grant"><button class="button">${app.payoutsGranted ? 'Take Payouts away' : 'Grant Payouts'}</button></form>
<form method="post" action="${action}/restrict"><button class="button">${app.restricted ? 'Lift the restriction' : 'Restrict the account'}</button></form>
${app.revokedAt ? markup`<form method="post" action="${action}/renew"><button class="button">Let the credentials work again</button></form>` : markup`<form method="post" action="${action}/revoke"><button class="button button-critical">Revoke the credentials</button></form>`}</div></section>`;
}

function renderBatch(sandbox: Sandbox, batch: PaypalBatch): Markup {
  const items = itemsOf(sandbox, batch);
  const isOpen = items.some((item) => item.status === 'PENDING');
  return markup`<section class="card card-flush"><div class="card-head spread"><div><h2>Batch ${batch.senderBatchId || batch.id}</h2><p class="quiet small"><code>${batch.id}</code> · ${showTime(batch.createdAt, CONSOLE_ZONE)} · ${countOf(items.length, 'item')} · ${showStatus(batch.status)}</p></div>${isOpen ? markup`<form method="post" action="${PAGE}/batches/${batch.id}/deny"><button class="button button-critical" aria-label="Deny the batch ${batch.senderBatchId || batch.id}">Deny the batch</button></form>` : null}</div>
<div class="table-scroll" tabindex="0"><table><thead><tr><th>To</th><th class="number">Amount</th><th class="number">Fee</th><th>State</th><th>Ends as</th></tr></thead><tbody>${items.slice(0, SHOWN_ITEMS).map(renderItem)}</tbody></table></div>${items.length > SHOWN_ITEMS ? markup`<p class="empty">${SHOWN_ITEMS} of ${items.length} are shown; the control API has them all.</p>` : null}</section>`;
}

function renderItem(item: PaypalItem): Markup {
  return markup`<tr><td>${item.receiver}<br><code class="small">${item.senderItemId ?? item.id}</code></td><td class="number">${showMoney(item.amountMinor, item.currency)}</td><td class="number">${showMoney(item.feeMinor, item.currency)}</td><td><span class="badge ${TONES[item.status] ?? 'badge-warning'}">${showStatus(item.status)}</span>${item.error ? markup`<br><code class="small">${item.error}</code>` : null}</td>
<td><form method="post" action="${PAGE}/items/${item.id}" class="cell-form"><label class="visually-hidden" for="${item.id}-status">How the payout to ${item.receiver} ends</label><select id="${item.id}-status" name="status">${PAYPAL_ITEM_STATUSES.filter((status) => status !== 'PENDING').map((status) => markup`<option value="${status}"${status === item.status ? markup` selected` : null}>${showStatus(status)}</option>`)}</select><button class="button" aria-label="Change the payout to ${item.receiver}">Change</button></form></td></tr>`;
}
