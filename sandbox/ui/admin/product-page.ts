import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { formatMinor, parseMinor } from '../../core/money.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Product, ProductStatus, Shop, Variant } from '../../core/state.ts';
import { fileUrl } from '../../platform/store/files.ts';
import { availableOf, isOnStorefront } from '../../platform/store/lookup.ts';
import { deleteProduct, publishProduct, updateProduct, updateVariants } from '../../platform/store/products.ts';
import type { VariantWrite } from '#sandbox/platform/store/write-product.ts';
import { markup, showTime, trustedMarkup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting } from '../page.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';
import { renderActions, renderBlocks } from './extensions.ts';
import { renderProductBadge } from './products-page.ts';

const STATUSES: readonly ProductStatus[] = ['ACTIVE', 'DRAFT', 'ARCHIVED', 'UNLISTED'];

/** What the forms of a product's page do. */
export function productActionRoutes(sandbox: Sandbox): Route[] {
  const page = (request: SandboxRequest): string =>
    `/admin/store/${request.params['store'] ?? ''}/products/${request.params['product'] ?? ''}`;
  return [
    route(
      'POST',
      '/admin/store/{store}/products/{product}',
      posting(sandbox, page, (request) => {
        const shop = adminShop(sandbox, request);
        saveProduct(sandbox, shop, productOf(shop, request), readForm(request));
        return { to: page(request), done: 'The product is saved.' };
      }),
    ),
    route(
      'POST',
      '/admin/store/{store}/products/{product}/delete',
      posting(sandbox, page, (request) => {
        const shop = adminShop(sandbox, request);
        const product = productOf(shop, request);
        deleteProduct(sandbox, shop, product);
        return { to: adminPath(shop, '/products'), done: `${product.title} is deleted.` };
      }),
    ),
  ];
}

function productOf(shop: Shop, request: SandboxRequest): Product {
  const product = shop.products[request.params['product'] ?? ''];
  if (!product) throw new Refusal('There is no such product.', ['product'], 'NOT_FOUND');
  return product;
}

/** One product: title, status, channels, prices and stock. */
export function renderProductPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const product = productOf(shop, request);
  return renderAdminPage(sandbox, request, {
    title: product.title,
    place: 'products',
    back: '/products',
    badges: renderProductBadge(product),
    scripts: ['extension-frames.js'],
    actions: markup`${isOnStorefront(shop, product) ? markup`<a class="button" href="/store/${shop.handle}/products/${product.handle}">View</a>` : null}${renderActions(sandbox, request, 'product', product.id)}`,
    body: markup`<form method="post" action="${adminPath(shop, `/products/${product.id}`)}" class="two-columns">
<div class="stack">
<section class="card stack"><div><label for="title">Title</label><input id="title" name="title" value="${product.title}" required maxlength="255"></div>${product.descriptionHtml === '' ? null : markup`<div class="stack-tight"><h2>Description</h2><div class="quiet">${trustedMarkup(product.descriptionHtml)}</div></div>`}</section>
${renderPictures(sandbox, shop, product)}
<section class="card card-flush"><h2>Variants</h2>${renderVariants(shop, product)}</section>
<div class="row row-end"><button class="button button-main">Save</button></div>
</div>
<div class="stack">
<section class="card stack"><div><label for="status">Status</label><select id="status" name="status">${STATUSES.map((status) => markup`<option value="${status}"${status === product.status ? markup` selected` : null}>${status.charAt(0)}${status.slice(1).toLowerCase()}</option>`)}</select></div>
<fieldset class="bare"><legend class="small quiet">Sales channels</legend>${shop.publications.map((publication) => markup`<label class="check"><input type="checkbox" name="channel" value="${publication.id}"${product.publishedOn.some((entry) => entry.publicationId === publication.id) ? markup` checked` : null}> ${publication.name}</label>`)}</fieldset></section>
<section class="card stack"><div><label for="vendor">Vendor</label><input id="vendor" name="vendor" value="${product.vendor}" maxlength="255"></div><p class="small quiet">${product.tags.length > 0 ? `Tags: ${product.tags.join(', ')}. ` : ''}Changed ${showTime(product.updatedAt, shop)}.</p></section>
</div></form>
${renderBlocks(sandbox, request, 'product', product.id)}
<form method="post" action="${adminPath(shop, `/products/${product.id}/delete`)}"><button class="button button-critical">Delete product</button></form>`,
  });
}

