import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Order, Shop } from '../../core/state.ts';
import { totalsOf } from '../../platform/store/order-amounts.ts';
import { countOf, markup, showMoney, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';
import { renderSelectionActions, renderSelector } from './extensions.ts';
import { renderFulfillmentBadge } from './order-parts.ts';

const PAGE_SIZE = 50;
const VIEWS = { all: 'All', open: 'Unfulfilled', unpaid: 'Unpaid', cancelled: 'Cancelled' } as const;

/** The list of orders, the newest first. */
export function renderOrdersPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const search = (request.query.get('query') ?? '').slice(0, 100).toLowerCase();
  const view = request.query.get('view') ?? 'all';
  const found = Object.values(shop.orders)
    .filter((order) => isInView(order, view) && isFound(order, search))
    .sort((a, b) => b.number - a.number);
  const page = Math.max(1, Number.parseInt(request.query.get('page') ?? '1', 10) || 1);
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return renderAdminPage(sandbox, request, {
    title: 'Orders',
    place: 'orders',
    scripts: ['extension-frames.js'],
    actions: markup`<a class="button" href="/store/${shop.handle}">Order something</a>`,
    body: markup`<section class="card card-flush" aria-label="Orders">
${renderFilters(shop, search, view)}
${renderSelectionActions(sandbox, request, 'order')}
${shown.length === 0 ? renderNoOrders(shop, search !== '' || view !== 'all') : renderTable(shop, shown)}
${renderPager(shop, { search, view, page, hasMore: found.length > page * PAGE_SIZE })}
</section>
<p class="quiet small">${countOf(found.length, 'order')}</p>`,
  });
}

function isInView(order: Order, view: string): boolean {
  if (view === 'open') return order.cancelledAt === null && order.lines.some((line) => line.fulfillableQuantity > 0);
  if (view === 'unpaid')
    return (
      order.financialStatus === 'pending' ||
      order.financialStatus === 'authorized' ||
      order.financialStatus === 'partially_paid'
    );
  return view !== 'cancelled' || order.cancelledAt !== null;
}

function isFound(order: Order, search: string): boolean {
  if (search === '') return true;
  const texts = [order.name, order.email, ...order.lines.flatMap((line) => [line.title, line.sku, line.vendor ?? ''])];
  return texts.some((value) => value.toLowerCase().includes(search));
}

function renderFilters(shop: Shop, search: string, view: string): Markup {
  return markup`<form class="filters" role="search" action="${adminPath(shop, '/orders')}">
<label class="visually-hidden" for="query">Search orders</label><input type="search" id="query" name="query" value="${search}" placeholder="Number, e-mail, product, vendor">
<label class="visually-hidden" for="view">Show</label><select id="view" name="view">${Object.entries(VIEWS).map(([value, label]) => markup`<option value="${value}"${value === view ? markup` selected` : null}>${label}</option>`)}</select>
<button class="button" type="submit">Filter</button></form>`;
}

function renderTable(shop: Shop, orders: readonly Order[]): Markup {
  return markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th><span class="visually-hidden">Select</span></th><th>Order</th><th>Placed</th><th class="wide-only">Customer</th><th class="number">Total</th><th>Payment</th><th>Delivery</th><th class="wide-only">Items</th></tr></thead><tbody>
${orders.map(
  (
    order,
  ) => markup`<tr class="linked"><td class="select">${renderSelector(order.id, order.name)}</td><td><a class="cover" href="${adminPath(shop, `/orders/${order.id}`)}">${order.name}</a></td><td>${showTime(order.createdAt, shop)}</td>
<td class="wide-only">${order.shippingAddress ? `${order.shippingAddress.firstName} ${order.shippingAddress.lastName}` : order.email}</td>
<td class="number">${showMoney(totalsOf(order, 'current').totalMinor, order.currency)}</td><td>${renderPayment(order)}</td><td>${renderFulfillmentBadge(order)}</td>
<td class="wide-only">${countOf(
    order.lines.reduce((sum, line) => sum + line.currentQuantity, 0),
    'item',
  )}</td></tr>`,
)}
</tbody></table></div>`;
}

function renderPayment(order: Order): Markup {
  if (order.cancelledAt) return markup`<span class="badge badge-critical">Cancelled</span>`;
  const label = order.financialStatus.replaceAll('_', ' ');
  return markup`<span class="badge ${['pending', 'authorized', 'partially_paid'].includes(order.financialStatus) ? 'badge-attention' : ''}">${label.charAt(0).toUpperCase()}${label.slice(1)}</span>`;
}

function renderNoOrders(shop: Shop, isFiltered: boolean): Markup {
  return isFiltered
    ? markup`<div class="empty"><h2>No order fits</h2><p><a href="${adminPath(shop, '/orders')}">Show all orders</a></p></div>`
    : markup`<div class="empty"><h2>No orders yet</h2><p>Be the buyer: put something into the cart of the storefront and check out.</p><a class="button button-main" href="/store/${shop.handle}">To the storefront</a></div>`;
}

function renderPager(shop: Shop, at: { search: string; view: string; page: number; hasMore: boolean }): Markup | null {
  if (at.page === 1 && !at.hasMore) return null;
  const link = (page: number, label: string): Markup =>
    markup`<a class="button" href="${adminPath(shop, '/orders')}?${new URLSearchParams({ query: at.search, view: at.view, page: String(page) }).toString()}">${label}</a>`;
  return markup`<nav class="pager" aria-label="Pages">${at.page > 1 ? link(at.page - 1, 'Newer') : null}${at.hasMore ? link(at.page + 1, 'Older') : null}</nav>`;
}
