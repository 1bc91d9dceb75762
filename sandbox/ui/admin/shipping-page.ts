import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop, ShippingZone } from '../../core/state.ts';
import { carriersOf, changePlan, changeZone, PLANS, zonesOf } from '../../platform/store/carriers.ts';
import { markup, showMoney } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, showing } from '../page.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';

/** Shipping and delivery: what each zone of the one profile offers, and the plan that decides whether apps may add rates. */
export function shippingRoutes(sandbox: Sandbox): Route[] {
  const page = (request: SandboxRequest): string => `/admin/store/${request.params['store'] ?? ''}/settings/shipping`;
  return [
    route(
      'GET',
      '/admin/store/{store}/settings/shipping',
      showing(sandbox, (request) => renderShippingPage(sandbox, request)),
    ),
    route(
      'POST',
      '/admin/store/{store}/settings/shipping/zone',
      posting(sandbox, page, (request) => {
        const form = readForm(request);
        const shop = adminShop(sandbox, request);
        const [zone, rates] = [form.get('zone') ?? '', form.get('rates')];
        const carrierId = Number(form.get('carrier') ?? 0) || null;
        changeZone(sandbox, shop, zone, rates === null ? { carrierId } : { hasFlatRates: rates === 'on' });
        return { to: page(request), done: `The zone ${zone} is saved.` };
      }),
    ),
    route(
      'POST',
      '/admin/store/{store}/settings/shipping/plan',
      posting(sandbox, page, (request) => {
        const plan = PLANS.find((candidate) => candidate === readForm(request).get('plan'));
        if (!plan) throw new Refusal('Choose a plan.', ['plan']);
        changePlan(sandbox, adminShop(sandbox, request), plan);
        return { to: page(request), done: `The store is on the plan ${plan}.` };
      }),
    ),
  ];
}

function renderShippingPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  return renderAdminPage(sandbox, request, {
    title: 'Shipping and delivery',
    place: 'shipping',
    body: markup`<div class="two-columns"><div class="stack"><h2>General profile</h2>${zonesOf(sandbox, shop).map((zone) => renderZone(shop, zone))}</div>
<div class="stack"><section class="card stack"><h2>Plan</h2><p class="quiet small">Apps add rates to the checkout on Advanced and Plus, and in development stores.</p>
<form class="row" method="post" action="${adminPath(shop, '/settings/shipping/plan')}"><select name="plan" aria-label="Plan">${PLANS.map((plan) => markup`<option${plan === (shop.plan ?? 'Development') ? markup` selected` : null}>${plan}</option>`)}</select><button class="button">Change</button></form></section></div></div>`,
  });
}

function renderZone(shop: Shop, zone: ShippingZone): Markup {
  const action = adminPath(shop, '/settings/shipping/zone');
  const where = zone.countries.length === 0 ? 'Everywhere else' : zone.countries.join(', ');
  const hidden = markup`<input type="hidden" name="zone" value="${zone.name}">`;
  const flat = shop.shippingMethods
    .map((method) => `${method.title} ${showMoney(method.priceMinor, shop.currency)}`)
    .join(', ');
  return markup`<section class="card stack"><div><h3>${zone.name}</h3><p class="quiet small">${where}</p></div>
<form class="spread" method="post" action="${action}">${hidden}<span>${zone.hasFlatRates ? flat : 'No rates of the store'}</span><button class="button" name="rates" value="${zone.hasFlatRates ? 'off' : 'on'}">${zone.hasFlatRates ? 'Remove rates' : 'Add rates'}</button></form>
${carriersOf(shop).map(
  (carrier) =>
    markup`<form class="spread" method="post" action="${action}">${hidden}<span>${carrier.name}<br><span class="quiet small">${carrier.active ? 'Rates provided by an app' : 'Turned off'}</span></span><button class="button" name="carrier" value="${zone.carrierId === carrier.id ? 0 : carrier.id}">${zone.carrierId === carrier.id ? 'Remove rate' : 'Add rate'}</button></form>`,
)}</section>`;
}
