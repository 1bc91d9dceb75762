import { toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { redirect, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Collection, Product, Shop, StoredFile } from '../../core/state.ts';
import { fileUrl } from '../../platform/store/files.ts';
import { collectionsOf, isCollectionOut, productsOf } from '../../platform/store/collections.ts';
import { findMetafield } from '../../platform/store/metafields.ts';
import { availableOf } from '../../platform/store/lookup.ts';
import { inLanguage } from '../../platform/store/translations.ts';
import { handleOf } from '../landing.ts';
import { countOf, markup, showMoney, trustedMarkup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { showing } from '../page.ts';
import { accountRoutes } from './account.ts';
import { appProxyRoutes } from './app-proxy.ts';
import { cartRoutes } from './cart.ts';
import { checkoutRoutes } from './checkout.ts';
import { invoiceRoutes } from './invoice.ts';
import {
  isForSale,
  productsOnSale,
  renderGrid,
  renderStorePage,
  storePath,
  storeShop,
  vendorPath,
} from './storefront-page.ts';
import { drawBlocks } from './theme.ts';

const PAGE_SIZE = 24;

/** What a shopper sees. Only active products that are published to the online store exist here. */
export function storefrontRoutes(sandbox: Sandbox): Route[] {
  const page = (pattern: string, render: (request: SandboxRequest, shop: Shop) => SandboxResponse): Route =>
    route(
      'GET',
      pattern,
      showing(sandbox, (request) => render(request, storeShop(sandbox, request))),
    );
  return [
    page('/store/{store}', (request, shop) => renderHome(sandbox, request, shop)),
    page('/store/{store}/products', (request, shop) =>
      renderListing(sandbox, request, shop, { title: 'All products', products: productsOnSale(shop) }),
    ),
    page('/store/{store}/products/{handle}', (request, shop) => renderProduct(sandbox, request, shop)),
    page('/store/{store}/vendors/{vendor}', (request, shop) => renderVendor(sandbox, request, shop)),
    page('/store/{store}/collections/vendors', (request, shop) =>
      redirect(vendorPath(shop, request.query.get('q') ?? ''), 302),
    ),
    page('/store/{store}/collections/{handle}', (request, shop) => renderCollection(sandbox, request, shop)),
    page('/store/{store}/pages/sell', (request, shop) => renderSellPage(sandbox, request, shop)),
    page('/store/{store}/search', (request, shop) => renderSearch(sandbox, request, shop)),
    ...accountRoutes(sandbox),
    ...cartRoutes(sandbox),
    ...checkoutRoutes(sandbox),
    ...invoiceRoutes(sandbox),
    ...appProxyRoutes(sandbox),
  ];
}

function renderHome(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const byVendor = new Map<string, Product[]>();
  for (const product of productsOnSale(shop))
    byVendor.set(product.vendor, [...(byVendor.get(product.vendor) ?? []), product]);
  const vendors = [...byVendor].sort(([a], [b]) => a.localeCompare(b, 'en'));
  if (vendors.length === 0)
    return renderStorePage(sandbox, request, shop, {
      title: shop.name,
      body: markup`<section class="empty"><h1>${shop.name}</h1><p>Nothing is on sale yet. A product appears here once it is approved and published.</p></section>`,
    });
  const blocks = drawBlocks(sandbox, request, shop, 'index');
  return renderStorePage(sandbox, request, shop, {
    title: shop.name,
    head: blocks.head,
    body: markup`<section class="store-hero"><h1>Made by ${countOf(vendors.length, 'maker')}, in one cart</h1><p>Every piece comes straight from the workshop that made it.</p></section>
<nav class="vendor-strip" aria-label="Makers">${vendors.map(([vendor]) => markup`<a href="${vendorPath(shop, vendor)}">${vendor}</a>`)}</nav>
${vendors.map(([vendor, products]) => markup`<section class="vendor-section"><div class="spread"><h2>${vendor}</h2><a href="${vendorPath(shop, vendor)}" aria-label="All ${products.length} from ${vendor}">All ${products.length}</a></div>${renderGrid(sandbox, shop, products.slice(0, 4))}</section>`)}
${blocks.block('subscribe-form')}`,
  });
}

type Listing = {
  title: string;
  products: readonly Product[];
  lead?: Markup | null;
  foot?: Markup | null;
  head?: Markup;
  search?: string;
};

function renderListing(sandbox: Sandbox, request: SandboxRequest, shop: Shop, listing: Listing): SandboxResponse {
  const page = Math.max(1, Number.parseInt(request.query.get('page') ?? '1', 10) || 1);
  const shown = listing.products.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const link = (to: number, label: string): Markup => {
    const query = new URLSearchParams(request.query);
    query.set('page', String(to));
    return markup`<a class="button" href="${request.url.pathname}?${query.toString()}">${label}</a>`;
  };
  return renderStorePage(sandbox, request, shop, {
    title: listing.title,
    search: listing.search,
    head: listing.head,
    body: markup`<header class="listing-head"><h1>${listing.title}</h1>${listing.lead}<p class="quiet">${countOf(listing.products.length, 'product')}</p></header>
${shown.length === 0 ? markup`<section class="empty"><p>Nothing here.</p><a class="button" href="${storePath(shop)}">To the first page</a></section>` : renderGrid(sandbox, shop, shown)}
${page > 1 || listing.products.length > page * PAGE_SIZE ? markup`<nav class="row store-pager" aria-label="Pages">${page > 1 ? link(page - 1, 'Previous') : null}${listing.products.length > page * PAGE_SIZE ? link(page + 1, 'Next') : null}</nav>` : null}
${listing.foot}`,
  });
}

function renderVendor(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const products = productsOnSale(shop).filter((product) => handleOf(product.vendor) === request.params['vendor']);
  const [first] = products;
  if (!first) throw new Refusal('This maker sells nothing here at the moment.', ['vendor'], 'NOT_FOUND');
  return renderListing(sandbox, request, shop, { title: first.vendor, products });
}

/** A collection as a theme shows a vendor's page: its picture, its words, the values of its metafields, its products. */
function renderCollection(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const collection = collectionsOf(shop).find((one) => one.handle === request.params['handle']);
  if (!collection || !isCollectionOut(shop, collection))
    throw new Refusal('This page is not in the store.', ['collection'], 'NOT_FOUND');
  const onSale = new Set(productsOnSale(shop).map((product) => product.id));
  const blocks = drawBlocks(sandbox, request, shop, 'collection', { collection });
  return renderListing(sandbox, request, shop, {
    title: collection.title,
    products: productsOf(shop, collection).filter((product) => onSale.has(product.id)),
    head: blocks.head,
    lead: blocks.block('vendor-page') ?? renderCollectionHead(collection),
    foot: markup`${blocks.block('chat')}${blocks.block('contact-form')}${blocks.block('chat-bubble')}`,
  });
}

/** What a theme itself says of a collection, where no block says more. */
function renderCollectionHead(collection: Collection): Markup {
  return markup`${collection.image ? markup`<img class="maker-picture" src="${collection.image.src}" alt="${collection.image.alt}" width="320">` : null}<div class="description">${trustedMarkup(collection.descriptionHtml)}</div>`;
}

/** A page of the store's own, whose room is for blocks alone. */
function renderSellPage(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const blocks = drawBlocks(sandbox, request, shop, 'page');
  const drawn = [blocks.block('vendor-application'), blocks.block('subscribe-form')];
  return renderStorePage(sandbox, request, shop, {
    title: 'Sell with us',
    head: blocks.head,
    body: markup`<header class="listing-head"><h1>Become one of our makers</h1></header>${renderReasons()}<div class="stack theme-blocks">${drawn.some(Boolean) ? drawn : markup`<p class="quiet">This page has no blocks at the moment.</p>`}</div>`,
  });
}

/** Why somebody would sell here, as the merchant writes it on such a page: what it costs, when money comes, how long it takes. */
function renderReasons(): Markup {
  const reasons = [
    [
      'You keep 85 % and more',
      'No listing fee. We keep 15 % and 30 cents of what costs less than $50, and 12.5 % of everything above.',
    ],
    [
      'Paid every Tuesday',
      'What you shipped is paid at Stripe or by PayPal, or to your bank account in the same week. Each amount is explained line by line.',
    ],
    [
      'On sale within two days',
      'Answer three questions. We write back within two days, and your first product can be on sale the same afternoon.',
    ],
  ];
  return markup`<ul class="sell-reasons">${reasons.map(([title, text]) => markup`<li><strong>${title}</strong><span>${text}</span></li>`)}</ul>`;
}

function renderSearch(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const search = (request.query.get('q') ?? '').trim().slice(0, 100);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const products = productsOnSale(shop).filter((product) => {
    if (isHiddenFromSearch(shop, product)) return false;
    const text = `${product.title} ${product.vendor} ${product.productType} ${product.tags.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return renderListing(sandbox, request, shop, {
    title: search === '' ? 'All products' : `“${search}”`,
    products,
    search,
  });
}

function renderVideo(url: string, file: StoredFile): Markup {
  return file.kind === 'VIDEO'
    ? markup`<video src="${url}" aria-label="${file.alt || file.filename}" width="720" controls preload="metadata"></video>`
    : markup`<p><a href="${url}" rel="noopener">${file.alt || 'Video'}</a></p>`;
}

/** What a shop hides from its own search and from search engines, by the platform's own mark. */
function isHiddenFromSearch(shop: Shop, product: Product): boolean {
  return findMetafield(shop, toGid('Product', product.id), 'seo', 'hidden')?.value === '1';
}

function renderProduct(sandbox: Sandbox, request: SandboxRequest, shop: Shop): SandboxResponse {
  const found = productsOnSale(shop).find((candidate) => candidate.handle === request.params['handle']);
  if (!found) throw new Refusal('This product is not in the store.', ['product'], 'NOT_FOUND');
  const language = languageOf(request, shop);
  const product = inLanguage(shop, found, language);
  const files = product.mediaIds
    .flatMap((id) => shop.files[String(id)] ?? [])
    .filter((file) => file.status === 'READY');
  const pictures = files.filter((file) => file.kind === 'IMAGE');
  const videos = files.filter((file) => file.kind === 'VIDEO' || file.kind === 'EXTERNAL_VIDEO');
  const [main, ...others] = pictures;
  const blocks = drawBlocks(sandbox, request, shop, 'product', { product });
  const soldBy = product.vendor
    ? markup`<p class="small">Sold by <a href="${vendorPath(shop, product.vendor)}">${product.vendor}</a></p>`
    : null;
  return renderStorePage(sandbox, request, shop, {
    title: product.seo.title ?? product.title,
    head: blocks.head,
    language,
    body: markup`<div class="product">
<div class="gallery">${main ? markup`<img src="${fileUrl(sandbox, shop, main.id)}" alt="${main.alt || product.title}" width="720" height="720">` : markup`<span class="no-picture" aria-hidden="true">${product.title.charAt(0)}</span>`}${others.length > 0 ? markup`<div class="row">${others.map((file) => markup`<img src="${fileUrl(sandbox, shop, file.id)}" alt="${file.alt || product.title}" width="110" height="110" loading="lazy">`)}</div>` : null}${videos.map((file) => renderVideo(fileUrl(sandbox, shop, file.id), file))}</div>
<div class="stack buy">${blocks.block('sold-by') ?? soldBy}<h1>${product.title}</h1>${renderBuyForm(shop, product)}<div class="description">${trustedMarkup(product.descriptionHtml)}</div>${renderLanguages(request, shop, language)}</div></div>
<div class="stack theme-blocks">${blocks.block('holiday-message')}${blocks.block('vendor-info')}${blocks.block('catalog-offers')}${blocks.block('make-an-offer')}${blocks.block('chat')}${blocks.block('contact-form')}</div>${blocks.block('chat-bubble')}`,
  });
}

/** The product in the other languages that the store shows. */
function renderLanguages(request: SandboxRequest, shop: Shop, language: string | null): Markup | null {
  const shown = shop.locales.filter((one) => one.published);
  if (shown.length < 2) return null;
  const { pathname } = request.url;
  return markup`<nav class="row small" aria-label="Languages" lang="en">${shown.map(({ locale, primary }) => ((language === null ? primary : locale === language) ? markup`<span aria-current="true">${locale}</span>` : markup`<a href="${primary ? pathname : `${pathname}?locale=${locale}`}" lang="${locale}" hreflang="${locale}">${locale}</a>`))}</nav>`;
}

/** The language that a buyer chose, of those that the store shows; null for the store's own. */
function languageOf(request: SandboxRequest, shop: Shop): string | null {
  const requested = request.query.get('locale');
  return shop.locales.find((one) => one.published && !one.primary && one.locale === requested)?.locale ?? null;
}

function renderBuyForm(shop: Shop, product: Product): Markup {
  const [only] = product.variants;
  const isSingle = product.variants.length === 1;
  const first = product.variants.find((variant) => isForSale(shop, variant)) ?? only;
  if (!first) return markup`<p>Not for sale.</p>`;
  return markup`<form method="post" action="${storePath(shop, '/cart/add')}" class="stack">
${
  isSingle
    ? markup`<p class="price-large">${showMoney(first.priceMinor, shop.currency)}${first.compareAtMinor !== null && first.compareAtMinor > first.priceMinor ? markup` <s class="quiet">${showMoney(first.compareAtMinor, shop.currency)}</s>` : null}</p><input type="hidden" name="id" value="${first.id}"><p class="small quiet">${stockText(shop, first)}</p>`
    : markup`<fieldset class="variants"><legend>${product.options.map((option) => option.name).join(' / ')}</legend>${product.variants.map((variant) => markup`<label class="check"><input type="radio" name="id" value="${variant.id}" required${variant.id === first.id ? markup` checked` : null}${isForSale(shop, variant) ? null : markup` disabled`}> <span>${variant.title}</span><span class="number">${showMoney(variant.priceMinor, shop.currency)}</span><span class="small quiet">${stockText(shop, variant)}</span></label>`)}</fieldset>`
}
${isForSale(shop, first) ? markup`<div class="row"><label class="visually-hidden" for="quantity">Quantity</label><input class="short" id="quantity" type="number" name="quantity" min="1" max="99" value="1"><button class="button button-main button-grow">Add to cart</button></div>` : markup`<p><span class="badge">Sold out</span></p>`}
</form>`;
}

function stockText(shop: Shop, variant: Product['variants'][number]): string {
  if (!variant.inventory.tracked) return 'In stock';
  const available = availableOf(shop, variant);
  if (available <= 0) return variant.inventoryPolicy === 'CONTINUE' ? 'Made to order' : 'Sold out';
  return available <= 5 ? `Only ${available} left` : `${available} in stock`;
}
