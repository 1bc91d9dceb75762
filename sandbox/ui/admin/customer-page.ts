import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Customer } from '../../core/state.ts';
import { markup, showTime } from '../markup.ts';
import { showing } from '../page.ts';
import { adminShop, renderAdminPage } from './admin-page.ts';
import { renderBlocks } from './extensions.ts';

/** One customer, with what the app shows of them. */
export function customerRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/admin/store/{store}/customers/{customer}',
      showing(sandbox, (request) => renderCustomerPage(sandbox, request)),
    ),
  ];
}

const nameOf = ({ firstName, lastName, email }: Customer): string => `${firstName} ${lastName}`.trim() || email;

function renderCustomerPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const customer = shop.customers[request.params['customer'] ?? ''];
  if (!customer) throw new Refusal('There is no such customer.', ['customer'], 'NOT_FOUND');
  return renderAdminPage(sandbox, request, {
    title: nameOf(customer),
    place: 'privacy',
    back: '/privacy',
    scripts: ['extension-frames.js'],
    body: markup`<section class="card stack"><p>${customer.email}</p><p class="quiet small">Customer since ${showTime(customer.createdAt, shop)}</p></section>
${renderBlocks(sandbox, request, 'customer', customer.id)}`,
  });
}
