import type { Sandbox } from '../../core/kernel.ts';
import type { Order, OrderLine, Shop } from '../../core/state.ts';
import { fileUrl } from '../../platform/store/files.ts';
import { fulfillmentStatusOf, totalsOf } from '../../platform/store/order-amounts.ts';
import { markup, showMoney, showStatus } from '../markup.ts';
import type { Markup } from '../markup.ts';

const FINANCIAL_TONES: Record<Order['financialStatus'], string> = {
  paid: '',
  pending: 'badge-attention',
  authorized: 'badge-attention',
  partially_paid: 'badge-attention',
  partially_refunded: '',
  refunded: '',
  voided: '',
};

/** Payment, delivery and cancellation of an order as badges. */
export function renderOrderBadges(order: Order): Markup {
  return markup`${order.cancelledAt ? markup`<span class="badge badge-critical">Cancelled</span>` : null}<span class="badge ${FINANCIAL_TONES[order.financialStatus]}">${showStatus(order.financialStatus)}</span>${renderFulfillmentBadge(order)}`;
}

export function renderFulfillmentBadge(order: Order): Markup {
  const status = fulfillmentStatusOf(order);
  if (order.cancelledAt !== null && status === null) return markup`<span class="badge">Nothing to ship</span>`;
  if (status === 'fulfilled') return markup`<span class="badge">Fulfilled</span>`;
  return status === 'partial'
    ? markup`<span class="badge badge-warning">Partly fulfilled</span>`
    : markup`<span class="badge badge-attention">Unfulfilled</span>`;
}

/** The current totals of an order, line by line. */
export function renderOrderSums(order: Order, refundedMinor: number, receivedMinor: number): Markup {
  const totals = totalsOf(order, 'current');
  const row = (label: string, amountMinor: number, className = ''): Markup =>
    markup`<div class="${className}"><dt>${label}</dt><dd>${showMoney(amountMinor, order.currency)}</dd></div>`;
  return markup`<dl class="sums">
${row('Subtotal', totals.lineItemsMinor)}
${totals.discountsMinor > 0 ? row(`Discount${codesOf(order)}`, -totals.discountsMinor) : null}
${row(`Shipping${order.shippingLines[0] ? `, ${order.shippingLines.map((line) => line.title).join(' + ')}` : ''}`, totals.shippingMinor)}
${row(order.taxesIncluded ? 'Taxes, included' : 'Taxes', totals.taxMinor)}
${row('Total', totals.totalMinor, 'total')}
${row('Paid', receivedMinor)}
${refundedMinor > 0 ? row('Refunded', -refundedMinor) : null}
</dl>`;
}

function codesOf(order: Order): string {
  const codes = order.discountApplications.flatMap((application) => application.code ?? []);
  return codes.length > 0 ? `, ${codes.join(' + ')}` : '';
}

/** Picture of a line's product; a plain square when it has none. */
export function renderLineThumb(sandbox: Sandbox, shop: Shop, line: Pick<OrderLine, 'productId'>): Markup {
  const product = line.productId === null ? undefined : shop.products[String(line.productId)];
  return renderThumb(sandbox, shop, product?.mediaIds[0]);
}

export function renderThumb(sandbox: Sandbox, shop: Shop, mediaId: number | undefined): Markup {
  const url = mediaId === undefined ? '' : fileUrl(sandbox, shop, mediaId);
  return url === ''
    ? markup`<span class="thumb"></span>`
    : markup`<img class="thumb" src="${url}" alt="" width="44" height="44" loading="lazy">`;
}
