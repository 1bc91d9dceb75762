import type { Sandbox } from '../../core/kernel.ts';
import { route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop } from '../../core/state.ts';
import { toGid } from '../../core/gid.ts';
import { isInstalled } from '../../platform/store/lookup.ts';
import { listAdminLinks, listUiExtensions, readTexts } from '../../platform/ui-extensions.ts';
import type { UiExtension } from '../../platform/ui-extensions.ts';
import { answerScript, renderFramePage, requireExtension } from '../extension-frame.ts';
import { markup } from '../markup.ts';
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
    route('GET', '/admin/store/{store}/extension-scripts/{handle}', answerScript),
  ];
}

/** What a target is about, as the platform names it in ids. */
function readKind(target: string): 'Order' | 'Product' | 'Customer' {
  if (target.includes('.order-')) return 'Order';
  return target.includes('.customer-') ? 'Customer' : 'Product';
}

/** One extension’s frame, with what is shown or chosen on its page. */
function renderExtension(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const extension = requireExtension(request);
  const kind = readKind(extension.target);
  const ids = (request.query.get('ids') ?? '').split(',').filter((id) => /^\d{1,18}$/.test(id));
  return renderFramePage(sandbox, extension, {
    surface: 'admin',
    target: extension.target,
    selected: ids.slice(0, 250).map((id) => ({ id: toGid(kind, Number(id)) })),
    ...readTexts(extension, chooseLocale(request, shop)),
    appPath: adminPath(shop, `/apps/${sandbox.app.handle}`),
    tokenPath: adminPath(shop, '/session-token'),
    script: adminPath(shop, `/extension-scripts/${extension.handle}.js`),
  });
}

/** The language of the admin, which a person has from their browser unless they chose another. */
function chooseLocale(request: SandboxRequest, shop: Shop): string {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase();
  return shop.locales.some(({ locale }) => locale === wanted) ? wanted : currentStaff(request, shop).locale;
}

const listAt = (sandbox: Sandbox, shop: Shop, target: string): UiExtension[] =>
  isInstalled(shop) ? listUiExtensions().filter((extension) => extension.target === target) : [];

function nameOf(
  request: SandboxRequest,
  shop: Shop,
  extension: Pick<UiExtension, 'name' | 'folder' | 'handle'>,
): string {
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

/** The menu of the app’s actions and links on one order or product; nothing where there are none. */
export function renderActions(
  sandbox: Sandbox,
  request: SandboxRequest,
  page: 'order' | 'product',
  id: number,
): Markup | null {
  const shop = adminShop(sandbox, request);
  const actions = listAt(sandbox, shop, `admin.${page}-details.action.render`);
  const links = isInstalled(shop)
    ? listAdminLinks().filter(({ target }) => target === `admin.${page}-details.action.link`)
    : [];
  if (actions.length + links.length === 0) return null;
  return markup`<details class="extension-actions" data-menu><summary class="button">More actions</summary><div>${actions.map((extension) => renderOpener(request, shop, extension, { ids: String(id) }))}${links.map(
    (link) =>
      markup`<a class="button" href="${adminPath(shop, `/apps/${sandbox.app.handle}${link.path}?id=${id}`)}">${nameOf(request, shop, link)}</a>`,
  )}</div></details>`;
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
