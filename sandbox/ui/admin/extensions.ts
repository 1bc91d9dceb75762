import type { Sandbox } from '../../core/kernel.ts';
import { Refusal } from '../../core/kernel.ts';
import { html, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop } from '../../core/state.ts';
import { toGid } from '../../core/gid.ts';
import { isInstalled } from '../../platform/store/lookup.ts';
import { bundleExtension, listUiExtensions, readTexts } from '../../platform/ui-extensions.ts';
import type { UiExtension } from '../../platform/ui-extensions.ts';
import { markup, scriptJson } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { showing } from '../page.ts';
import { adminPath, adminShop, currentStaff } from './admin-page.ts';

/** What of our program shows on pages of orders and products, each in a frame: a stand-in of the platform’s own host. */
export function extensionRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/admin/store/{store}/extensions/{handle}',
      showing(sandbox, (request) => renderExtension(sandbox, request)),
    ),
    route('GET', '/admin/store/{store}/extension-scripts/{handle}', async (request) => ({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
      body: await bundleExtension(requireExtension(request)),
    })),
  ];
}

function requireExtension(request: SandboxRequest): UiExtension {
  const handle = (request.params['handle'] ?? '').replace(/\.js$/, '');
  const found = listUiExtensions().find((extension) => extension.handle === handle);
  if (!found) throw new Refusal(`There is no extension ${handle}.`, ['handle'], 'NOT_FOUND');
  return found;
}

/** What a target is about, as the platform names it in ids. */
function readKind(target: string): 'Order' | 'Product' | 'Customer' {
  if (target.includes('.order-')) return 'Order';
  return target.includes('.customer-') ? 'Customer' : 'Product';
}

/** The page of one extension’s frame: its settings, the host’s components, then its script. */
function renderExtension(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const extension = requireExtension(request);
  const kind = readKind(extension.target);
  const ids = (request.query.get('ids') ?? '').split(',').filter((id) => /^\d{1,18}$/.test(id));
  const { gatewayUrl } = sandbox.config;
  const settings = {
    target: extension.target,
    selected: ids.slice(0, 250).map((id) => ({ id: toGid(kind, Number(id)) })),
    ...readTexts(extension, chooseLocale(request, shop)),
    appOrigin: new URL(gatewayUrl).origin,
    adminPath: adminPath(shop),
    appPath: adminPath(shop, `/apps/${sandbox.app.handle}`),
    script: adminPath(shop, `/extension-scripts/${extension.handle}.js`),
  };
  const { source } = markup`<!doctype html>
<html lang="${settings.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${extension.handle}</title>
<link rel="stylesheet" href="/ui/assets/base.css">
<script type="module" src="/ui/assets/extension-host.js"></script></head>
<body class="extension">
<script type="application/json" id="extension-settings">${scriptJson(settings)}</script>
</body></html>`;
  return html(200, source, {
    'content-security-policy': `default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ${gatewayUrl}; object-src 'none'; base-uri 'none'; frame-ancestors 'self'`,
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
}

/** The language of the admin, which a person has from their browser unless they chose another. */
function chooseLocale(request: SandboxRequest, shop: Shop): string {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase();
  return shop.locales.some(({ locale }) => locale === wanted) ? wanted : currentStaff(request, shop).locale;
}

const listAt = (sandbox: Sandbox, shop: Shop, target: string): UiExtension[] =>
  isInstalled(shop) ? listUiExtensions().filter((extension) => extension.target === target) : [];

function nameOf(request: SandboxRequest, shop: Shop, extension: UiExtension): string {
  const { texts } = readTexts(extension, chooseLocale(request, shop));
  const name = texts[extension.name];
  return typeof name === 'string' ? name : extension.handle;
}

/** The app’s blocks of a page, for one order or product. */
export function renderBlocks(
  sandbox: Sandbox,
  request: SandboxRequest,
  page: 'order' | 'product' | 'customer',
  id: number,
): Markup {
  const shop = adminShop(sandbox, request);
  return markup`${listAt(sandbox, shop, `admin.${page}-details.block.render`).map(
    (extension) =>
      markup`<section class="card card-flush extension-card"><p class="small quiet">${sandbox.app.name}</p><iframe class="extension-frame" data-extension="${extension.handle}" title="${nameOf(request, shop, extension)}" src="${adminPath(shop, `/extensions/${extension.handle}?ids=${id}`)}"></iframe></section>`,
  )}`;
}

/** The menu of the app’s actions on one order or product; nothing where there are none. */
export function renderActions(
  sandbox: Sandbox,
  request: SandboxRequest,
  page: 'order' | 'product',
  id: number,
): Markup | null {
  const shop = adminShop(sandbox, request);
  const actions = listAt(sandbox, shop, `admin.${page}-details.action.render`);
  if (actions.length === 0) return null;
  return markup`<details class="extension-actions" data-menu><summary class="button">More actions</summary><div>${actions.map((extension) => renderOpener(request, shop, extension, { ids: String(id) }))}</div></details>`;
}

/** The bar of what the app does with the rows that are chosen in a list. */
export function renderSelectionActions(
  sandbox: Sandbox,
  request: SandboxRequest,
  page: 'order' | 'product',
): Markup | null {
  const shop = adminShop(sandbox, request);
  const actions = listAt(sandbox, shop, `admin.${page}-index.selection-action.render`);
  if (actions.length === 0) return null;
  return markup`<div class="selection-bar row" role="region" aria-label="Selected" hidden><span data-selected-count></span>${actions.map((extension) => renderOpener(request, shop, extension, {}))}</div>`;
}

function renderOpener(request: SandboxRequest, shop: Shop, extension: UiExtension, { ids }: { ids?: string }): Markup {
  return markup`<button type="button" class="button" data-open-extension="${extension.handle}"${ids ? markup` data-ids="${ids}"` : null}>${nameOf(request, shop, extension)}</button>`;
}

/** The box by which a row of a list is chosen. */
export const renderSelector = (id: number, label: string): Markup =>
  markup`<input type="checkbox" data-select="${id}" aria-label="Select ${label}">`;
