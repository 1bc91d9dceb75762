import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop } from '../../core/state.ts';
import { availableOf, findVariantById, isOnStorefront, shopOf } from '../../platform/store/lookup.ts';
import type { Owned } from '../../platform/store/lookup.ts';
import { countOf, markup, showMoney } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, readCookie, showing, writeCookie } from '../page.ts';
import { renderPicture, renderStorePage, storePath, storeShop, vendorPath } from './storefront-page.ts';

export type CartLine = { variantId: number; quantity: number };
export type CartItem = Owned & { quantity: number };

const MAX_LINES = 60;
const MAX_UNITS = 999;

function cookieName(shop: Shop): string {
  return `sandbox_cart_${shop.handle}`;
}

/** The cart lies in a cookie: `variantId.quantity` joined by `_`. What is no longer sold drops out. */
export function readCart(request: SandboxRequest, shop: Shop): CartLine[] {
  return (readCookie(request, cookieName(shop)) ?? '')
    .split('_')
    .slice(0, MAX_LINES)
    .flatMap((part) => {
      const match = /^(\d{1,15})\.(\d{1,3})$/.exec(part);
      if (!match) return [];
      const line = { variantId: Number(match[1]), quantity: Number(match[2]) };
      const owned = findVariantById(shop, line.variantId);
      return owned && isOnStorefront(shop, owned.product) && line.quantity > 0 ? [line] : [];
    });
}

export function cartItems(shop: Shop, lines: readonly CartLine[]): CartItem[] {
  return lines.flatMap((line) => {
    const owned = findVariantById(shop, line.variantId);
    return owned ? [{ ...owned, quantity: line.quantity }] : [];
  });
}

/** The cookie of a cart with these lines. */
export function cartCookie(shop: Shop, lines: readonly CartLine[]): Record<string, string> {
  const value = lines
    .filter((line) => line.quantity > 0)
    .map((line) => `${line.variantId}.${line.quantity}`)
    .join('_');
  return { 'set-cookie': writeCookie(cookieName(shop), value, '/store') };
}

export function cartRoutes(sandbox: Sandbox): Route[] {
  const cartPage = (request: SandboxRequest): string => `/store/${request.params['store'] ?? ''}/cart`;
  return [
    route(
      'GET',
      '/store/{store}/cart',
      showing(sandbox, (request) => renderCart(sandbox, request)),
    ),
    route(
      'POST',
      '/store/{store}/cart/add',
      posting(sandbox, cartPage, (request) => {
        const shop = shopOf(sandbox, request.params['store'] ?? '');
        const lines = addToCart(shop, readCart(request, shop), readForm(request));
        return { to: cartPage(request), headers: cartCookie(shop, lines) };
      }),
    ),
    route(
      'POST',
      '/store/{store}/cart',
      posting(sandbox, cartPage, (request) => {
        const shop = shopOf(sandbox, request.params['store'] ?? '');
        const form = readForm(request);
        const lines = readCart(request, shop).map((line) => ({
          ...line,
          quantity:
            form.get('remove') === String(line.variantId)
              ? 0
              : readQuantity(form.get(`quantity-${line.variantId}`), line.quantity),
        }));
        for (const item of cartItems(shop, lines)) refuseMoreThanStock(shop, item);
        return {
          to: form.get('then') === 'checkout' ? storePath(shop, '/checkout') : cartPage(request),
          headers: cartCookie(shop, lines),
        };
      }),
    ),
  ];
}

function addToCart(shop: Shop, lines: readonly CartLine[], form: URLSearchParams): CartLine[] {
  const owned = findVariantById(shop, Number(form.get('id')));
  if (!owned || !isOnStorefront(shop, owned.product))
    throw new Refusal('This product is not for sale.', ['id'], 'NOT_FOUND');
  const already = lines.find((line) => line.variantId === owned.variant.id)?.quantity ?? 0;
  const quantity = Math.min(MAX_UNITS, already + readQuantity(form.get('quantity'), 1));
  refuseMoreThanStock(shop, { ...owned, quantity });
  if (already === 0 && lines.length >= MAX_LINES)
    throw new Refusal(`A cart holds ${MAX_LINES} different products.`, ['id']);
  return already === 0
    ? [...lines, { variantId: owned.variant.id, quantity }]
    : lines.map((line) => (line.variantId === owned.variant.id ? { ...line, quantity } : line));
}

function readQuantity(value: string | null, otherwise: number): number {
  return value !== null && /^\d{1,3}$/.test(value) ? Number(value) : otherwise;
}

function refuseMoreThanStock(shop: Shop, { product, variant, quantity }: CartItem): void {
  if (!variant.inventory.tracked || variant.inventoryPolicy === 'CONTINUE' || quantity === 0) return;
  const available = Math.max(0, availableOf(shop, variant));
  if (quantity > available)
    throw new Refusal(
      available === 0 ? `${product.title} is sold out.` : `Only ${available} of ${product.title} are left.`,
      ['quantity'],
    );
}

function renderCart(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = storeShop(sandbox, request);
  const items = cartItems(shop, readCart(request, shop));
  if (items.length === 0)
    return renderStorePage(sandbox, request, shop, {
      title: 'Cart',
      body: markup`<section class="empty"><h1>Your cart is empty</h1><p>What you add is kept here until you check out.</p><a class="button button-main" href="${storePath(shop)}">Look around</a></section>`,
    });
  const vendors = new Set(items.map((item) => item.product.vendor));
  const totalMinor = items.reduce((sum, item) => sum + item.variant.priceMinor * item.quantity, 0);
  return renderStorePage(sandbox, request, shop, {
    title: 'Cart',
    body: markup`<h1>Cart</h1><p class="quiet">${countOf(
      items.reduce((sum, item) => sum + item.quantity, 0),
      'item',
    )} from ${countOf(vendors.size, 'maker')}</p>
<form method="post" action="${storePath(shop, '/cart')}" class="cart"><ul class="cart-lines">${items.map((item) => renderCartItem(sandbox, shop, item))}</ul>
<div class="card cart-sum stack"><div class="spread"><strong>Subtotal</strong><strong class="number">${showMoney(totalMinor, shop.currency)}</strong></div><p class="quiet small">${shop.taxesIncluded ? 'Taxes included.' : 'Taxes'}${shop.taxesIncluded ? ' Shipping is' : ' and shipping are'} calculated at checkout.</p><button class="button button-main button-wide" name="then" value="checkout">Check out</button><button class="button button-wide">Update cart</button></div></form>`,
  });
}

function renderCartItem(sandbox: Sandbox, shop: Shop, { product, variant, quantity }: CartItem): Markup {
  const label = variant.title === 'Default Title' ? product.title : `${product.title}, ${variant.title}`;
  return markup`<li>${renderPicture(sandbox, shop, product, 96)}<div><a href="${storePath(shop, `/products/${product.handle}`)}"><strong>${product.title}</strong></a>${variant.title === 'Default Title' ? null : markup`<br><span class="small">${variant.title}</span>`}<br><a class="vendor" href="${vendorPath(shop, product.vendor)}">${product.vendor}</a></div>
<div class="cart-quantity"><input class="short" type="number" min="0" max="${MAX_UNITS}" name="quantity-${variant.id}" value="${quantity}" aria-label="Quantity of ${label}"><button class="button button-plain" name="remove" value="${variant.id}" aria-label="Remove ${label}">Remove</button></div><span class="number">${showMoney(variant.priceMinor * quantity, shop.currency)}</span></li>`;
}
