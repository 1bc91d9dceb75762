import type { Sandbox } from '../../core/kernel.ts';
import { formatMinor } from '../../core/money.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Address, Fulfillment, Order, OrderLine, Shop } from '../../core/state.ts';
import { orderOf } from '../../platform/store/lookup.ts';
import {
  discountOf,
  fulfilledUnits,
  outstandingOf,
  receivedOf,
  refundedOf,
  shippingLeft,
  taxOf,
} from '../../platform/store/order-amounts.ts';
import { countOf, markup, showMoney, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';
import { renderActions as renderExtensionActions, renderBlocks } from './extensions.ts';
import { renderLineThumb, renderOrderBadges, renderOrderSums } from './order-parts.ts';

/** One order with everything the merchant can do to it. */
export function renderOrderPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  const order = orderOf(shop, request.params['order'] ?? '');
  return renderAdminPage(sandbox, request, {
    title: order.name,
    place: 'orders',
    back: '/orders',
    badges: renderOrderBadges(order),
    scripts: ['extension-frames.js'],
    actions: renderExtensionActions(sandbox, request, 'order', order.id) ?? undefined,
    body: markup`<p class="quiet small">${showTime(order.createdAt, shop)} · ${order.sourceName === 'web' ? 'from the storefront' : `source ${order.sourceName}`}</p>
<div class="two-columns">
<div class="stack">
<section class="card card-flush"><h2>Items</h2>${renderLines(sandbox, shop, order)}</section>
<section class="card"><h2>Payment</h2>${renderOrderSums(order, refundedOf(order), receivedOf(order))}</section>
${renderActions(shop, order)}
${renderBlocks(sandbox, request, 'order', order.id)}
</div>
<div class="stack">
${renderCustomer(order)}
${renderFulfillments(shop, order)}
${renderTimeline(shop, order)}
</div></div>`,
  });
}

function renderLines(sandbox: Sandbox, shop: Shop, order: Order): Markup {
  return markup`<ul class="line-items">${order.lines.map(
    (
      line,
    ) => markup`<li>${renderLineThumb(sandbox, shop, line)}<div><strong>${line.title}</strong>${line.variantTitle ? markup` <span class="quiet">${line.variantTitle}</span>` : null}<br><span class="quiet small">${line.vendor ?? 'No vendor'}${line.sku ? ` · ${line.sku}` : ''}${stateOf(order, line)}</span></div>
<div class="number">${showMoney(line.unitPriceMinor, order.currency)} × ${line.currentQuantity}<br><span class="small quiet">${discountOf(line) > 0 ? `discount ${showMoney(-discountOf(line), order.currency)}, ` : ''}tax ${showMoney(taxOf(line), order.currency)}</span></div></li>`,
  )}</ul>`;
}

function stateOf(order: Order, line: OrderLine): string {
  const parts: string[] = [];
  if (line.currentQuantity < line.quantity)
    parts.push(`${line.quantity - line.currentQuantity} of ${line.quantity} taken out`);
  const shipped = fulfilledUnits(order, line.id);
  if (shipped > 0) parts.push(`${shipped} shipped`);
  return parts.map((part) => ` · ${part}`).join('');
}

function renderActions(shop: Shop, order: Order): Markup {
  if (order.cancelledAt !== null)
    return markup`<p class="notice notice-info">The order is cancelled; it can only be deleted.</p>${renderDelete(shop, order)}`;
  const hasOpen = order.lines.some((line) => line.fulfillableQuantity > 0);
  const hasShipped = order.lines.some((line) => fulfilledUnits(order, line.id) > 0);
  return markup`<section class="card card-flush" aria-label="Actions"><h2 class="card-head">Actions</h2><div>
${outstandingOf(order) > 0 ? renderMarkPaid(shop, order) : null}
${hasOpen ? renderFulfill(shop, order) : null}
${renderRefund(shop, order)}
${renderEdit(shop, order)}
${hasShipped ? null : renderCancel(shop, order)}
${renderDelete(shop, order)}
</div></section>`;
}

function action(shop: Shop, order: Order, name: string): string {
  return adminPath(shop, `/orders/${order.id}/${name}`);
}

function renderMarkPaid(shop: Shop, order: Order): Markup {
  return markup`<details class="action"><summary>Mark as paid</summary><form method="post" action="${action(shop, order, 'paid')}"><p>The buyer still owes ${showMoney(outstandingOf(order), order.currency)}.</p><div class="row"><button class="button button-main">Mark as paid</button></div></form></details>`;
}

