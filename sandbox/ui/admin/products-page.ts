import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Product, Shop } from '../../core/state.ts';
import { availableOf } from '../../platform/store/lookup.ts';
import { countOf, markup, showStatus } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';
import { renderSelectionActions, renderSelector } from './extensions.ts';
import { renderThumb } from './order-parts.ts';

const PAGE_SIZE = 50;
const VIEWS = { all: 'All', active: 'Active', draft: 'Draft', archived: 'Archived' } as const;
const TONES: Record<Product['status'], string> = {
  ACTIVE: 'badge-success',
  DRAFT: 'badge-info',
  ARCHIVED: '',
  UNLISTED: '',
};

export function renderProductBadge(product: Product): Markup {
  return markup`<span class="badge ${TONES[product.status]}">${showStatus(product.status)}</span>`;
}

/** The list of products, the last changed first. */
export function renderProductsPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const search = (request.query.get('query') ?? '').slice(0, 100).toLowerCase();
  const view = request.query.get('view') ?? 'all';
  const found = findProducts(shop, search).filter((product) => view === 'all' || product.status.toLowerCase() === view);
  const page = Math.max(1, Number.parseInt(request.query.get('page') ?? '1', 10) || 1);
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const pageLink = (to: number, label: string): Markup =>
    markup`<a class="button" href="${adminPath(shop, '/products')}?${new URLSearchParams({ query: search, view, page: String(to) }).toString()}">${label}</a>`;
  return renderAdminPage(sandbox, request, {
    title: 'Products',
    place: 'products',
    scripts: ['extension-frames.js'],
    body: markup`<section class="card card-flush" aria-label="Products">
<form class="filters" role="search" action="${adminPath(shop, '/products')}">
<label class="visually-hidden" for="query">Search products</label><input type="search" id="query" name="query" value="${search}" placeholder="Title, vendor, SKU">
<label class="visually-hidden" for="view">Show</label><select id="view" name="view">${Object.entries(VIEWS).map(([value, label]) => markup`<option value="${value}"${value === view ? markup` selected` : null}>${label}</option>`)}</select>
<button class="button" type="submit">Filter</button></form>
${renderSelectionActions(sandbox, request, 'product')}
${shown.length === 0 ? renderNone(shop, search !== '' || view !== 'all') : renderTable(sandbox, shop, shown)}
${page > 1 || found.length > page * PAGE_SIZE ? markup`<nav class="pager" aria-label="Pages">${page > 1 ? pageLink(page - 1, 'Previous') : null}${found.length > page * PAGE_SIZE ? pageLink(page + 1, 'Next') : null}</nav>` : null}
</section><p class="quiet small">${countOf(found.length, 'product')}</p>`,
  });
}

/** Products whose title, vendor or a sku contains the text, the last changed first. */
export function findProducts(shop: Shop, search: string): Product[] {
  return Object.values(shop.products)
    .filter(
      (product) =>
        search === '' ||
        [product.title, product.vendor, ...product.variants.map((variant) => variant.sku)].some((value) =>
          value.toLowerCase().includes(search),
        ),
    )
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id);
}

function renderNone(shop: Shop, isFiltered: boolean): Markup {
  return isFiltered
    ? markup`<div class="empty"><h2>No product fits</h2><p><a href="${adminPath(shop, '/products')}">Show all products</a></p></div>`
    : markup`<div class="empty"><h2>No products yet</h2><p>Vendors make products in their portal; they appear here once Souk has sent them.</p></div>`;
}

function renderTable(sandbox: Sandbox, shop: Shop, products: readonly Product[]): Markup {
  return markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th><span class="visually-hidden">Select</span></th><th><span class="visually-hidden">Picture</span></th><th>Product</th><th>Status</th><th class="number">Stock</th><th class="wide-only">Vendor</th></tr></thead><tbody>
${products.map((product) => {
  const stock = product.variants.reduce((sum, variant) => sum + availableOf(shop, variant), 0);
  return markup`<tr class="linked"><td class="select">${renderSelector(product.id, product.title)}</td><td>${renderThumb(sandbox, shop, product.mediaIds[0])}</td><td><a class="cover" href="${adminPath(shop, `/products/${product.id}`)}">${product.title}</a></td><td>${renderProductBadge(product)}</td><td class="number">${stock}${product.variants.length > 1 ? ` in ${product.variants.length}` : ''}</td><td class="wide-only">${product.vendor}</td></tr>`;
})}
</tbody></table></div>`;
}
