import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { html, readForm, redirect, route, text } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Order, Shop } from '../../core/state.ts';
import { listShippingMethods } from '../../platform/checkout-rates.ts';
import type { ShippingMethod } from '../../platform/checkout-rates.ts';
import { orderOf } from '../../platform/store/lookup.ts';
import { totalsOf } from '../../platform/store/order-amounts.ts';
import { placeOrder } from '../../platform/store/orders.ts';
import { markup, showMoney } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { isForeign, showing } from '../page.ts';
import { cartCookie, cartItems, readCart } from './cart.ts';
import type { CartLine } from './cart.ts';
import {
  chooseMethod,
  COUNTRIES,
  INVENTED_BUYER,
  previewOrder,
  readCheckout,
  refuseIncomplete,
  toOrderInput,
} from './checkout-input.ts';
import type { CheckoutForm } from './checkout-input.ts';
import { renderPicture, renderStorePage, storePath, storeShop } from './storefront-page.ts';

/** From the cart to the thank-you page. */
export function checkoutRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/store/{store}/checkout',
      showing(sandbox, (request) => renderCheckout(sandbox, request, INVENTED_BUYER)),
    ),
    route(
      'POST',
      '/store/{store}/checkout',
      showing(sandbox, (request) => checkOut(sandbox, request)),
    ),
    route(
      'POST',
      '/store/{store}/checkout/summary',
      showing(sandbox, async (request) => {
        const shop = storeShop(sandbox, request);
        const form = readCheckout(readForm(request));
        const methods = await readMethods(sandbox, request, shop, form);
        const rows = markup`<template data-methods>${renderMethods(shop, methods, form)}</template>`;
        return html(200, markup`${renderSummary(sandbox, request, shop, { form, methods })}${rows}`.source);
      }),
    ),
    route(
      'GET',
      '/store/{store}/orders/{order}',
      showing(sandbox, (request) => renderThanks(sandbox, request)),
    ),
  ];
}