function renderFulfill(shop: Shop, order: Order): Markup {
  const open = order.lines.filter((line) => line.fulfillableQuantity > 0);
  return markup`<details class="action"><summary>Fulfill items</summary><form method="post" action="${action(shop, order, 'fulfill')}">
<div class="pick-lines">${open.map((line) => quantityField(line, 'fulfill', line.fulfillableQuantity, line.fulfillableQuantity))}</div>
<div class="fields"><div><label for="company">Carrier</label><input id="company" name="company" maxlength="100"></div><div><label for="number">Tracking number</label><input id="number" name="number" maxlength="100"></div><div><label for="url">Tracking address</label><input id="url" name="url" type="url" maxlength="500"></div></div>
<div class="row"><button class="button button-main">Fulfill items</button></div></form></details>`;
}

function renderRefund(shop: Shop, order: Order): Markup | null {
  const left = order.lines.filter((line) => line.currentQuantity > 0);
  const shippingMinor = order.shippingLines.reduce((sum, line) => sum + shippingLeft(order, line).subtotalMinor, 0);
  const maximumMinor = receivedOf(order) - refundedOf(order);
  if (left.length === 0 && maximumMinor <= 0) return null;
  return markup`<details class="action"><summary>Refund</summary><form method="post" action="${action(shop, order, 'refund')}">
<div class="pick-lines">${left.map((line) => quantityField(line, 'refund', line.currentQuantity, 0))}</div>
<div class="fields">
<div><label for="shipping">Shipping, at most ${showMoney(shippingMinor, order.currency)}</label><input id="shipping" name="shipping" inputmode="decimal" placeholder="${formatMinor(0, order.currency)}"></div>
<div><label for="amount">Amount, at most ${showMoney(maximumMinor, order.currency)}</label><input id="amount" name="amount" inputmode="decimal" placeholder="What items and shipping are worth"></div>
<div><label for="restock">Items</label><select id="restock" name="restock"><option value="return">Put back into stock</option><option value="no_restock">Do not restock</option></select></div>
</div>
<div><label for="note">Reason</label><input id="note" name="note" maxlength="255"></div>
<div class="row"><button class="button button-main">Refund</button></div></form></details>`;
}

function renderEdit(shop: Shop, order: Order): Markup {
  const editable = order.lines.filter((line) => line.currentQuantity > 0);
  const skus = Object.values(shop.products)
    .filter((product) => product.status === 'ACTIVE')
    .flatMap((product) =>
      product.variants.map((variant) => ({
        sku: variant.sku,
        label: variant.title === 'Default Title' ? product.title : `${product.title}, ${variant.title}`,
      })),
    )
    .filter(({ sku }) => sku !== '');
  return markup`<details class="action"><summary>Edit items</summary><form method="post" action="${action(shop, order, 'edit')}">
<div class="pick-lines">${editable.map((line) => quantityField(line, 'edit', 100_000, line.currentQuantity))}</div>
<div class="fields"><div><label for="sku">Add an item (SKU)</label><input id="sku" name="sku" list="skus" maxlength="100" autocomplete="off"><datalist id="skus">${skus.slice(0, 500).map(({ sku, label }) => markup`<option value="${sku}">${label}</option>`)}</datalist></div><div><label for="added">How many</label><input id="added" name="added" type="number" min="1" max="1000" value="1"></div></div>
<div class="row"><button class="button button-main">Update order</button></div></form></details>`;
}

function renderCancel(shop: Shop, order: Order): Markup {
  const paid = receivedOf(order) > refundedOf(order);
  return markup`<details class="action"><summary>Cancel order</summary><form method="post" action="${action(shop, order, 'cancel')}">
<div class="fields"><div><label for="reason">Why</label><select id="reason" name="reason"><option value="customer">The customer changed their mind</option><option value="inventory">Items are not available</option><option value="fraud">Fraud</option><option value="declined">Payment was declined</option><option value="staff">A mistake of ours</option><option value="other">Other</option></select></div></div>
${paid ? markup`<label class="check"><input type="checkbox" name="refund" value="yes" checked> Pay the buyer back</label>` : null}
<label class="check"><input type="checkbox" name="restock" value="yes" checked> Put items back into stock</label>
<div class="row"><button class="button button-critical">Cancel order</button></div></form></details>`;
}

