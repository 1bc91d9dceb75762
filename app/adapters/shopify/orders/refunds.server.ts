import { AppError } from '#app/core/errors.ts';
import { parseAmount, type Currency } from '#app/core/money/money.ts';
import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  CancelJobQuery,
  CancelOrderMutation,
  CreateRefundMutation,
  RefundablePaymentsQuery,
  SuggestedRefundQuery,
} from '../operations.generated.ts';

/**
 * Refunds and cancellations of the store. The changes need the optional access `write_orders`; whoever calls them has seen
 * that the store granted it.
 */
export const REFUND_SCOPE = 'write_orders';

export type RefundUnits = { lineId: string; quantity: number; restock: 'return' | 'cancel' | 'no_restock' };
/** What is wanted back of shipping: all of it, or an amount as a decimal in the store's currency. */
export type ShippingRefund = { full: true } | { amount: string } | null;

/** What the platform itself would pay back; minor units of the order's currency. Line amounts are without the tax on top. */
export type SuggestedRefund = {
  amountMinor: bigint;
  maximumMinor: bigint;
  shippingMinor: bigint;
  shippingTaxMinor: bigint;
  shippingMaximumMinor: bigint;
  lines: { lineId: string; quantity: number; subtotalMinor: bigint; taxMinor: bigint }[];
};

const STORE_MONEY = 'shopMoney { amount currencyCode }';

const SUGGEST = `#graphql
  query SuggestedRefund($id: ID!, $lines: [RefundLineItemInput!], $shipping: Money, $fullShipping: Boolean, $full: Boolean) {
    order(id: $id) {
      suggestedRefund(
        refundLineItems: $lines, shippingAmount: $shipping, refundShipping: $fullShipping, suggestFullRefund: $full
      ) {
        amountSet { ${STORE_MONEY} } maximumRefundableSet { ${STORE_MONEY} }
        shipping { amountSet { ${STORE_MONEY} } taxSet { ${STORE_MONEY} } maximumRefundableSet { ${STORE_MONEY} } }
        refundLineItems { quantity subtotalSet { ${STORE_MONEY} } totalTaxSet { ${STORE_MONEY} } lineItem { id } }
      }
    }
  }`;

const READ_PAYMENTS = `#graphql
  query RefundablePayments($id: ID!) {
    order(id: $id) {
      currencyCode presentmentCurrencyCode
      transactions(first: 250) { id kind status gateway amountSet { ${STORE_MONEY} } parentTransaction { id } }
      fulfillmentOrders(first: 50) {
        nodes { assignedLocation { location { id } } lineItems(first: 100) { nodes { lineItem { id } } } }
      }
    }
  }`;

const CREATE_REFUND = `#graphql
  mutation CreateRefund($input: RefundInput!, $key: String!) {
    refundCreate(input: $input) @idempotent(key: $key) { refund { id } userErrors { field message } }
  }`;

const CANCEL_ORDER = `#graphql
  mutation CancelOrder(
    $id: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $notify: Boolean, $note: String
    $refund: OrderCancelRefundMethodInput
  ) {
    orderCancel(
      orderId: $id, reason: $reason, restock: $restock, notifyCustomer: $notify, staffNote: $note, refundMethod: $refund
    ) { job { id done } orderCancelUserErrors { field message } }
  }`;

const READ_JOB = `#graphql
  query CancelJob($id: ID!) { job(id: $id) { id done } }`;

type Suggestion = NonNullable<NonNullable<SuggestedRefundQuery['order']>['suggestedRefund']>;
type Bag = Suggestion['amountSet'];

/**
 * What a refund of these lines and this shipping would be worth, by the platform's own computation; nothing changes.
 * `everything` asks for all that is left of the order. An order that the store has not is not_found (404).
 */
export async function suggestRefund(
  platform: PlatformClient,
  o: {
    orderId: bigint;
    currency: Currency;
    lines: readonly RefundUnits[];
    shipping: ShippingRefund;
    everything?: boolean;
  },
): Promise<SuggestedRefund> {
  const { order } = await platform.query<SuggestedRefundQuery>(SUGGEST, {
    id: buildGid('Order', o.orderId),
    lines: o.lines.map(toLineInput),
    shipping: o.shipping !== null && 'amount' in o.shipping ? o.shipping.amount : null,
    fullShipping: o.shipping !== null && 'full' in o.shipping,
    full: o.everything ?? false,
  });
  if (!order) throw new AppError('not_found');
  const found = order.suggestedRefund;
  if (!found) throw new AppError('platform_failed');
  const minor = (bag: Bag): bigint => computeMinor(bag, o.currency);
  return {
    amountMinor: minor(found.amountSet),
    maximumMinor: minor(found.maximumRefundableSet),
    shippingMinor: minor(found.shipping.amountSet),
    shippingTaxMinor: minor(found.shipping.taxSet),
    shippingMaximumMinor: minor(found.shipping.maximumRefundableSet),
    lines: found.refundLineItems.map((line) => ({
      lineId: String(idOfGid(line.lineItem.id)),
      quantity: line.quantity,
      subtotalMinor: minor(line.subtotalSet),
      taxMinor: minor(line.totalTaxSet),
    })),
  };
}

/** A payment of the buyer and what of it was not given back yet. Minor units. */
export type Payment = { id: string; gateway: string; leftMinor: bigint };

