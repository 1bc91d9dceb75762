import { toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { json, readForm, redirect, route, text } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Customer, Order, Shop } from '../../core/state.ts';
import { mintCustomerToken } from '../../platform/oauth.ts';
import { isInstalled } from '../../platform/store/lookup.ts';
import { listUiExtensions, readTexts } from '../../platform/ui-extensions.ts';
import type { UiExtension } from '../../platform/ui-extensions.ts';
import { answerScript, renderFramePage, requireExtension } from '../extension-frame.ts';
import { markup, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { isForeign, posting, showing, writeCookie } from '../page.ts';
import { accountCookie, findSignedIn } from './account-session.ts';
import { renderStorePage, storePath, storeShop } from './storefront-page.ts';

const STATUS_BLOCK = 'customer-account.order-status.block.render';
const PAGE = 'customer-account.page.render';

/** A customer’s account at the store: who is signed in, their orders, and what the app shows there, each in a frame. */
export function accountRoutes(sandbox: Sandbox): Route[] {
  const page = (pattern: string, render: (request: SandboxRequest, shop: Shop) => SandboxResponse): Route =>
    route(
      'GET',
      pattern,
      showing(sandbox, (request) => render(request, storeShop(sandbox, request))),
    );
  const loginPage = (request: SandboxRequest): string => `/store/${request.params['store'] ?? ''}/account/login`;
  return [
    page('/store/{store}/account', (request, shop) => renderAccount(sandbox, request, shop)),
    page('/store/{store}/account/login', (request, shop) => renderLogin(sandbox, request, shop)),
    page('/store/{store}/account/orders/{order}', (request, shop) => renderOrderStatus(sandbox, request, shop)),
    page('/store/{store}/account/pages/{handle}', (request, shop) => renderAppPage(sandbox, request, shop)),
    page('/store/{store}/account/extensions/{handle}', (request, shop) => renderFrame(sandbox, request, shop)),
    route('GET', '/store/{store}/account/extension-scripts/{handle}', answerScript),
    route(
      'POST',
      '/store/{store}/account/login',
      posting(sandbox, loginPage, (request) => signIn(request, storeShop(sandbox, request))),
    ),
    route(
      'POST',
      '/store/{store}/account/logout',
      posting(sandbox, loginPage, (request) => {
        const shop = storeShop(sandbox, request);
        return { to: storePath(shop), headers: { 'set-cookie': writeCookie(accountCookie(shop), '', '/store') } };
      }),
    ),
    route('POST', '/store/{store}/account/session-token', (request) => {
      if (isForeign(sandbox, request)) return text(403, 'Requests of other pages are refused.\n');
      const shop = storeShop(sandbox, request);
      return json(200, { token: mintCustomerToken(sandbox, shop, findSignedIn(request, shop)) });
    }),
  ];
}

const accountPath = (shop: Shop, path = ''): string => storePath(shop, `/account${path}`);

const ordersOf = (shop: Shop, customer: Customer): Order[] =>
  Object.values(shop.orders)
    .filter((order) => order.customerId === customer.id)
    .sort((a, b) => b.number - a.number);

const extensionAt = (shop: Shop, target: string): UiExtension | undefined =>
  isInstalled(shop) ? listUiExtensions().find((extension) => extension.target === target) : undefined;

function signIn(request: SandboxRequest, shop: Shop) {
  const form = readForm(request);
  const customer = shop.customers[form.get('customer') ?? ''];
  if (!customer) throw new Refusal('The store has no such customer.', ['customer']);
  const to = form.get('to') ?? '';
  return {
    to: to.startsWith(accountPath(shop, '/')) ? to : accountPath(shop),
    headers: { 'set-cookie': writeCookie(accountCookie(shop), String(customer.id), '/store') },
  };
}

/** The platform mails a code; here whoever ordered is chosen. */
function renderLogin(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const customers = Object.values(shop.customers).sort((a, b) => a.email.localeCompare(b.email, 'en'));
  return renderStorePage(sandbox, request, shop, {
    title: 'Sign in',
    body: markup`<header class="listing-head"><h1>Sign in</h1><p class="quiet">At the platform a code is mailed. Here everybody who ordered can be chosen.</p></header>
${customers.length === 0 ? markup`<p>Nobody has ordered yet.</p>` : markup`<form method="post" action="${accountPath(shop, '/login')}" class="stack"><input type="hidden" name="to" value="${request.query.get('to') ?? ''}"><label for="customer">Customer</label><select id="customer" name="customer">${customers.map((customer) => markup`<option value="${customer.id}">${customer.email}</option>`)}</select><button class="button button-main">Sign in</button></form>`}`,
  });
}

function renderAccount(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const customer = findSignedIn(request, shop);
  if (!customer) return redirect(accountPath(shop, '/login'), 302);
  const appPage = extensionAt(shop, PAGE);
  return renderStorePage(sandbox, request, shop, {
    title: 'Account',
    body: markup`<header class="listing-head"><h1>Orders</h1><p class="quiet">${customer.email}</p></header>
${appPage ? markup`<p><a href="${accountPath(shop, `/pages/${appPage.handle}`)}">${nameOf(request, shop, appPage)}</a></p>` : null}
<ul class="stack">${ordersOf(shop, customer).map((order) => markup`<li><a href="${accountPath(shop, `/orders/${order.id}`)}">${order.name}</a> <span class="quiet small">${showTime(order.createdAt, shop)}</span></li>`)}</ul>
<form method="post" action="${accountPath(shop, '/logout')}"><button class="button">Sign out</button></form>`,
  });
}

/** The status page of an order. Its link opens it without a sign-in too, then without anything of a person. */
function renderOrderStatus(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const order = shop.orders[request.params['order'] ?? ''];
  if (!order) throw new Refusal('There is no such order.', ['order'], 'NOT_FOUND');
  const block = extensionAt(shop, STATUS_BLOCK);
  return renderStorePage(sandbox, request, shop, {
    title: order.name,
    scripts: ['extension-frames.js'],
    body: markup`<header class="listing-head"><p class="small"><a href="${accountPath(shop)}">Orders</a></p><h1>${order.name}</h1><p class="quiet">${showTime(order.createdAt, shop)}</p></header>
<ul>${order.lines.map((line) => markup`<li>${line.quantity} × ${line.title}</li>`)}</ul>
${block ? renderFrameOf(request, shop, block, `?order=${order.id}`) : null}`,
  });
}

/** A page of the app’s own in the account. */
function renderAppPage(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  if (!findSignedIn(request, shop))
    return redirect(accountPath(shop, `/login?to=${encodeURIComponent(request.url.pathname)}`), 302);
  const extension = requireExtension(request);
  if (extension.target !== PAGE || !isInstalled(shop))
    throw new Refusal('There is no such page.', ['handle'], 'NOT_FOUND');
  return renderStorePage(sandbox, request, shop, {
    title: nameOf(request, shop, extension),
    scripts: ['extension-frames.js'],
    body: markup`<p class="small"><a href="${accountPath(shop)}">Orders</a></p>${renderFrameOf(request, shop, extension, '')}`,
  });
}

const renderFrameOf = (request: SandboxRequest, shop: Shop, extension: UiExtension, query: string): Markup =>
  markup`<iframe class="extension-frame" data-extension="${extension.handle}" title="${nameOf(request, shop, extension)}" src="${accountPath(shop, `/extensions/${extension.handle}${query}`)}"></iframe>`;

function renderFrame(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const extension = requireExtension(request);
  const customer = findSignedIn(request, shop);
  const order = shop.orders[request.query.get('order') ?? ''];
  // Whoever is signed in sees another customer’s order as somebody who only has its link.
  const isProven = customer !== null && (!order || order.customerId === customer.id);
  return renderFramePage(sandbox, extension, {
    surface: 'customer-account',
    target: extension.target,
    ...readTexts(extension, chooseLocale(request, shop)),
    customer: isProven ? { id: toGid('Customer', customer.id) } : null,
    order: order ? { id: toGid('Order', order.id), name: order.name } : null,
    lines: (order?.lines ?? []).map((line) => ({
      id: toGid('LineItem', line.id),
      quantity: line.quantity,
      merchandise: { title: line.title, product: { vendor: line.vendor ?? shop.name } },
    })),
    tokenPath: accountPath(shop, '/session-token'),
    script: accountPath(shop, `/extension-scripts/${extension.handle}.js`),
  });
}

/** The language of an account, of those that the store shows. */
function chooseLocale(request: SandboxRequest, shop: Shop): string {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase();
  return shop.locales.some(({ locale, published }) => published && locale === wanted) ? wanted : 'en';
}

function nameOf(request: SandboxRequest, shop: Shop, extension: UiExtension): string {
  const { texts } = readTexts(extension, chooseLocale(request, shop));
  const name = texts[extension.name];
  return typeof name === 'string' ? name : extension.handle;
}
