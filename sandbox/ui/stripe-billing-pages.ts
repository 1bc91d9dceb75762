import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { readForm, redirect, route, text } from '../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../core/router.ts';
import type { StripeCheckout, StripePortal, StripePrice } from '../core/state-stripe-billing.ts';
import { closeWhenOver, completeCheckout } from '../providers/stripe/billing/checkouts.ts';
import { billingOf } from '../providers/stripe/billing/state.ts';
import { changeSubscription } from '../providers/stripe/billing/subscriptions.ts';
import { platformOf } from '../providers/stripe/platforms.ts';
import { markup, showMoney, showStatus } from './markup.ts';
import type { Markup } from './markup.ts';
import { isForeign, renderPage, showing } from './page.ts';

const CHECKOUT = '/stripe/checkout/{token}';
const PORTAL = '/stripe/portal/{token}';

/** The pages on which a customer of a platform buys, changes and ends a subscription. */
export function stripeBillingRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      CHECKOUT,
      showing(sandbox, (request) => openCheckout(sandbox, request)),
    ),
    route('POST', CHECKOUT, (request) => finishCheckout(sandbox, request)),
    route(
      'GET',
      PORTAL,
      showing(sandbox, (request) => openPortal(sandbox, request)),
    ),
    route('POST', PORTAL, (request) => changeInPortal(sandbox, request)),
  ];
}

function checkoutOf(sandbox: Sandbox, request: SandboxRequest): StripeCheckout {
  const found = Object.values(billingOf(sandbox).checkouts).find(({ token }) => token === request.params['token']);
  if (!found) throw new Refusal('This checkout leads nowhere.', ['token'], 'NOT_FOUND');
  closeWhenOver(sandbox, found);
  return found;
}

const describe = (price: StripePrice | undefined): Markup =>
  price
    ? markup`<strong>${price.product.name}</strong>: ${showMoney(price.amountMinor, price.currency.toUpperCase())} each ${price.interval}`
    : markup`Nothing`;

function openCheckout(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const session = checkoutOf(sandbox, request);
  const price = billingOf(sandbox).prices.find(({ id }) => id === session.priceId);
  const platform = platformOf(sandbox, session.platformId);
  if (session.status !== 'open')
    return show(
      sandbox,
      session,
      'Checkout',
      markup`<p>This checkout is over.</p><p><a href="${session.successUrl}">Back to ${platform.name}</a></p>`,
      410,
    );
  return show(
    sandbox,
    session,
    `Subscribe at ${platform.name}`,
    markup`<p>${describe(price)}</p>${session.trialDays > 0 ? markup`<p>${session.trialDays} days free</p>` : null}
<p class="quiet">Stripe would now ask for a card. Nothing of it is asked here: choose how it ends.</p>
<form method="post" class="stack"><button class="button button-main" name="act" value="pay">Subscribe</button><button class="button button-plain" name="act" value="leave">Go back without buying</button></form>`,
  );
}

function finishCheckout(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  if (isForeign(sandbox, request)) return text(403, 'Forms of other pages are refused.\n');
  const session = checkoutOf(sandbox, request);
  if (readForm(request).get('act') !== 'pay') return redirect(session.cancelUrl ?? session.successUrl, 303);
  completeCheckout(sandbox, session);
  sandbox.save();
  return redirect(session.successUrl, 303);
}

function portalOf(sandbox: Sandbox, request: SandboxRequest): StripePortal {
  const found = billingOf(sandbox).portals[request.params['token'] ?? ''];
  if (!found) throw new Refusal('This page leads nowhere.', ['token'], 'NOT_FOUND');
  return found;
}

const ENDED = new Set(['canceled', 'incomplete_expired']);

function openPortal(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const portal = portalOf(sandbox, request);
  const { subscriptions, prices, configurations } = billingOf(sandbox);
  const own = Object.values(subscriptions).filter(({ customerId }) => customerId === portal.customerId);
  const offered = configurations.find(({ id }) => id === portal.configurationId)?.priceIds ?? [];
  const rows = own.map((one) => {
    const others = prices.filter(({ id }) => offered.includes(id) && id !== one.priceId);
    const forms = ENDED.has(one.status)
      ? null
      : markup`<form method="post" class="stack"><input type="hidden" name="subscription" value="${one.id}">${others.map((price) => markup`<button class="button" name="price" value="${price.id}">Change to ${price.product.name}</button>`)}
${one.cancelAt === null ? markup`<button class="button" name="act" value="cancel">Cancel at the end of the period</button>` : markup`<button class="button" name="act" value="renew">Do not cancel</button>`}
<button class="button button-critical" name="act" value="end">Cancel at once</button></form>`;
    return markup`<li class="stack-tight"><p>${describe(prices.find(({ id }) => id === one.priceId))} <span class="badge">${showStatus(one.status)}</span></p>${forms}</li>`;
  });
  return show(
    sandbox,
    portal,
    'Your subscription',
    markup`<ul class="stack">${rows.length === 0 ? markup`<li>No subscription yet.</li>` : rows}</ul><p><a class="button button-main" href="${portal.returnUrl}">Return to ${platformOf(sandbox, portal.platformId).name}</a></p>`,
  );
}

function changeInPortal(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  if (isForeign(sandbox, request)) return text(403, 'Forms of other pages are refused.\n');
  const portal = portalOf(sandbox, request);
  const form = readForm(request);
  const { subscriptions, configurations } = billingOf(sandbox);
  const subscription = subscriptions[form.get('subscription') ?? ''];
  if (subscription?.customerId !== portal.customerId)
    throw new Refusal('There is no such subscription.', ['subscription'], 'NOT_FOUND');
  const price = form.get('price');
  const offered = configurations.find(({ id }) => id === portal.configurationId)?.priceIds ?? [];
  const act = form.get('act');
  if (price !== null && offered.includes(price)) changeSubscription(sandbox, subscription, { priceId: price });
  else if (act === 'cancel') changeSubscription(sandbox, subscription, { cancelAt: subscription.periodEnd });
  else if (act === 'renew') changeSubscription(sandbox, subscription, { cancelAt: null });
  else if (act === 'end') changeSubscription(sandbox, subscription, { status: 'canceled' });
  sandbox.save();
  return redirect(request.url.pathname, 303);
}

function show(
  sandbox: Sandbox,
  owner: { platformId: string; livemode: boolean; customerId: string },
  title: string,
  body: Markup,
  status = 200,
): SandboxResponse {
  const customer = billingOf(sandbox).customers[owner.customerId];
  return renderPage(sandbox, {
    title,
    bodyClass: 'plain',
    status,
    body: markup`<main class="plain-page stack" id="main"><p class="quiet small">Stripe, played by the sandbox${owner.livemode ? null : markup` · <span class="badge">Test</span>`}</p>
<h1>${title}</h1><p class="quiet">${customer?.name ?? 'A customer'}</p>${body}</main>`,
  });
}