/** Takes the order. When the total is another than the one the buyer saw, it is shown again first. */
async function checkOut(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResponse> {
  if (isForeign(sandbox, request)) return text(403, 'Forms of other pages are refused.\n');
  const shop = storeShop(sandbox, request);
  const posted = readForm(request);
  const form = readCheckout(posted);
  if (posted.get('intent') === 'update') return renderCheckout(sandbox, request, form);
  const lines = readCart(request, shop);
  if (lines.length === 0) return redirect(storePath(shop, '/cart'));
  try {
    refuseIncomplete(form);
    const methods = await readMethods(sandbox, request, shop, form);
    refuseUnshippable(shop, lines, methods);
    const input = toOrderInput(methods, lines, form);
    const expected = String(totalsOf(previewOrder(sandbox, shop, input), 'original').totalMinor);
    if (posted.get('shown') !== expected)
      return await renderCheckout(sandbox, request, form, 'The total has changed. Please look at it once more.');
    const order = placeOrder(sandbox, shop, input);
    return {
      ...redirect(storePath(shop, `/orders/${order.id}`)),
      headers: { location: storePath(shop, `/orders/${order.id}`), ...cartCookie(shop, []) },
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return renderCheckout(sandbox, request, form, error.message);
  }
}

/** What is offered for the cart at the address that the form holds. */
function readMethods(
  sandbox: Sandbox,
  request: SandboxRequest,
  shop: Shop,
  { country, zip, city }: CheckoutForm,
): Promise<ShippingMethod[]> {
  const destination = { country, province: null, zip, city };
  return listShippingMethods(sandbox, shop, { lines: readCart(request, shop), destination });
}

/** Goods that nobody ships there are not sold there. */
function refuseUnshippable(shop: Shop, lines: readonly CartLine[], methods: readonly ShippingMethod[]): void {
  const isShipped = cartItems(shop, lines).some(({ variant }) => variant.inventory.requiresShipping);
  if (isShipped && methods.length === 0) throw new Refusal('Shipping is not available for this address.', ['country']);
}

async function renderCheckout(
  sandbox: Sandbox,
  request: SandboxRequest,
  form: CheckoutForm,
  error?: string,
): Promise<SandboxResponse> {
  const shop = storeShop(sandbox, request);
  if (readCart(request, shop).length === 0) return redirect(storePath(shop, '/cart'));
  const methods = await readMethods(sandbox, request, shop, form);
  return renderStorePage(sandbox, request, shop, {
    title: 'Checkout',
    scripts: ['checkout.js'],
    status: error ? 422 : 200,
    body: markup`<h1>Checkout</h1>${error ? markup`<p class="notice notice-error" role="alert">${error}</p>` : null}
<form method="post" action="${storePath(shop, '/checkout')}" class="checkout" data-checkout="${storePath(shop, '/checkout/summary')}">
<div class="stack">
<section class="card stack"><h2>Contact</h2>${field('email', 'E-mail', form.email, 'email', 'email')}</section>
<section class="card stack"><h2>Deliver to</h2><p class="quiet small">An invented buyer is filled in; change what you like.</p>
<div class="fields">${field('firstName', 'First name', form.firstName, 'given-name')}${field('lastName', 'Last name', form.lastName, 'family-name')}</div>
${field('address1', 'Address', form.address1, 'street-address')}
<div class="fields">${field('zip', 'Postcode', form.zip, 'postal-code')}${field('city', 'City', form.city, 'address-level2')}<div><label for="country">Country</label><select id="country" name="country" autocomplete="country">${COUNTRIES.map((country) => markup`<option value="${country.code}"${country.code === form.country ? markup` selected` : null}>${country.name}</option>`)}</select></div></div>
<div><label for="phone">Phone (optional)</label><input id="phone" name="phone" value="${form.phone}" autocomplete="tel"></div></section>
<section class="card"><fieldset class="bare"><legend><strong>Shipping</strong></legend><div id="methods">${renderMethods(shop, methods, form)}</div></fieldset></section>
<section class="card"><fieldset class="bare"><legend><strong>Payment</strong></legend>
<label class="check choice"><input type="radio" name="payment" value="now"${form.payment === 'now' ? markup` checked` : null}> <span>Pay now<br><span class="quiet small">Nothing is charged; the order counts as paid.</span></span></label>
<label class="check choice"><input type="radio" name="payment" value="later"${form.payment === 'later' ? markup` checked` : null}> <span>Pay later<br><span class="quiet small">The order waits until staff marks it as paid.</span></span></label></fieldset></section>
<section class="card"><label for="note">Note for the makers (optional)</label><textarea id="note" name="note" maxlength="500">${form.note}</textarea></section>
</div>
<aside class="card stack checkout-sum" aria-label="Order summary">
<div><label for="discount">Discount code</label><div class="row discount"><input id="discount" name="discount" value="${form.discount}" maxlength="60" autocomplete="off"><button class="button" name="intent" value="update">Apply</button></div><p class="quiet small">${shop.discountCodes.length > 0 ? `Valid here: ${shop.discountCodes.map((discount) => discount.code).join(', ')}` : ''}</p></div>
<div id="summary" aria-live="polite">${renderSummary(sandbox, request, shop, { form, methods })}</div>
</aside></form>`,
  });
}

/** The rows of shipping that a buyer chooses from. */
function renderMethods(shop: Shop, methods: readonly ShippingMethod[], form: CheckoutForm): Markup {
  const chosen = chooseMethod(methods, form);
  if (methods.length === 0) return markup`<p class="quiet small">Shipping is not available for this address.</p>`;
  return markup`${methods.map((method) => markup`<label class="check choice"><input type="radio" name="shipping" value="${method.code}"${method === chosen ? markup` checked` : null}> <span>${method.title}${method.dates ? markup`<br><span class="small">${showDates(method.dates)}</span>` : null}${method.description ? markup`<br><span class="quiet small">${method.description}</span>` : null}</span><span class="number">${method.priceMinor === 0 ? 'Free' : showMoney(method.priceMinor, shop.currency)}</span></label>`)}`;
}

/** When goods arrive, as a buyer reads it. */
function showDates({ min, max }: NonNullable<ShippingMethod['dates']>): string {
  const show = (at: string) =>
    new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return min === max ? `Arrives ${show(max)}` : `Arrives ${show(min)} to ${show(max)}`;
}

/** A field of a checkout's form. */
export function field(name: string, label: string, value: string, autocomplete: string, type = 'text'): Markup {
  return markup`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required></div>`;
}

/** What is bought, the sums and the button; a reason instead when it cannot be bought. */
function renderSummary(
  sandbox: Sandbox,
  request: SandboxRequest,
  shop: Shop,
  { form, methods }: { form: CheckoutForm; methods: readonly ShippingMethod[] },
): Markup {
  const lines = readCart(request, shop);
  const items = markup`<ul class="summary-lines">${cartItems(shop, lines).map(({ product, variant, quantity }) => markup`<li>${renderPicture(sandbox, shop, product, 52)}<span><strong>${product.title}</strong><br><span class="quiet small">${variant.title === 'Default Title' ? '' : `${variant.title}, `}${product.vendor}${quantity > 1 ? `, ${quantity} ×` : ''}</span></span><span class="number">${showMoney(variant.priceMinor * quantity, shop.currency)}</span></li>`)}</ul>`;
  try {
    refuseUnshippable(shop, lines, methods);
    const order = previewOrder(sandbox, shop, toOrderInput(methods, lines, form));
    const { totalMinor } = totalsOf(order, 'original');
    const label =
      form.payment === 'later' || totalMinor === 0 ? 'Place order' : `Pay ${showMoney(totalMinor, order.currency)}`;
    return markup`${items}${renderSums(order)}<input type="hidden" name="shown" value="${totalMinor}"><button class="button button-main button-wide" name="intent" value="pay">${label}</button>`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return markup`${items}<p class="notice notice-error" role="alert">${error.message}</p>`;
  }
}

/** The sums of an order, as its buyer reads them. */
export function renderSums(order: Order): Markup {
  const totals = totalsOf(order, 'original');
  const row = (label: string, amountMinor: number, className = ''): Markup =>
    markup`<div class="${className}"><dt>${label}</dt><dd>${showMoney(amountMinor, order.currency)}</dd></div>`;
  const taxLabel =
    order.taxes.map((tax) => `${tax.title} ${Number((tax.rate * 100).toFixed(4))}%`).join(', ') || 'Taxes';
  return markup`<dl class="sums">${row('Subtotal', totals.lineItemsMinor)}${totals.discountsMinor > 0 ? row('Discount', -totals.discountsMinor) : null}${row('Shipping', totals.shippingMinor)}${order.taxesIncluded ? null : row(taxLabel, totals.taxMinor)}${row('Total', totals.totalMinor, 'total')}</dl>${order.taxesIncluded ? markup`<p class="quiet small">Includes ${showMoney(totals.taxMinor, order.currency)} ${taxLabel}</p>` : null}`;
}

function renderThanks(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = storeShop(sandbox, request);
  const order = orderOf(shop, request.params['order'] ?? '');
  const name = order.shippingAddress?.firstName ?? 'you';
  return renderStorePage(sandbox, request, shop, {
    title: `Order ${order.name}`,
    body: markup`<section class="thanks stack"><h1>Thank you, ${name}</h1><p>Your order <strong class="order-name">${order.name}</strong> is placed${order.financialStatus === 'pending' ? ' and waits for its payment' : ''}. Each maker ships their own part.</p>
<div class="card stack"><ul class="summary-lines">${order.lines.map((line) => {
      const product = line.productId === null ? undefined : shop.products[String(line.productId)];
      return markup`<li>${product ? renderPicture(sandbox, shop, product, 52) : markup`<span class="no-picture"></span>`}<span><strong>${line.title}</strong><br><span class="quiet small">${line.variantTitle ? `${line.variantTitle}, ` : ''}${line.vendor ?? ''}${line.quantity > 1 ? `, ${line.quantity} ×` : ''}</span></span><span class="number">${showMoney(line.unitPriceMinor * line.quantity, order.currency)}</span></li>`;
    })}</ul>${renderSums(order)}</div>
<div class="row"><a class="button button-main" href="${storePath(shop)}">Back to the store</a><a class="button" href="/admin/store/${shop.handle}/orders/${order.id}">See it in the store admin</a></div></section>`,
  });
}
