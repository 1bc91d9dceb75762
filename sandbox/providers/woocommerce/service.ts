import { z } from 'zod';
import type { Sandbox } from '../../core/kernel.ts';
import { formatMinor, parseMinor } from '../../core/money.ts';
import { json, matchRoute, readJson, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { WooOrder, WooStore, WooWebhook } from '../../core/state-woocommerce.ts';
import { serveCall, type Answered } from '../serve.ts';
import { changeStatus, findSold, findStore, moveStock, nextWooId, ping, reportOrder, WOO_HOST } from './store.ts';
import { viewOrder, viewProduct, viewVariation, viewWebhook } from './views.ts';

/** One call of the REST API of one store. */
type Call = {
  sandbox: Sandbox;
  host: string;
  store: WooStore;
  request: SandboxRequest;
  params: Record<string, string>;
};
type Operation = { method: string; pattern: string; name: string; run: (call: Call) => SandboxResponse };

const BASE = '/wp-json/wc/v3';
const MAX_PAGE = 100;

/** The form of every refusal of the REST API (docs, "Errors"). */
const refuse = (status: number, code: string, message: string): SandboxResponse =>
  json(status, { code, message, data: { status } });
const notFound = (thing: string): SandboxResponse => refuse(404, `woocommerce_rest_${thing}_invalid_id`, 'Invalid ID.');

const word = z.string().max(5_000).optional();
const metaSchema = z.array(z.object({ key: z.string(), value: z.unknown() })).default([]);
const addressSchema = z.record(z.string(), z.string().max(1_000)).default({});
const orderSchema = z.object({
  currency: word,
  status: word,
  set_paid: z.boolean().default(false),
  customer_note: word,
  billing: addressSchema,
  shipping: addressSchema,
  meta_data: metaSchema,
  line_items: z
    .array(
      z.object({
        product_id: z.number().int().optional(),
        variation_id: z.number().int().optional(),
        sku: word,
        quantity: z.number().int().default(1),
        subtotal: word,
        total: word,
        meta_data: metaSchema,
      }),
    )
    .default([]),
  fee_lines: z.array(z.object({ name: z.string(), total: z.string() })).default([]),
});
const hookSchema = z.object({
  name: word,
  topic: word,
  delivery_url: word,
  secret: word,
  status: z.enum(['active', 'paused', 'disabled']).optional(),
});

/** The REST API of stores of WooCommerce, as its documentation says it (woocommerce.github.io/woocommerce-rest-api-docs). */
export function wooRoutes(sandbox: Sandbox): Route[] {
  return [route('*', `${BASE}/{rest*}`, (request) => serve(sandbox, request))];
}

function serve(sandbox: Sandbox, request: SandboxRequest): SandboxResponse | Promise<SandboxResponse> {
  const { host } = request;
  const store = WOO_HOST.test(host) ? findStore(sandbox, host) : undefined;
  // A host without a store shows a page.
  if (!store) return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' };
  const matched = matchRoute(ROUTES, request.method, request.url.pathname);
  const operation = matched.route;
  const answer = (response: SandboxResponse): Answered => ({ response, contract: 'unchecked' });
  return serveCall(sandbox, request, {
    target: 'woocommerce',
    operation: operation?.name ?? null,
    struck: (fault) =>
      fault.kind === 'throttle'
        ? json(429, { code: 'too_many_requests', message: 'Slow down.' }, { 'retry-after': '5' })
        : {
            status: fault.status,
            headers: { 'content-type': 'text/html' },
            body: '<h1>There has been a critical error</h1>',
          },
    run: () => {
      const refusal = checkKeys(store, request);
      if (refusal) return answer(refusal);
      if (!operation)
        return answer(refuse(404, 'rest_no_route', 'No route was found matching the URL and request method.'));
      return answer(operation.run({ sandbox, host, store, request, params: matched.params }));
    },
  });
}

/** Keys stand in the header (Basic) or in the query; without any, somebody is nobody. */
function checkKeys(store: WooStore, request: SandboxRequest): SandboxResponse | null {
  const header = store.stripsAuthorization ? '' : (request.headers.authorization ?? '');
  const basic = /^Basic (.+)$/.exec(header)?.[1];
  const given = basic
    ? Buffer.from(basic, 'base64').toString('utf8')
    : `${request.query.get('consumer_key') ?? ''}:${request.query.get('consumer_secret') ?? ''}`;
  if (given === ':') return refuse(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
  if (given !== `${store.consumerKey}:${store.consumerSecret}`)
    return refuse(401, 'woocommerce_rest_authentication_error', 'Consumer key is invalid.');
  if (store.permissions === 'read' && request.method !== 'GET')
    return refuse(
      401,
      'woocommerce_rest_authentication_error',
      'The API key provided does not have write permissions.',
    );
  return null;
}

/** A page of a list, with the headers that say how much there is. */
function paginate(call: Call, items: readonly object[]): SandboxResponse {
  const { query } = call.request;
  const size = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE)
    return refuse(400, 'rest_invalid_param', 'Invalid parameter(s): per_page');
  return json(200, items.slice((page - 1) * size, page * size), {
    'x-wp-total': String(items.length),
    'x-wp-totalpages': String(Math.max(1, Math.ceil(items.length / size))),
  });
}

const includedIds = ({ request }: Call): Set<string> | null => {
  const include = request.query.get('include');
  return include === null ? null : new Set(include.split(','));
};

const OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    pattern: '/data/currencies/current',
    name: 'currency',
    run: ({ store }) => json(200, { code: store.currency, name: store.currency, symbol: '' }),
  },
  {
    method: 'GET',
    pattern: '/settings/products/woocommerce_weight_unit',
    name: 'setting',
    run: ({ store }) => json(200, { id: 'woocommerce_weight_unit', value: store.weightUnit }),
  },
  {
    method: 'GET',
    pattern: '/products',
    name: 'products.list',
    run: (call) => {
      const ids = includedIds(call);
      const search = call.request.query.get('search')?.toLowerCase();
      const found = Object.values(call.store.products)
        // Every status but the bin's.
        .filter(({ status }) => status !== 'trash')
        .filter(({ id }) => ids?.has(String(id)) ?? true)
        .filter(({ name, sku }) => search === undefined || `${name} ${sku}`.toLowerCase().includes(search));
      if (call.request.query.get('orderby') === 'title') found.sort((a, b) => a.name.localeCompare(b.name));
      return paginate(call, found.map(viewProduct));
    },
  },
  {
    method: 'GET',
    pattern: '/products/{id}',
    name: 'products.read',
    run: ({ store, params }) => {
      const found = store.products[params['id'] ?? ''];
      return found ? json(200, viewProduct(found)) : notFound('product');
    },
  },
  {
    method: 'GET',
    pattern: '/products/{id}/variations',
    name: 'variations.list',
    run: (call) => {
      const product = call.store.products[call.params['id'] ?? ''];
      return product
        ? paginate(
            call,
            product.variations.map((one) => viewVariation(one, product)),
          )
        : notFound('product');
    },
  },
  {
    method: 'GET',
    pattern: '/orders',
    name: 'orders.list',
    run: (call) => {
      const ids = includedIds(call);
      const after = call.request.query.get('after');
      const found = Object.values(call.store.orders)
        .filter(({ status }) => status !== 'trash')
        .filter(({ id }) => ids?.has(String(id)) ?? true)
        .filter(({ createdAt }) => after === null || createdAt > after)
        .sort((a, b) => b.id - a.id);
      return paginate(call, found.map(viewOrder));
    },
  },
  { method: 'POST', pattern: '/orders', name: 'orders.create', run: (call) => createOrder(call) },
  {
    method: 'GET',
    pattern: '/orders/{id}',
    name: 'orders.read',
    run: ({ store, params }) => {
      const found = store.orders[params['id'] ?? ''];
      return found ? json(200, viewOrder(found)) : notFound('shop_order');
    },
  },
  {
    method: 'PUT',
    pattern: '/orders/{id}',
    name: 'orders.update',
    run: ({ sandbox, host, store, params, request }) => {
      const found = store.orders[params['id'] ?? ''];
      const body = z.object({ status: word }).safeParse(readJson(request));
      if (!found) return notFound('shop_order');
      if (!body.success) return refuse(400, 'rest_invalid_param', 'Invalid parameter(s): status');
      if (body.data.status !== undefined) changeStatus(sandbox, host, found, body.data.status);
      return json(200, viewOrder(found));
    },
  },
  {
    method: 'GET',
    pattern: '/webhooks',
    name: 'webhooks.list',
    run: (call) => paginate(call, Object.values(call.store.webhooks).map(viewWebhook)),
  },
  { method: 'POST', pattern: '/webhooks', name: 'webhooks.create', run: (call) => createWebhook(call) },
  {
    method: 'PUT',
    pattern: '/webhooks/{id}',
    name: 'webhooks.update',
    run: ({ store, params, request }) => {
      const found = store.webhooks[params['id'] ?? ''];
      const body = hookSchema.safeParse(readJson(request));
      if (!found) return notFound('shop_webhook');
      if (!body.success) return refuse(400, 'rest_invalid_param', 'Invalid parameter(s)');
      found.status = body.data.status ?? found.status;
      found.secret = body.data.secret ?? found.secret;
      return json(200, viewWebhook(found));
    },
  },
  {
    method: 'DELETE',
    pattern: '/webhooks/{id}',
    name: 'webhooks.delete',
    run: ({ store, params, request }) => {
      const found = store.webhooks[params['id'] ?? ''];
      if (!found) return notFound('shop_webhook');
      if (request.query.get('force') !== 'true')
        return refuse(501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.');
      store.webhooks = Object.fromEntries(Object.entries(store.webhooks).filter(([key]) => key !== String(found.id)));
      return json(200, viewWebhook(found));
    },
  },
];

