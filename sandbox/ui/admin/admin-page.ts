import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop, StaffUser } from '../../core/state.ts';
import { isInstalled, shopOf } from '../../platform/store/lookup.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { readCookie, renderNotice, renderPage } from '../page.ts';

export type AdminPlace = 'home' | 'orders' | 'products' | 'apps' | 'app' | 'privacy' | 'shipping' | 'flow';

export type AdminPage = {
  title: string;
  place: AdminPlace;
  body: Markup;
  /** Where the arrow beside the title leads, below the store's admin. */
  back?: string;
  badges?: Markup;
  actions?: Markup;
  /** The framed app fills the page and brings its own title bar. */
  isFrame?: boolean;
  scripts?: string[];
  status?: number;
};

/** The store that the address names. */
export function adminShop(sandbox: Sandbox, request: SandboxRequest): Shop {
  return shopOf(sandbox, request.params['store'] ?? '');
}

export function adminPath(shop: Shop, path = ''): string {
  return `/admin/store/${shop.handle}${path}`;
}

/** The cookie that remembers which of the store's people is at the screen. */
export function staffCookieName(shop: Shop): string {
  return `sandbox_staff_${shop.handle}`;
}

/** Who is at the screen: the chosen one of the store's staff, by default the owner. */
export function currentStaff(request: SandboxRequest, shop: Shop): StaffUser {
  const chosen = readCookie(request, staffCookieName(shop));
  const staff =
    shop.staff.find((user) => String(user.id) === chosen) ??
    shop.staff.find((user) => user.accountOwner) ??
    shop.staff[0];
  return staff ?? { id: 1, firstName: 'Store', lastName: 'Owner', email: shop.email, accountOwner: true, locale: 'en' };
}

/** A page of the store's admin: top bar, navigation, title, content. */
export function renderAdminPage(sandbox: Sandbox, request: SandboxRequest, page: AdminPage): SandboxResponse {
  const shop = adminShop(sandbox, request);
  return renderPage(sandbox, {
    title: `${page.title} · ${shop.name}`,
    status: page.status,
    styles: ['admin.css'],
    scripts: ['admin.js', ...(page.scripts ?? [])],
    bodyClass: page.isFrame ? 'admin admin-framing' : 'admin',
    body: markup`<a class="skip" href="#main">Skip to content</a>
${renderTopBar(request, shop)}
<div class="admin-columns">
${renderNavigation(sandbox, shop, page.place)}
<div class="nav-shade" data-close-nav></div>
<main id="main" class="${page.isFrame ? 'frame-main' : 'admin-main'}">
${page.isFrame ? page.body : markup`<div class="admin-content">${renderTitle(shop, page)}${renderNotice(request)}${page.body}</div>`}
</main>
</div>`,
  });
}

function renderTitle(shop: Shop, page: AdminPage): Markup {
  return markup`<header class="admin-title">
<div class="row">${page.back === undefined ? null : markup`<a class="back" href="${adminPath(shop, page.back)}" aria-label="Back">${icon('M15 6l-6 6 6 6')}</a>`}<h1>${page.title}</h1>${page.badges}</div>
${page.actions ? markup`<div class="row">${page.actions}</div>` : null}
</header>`;
}

function renderTopBar(request: SandboxRequest, shop: Shop): Markup {
  const staff = currentStaff(request, shop);
  return markup`<header class="top-bar" id="top-bar">
<button type="button" class="nav-toggle" aria-label="Navigation" aria-expanded="false" aria-controls="admin-nav" data-toggle-nav>${icon('M4 7h16M4 12h16M4 17h16')}</button>
<a class="top-store" href="${adminPath(shop)}">${shop.name}</a>
<div class="save-bar" id="save-bar" role="region" aria-label="Unsaved changes" hidden><span>Unsaved changes</span><span class="row" id="save-bar-buttons"></span></div>
<details class="staff" data-menu><summary><span class="visually-hidden">At the screen:</span><span class="avatar" aria-hidden="true">${initials(staff)}</span><span class="staff-name">${staff.firstName} ${staff.lastName}</span></summary>
<form method="post" action="${adminPath(shop, '/staff')}">
<p class="small">Who is at the screen?</p>
<input type="hidden" name="back" value="${request.url.pathname}">
${shop.staff.map((user) => markup`<button type="submit" name="id" value="${user.id}"${user.id === staff.id ? markup` aria-current="true"` : null}><span class="avatar" aria-hidden="true">${initials(user)}</span><span><strong>${user.firstName} ${user.lastName}</strong><span class="small">${user.accountOwner ? 'Account owner' : 'Staff'} · ${user.email}</span></span></button>`)}
<a href="/">Sandbox, first page</a>
</form></details>
</header>`;
}

function initials(staff: StaffUser): string {
  return `${staff.firstName.charAt(0)}${staff.lastName.charAt(0)}`.toUpperCase();
}

function renderNavigation(sandbox: Sandbox, shop: Shop, current: AdminPlace): Markup {
  const openOrders = Object.values(shop.orders).filter(
    (order) => order.cancelledAt === null && order.lines.some((line) => line.fulfillableQuantity > 0),
  ).length;
  const link = (place: AdminPlace, path: string, label: string, path_: string, count?: number): Markup =>
    markup`<li><a href="${adminPath(shop, path)}"${place === current ? markup` aria-current="page"` : null}>${icon(path_)}<span>${label}</span>${count ? markup`<span class="count">${count}</span>` : null}</a></li>`;
  return markup`<nav class="admin-nav" id="admin-nav" aria-label="Admin">
<ul>
${link('home', '', 'Home', 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-5v-6h-4v6H5a1 1 0 0 1-1-1z')}
${link('orders', '/orders', 'Orders', 'M4 13l2-8h12l2 8v6H4zM4 13h4l1.500 3h5L16 13h4', openOrders)}
${link('products', '/products', 'Products', 'M12 4h7a1 1 0 0 1 1 1v7l-8.500 8.500L3.500 12zM16 8h.01')}
${link('shipping', '/settings/shipping', 'Shipping and delivery', 'M3 7h11v9H3zM14 10h4l3 3v3h-7zM7 16.500a1.500 1.500 0 1 0 .01 0zM17 16.500a1.500 1.500 0 1 0 .01 0z')}
${link('flow', '/flow', 'Flow', 'M6 6h5v5H6zM13 13h5v5h-5zM8.500 11v4.500H13')}
${link('privacy', '/privacy', 'Customer data', 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 20c1-4 4-5.500 8-5.500s7 1.500 8 5.500')}
</ul>
<h2>Apps</h2>
<ul>
${isInstalled(shop) ? markup`${link('app', `/apps/${sandbox.app.handle}`, sandbox.app.name, 'M5 20V11a7 7 0 0 1 14 0v9h-4v-9a3 3 0 0 0-6 0v9z')}<li id="app-nav" hidden><ul aria-label="${sandbox.app.name}"></ul></li>` : null}
${link('apps', '/apps', 'Manage apps', 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM16.500 14v5M14 16.500h5')}
</ul>
<ul class="nav-foot"><li><a href="/store/${shop.handle}">${icon('M4 12s3-6 8-6 8 6 8 6-3 6-8 6-8-6-8-6zM12 9.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z')}<span>View storefront</span></a></li></ul>
</nav>`;
}

/** A line drawing on a 24 by 24 grid. */
export function icon(path: string): Markup {
  return markup`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${path}" fill="none" stroke="currentColor" stroke-width="1.700" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