function renderPictures(sandbox: Sandbox, shop: Shop, product: Product): Markup | null {
  const files = product.mediaIds.flatMap((id) => shop.files[String(id)] ?? []).filter((file) => file.kind === 'IMAGE');
  if (files.length === 0) return null;
  return markup`<section class="card"><h2>Media</h2><div class="row">${files.map((file) => markup`<img class="picture" src="${fileUrl(sandbox, shop, file.id)}" alt="${file.alt}" width="96" height="96" loading="lazy">`)}</div></section>`;
}

function renderVariants(shop: Shop, product: Product): Markup {
  const location = shop.locations.find((candidate) => candidate.active);
  return markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>Variant</th><th>SKU</th><th>Price (${shop.currency})</th><th>Compare at</th><th>${location && shop.locations.length > 1 ? `In stock, ${location.name}` : 'In stock'}</th></tr></thead><tbody>
${product.variants.map((variant) => renderVariant(shop, variant, location?.id))}</tbody></table></div>`;
}

function renderVariant(shop: Shop, variant: Variant, locationId: number | undefined): Markup {
  const name = variant.title === 'Default Title' ? 'Only variant' : variant.title;
  const level = variant.inventory.levels.find((candidate) => candidate.locationId === locationId);
  const all = availableOf(shop, variant);
  return markup`<tr><td>${name}</td><td class="mono">${variant.sku}</td>
<td><input class="short" name="price-${variant.id}" aria-label="Price of ${name}" inputmode="decimal" required value="${formatMinor(variant.priceMinor, shop.currency)}"></td>
<td><input class="short" name="compare-${variant.id}" aria-label="Compare-at price of ${name}" inputmode="decimal" value="${variant.compareAtMinor === null ? '' : formatMinor(variant.compareAtMinor, shop.currency)}"></td>
<td>${variant.inventory.tracked ? markup`<input class="short" type="number" name="stock-${variant.id}" aria-label="Stock of ${name}" value="${level?.available ?? 0}">${level && all !== level.available ? markup` <span class="small quiet">${all} in all</span>` : null}` : markup`<span class="quiet">Not tracked</span>`}</td></tr>`;
}

function saveProduct(sandbox: Sandbox, shop: Shop, product: Product, form: URLSearchParams): void {
  const status = STATUSES.find((candidate) => candidate === form.get('status')) ?? product.status;
  const title = (form.get('title') ?? '').trim().slice(0, 255);
  const vendor = (form.get('vendor') ?? '').trim().slice(0, 255);
  const variants = product.variants.flatMap((variant) => readVariant(shop, variant, form));
  if (title !== product.title || vendor !== product.vendor || status !== product.status)
    updateProduct(sandbox, shop, product, { title, vendor, status });
  if (variants.length > 0) updateVariants(sandbox, shop, product, variants);
  const wanted = form.getAll('channel').map(Number);
  publishProduct(sandbox, shop, product, wanted, 'on');
  publishProduct(
    sandbox,
    shop,
    product,
    shop.publications.map((publication) => publication.id).filter((id) => !wanted.includes(id)),
    'off',
  );
}

/** What changed of a variant; nothing when all is as it was. */
function readVariant(shop: Shop, variant: Variant, form: URLSearchParams): VariantWrite[] {
  const priceMinor = readPrice(shop, form.get(`price-${variant.id}`)) ?? variant.priceMinor;
  const compareAtMinor = readPrice(shop, form.get(`compare-${variant.id}`));
  const write: VariantWrite = { id: variant.id };
  if (priceMinor !== variant.priceMinor) write.priceMinor = priceMinor;
  if (compareAtMinor !== variant.compareAtMinor) write.compareAtMinor = compareAtMinor;
  const location = shop.locations.find((candidate) => candidate.active);
  const stock = form.get(`stock-${variant.id}`);
  if (stock !== null && location && !/^-?\d{1,9}$/.test(stock))
    throw new Refusal('Stock must be a whole number.', ['stock']);
  const available = variant.inventory.levels.find((level) => level.locationId === location?.id)?.available ?? 0;
  if (stock !== null && location && Number(stock) !== available)
    write.stock = [{ locationId: location.id, available: Number(stock) }];
  return Object.keys(write).length > 1 ? [write] : [];
}

function readPrice(shop: Shop, value: string | null): number | null {
  const text = (value ?? '').trim();
  if (text === '') return null;
  const priceMinor = parseMinor(text, shop.currency);
  if (priceMinor === null || priceMinor < 0) throw new Refusal(`"${text}" is no price in ${shop.currency}.`, ['price']);
  return priceMinor;
}
