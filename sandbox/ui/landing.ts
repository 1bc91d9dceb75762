import type { Sandbox } from '../core/kernel.ts';
import { route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import type { Shop } from '../core/state.ts';
import { isInstalled } from '../platform/store/lookup.ts';
import { countOf, markup } from './markup.ts';
import type { Markup } from './markup.ts';
import { renderPage, showing } from './page.ts';
import { renderToolBar } from './tools/tool-page.ts';
import { renderChecklist } from './walkthrough/walkthrough.ts';

const DEMO_PASSWORD = 'demo-password';

/** The sandbox's first page: what this is, the walk through one order, where to look, the demo accounts. */
export function landingRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/',
      showing(sandbox, async () =>
        renderPage(sandbox, {
          title: 'Souk sandbox',
          styles: ['landing.css'],
          isFirstPage: true,
          body: await renderLanding(sandbox),
        }),
      ),
    ),
  ];
}

async function renderLanding(sandbox: Sandbox): Promise<Markup> {
  const shops = Object.values(sandbox.state.shops);
  const [shop] = shops;
  return markup`${renderToolBar(null)}
<main id="main" class="landing">
<section class="hero">
<h1>A whole marketplace on this computer</h1>
<p>Souk turns one store into a marketplace of many vendors. Here it runs as it would in production; everything around it, the store platform, the shoppers, the mail, is played by this sandbox. No account, no internet, nothing you do leaves the machine.</p>
</section>
${shop ? await renderChecklist(sandbox, shop) : markup`<p class="notice notice-info">There is no store yet. <code>npm run demo</code> seeds one.</p>`}
${shop ? renderPlaces(sandbox, shop) : null}
${shop ? renderAccounts(shop) : null}
${shops.length > 1 ? renderOtherShops(shops.slice(1)) : null}
</main>`;
}

type Place = { href: string; title: string; text: string; fact: string; drawing: Markup };

function renderPlaces(sandbox: Sandbox, shop: Shop): Markup {
  const products = Object.values(shop.products).filter((product) => product.status === 'ACTIVE').length;
  const places: Place[] = [
    {
      href: `/admin/store/${shop.handle}/apps/${sandbox.app.handle}`,
      title: 'Store admin',
      text: 'The marketplace’s own people: Souk inside the store’s admin, with orders, products and refunds beside it.',
      fact: isInstalled(shop) ? `Souk is installed in ${shop.name}` : 'Souk is not installed at the moment',
      drawing: drawing('M4 9h24M4 12V8a3 3 0 0 1 3-3h18a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM11 9v18'),
    },
    {
      href: `${sandbox.config.appUrl}/app`,
      title: 'Vendor portal',
      text: 'What a vendor sees: products, orders to ship, money to come. Admins can sign in here as well.',
      fact: new URL(sandbox.config.appUrl).host,
      drawing: drawing(
        'M5 13v12a2 2 0 0 0 2 2h18a2 2 0 0 0 2-2V13M3.5 11 6 5h20l2.500 6a4 4 0 0 1-8.300 0 4.100 4.100 0 0 1-8.400 0 4 4 0 0 1-8.300 0zM13 27v-7h6v7',
      ),
    },
    {
      href: `/store/${shop.handle}`,
      title: 'Storefront',
      text: 'What a shopper sees: products of all vendors, one cart, one checkout.',
      fact: `${countOf(products, 'product')} on sale`,
      drawing: drawing('M6 10h20l1.500 15a2 2 0 0 1-2 2h-19a2 2 0 0 1-2-2zM11 13V9a5 5 0 0 1 10 0v4'),
    },
    {
      href: '/mail',
      title: 'Mail',
      text: 'Every mail Souk sent, caught before it could leave.',
      fact: countOf(sandbox.state.mails.length, 'mail'),
      drawing: drawing('M4 8h24v17H4zM4 9l12 9 12-9'),
    },
    {
      href: '/providers',
      title: 'Providers',
      text: 'What stands in for the platform and for each provider, and what does not yet.',
      fact: 'What is imitated',
      drawing: drawing(
        'M9 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM23 28a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM14 9h6a3 3 0 0 1 3 3v6M18 23h-6a3 3 0 0 1-3-3v-6',
      ),
    },
    {
      href: '/faults',
      title: 'Faults',
      text: 'Make the platform slow, refuse, forget its answer or repeat itself, and watch what Souk does.',
      fact:
        sandbox.faults.list().length > 0
          ? countOf(sandbox.faults.list().length, 'fault is on', 'faults are on')
          : 'All calm',
      drawing: drawing('M17 3 6 18h9l-1 11 12-16h-9z'),
    },
  ];
  return markup`<section class="stack"><h2 id="places-title">Where to look</h2><nav class="places" aria-labelledby="places-title">${places.map(
    (place) =>
      markup`<a class="place" href="${place.href}">${place.drawing}<span><strong>${place.title}</strong><span class="text">${place.text}</span><span class="fact">${place.fact}</span></span></a>`,
  )}</nav></section>`;
}

function drawing(path: string): Markup {
  return markup`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path d="${path}" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linejoin="round" stroke-linecap="round"/></svg>`;
}

function renderAccounts(shop: Shop): Markup {
  const vendors = [...new Set(Object.values(shop.products).map((product) => product.vendor))]
    .filter((vendor) => vendor !== '')
    .sort((a, b) => a.localeCompare(b, 'en'));
  return markup`<section class="card accounts">
<h2>Demo accounts</h2>
<p class="quiet">For the vendor portal. All have the password <code>${DEMO_PASSWORD}</code>; the store admin needs none.</p>
<dl>
<div><dt>Marketplace admin</dt><dd><code>admin@demo.test</code></dd></div>
${vendors.slice(0, 24).map((vendor) => markup`<div><dt>${vendor}</dt><dd><code>${handleOf(vendor)}@demo.test</code></dd></div>`)}
</dl>
${vendors.length === 0 ? markup`<p class="quiet small">Each seeded vendor has one at <code>vendor-handle@demo.test</code>.</p>` : null}
</section>`;
}

function renderOtherShops(shops: readonly Shop[]): Markup {
  return markup`<section class="card"><h2>Other stores</h2><ul class="plain-list">${shops.map((shop) => markup`<li><strong>${shop.name}</strong> <span class="quiet">${shop.domain}</span> <a href="/admin/store/${shop.handle}">Admin<span class="visually-hidden"> of ${shop.name}</span></a> <a href="/store/${shop.handle}">Storefront<span class="visually-hidden"> of ${shop.name}</span></a></li>`)}</ul></section>`;
}

/** `Fjord & Field` as `fjord-field`, as the platform makes handles. */
export function handleOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[̀-ͯ]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
