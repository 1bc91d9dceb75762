import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { CustomerDataLevel, Shop, WebhookDelivery } from '../../core/state.ts';
import { COMPLIANCE_TOPICS, requestCompliance, setCustomerDataLevel } from '../../platform/store/shops.ts';
import { countOf, markup, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, showing } from '../page.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';

const LEVELS: readonly { level: CustomerDataLevel; title: string; text: string }[] = [
  { level: 2, title: 'Level 2', text: 'Everything, with name, address, phone and e-mail' },
  { level: 1, title: 'Level 1', text: 'Customers, without name, address, phone and e-mail' },
  { level: 0, title: 'None', text: 'No customer data' },
];

/** The compliance requests and how much of its customers the app may see. */
export function privacyRoutes(sandbox: Sandbox): Route[] {
  const page = (request: SandboxRequest): string => `/admin/store/${request.params['store'] ?? ''}/privacy`;
  return [
    route(
      'GET',
      '/admin/store/{store}/privacy',
      showing(sandbox, (request) => renderPrivacyPage(sandbox, request)),
    ),
    route(
      'POST',
      '/admin/store/{store}/privacy/level',
      posting(sandbox, page, (request) => {
        const chosen = LEVELS.find(({ level }) => String(level) === readForm(request).get('level'));
        if (!chosen) throw new Refusal('Choose a level.', ['level']);
        setCustomerDataLevel(sandbox, adminShop(sandbox, request), chosen.level);
        return { to: page(request), done: 'From now on the app gets this much.' };
      }),
    ),
    route(
      'POST',
      '/admin/store/{store}/privacy/request',
      posting(sandbox, page, (request) => {
        const form = readForm(request);
        const topic = COMPLIANCE_TOPICS.find((candidate) => candidate === form.get('topic'));
        if (!topic) throw new Refusal('Choose a request.', ['topic']);
        requestCompliance(sandbox, adminShop(sandbox, request), topic, form.get('email') ?? undefined);
        return { to: page(request), done: `${topic} was sent.` };
      }),
    ),
  ];
}

function renderPrivacyPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  return renderAdminPage(sandbox, request, {
    title: 'Customer data',
    place: 'privacy',
    body: markup`<div class="two-columns"><div class="stack">${renderCustomers(shop)}
<section class="card stack"><div><h2>Erase the store’s data</h2><p class="quiet small">The platform sends <code>shop/redact</code> 48 hours after an uninstall. Here you send it yourself.</p></div>
<form method="post" action="${adminPath(shop, '/privacy/request')}"><button class="button button-critical" name="topic" value="shop/redact">Ask to erase the store</button></form></section></div>
<div class="stack">${renderLevel(shop)}${renderSent(sandbox, shop)}</div></div>`,
  });
}

function renderCustomers(shop: Shop): Markup {
  const orders = Object.values(shop.orders);
  const customers = Object.values(shop.customers)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
    .slice(0, 100);
  if (customers.length === 0)
    return markup`<section class="card empty"><h2>No customers yet</h2><p>Whoever checks out in the storefront is listed here.</p></section>`;
  return markup`<section class="card card-flush"><h2>Customers</h2><div class="table-scroll" tabindex="0"><table><thead><tr><th>Customer</th><th class="wide-only">Orders</th><th><span class="visually-hidden">Requests</span></th></tr></thead><tbody>
${customers.map(
  (
    customer,
  ) => markup`<tr><td><strong><a href="${adminPath(shop, `/customers/${customer.id}`)}">${customer.firstName} ${customer.lastName}</a></strong><br><span class="quiet small">${customer.email}</span></td><td class="wide-only">${countOf(orders.filter((order) => order.customerId === customer.id).length, 'order')}</td>
<td><form class="row row-end" method="post" action="${adminPath(shop, '/privacy/request')}"><input type="hidden" name="email" value="${customer.email}"><button class="button" name="topic" value="customers/data_request" aria-label="Request data of ${customer.email}">Request data</button><button class="button button-critical" name="topic" value="customers/redact" aria-label="Erase ${customer.email}">Erase</button></form></td></tr>`,
)}
</tbody></table></div></section>`;
}

function renderLevel(shop: Shop): Markup {
  return markup`<form class="card stack" method="post" action="${adminPath(shop, '/privacy/level')}"><fieldset class="bare stack-tight"><legend><strong>Protected customer data</strong></legend>
${LEVELS.map(({ level, title, text }) => markup`<label class="check"><input type="radio" name="level" value="${level}"${level === shop.customerDataLevel ? markup` checked` : null}> <span><strong>${title}</strong><br><span class="quiet small">${text}</span></span></label>`)}</fieldset>
<div><button class="button">Change</button></div></form>`;
}

function renderSent(sandbox: Sandbox, shop: Shop): Markup | null {
  const sent = sandbox.webhooks
    .list()
    .filter((delivery) => delivery.shop === shop.domain && COMPLIANCE_TOPICS.some((topic) => topic === delivery.topic))
    .slice(-10)
    .reverse();
  if (sent.length === 0) return null;
  return markup`<section class="card"><h2>Sent</h2><ul class="timeline">${sent.map((delivery) => markup`<li><span>${delivery.topic}</span><span class="quiet small">${showTime(delivery.triggeredAt, shop)} · ${resolveOutcome(delivery)}</span></li>`)}</ul></section>`;
}

function resolveOutcome(delivery: WebhookDelivery): string {
  const last = delivery.attempts.at(-1);
  if (delivery.state === 'delivered') return `answered ${last?.status ?? 200}`;
  return last ? `${delivery.state}, last ${last.status ?? last.error ?? 'no answer'}` : delivery.state;
}
