import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop } from '../../core/state.ts';
import { authorize } from '../../platform/oauth.ts';
import { isInstalled } from '../../platform/store/lookup.ts';
import { changeScopes, installApp, uninstallApp } from '../../platform/store/shops.ts';
import { markup, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, showing } from '../page.ts';
import { adminPath, adminShop, currentStaff, renderAdminPage } from './admin-page.ts';

/** Install, uninstall, reinstall, and the scopes the app holds. */
export function appsRoutes(sandbox: Sandbox): Route[] {
  const page = (request: SandboxRequest): string => `/admin/store/${request.params['store'] ?? ''}/apps`;
  return [
    route(
      'GET',
      '/admin/store/{store}/apps',
      showing(sandbox, (request) => renderAppsPage(sandbox, request)),
    ),
    route(
      'GET',
      '/admin/store/{store}/oauth/{step}',
      showing(sandbox, (request) => showOauth(sandbox, request)),
    ),
    route(
      'POST',
      '/admin/store/{store}/apps/install',
      posting(sandbox, page, (request) => {
        const shop = adminShop(sandbox, request);
        installApp(sandbox, shop, readForm(request).getAll('scope'));
        return { to: adminPath(shop, `/apps/${sandbox.app.handle}`) };
      }),
    ),
    route(
      'POST',
      '/admin/store/{store}/apps/uninstall',
      posting(sandbox, page, (request) => {
        uninstallApp(sandbox, adminShop(sandbox, request));
        return {
          to: page(request),
          done: `${sandbox.app.name} is uninstalled. Its access ended at once, and it was told.`,
        };
      }),
    ),
    route(
      'POST',
      '/admin/store/{store}/apps/scopes',
      posting(sandbox, page, (request) => {
        const optional = readForm(request)
          .getAll('scope')
          .filter((scope) => sandbox.app.optionalScopes.includes(scope));
        changeScopes(sandbox, adminShop(sandbox, request), [...sandbox.app.scopes, ...optional]);
        return { to: page(request), done: 'The app’s access is changed, and it was told.' };
      }),
    ),
  ];
}

/**
 * What the gateway leads here from the shop's own address. A way of the app's own (somebody signs in, a seller connects) goes on
 * as whoever is at the screen; anything else is an installation.
 */
function showOauth(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const isOwnFlow = (request.query.get('redirect_uri') ?? '').startsWith(`${sandbox.config.appUrl}/api/auth/`);
  if (!isOwnFlow) return renderInstallPage(sandbox, request);
  const shop = adminShop(sandbox, request);
  return authorize(sandbox, request, { shop, user: currentStaff(request, shop) });
}

function renderAppsPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const { app } = sandbox;
  const installed = isInstalled(shop);
  return renderAdminPage(sandbox, request, {
    title: 'Apps',
    place: 'apps',
    body: markup`<section class="card stack">
<div class="spread"><div class="row"><img src="/ui/assets/icon.svg" alt="" width="40" height="40"><div><h2>${app.name}</h2><p class="quiet small">${installed && shop.installation ? markup`Installed ${showTime(shop.installation.installedAt, shop)}` : shop.installation?.uninstalledAt ? markup`Uninstalled ${showTime(shop.installation.uninstalledAt, shop)}` : 'Not installed'}</p></div></div>
<div class="row">${installed ? markup`<a class="button" href="${adminPath(shop, `/apps/${app.handle}`)}">Open</a><form method="post" action="${adminPath(shop, '/apps/uninstall')}"><button class="button button-critical">Uninstall</button></form>` : markup`<form method="post" action="${adminPath(shop, '/apps/install')}"><button class="button button-main">${shop.installation ? 'Install again' : 'Install'}</button></form>`}</div></div>
</section>
${installed ? renderScopes(sandbox, shop) : markup`<p class="notice notice-info">Webhooks of this store are not sent while the app is not installed. The request to erase the store follows 48 hours after an uninstall on the real platform; here it is sent from <a href="${adminPath(shop, '/privacy')}">Customer data</a>.</p>`}`,
  });
}

function renderScopes(sandbox: Sandbox, shop: Shop): Markup {
  const granted = shop.installation?.scopes ?? [];
  return markup`<section class="card"><h2>What ${sandbox.app.name} may do</h2><p class="quiet small">From shopify.app.toml.</p>${scopeList(sandbox.app.scopes)}</section>
<form class="card stack" method="post" action="${adminPath(shop, '/apps/scopes')}"><div><h2>Only when it is needed</h2><p class="quiet small">Optional scopes; the app asks for each when the feature that needs it is switched on.</p></div>
<div class="fields">${sandbox.app.optionalScopes.map((scope) => markup`<label class="check"><input type="checkbox" name="scope" value="${scope}"${granted.includes(scope) ? markup` checked` : null}> <span class="mono">${scope}</span></label>`)}</div>
<div class="row"><button class="button">Change access</button></div></form>`;
}

function scopeList(scopes: readonly string[]): Markup {
  return markup`<p class="row">${scopes.map((scope) => markup`<span class="badge mono">${scope}</span>`)}</p>`;
}

/** What a merchant sees before the app is installed: what it asks for, and the button. */
export function renderInstallPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const { app } = sandbox;
  return renderAdminPage(sandbox, request, {
    title: `${shop.installation ? 'Install again' : 'Install'}: ${app.name}`,
    place: 'apps',
    body: markup`<section class="card stack"><div class="row"><img src="/ui/assets/icon.svg" alt="" width="48" height="48"><h2>${app.name} wants to join ${shop.name}</h2></div>
<p>It will be able to:</p>${scopeList(app.scopes)}
${isInstalled(shop) ? markup`<p class="notice notice-info">It is installed already. <a href="${adminPath(shop, `/apps/${app.handle}`)}">Open it</a></p>` : markup`<form method="post" action="${adminPath(shop, '/apps/install')}"><button class="button button-main">Install</button></form>`}</section>`,
  });
}
