import { DAY_MS } from '#sandbox/core/durations.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, redirect, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { totalsOf } from '../../platform/store/order-amounts.ts';
import { countOf, markup, showMoney, showTime } from '../markup.ts';
import { posting, showing, writeCookie } from '../page.ts';
import { adminPath, adminShop, renderAdminPage, staffCookieName } from './admin-page.ts';
import { appFrameRoutes } from './app-frame.ts';
import { appsRoutes } from './apps-page.ts';
import { customerRoutes } from './customer-page.ts';
import { extensionRoutes } from './extensions.ts';
import { chargesRoutes } from './charges-page.ts';
import { flowRoutes } from './flow-page.ts';
import { orderActionRoutes } from './order-actions.ts';
import { renderOrderPage } from './order-page.ts';
import { renderFulfillmentBadge } from './order-parts.ts';
import { renderOrdersPage } from './orders-page.ts';
import { privacyRoutes } from './privacy-page.ts';
import { productActionRoutes, renderProductPage } from './product-page.ts';
import { shippingRoutes } from './shipping-page.ts';
import { renderProductsPage } from './products-page.ts';

/** The store's admin. */
export function adminRoutes(sandbox: Sandbox): Route[] {
  return [
    route('GET', '/admin', () =>
      redirect(`/admin/store/${Object.values(sandbox.state.shops)[0]?.handle ?? 'demo'}`, 302),
    ),
    route(
      'GET',
      '/admin/store/{store}',
      showing(sandbox, (request) => renderHome(sandbox, request)),
    ),
    route(
      'POST',
      '/admin/store/{store}/staff',
      posting(
        sandbox,
        (request) => `/admin/store/${request.params['store'] ?? ''}`,
        (request) => chooseStaff(sandbox, request),
      ),
    ),
    route(
      'GET',
      '/admin/store/{store}/orders',
      showing(sandbox, (request) => renderOrdersPage(sandbox, request)),
    ),
    route(
      'GET',
      '/admin/store/{store}/orders/{order}',
      showing(sandbox, (request) => renderOrderPage(sandbox, request)),
    ),
    ...orderActionRoutes(sandbox),
    route(
      'GET',
      '/admin/store/{store}/products',
      showing(sandbox, (request) => renderProductsPage(sandbox, request)),
    ),
    route(
      'GET',
      '/admin/store/{store}/products/{product}',
      showing(sandbox, (request) => renderProductPage(sandbox, request)),
    ),
    ...productActionRoutes(sandbox),
    // The theme editor is a tool page here; `addAppBlockId` names the app's key and the block, which opens there.
    route('GET', '/admin/store/{store}/themes/current/editor', (request) => {
      const shop = request.params['store'] ?? '';
      const [, block = ''] = (request.query.get('addAppBlockId') ?? '').split('/');
      const template = request.query.get('template') ?? '';
      return redirect(`/themes#${encodeURIComponent(`${shop}-${template}-${block}`)}`, 302);
    }),
    ...appsRoutes(sandbox),
    ...chargesRoutes(sandbox),
    ...privacyRoutes(sandbox),
    ...shippingRoutes(sandbox),
    ...customerRoutes(sandbox),
    ...extensionRoutes(sandbox),
    ...flowRoutes(sandbox),
    ...appFrameRoutes(sandbox),
    route(
      'GET',
      '/admin/store/{store}/{path*}',
      showing(sandbox, (request) => renderUnknown(sandbox, request)),
    ),
  ];
}

/** Remembers who is at the screen; where the app was open, it opens again for that person. */
function chooseStaff(sandbox: Sandbox, request: SandboxRequest): { to: string; headers: Record<string, string> } {
  const shop = adminShop(sandbox, request);
  const form = readForm(request);
  const user = shop.staff.find((candidate) => String(candidate.id) === form.get('id'));
  if (!user) throw new Refusal('There is no such person.', ['id'], 'NOT_FOUND');
  const back = form.get('back') ?? '';
  return {
    to: back.startsWith(adminPath(shop)) ? back : adminPath(shop),
    headers: { 'set-cookie': writeCookie(staffCookieName(shop), String(user.id), '/admin') },
  };
}

function renderHome(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const orders = Object.values(shop.orders).sort((a, b) => b.number - a.number);
  const since = new Date(sandbox.clock.now().getTime() - 7 * DAY_MS).toISOString();
  const week = orders.filter((order) => order.createdAt >= since && order.cancelledAt === null);
  const products = Object.values(shop.products);
  return renderAdminPage(sandbox, request, {
    title: shop.name,
    place: 'home',
    body: markup`<section class="card figures" aria-label="At a glance">
<div><span class="quiet small">Sales, 7 days</span><strong>${showMoney(
      week.reduce((sum, order) => sum + totalsOf(order, 'current').totalMinor, 0),
      shop.currency,
    )}</strong><span class="small quiet">${countOf(week.length, 'order')}</span></div>
<a href="${adminPath(shop, '/orders')}?view=open"><span class="quiet small">To fulfill</span><strong>${orders.filter((order) => order.cancelledAt === null && order.lines.some((line) => line.fulfillableQuantity > 0)).length}</strong><span class="small quiet">of ${countOf(orders.length, 'order')}</span></a>
<a href="${adminPath(shop, '/products')}?view=active"><span class="quiet small">On sale</span><strong>${products.filter((product) => product.status === 'ACTIVE').length}</strong><span class="small quiet">of ${countOf(products.length, 'product')}</span></a>
<a href="${adminPath(shop, '/privacy')}"><span class="quiet small">Customers</span><strong>${Object.keys(shop.customers).length}</strong><span class="small quiet">customer data level ${shop.customerDataLevel}</span></a>
</section>
<section class="card card-flush"><h2>Latest orders</h2>${
      orders.length === 0
        ? markup`<div class="empty"><p>No orders yet.</p><a class="button" href="/store/${shop.handle}">To the storefront</a></div>`
        : markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>Order</th><th>Placed</th><th class="number">Total</th><th>Delivery</th></tr></thead><tbody>${orders.slice(0, 8).map((order) => markup`<tr class="linked"><td><a class="cover" href="${adminPath(shop, `/orders/${order.id}`)}">${order.name}</a></td><td>${showTime(order.createdAt, shop)}</td><td class="number">${showMoney(totalsOf(order, 'current').totalMinor, order.currency)}</td><td>${renderFulfillmentBadge(order)}</td></tr>`)}</tbody></table></div>`
    }</section>
<p class="quiet small">This admin is a stand-in, made for trying Souk without a store. Here the merchant refunds, cancels, edits and fulfils; the platform’s webhooks follow.</p>`,
  });
}

function renderUnknown(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  return renderAdminPage(sandbox, request, {
    title: 'Not in the sandbox',
    place: 'home',
    status: 404,
    body: markup`<section class="card empty"><h2>The sandbox’s admin has no such page</h2><p>The real admin may have one at <code>/${request.params['path'] ?? ''}</code>.</p><a class="button" href="${adminPath(adminShop(sandbox, request))}">To the admin’s home</a></section>`,
  });
}