const ROUTES = OPERATIONS.map((one) => ({ ...one, segments: `${BASE}${one.pattern}`.split('/').slice(1) }));

function createOrder({ sandbox, host, store, request }: Call): SandboxResponse {
  const read = orderSchema.safeParse(readJson(request));
  if (!read.success) return refuse(400, 'rest_invalid_param', 'Invalid parameter(s)');
  const body = read.data;
  const at = sandbox.clock.iso();
  const currency = body.currency ?? store.currency;
  const lines: WooOrder['lines'] = [];
  for (const { product_id: product, variation_id: variationId = 0, sku, quantity, ...line } of body.line_items) {
    const productId = product ?? Object.values(store.products).find((one) => one.sku === sku)?.id;
    if (!productId) return refuse(400, 'woocommerce_rest_required_product_reference', 'Product ID or SKU is required.');
    const sold = findSold(store, productId, variationId);
    if (!sold) return refuse(400, 'woocommerce_rest_invalid_product_id', 'Product ID is invalid.');
    const total = line.total ?? '0';
    lines.push({
      id: nextWooId(store),
      productId,
      variationId,
      name: store.products[String(productId)]?.name ?? '',
      sku: sold.sku,
      quantity,
      subtotal: line.subtotal ?? total,
      total,
      meta: line.meta_data,
    });
  }
  const fees = body.fee_lines.map((fee) => ({ id: nextWooId(store), ...fee }));
  const totalMinor = [...lines, ...fees].reduce((sum, { total }) => sum + (parseMinor(total, currency) ?? 0), 0);
  const order: WooOrder = {
    id: nextWooId(store),
    status: body.set_paid ? 'processing' : (body.status ?? 'pending'),
    currency,
    createdAt: at,
    modifiedAt: at,
    billing: body.billing,
    shipping: body.shipping,
    customerNote: body.customer_note ?? '',
    meta: body.meta_data,
    lines,
    fees,
    total: formatMinor(totalMinor, currency),
    isStockReduced: false,
  };
  store.orders[String(order.id)] = order;
  if (order.status === 'processing') moveStock(store, order, -1);
  reportOrder(sandbox, host, order, 'created');
  return json(201, viewOrder(order));
}

function createWebhook({ sandbox, host, store, request }: Call): SandboxResponse {
  const read = hookSchema.safeParse(readJson(request));
  if (!read.success || !read.data.topic || !read.data.delivery_url)
    return refuse(400, 'woocommerce_rest_webhook_missing_param', 'Topic and delivery URL are required.');
  const { topic, delivery_url: deliveryUrl, name = '', secret = '', status = 'active' } = read.data;
  const made: WooWebhook = { id: nextWooId(store), name, topic, deliveryUrl, secret, status };
  store.webhooks[String(made.id)] = made;
  ping(sandbox, host, made.id);
  return json(201, viewWebhook(made));
}
