import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, redirect, route, text } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { DraftOrder, Shop } from '../../core/state.ts';
import { completeDraft, draftOrderInput, findInvoice } from '../../platform/store/drafts.ts';
import { totalsOf } from '../../platform/store/order-amounts.ts';
import { showMoney, markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { isForeign, showing } from '../page.ts';
import { field, renderSums } from './checkout.ts';
import {
  COUNTRIES,
  INVENTED_BUYER,
  previewOrder,
  readCheckout,
  refuseIncomplete,
  toBuyerInput,
} from './checkout-input.ts';
import type { CheckoutForm } from './checkout-input.ts';
import { renderStorePage, storePath, storeShop } from './storefront-page.ts';

/** The invoice link of a draft order: a checkout of its own, which ends with the draft. */
export function invoiceRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/store/{store}/invoices/{key}',
      showing(sandbox, (request) => {
        const shop = storeShop(sandbox, request);
        const draft = requireInvoice(shop, request, { begun: false });
        draft.opened = true;
        sandbox.save();
        return renderInvoice(sandbox, request, shop, draft, { ...INVENTED_BUYER, email: draft.email ?? '' });
      }),
    ),
    route(
      'POST',
      '/store/{store}/invoices/{key}',
      showing(sandbox, (request) => payInvoice(sandbox, request)),
    ),
  ];
}

function requireInvoice(shop: Shop, request: SandboxRequest, o: { begun: boolean }): DraftOrder {
  const draft = findInvoice(shop, request.params['key'] ?? '', o);
  if (!draft) throw new Refusal('This invoice is no longer available.', ['key'], 'NOT_FOUND');
  return draft;
}

function payInvoice(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  if (isForeign(sandbox, request)) return text(403, 'Forms of other pages are refused.\n');
  const shop = storeShop(sandbox, request);
  const draft = requireInvoice(shop, request, { begun: true });
  const form = readCheckout(readForm(request));
  try {
    refuseIncomplete(form);
    const order = completeDraft(sandbox, shop, draft, draftOrderInput(draft, toBuyerInput(shop.shippingMethods, form)));
    return redirect(storePath(shop, `/orders/${order.id}`));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return renderInvoice(sandbox, request, shop, draft, form, error.message);
  }
}

function renderInvoice(
  sandbox: Sandbox,
  request: SandboxRequest,
  shop: Shop,
  draft: DraftOrder,
  form: CheckoutForm,
  error?: string,
): SandboxResponse {
  return renderStorePage(sandbox, request, shop, {
    title: `Invoice ${draft.name}`,
    status: error ? 422 : 200,
    body: markup`<h1>Checkout</h1>${error ? markup`<p class="notice notice-error" role="alert">${error}</p>` : null}
<form method="post" class="checkout"><div class="stack">
<section class="card stack"><h2>Contact</h2>${field('email', 'E-mail', form.email, 'email', 'email')}</section>
<section class="card stack"><h2>Deliver to</h2>
<div class="fields">${field('firstName', 'First name', form.firstName, 'given-name')}${field('lastName', 'Last name', form.lastName, 'family-name')}</div>
${field('address1', 'Address', form.address1, 'street-address')}
<div class="fields">${field('zip', 'Postcode', form.zip, 'postal-code')}${field('city', 'City', form.city, 'address-level2')}<div><label for="country">Country</label><select id="country" name="country" autocomplete="country">${COUNTRIES.map((country) => markup`<option value="${country.code}"${country.code === form.country ? markup` selected` : null}>${country.name}</option>`)}</select></div></div></section>
</div><aside class="card stack checkout-sum" aria-label="Order summary">${renderSummary(sandbox, shop, draft, form)}</aside></form>`,
  });
}

function renderSummary(sandbox: Sandbox, shop: Shop, draft: DraftOrder, form: CheckoutForm): Markup {
  try {
    const order = previewOrder(sandbox, shop, draftOrderInput(draft, toBuyerInput(shop.shippingMethods, form)));
    return markup`<ul class="summary-lines">${order.lines.map((line) => markup`<li><span><strong>${line.title}</strong>${line.quantity > 1 ? `, ${line.quantity} ×` : ''}</span><span class="number">${showMoney(line.unitPriceMinor * line.quantity, order.currency)}</span></li>`)}</ul>${renderSums(order)}<button class="button button-main button-wide">Pay ${showMoney(totalsOf(order, 'original').totalMinor, order.currency)}</button>`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return markup`<p class="notice notice-error" role="alert">${error.message}</p>`;
  }
}
