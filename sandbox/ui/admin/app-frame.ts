import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { json, readJson, route, text } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Product, Shop } from '../../core/state.ts';
import { formatMinor } from '../../core/money.ts';
import { toGid } from '../../core/gid.ts';
import { mintSessionToken, signAppQuery } from '../../platform/oauth.ts';
import { fileUrl } from '../../platform/store/files.ts';
import { availableOf, isInstalled } from '../../platform/store/lookup.ts';
import { changeScopes } from '../../platform/store/shops.ts';
import { markup, scriptJson } from '../markup.ts';
import { isForeign, showing } from '../page.ts';
import { adminPath, adminShop, currentStaff, renderAdminPage } from './admin-page.ts';
import { renderInstallPage } from './apps-page.ts';
import { findProducts } from './products-page.ts';

/** The page that frames the app, and what App Bridge's host half asks the admin for. */
export function appFrameRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/admin/store/{store}/apps/{app}/{path*}',
      showing(sandbox, (request) => renderFrame(sandbox, request)),
    ),
    route(
      'POST',
      '/admin/store/{store}/session-token',
      guarded(sandbox, (request) => {
        const shop = installedShop(sandbox, request);
        return json(200, { token: mintSessionToken(sandbox, shop, currentStaff(request, shop)) });
      }),
    ),
    route(
      'POST',
      '/admin/store/{store}/scopes',
      guarded(sandbox, (request) => answerScopes(sandbox, request)),
    ),
    route('GET', '/admin/store/{store}/picker.json', (request) => {
      const shop = adminShop(sandbox, request);
      const products = findProducts(shop, (request.query.get('query') ?? '').slice(0, 100).toLowerCase()).slice(0, 50);
      return json(200, { products: products.map((product) => pickable(sandbox, shop, product)) });
    }),
  ];
}

function guarded(
  sandbox: Sandbox,
  handler: (request: SandboxRequest) => SandboxResponse,
): (request: SandboxRequest) => SandboxResponse {
  return (request) =>
    isForeign(sandbox, request) ? text(403, 'Requests of other pages are refused.\n') : handler(request);
}

function installedShop(sandbox: Sandbox, request: SandboxRequest): Shop {
  const shop = adminShop(sandbox, request);
  if (!isInstalled(shop)) throw new Refusal(`The app is not installed in ${shop.domain}.`, ['shop']);
  return shop;
}

function renderFrame(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const { app, config } = sandbox;
  const wanted = request.params['app'] ?? '';
  if (wanted !== app.handle && wanted !== config.apiKey)
    throw new Refusal(`There is no app ${wanted}.`, ['app'], 'NOT_FOUND');
  if (!isInstalled(shop)) return renderInstallPage(sandbox, request);
  const user = currentStaff(request, shop);
  // The raw path, so that an encoded slash stays encoded on its way into the app.
  const prefix = `/admin/store/${shop.handle}/apps/${wanted}`;
  const path = request.url.pathname.slice(prefix.length) || '/';
  const settings = {
    adminPath: adminPath(shop),
    app: app.handle,
    appName: app.name,
    shopName: shop.name,
    gatewayOrigin: new URL(config.gatewayUrl).origin,
    path,
    source: frameSource(sandbox, shop, request, path),
    user: {
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      accountOwner: user.accountOwner,
    },
  };
  return renderAdminPage(sandbox, request, {
    title: app.name,
    place: 'app',
    isFrame: true,
    scripts: ['admin-frame.js'],
    body: markup`<div class="app-bar"><img src="/ui/assets/icon.svg" alt="" width="22" height="22"><h1 id="app-title">${app.name}</h1><div class="row" id="app-actions"></div></div>
<div class="frame-holder" id="frame-holder"><div class="loading-bar" id="loading-bar" role="progressbar" aria-label="Loading"></div></div>
<div class="toasts" id="toasts"></div>
<noscript><p class="notice notice-error">The framed app needs JavaScript.</p></noscript>
<script type="application/json" id="frame-settings">${scriptJson(settings)}</script>`,
  });
}

/** The app's address as the platform opens it: with shop, host, a session token and a signature over the query. */
function frameSource(sandbox: Sandbox, shop: Shop, request: SandboxRequest, path: string): string {
  const user = currentStaff(request, shop);
  const query = signAppQuery(sandbox, {
    ...Object.fromEntries(request.query),
    embedded: '1',
    shop: shop.domain,
    locale: user.locale,
    // The library accepts the platform's own host only, and no base64url.
    host: Buffer.from(`admin.shopify.com/store/${shop.handle}`).toString('base64').replaceAll('=', ''),
    id_token: mintSessionToken(sandbox, shop, user),
    session: `${shop.id}-${user.id}`,
    timestamp: String(Math.floor(sandbox.clock.now().getTime() / 1000)),
  });
  return `${sandbox.config.gatewayUrl}${path}?${query.toString()}`;
}

function answerScopes(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = installedShop(sandbox, request);
  const body = readJson(request) as { action?: unknown; scopes?: unknown } | undefined;
  const named = Array.isArray(body?.scopes)
    ? body.scopes.filter((scope): scope is string => typeof scope === 'string')
    : [];
  const granted = shop.installation?.scopes ?? [];
  if (body?.action === 'request') changeScopes(sandbox, shop, [...new Set([...granted, ...named])]);
  if (body?.action === 'revoke')
    changeScopes(
      sandbox,
      shop,
      granted.filter((scope) => !named.includes(scope) || sandbox.app.scopes.includes(scope)),
    );
  const detail = {
    granted: shop.installation?.scopes ?? [],
    required: sandbox.app.scopes,
    optional: sandbox.app.optionalScopes,
  };
  if (body?.action === 'request') return json(200, { result: 'granted-all', detail });
  return json(200, body?.action === 'revoke' ? { detail } : detail);
}

/** A product as the resource picker hands it to the app. */
function pickable(sandbox: Sandbox, shop: Shop, product: Product): Record<string, unknown> {
  const images = product.mediaIds
    .flatMap((id) => shop.files[String(id)] ?? [])
    .filter((file) => file.kind === 'IMAGE')
    .map((file) => ({
      id: toGid('ProductImage', file.id),
      originalSrc: fileUrl(sandbox, shop, file.id),
      altText: file.alt,
    }));
  return {
    id: toGid('Product', product.id),
    title: product.title,
    handle: product.handle,
    status: product.status,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    images,
    descriptionHtml: product.descriptionHtml,
    hasOnlyDefaultVariant: product.variants.length === 1 && product.variants[0]?.title === 'Default Title',
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    options: product.options.map((option, index) => ({
      id: toGid('ProductOption', option.id),
      name: option.name,
      position: index + 1,
      values: option.values.map((value) => value.name),
    })),
    totalInventory: product.variants.reduce((sum, variant) => sum + availableOf(shop, variant), 0),
    totalVariants: product.variants.length,
    variants: product.variants.map((variant) => ({
      id: toGid('ProductVariant', variant.id),
      title: variant.title,
      displayName: variant.title === 'Default Title' ? product.title : `${product.title} - ${variant.title}`,
      sku: variant.sku,
      barcode: variant.barcode,
      price: formatMinor(variant.priceMinor, shop.currency),
      compareAtPrice: variant.compareAtMinor === null ? null : formatMinor(variant.compareAtMinor, shop.currency),
      inventoryQuantity: availableOf(shop, variant),
      inventoryPolicy: variant.inventoryPolicy,
      taxable: variant.taxable,
      image: images[0] ?? null,
      product: { id: toGid('Product', product.id) },
    })),
  };
}