/** The buyer's payments, where each line's units would go back to, and whether the buyer paid in another currency than the store's. */
export async function readPayments(
  platform: PlatformClient,
  orderId: bigint,
  currency: Currency,
): Promise<{ payments: Payment[]; locationOf: ReadonlyMap<string, string>; isForeign: boolean }> {
  const { order } = await platform.query<RefundablePaymentsQuery>(READ_PAYMENTS, { id: buildGid('Order', orderId) });
  if (!order) throw new AppError('not_found');
  const refunds = order.transactions.filter(({ kind, status }) => kind === 'REFUND' && status !== 'FAILURE');
  const payments = order.transactions.flatMap((one) => {
    if (!['SALE', 'CAPTURE'].includes(one.kind) || one.status !== 'SUCCESS') return [];
    const back = refunds.filter(({ parentTransaction }) => parentTransaction?.id === one.id);
    const leftMinor = back.reduce(
      (left, refund) => left - computeMinor(refund.amountSet, currency),
      computeMinor(one.amountSet, currency),
    );
    return leftMinor > 0n ? [{ id: one.id, gateway: one.gateway ?? '', leftMinor }] : [];
  });
  const locationOf = new Map(
    order.fulfillmentOrders.nodes.flatMap(({ assignedLocation: { location }, lineItems }) =>
      location ? lineItems.nodes.map((line) => [String(idOfGid(line.lineItem.id)), location.id] as const) : [],
    ),
  );
  return { payments, locationOf, isForeign: order.presentmentCurrencyCode !== order.currencyCode };
}

export type RefundOrder = {
  orderId: bigint;
  lines: readonly RefundUnits[];
  shipping: ShippingRefund;
  /** What goes back of which payment, as decimals. */
  transactions: readonly { parentId: string; gateway: string; amount: string }[];
  locationOf: ReadonlyMap<string, string>;
  note: string | null;
  notify: boolean;
  /** The same key never refunds twice, however often it is sent. */
  key: string;
};

/** How the platform says that a request of the same key is still under way. */
const IN_PROGRESS = /concurrent|in progress|being processed/i;

/** Makes a refund at the platform, once for a key. Returns its id. Throws platform_refused (422). */
export async function createRefund(platform: PlatformClient, o: RefundOrder): Promise<bigint> {
  const orderId = buildGid('Order', o.orderId);
  const { refundCreate } = await platform.mutate<CreateRefundMutation>(
    CREATE_REFUND,
    {
      key: o.key,
      input: {
        orderId,
        notify: o.notify,
        ...(o.note === null ? {} : { note: o.note }),
        refundLineItems: o.lines.map((line) => {
          const locationId = line.restock === 'no_restock' ? undefined : o.locationOf.get(line.lineId);
          return { ...toLineInput(line), ...(locationId === undefined ? {} : { locationId }) };
        }),
        ...(o.shipping === null
          ? {}
          : { shipping: 'full' in o.shipping ? { fullRefund: true } : { amount: o.shipping.amount } }),
        transactions: o.transactions.map((transaction) => ({ ...transaction, kind: 'REFUND', orderId })),
      },
    },
    { idempotent: true },
  );
  const answer = requireAnswer(refundCreate);
  // A repeat that overlaps with its first sending is no refusal: the refund may be made in this moment.
  if (answer.userErrors.some(({ message }) => IN_PROGRESS.test(message))) throw new AppError('platform_failed');
  refuseUserErrors(answer.userErrors);
  if (!answer.refund) throw new AppError('platform_failed');
  return idOfGid(answer.refund.id);
}

export type CancelOrder = {
  orderId: bigint;
  reason: 'customer' | 'declined' | 'fraud' | 'inventory' | 'staff' | 'other';
  note: string | null;
  refund: boolean;
  restock: boolean;
  notify: boolean;
};

/** Begins to cancel an order. The platform works on it as a job; returns its id, or null when it is done already. */
export async function cancelOrder(platform: PlatformClient, o: CancelOrder): Promise<string | null> {
  const { orderCancel } = await platform.mutate<CancelOrderMutation>(CANCEL_ORDER, {
    id: buildGid('Order', o.orderId),
    reason: o.reason.toUpperCase(),
    restock: o.restock,
    notify: o.notify,
    ...(o.note === null ? {} : { note: o.note }),
    ...(o.refund ? { refund: { originalPaymentMethodsRefund: true } } : {}),
  });
  const answer = requireAnswer(orderCancel);
  refuseUserErrors(answer.orderCancelUserErrors);
  return answer.job && !answer.job.done ? answer.job.id : null;
}

/** Whether a job of the platform has ended; one that it no longer knows has. */
export async function isJobDone(platform: PlatformClient, id: string): Promise<boolean> {
  const { job } = await platform.query<CancelJobQuery>(READ_JOB, { id });
  return job?.done ?? true;
}

function toLineInput({ lineId, quantity, restock }: RefundUnits): object {
  return { lineItemId: buildGid('LineItem', BigInt(lineId)), quantity, restockType: restock.toUpperCase() };
}

function computeMinor(bag: Bag, currency: Currency): bigint {
  const parsed = parseAmount(bag.shopMoney.amount, currency);
  if (!parsed.ok) throw new AppError('platform_failed');
  return parsed.value;
}
