import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Product, Shop } from '../../core/state.ts';
import { fileUrl } from '../../platform/store/files.ts';
import { availableOf, isInstalled, isOnStorefront, shopOf } from '../../platform/store/lookup.ts';
import { handleOf } from '../landing.ts';
import { markup, showMoney } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { renderNotice, renderPage } from '../page.ts';
import { readCart } from './cart.ts';

export function storeShop(sandbox: Sandbox, request: SandboxRequest): Shop {
  return shopOf(sandbox, request.params['store'] ?? '');
}

export function storePath(shop: Shop, path = ''): string {
  return `/store/${shop.handle}${path}`;
}

export function vendorPath(shop: Shop, vendor: string): string {
  return storePath(shop, `/vendors/${handleOf(vendor)}`);
}

/** What the storefront sells: active products that are published to the online store, by title. */
export function productsOnSale(shop: Shop): Product[] {
  return Object.values(shop.products)
    .filter((product) => isOnStorefront(shop, product))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

export type StorePage = {
  title: string;
  body: Markup;
  status?: number;
  scripts?: string[];
  search?: string;
  head?: Markup;
  /** The language of the content, where a buyer chose another than the store's own. */
  language?: string | null;
};

/** A page of the storefront: header with search and cart, content, footer. */
export function renderStorePage(
  sandbox: Sandbox,
  request: SandboxRequest,
  shop: Shop,
  page: StorePage,
): SandboxResponse {
  const items = readCart(request, shop).reduce((sum, line) => sum + line.quantity, 0);
  return renderPage(sandbox, {
    title: page.title === shop.name ? shop.name : `${page.title} · ${shop.name}`,
    status: page.status,
    styles: ['storefront.css'],
    scripts: page.scripts,
    head: page.head,
    bodyClass: 'storefront',
    body: markup`<a class="skip" href="#main">Skip to content</a>
<header class="store-bar"><div>
<a class="store-name" href="${storePath(shop)}">${shop.name}</a>
<form role="search" action="${storePath(shop, '/search')}"><label class="visually-hidden" for="store-search">Search</label><input type="search" id="store-search" name="q" value="${page.search ?? ''}" placeholder="Search products and makers"></form>
<nav aria-label="Store"><a href="${storePath(shop, '/products')}">All products</a>${isInstalled(shop) ? markup`<a href="${storePath(shop, '/pages/sell')}">Sell with us</a>` : null}<a href="${storePath(shop, '/account')}">Account</a><a class="cart-link" href="${storePath(shop, '/cart')}">Cart <span class="cart-count" aria-label="${items === 1 ? '1 item' : `${items} items`}">${items}</span></a></nav>
</div></header>
<main id="main" class="store-main"${page.language ? markup` lang="${page.language}"` : null}>${renderNotice(request)}${page.body}</main>
<footer class="store-foot"><div><span>${shop.name} is a demo store of the Souk sandbox.</span><span class="row"><a href="/">Sandbox</a></span></div></footer>`,
  });
}

/** Products as a grid of cards, each with its vendor. */
export function renderGrid(sandbox: Sandbox, shop: Shop, products: readonly Product[]): Markup {
  return markup`<ul class="grid">${products.map((product) => renderCard(sandbox, shop, product))}</ul>`;
}

function renderCard(sandbox: Sandbox, shop: Shop, product: Product): Markup {
  const soldOut = !product.variants.some((variant) => isForSale(shop, variant));
  return markup`<li class="product-card"><a class="cover" href="${storePath(shop, `/products/${product.handle}`)}">${renderPicture(sandbox, shop, product, 480)}<span class="product-title">${product.title}</span></a><span class="price">${priceRange(shop, product)}${soldOut ? markup` <span class="badge">Sold out</span>` : null}</span>${product.vendor ? markup`<a class="vendor" href="${vendorPath(shop, product.vendor)}">${product.vendor}</a>` : null}</li>`;
}

/** Whether one more can be sold. */
export function isForSale(shop: Shop, variant: Product['variants'][number]): boolean {
  return !variant.inventory.tracked || variant.inventoryPolicy === 'CONTINUE' || availableOf(shop, variant) > 0;
}

export function renderPicture(sandbox: Sandbox, shop: Shop, product: Product, size: number): Markup {
  const file = product.mediaIds
    .map((id) => shop.files[String(id)])
    .find((candidate) => candidate?.kind === 'IMAGE' && candidate.status === 'READY');
  return file
    ? markup`<img src="${fileUrl(sandbox, shop, file.id)}" alt="${file.alt || product.title}" width="${size}" height="${size}" loading="lazy">`
    : markup`<span class="no-picture" aria-hidden="true">${product.title.charAt(0)}</span>`;
}

function priceRange(shop: Shop, product: Product): string {
  const prices = product.variants.map((variant) => variant.priceMinor);
  const lowest = Math.min(...prices);
  return `${prices.some((price) => price !== lowest) ? 'from ' : ''}${showMoney(lowest, shop.currency)}`;
}
