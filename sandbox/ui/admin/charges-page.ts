import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { decideCharge, requireCharge } from '../../platform/store/app-charges.ts';
import { markup, showMoney } from '../markup.ts';
import { posting, showing } from '../page.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';

/** The page on which a merchant approves what an app charges, or declines it. */
export function chargesRoutes(sandbox: Sandbox): Route[] {
  const page = (request: SandboxRequest): string =>
    `/admin/store/${request.params['store'] ?? ''}/charges/${request.params['charge'] ?? ''}`;
  return [
    route(
      'GET',
      '/admin/store/{store}/charges/{charge}',
      showing(sandbox, (request) => renderCharge(sandbox, request)),
    ),
    route(
      'POST',
      '/admin/store/{store}/charges/{charge}',
      posting(sandbox, page, (request) => {
        const shop = adminShop(sandbox, request);
        const charge = requireCharge(shop, Number(request.params['charge']));
        decideCharge(sandbox, shop, charge, readForm(request).get('decision') === 'approve');
        const { pathname } = new URL(charge.returnUrl);
        return { to: adminPath(shop, pathname.replace(/^\/admin/, '')) };
      }),
    ),
  ];
}

function renderCharge(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const charge = requireCharge(shop, Number(request.params['charge']));
  const act = adminPath(shop, `/charges/${charge.id}`);
  return renderAdminPage(sandbox, request, {
    title: 'Approve subscription',
    place: 'apps',
    body: markup`<section class="card stack"><h2>${sandbox.app.name}: ${charge.name}</h2>
<p>${showMoney(charge.priceMinor, charge.currency)} every 30 days${charge.trialDays > 0 ? markup`, the first ${charge.trialDays} days free` : null}${charge.test ? markup` (test charge)` : null}</p>
<p class="quiet small">Status: ${charge.status}</p>
${charge.status === 'PENDING' ? markup`<div class="row"><form method="post" action="${act}"><input type="hidden" name="decision" value="approve"><button class="button button-main">Approve</button></form><form method="post" action="${act}"><input type="hidden" name="decision" value="decline"><button class="button">Decline</button></form></div>` : null}</section>`,
  });
}