function renderDelete(shop: Shop, order: Order): Markup {
  return markup`<details class="action"><summary>Delete order</summary><form method="post" action="${action(shop, order, 'delete')}">
<p>The order is gone for good, and so is what was sold with it.</p>
<div class="row"><button class="button button-critical">Delete order</button></div></form></details>`;
}

function quantityField(line: OrderLine, name: string, most: number, value: number): Markup {
  const id = `${name}-${line.id}`;
  return markup`<div><label for="${id}">${line.title}${line.variantTitle ? `, ${line.variantTitle}` : ''} <span class="quiet">${line.vendor ?? ''}</span></label><input class="short" type="number" id="${id}" name="line-${line.id}" min="0" max="${most}" value="${value}" required></div>`;
}

function renderCustomer(order: Order): Markup {
  return markup`<section class="card"><h2>Customer</h2><p class="stack-tight"><span>${order.email}</span>${order.shippingAddress ? renderAddress(order.shippingAddress) : null}</p>${order.note ? markup`<h3>Note</h3><p>${order.note}</p>` : null}</section>`;
}

function renderAddress(address: Address): Markup {
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.company,
    address.address1,
    address.address2,
    `${address.zip} ${address.city}`,
    address.country,
    address.phone,
  ].filter((line) => line !== null && line.trim() !== '');
  return markup`<span class="quiet">${lines.map((line, index) => markup`${index > 0 ? markup`<br>` : null}${line}`)}</span>`;
}

function renderFulfillments(shop: Shop, order: Order): Markup | null {
  if (order.fulfillments.length === 0) return null;
  return markup`<section class="card"><h2>Shipments</h2><div class="stack">${order.fulfillments.map((fulfillment) => renderFulfillment(shop, order, fulfillment))}</div></section>`;
}

function renderFulfillment(shop: Shop, order: Order, fulfillment: Fulfillment): Markup {
  const units = fulfillment.lines.reduce((sum, line) => sum + line.quantity, 0);
  return markup`<div class="stack-tight"><div class="spread"><strong>${fulfillment.name}</strong><span class="badge ${fulfillment.status === 'SUCCESS' ? 'badge-success' : ''}">${fulfillment.status === 'SUCCESS' ? countOf(units, 'item') : 'Cancelled'}</span></div>
${fulfillment.tracking.filter((tracking) => tracking.company ?? tracking.number).map((tracking) => markup`<span class="small">${tracking.company ?? ''} ${tracking.url ? markup`<a href="${tracking.url}" rel="noreferrer">${tracking.number ?? 'Track'}</a>` : tracking.number}</span>`)}
${fulfillment.status === 'SUCCESS' ? markup`<form method="post" action="${action(shop, order, `fulfillments/${fulfillment.id}/cancel`)}"><button class="button">Cancel shipment</button></form>` : null}</div>`;
}

function renderTimeline(shop: Shop, order: Order): Markup {
  const money = (amountMinor: number): string => showMoney(amountMinor, order.currency);
  const events = [
    { at: order.createdAt, text: 'Order placed' },
    ...order.transactions.map((transaction) => ({
      at: transaction.createdAt,
      text: `${transaction.kind === 'sale' || transaction.kind === 'capture' ? 'Payment' : transaction.kind.charAt(0).toUpperCase() + transaction.kind.slice(1)} of ${money(transaction.amountMinor)}${transaction.status === 'pending' ? ', pending' : ''}`,
    })),
    ...order.fulfillments.map((fulfillment) => ({ at: fulfillment.createdAt, text: `Shipment ${fulfillment.name}` })),
    ...order.refunds.map((refund) => ({
      at: refund.createdAt,
      text: `Refund of ${money(refund.totalMinor)}${refund.note ? `: ${refund.note}` : ''}`,
    })),
    ...(order.cancelledAt ? [{ at: order.cancelledAt, text: `Cancelled (${order.cancelReason ?? 'other'})` }] : []),
  ].sort((a, b) => b.at.localeCompare(a.at) || b.text.localeCompare(a.text));
  return markup`<section class="card"><h2>History</h2><ul class="timeline">${events.map((event) => markup`<li><span>${event.text}</span><span class="quiet small">${showTime(event.at, shop)}</span></li>`)}</ul></section>`;
}
