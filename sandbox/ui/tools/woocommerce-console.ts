import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { WooOrder, WooProduct, WooStore } from '../../core/state-woocommerce.ts';
import {
  changeStatus,
  createWooStore,
  findStore,
  reportProduct,
  storesOf,
  WOO_HOST,
} from '../../providers/woocommerce/store.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { renderNotice, showing } from '../page.ts';
import { consoleAction } from './provider-parts.ts';
import { renderToolPage } from './tool-page.ts';

const PAGE = '/providers/woocommerce';

/** The console of stores of WooCommerce: their keys, the stock of what they sell, and the orders that were placed there. */
export function wooConsoleRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      PAGE,
      showing(sandbox, (request) => renderStores(sandbox, request)),
    ),
    consoleAction(sandbox, PAGE, '/store', (request) => {
      const host = readForm(request).get('host') ?? '';
      if (!WOO_HOST.test(host)) throw new Refusal('A store is a host of woo.test.', ['host']);
      if (!findStore(sandbox, host)) createWooStore(sandbox, host);
      return `${host} is there.`;
    }),
    consoleAction(sandbox, PAGE, '/stock', (request) => {
      const form = readForm(request);
      const host = form.get('host') ?? '';
      const product = findStore(sandbox, host)?.products[form.get('product') ?? ''];
      const stock = Number(form.get('stock'));
      if (!product || !Number.isInteger(stock)) throw new Refusal('Enter a whole number.', ['stock']);
      for (const sold of product.variations.length > 0 ? product.variations : [product]) {
        sold.stock = stock;
        sold.stockStatus = stock > 0 ? 'instock' : 'outofstock';
      }
      reportProduct(sandbox, host, product, 'updated');
      return `${product.name} has ${stock} in stock.`;
    }),
    consoleAction(sandbox, PAGE, '/order', (request) => {
      const form = readForm(request);
      const host = form.get('host') ?? '';
      const order = findStore(sandbox, host)?.orders[form.get('order') ?? ''];
      if (!order) throw new Refusal('There is no such order.', ['order']);
      const tracking = form.get('tracking') ?? '';
      if (tracking !== '')
        order.meta = [...order.meta, { key: '_wc_shipment_tracking_items', value: [{ tracking_number: tracking }] }];
      changeStatus(sandbox, host, order, 'completed');
      return `Order ${order.id} is completed.`;
    }),
  ];
}

function renderStores(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const stores = Object.entries(storesOf(sandbox));
  return renderToolPage(sandbox, {
    title: 'WooCommerce',
    current: '/providers',
    notice: renderNotice(request),
    lead: 'Stores of vendors’ own. Enter a store’s address and its keys under Settings, Connections.',
    body: markup`<section class="card"><h2>A new store</h2><form method="post" action="${PAGE}/store" class="stack-tight"><label for="host">Host</label><input id="host" name="host" required placeholder="kiln.woo.test"><button class="button">Add</button></form></section>
${stores.length === 0 ? markup`<p class="empty">There is no store yet.</p>` : stores.map(renderStore)}`,
  });
}

function renderStore([host, store]: [string, WooStore]): Markup {
  const products = Object.values(store.products);
  const orders = Object.values(store.orders).reverse();
  return markup`<section class="card card-flush"><h2>${host}</h2><dl><dt>Consumer key</dt><dd><code>${store.consumerKey}</code></dd><dt>Consumer secret</dt><dd><code>${store.consumerSecret}</code></dd></dl>
<div class="table-scroll" tabindex="0"><table><thead><tr><th>Product</th><th>SKU</th><th class="number">Stock</th></tr></thead><tbody>${products.map((product) => renderProduct(host, product))}</tbody></table></div>
<div class="table-scroll" tabindex="0"><table><thead><tr><th>Order</th><th>Status</th><th class="number">Total</th><th>Ship</th></tr></thead><tbody>${orders.map((order) => renderOrder(host, order))}</tbody></table></div></section>`;
}

function renderProduct(host: string, product: WooProduct): Markup {
  const sold = product.variations.length > 0 ? product.variations : [product];
  const label = `Stock of ${product.name}`;
  return markup`<tr><td>${product.name}</td><td>${sold.map(({ sku }) => sku).join(', ')}</td><td class="number"><form method="post" action="${PAGE}/stock"><input type="hidden" name="host" value="${host}"><input type="hidden" name="product" value="${product.id}"><input name="stock" size="4" aria-label="${label}" value="${sold[0]?.stock ?? ''}"><button class="button">Set</button></form></td></tr>`;
}

function renderOrder(host: string, order: WooOrder): Markup {
  const label = `Tracking number of order ${order.id}`;
  return markup`<tr><td>${order.id}</td><td>${order.status}</td><td class="number">${order.total} ${order.currency}</td><td>${
    order.status === 'processing'
      ? markup`<form method="post" action="${PAGE}/order"><input type="hidden" name="host" value="${host}"><input type="hidden" name="order" value="${order.id}"><input name="tracking" aria-label="${label}" placeholder="Tracking number"><button class="button">Complete</button></form>`
      : ''
  }</td></tr>`;
}
