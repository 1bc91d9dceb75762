import { toGid } from '../../../core/gid.ts';
import type { Address, Order } from '../../../core/state.ts';
import {
  fulfillmentStatusOf,
  outstandingOf,
  partOfUnits,
  receivedOf,
  refundedOf,
  sumMinor,
  totalsOf,
} from '../../store/order-amounts.ts';
import { listConnection, takeFirst } from '../connection.ts';
import type { PageArgs } from '../connection.ts';
import { moneyBag } from '../context.ts';
import type { Context, View } from '../context.ts';
import { suggestedRefundView } from '../refund-input.ts';
import type { SuggestedRefundArgs } from '../refund-input.ts';
import { fulfillmentOrderView, fulfillmentView } from './views-fulfillment.ts';
import { discountView, lineView, mergedTaxes, shippingLineView } from './views-line.ts';
import { agreementsOf, agreementView, isEdited } from './views-agreement.ts';
import { refundView, transactionView } from './views-refund.ts';
import { returnView } from './views-return.ts';
import { customerView, metafieldFields } from './views-shop.ts';

export function orderView(context: Context, order: Order): View {
  const { shop } = context;
  const gid = toGid('Order', order.id);
  const bag = (amountMinor: number): View => moneyBag(amountMinor, order.currency);
  const [original, current] = [totalsOf(order, 'original'), totalsOf(order, 'current')];
  const named = shop.customerDataLevel === 2;
  const shippingRefunded = sumMinor(
    order.refunds.flatMap((refund) => refund.shipping).map((part) => part.subtotalMinor + part.taxMinor),
  );
  const code = order.discountApplications.flatMap((application) => application.code ?? []);
  const address = (value: Address | null, kind: string): View | null =>
    named && value ? addressView(value, `${order.id}`, kind) : null;
  const outstandingMinor = outstandingOf(order);
  return {
    __typename: 'Order',
    id: gid,
    legacyResourceId: order.id,
    name: order.name,
    number: order.number,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    processedAt: order.processedAt,
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason?.toUpperCase() ?? null,
    closedAt: order.closedAt,
    closed: order.closedAt !== null,
    confirmed: true,
    test: order.isTest ?? false,
    edited: isEdited(order),
    agreements: (args: PageArgs) =>
      listConnection(agreementsOf(order), args, (one) => agreementView(context, order, one)),
    currencyCode: order.currency,
    presentmentCurrencyCode: order.currency,
    taxesIncluded: order.taxesIncluded,
    taxExempt: false,
    estimatedTaxes: false,
    dutiesIncluded: false,
    sourceName: order.sourceName,
    sourceIdentifier: order.sourceIdentifier ?? null,
    note: order.note,
    tags: order.tags,
    poNumber: null,
    customerLocale: 'en',
    clientIp: null,
    registeredSourceUrl: null,
    customAttributes: order.noteAttributes.map((attribute) => ({ key: attribute.name, value: attribute.value })),
    email: named ? order.email : null,
    phone: named ? order.phone : null,
    customer: () =>
      customerView(context, order.customerId === null ? undefined : shop.customers[String(order.customerId)]),
    shippingAddress: address(order.shippingAddress, 'shipping'),
    billingAddress: address(order.billingAddress, 'billing'),
    displayAddress: address(order.shippingAddress, 'shipping'),
    billingAddressMatchesShippingAddress: true,
    displayFinancialStatus: order.financialStatus.toUpperCase(),
    displayFulfillmentStatus: fulfillmentStatusName(order),
    returnStatus: returnStatusOf(order),
    risk: {
      __typename: 'OrderRiskSummary',
      recommendation: order.risk?.recommendation ?? 'NONE',
      assessments: order.risk
        ? [{ __typename: 'OrderRiskAssessment', riskLevel: order.risk.level, facts: [], provider: null }]
        : [],
    },
    fullyPaid: outstandingMinor <= 0,
    unpaid: receivedOf(order) === 0 && original.totalMinor > 0,
    canMarkAsPaid: outstandingMinor > 0 && order.cancelledAt === null,
    refundable: receivedOf(order) > refundedOf(order),
    fulfillable: order.lines.some((line) => line.fulfillableQuantity > 0),
    restockable: order.cancelledAt === null,
    requiresShipping: order.lines.some((line) => line.requiresShipping),
    capturable: order.financialStatus === 'authorized',
    paymentGatewayNames: [...new Set(order.transactions.map((transaction) => transaction.gateway))],
    discountCode: code[0] ?? null,
    discountCodes: code,
    discountApplications: (args: PageArgs) =>
      listConnection(order.discountApplications, args, (application) =>
        discountView(order, order.discountApplications.indexOf(application)),
      ),
    subtotalPriceSet: bag(original.subtotalMinor),
    totalPriceSet: bag(original.totalMinor),
    originalTotalPriceSet: bag(original.totalMinor),
    totalTaxSet: bag(original.taxMinor),
    totalShippingPriceSet: bag(original.shippingMinor),
    totalDiscountsSet: bag(original.discountsMinor),
    totalTipReceivedSet: bag(0),
    currentSubtotalPriceSet: bag(current.subtotalMinor),
    currentTotalPriceSet: bag(current.totalMinor),
    currentTotalTaxSet: bag(current.taxMinor),
    currentTotalDiscountsSet: bag(current.discountsMinor),
    currentShippingPriceSet: bag(current.discountedShippingMinor),
    currentTotalDutiesSet: null,
    currentTotalAdditionalFeesSet: null,
    originalTotalDutiesSet: null,
    originalTotalAdditionalFeesSet: null,
    additionalFees: [],
    cartDiscountAmountSet: bag(original.discountsMinor),
    currentCartDiscountAmountSet: bag(current.discountsMinor),
    totalRefundedSet: bag(refundedOf(order)),
    totalRefundedShippingSet: bag(shippingRefunded),
    totalReceivedSet: bag(receivedOf(order)),
    netPaymentSet: bag(receivedOf(order) - refundedOf(order)),
    totalOutstandingSet: bag(outstandingMinor),
    totalCapturableSet: bag(order.financialStatus === 'authorized' ? original.totalMinor : 0),
    refundDiscrepancySet: bag(
      sumMinor(
        order.refunds
          .flatMap((refund) => refund.adjustments)
          .filter((adjustment) => adjustment.kind === 'refund_discrepancy')
          .map((adjustment) => adjustment.amountMinor),
      ),
    ),
    totalCashRoundingAdjustment: { paymentSet: bag(0), refundSet: bag(0) },
    subtotalLineItemsQuantity: sumMinor(order.lines.map((line) => line.quantity)),
    currentSubtotalLineItemsQuantity: sumMinor(order.lines.map((line) => line.currentQuantity)),
    totalWeight: sumMinor(order.lines.map((line) => line.grams * line.quantity)),
    currentTotalWeight: sumMinor(order.lines.map((line) => line.grams * line.currentQuantity)),
    taxLines: () =>
      mergedTaxes(
        order,
        [...order.lines, ...order.shippingLines].flatMap((line) => line.taxLines),
      ),
    currentTaxLines: () =>
      mergedTaxes(order, [
        ...order.lines.flatMap((line) =>
          line.taxLines.map((tax) => ({
            ...tax,
            priceMinor: partOfUnits(tax.priceMinor, line.currentQuantity, line.quantity),
          })),
        ),
        ...order.shippingLines.flatMap((line) => line.taxLines),
      ]),
    lineItems: (args: PageArgs) => listConnection(order.lines, args, (line) => lineView(context, order, line)),
    shippingLine: () => order.shippingLines.map((line) => shippingLineView(order, line))[0] ?? null,
    shippingLines: (args: PageArgs) =>
      listConnection(order.shippingLines, args, (line) => shippingLineView(order, line)),
    fulfillments: (args: { first?: number }) =>
      takeFirst(order.fulfillments, args).map((fulfillment) => fulfillmentView(context, order, fulfillment)),
    fulfillmentsCount: { count: order.fulfillments.length, precision: 'EXACT' },
    fulfillmentOrders: (args: PageArgs) =>
      listConnection(order.fulfillmentOrders, args, (fulfillmentOrder) =>
        fulfillmentOrderView(context, order, fulfillmentOrder),
      ),
    refunds: (args: { first?: number }) =>
      takeFirst(order.refunds, args).map((refund) => refundView(context, order, refund)),
    returns: (args: PageArgs) => listConnection(order.returns, args, (one) => returnView(context, order, one)),
    transactions: (args: { first?: number }) =>
      takeFirst(order.transactions, args).map((transaction) => transactionView(context, order, transaction)),
    transactionsCount: { count: order.transactions.length, precision: 'EXACT' },
    suggestedRefund: (args: SuggestedRefundArgs) => suggestedRefundView(context, order, args),
    staffMember: null,
    publication: null,
    paymentTerms: null,
    disputes: [],
    merchantEditable: order.cancelledAt === null,
    merchantEditableErrors: [],
    statusPageUrl: () => `${context.sandbox.config.publicUrl}/store/${shop.handle}/orders/${order.id}`,
    ...metafieldFields(context, gid),
  };
}

function returnStatusOf(order: Order): string {
  const statuses = order.returns.map((one) => one.status);
  if (statuses.includes('REQUESTED')) return 'RETURN_REQUESTED';
  if (statuses.includes('OPEN')) return 'IN_PROGRESS';
  return statuses.includes('CLOSED') ? 'RETURNED' : 'NO_RETURN';
}

function fulfillmentStatusName(order: Order): string {
  const status = fulfillmentStatusOf(order);
  return status === 'fulfilled' ? 'FULFILLED' : status === 'partial' ? 'PARTIALLY_FULFILLED' : 'UNFULFILLED';
}

export function addressView(address: Address, owner: string, kind: string): View {
  return {
    __typename: 'MailingAddress',
    id: `gid://shopify/MailingAddress/${owner}?model_name=${kind}`,
    ...address,
    name: `${address.firstName} ${address.lastName}`.trim(),
    countryCodeV2: address.countryCode,
    formatted: () => [address.address1, `${address.zip} ${address.city}`, address.country],
    formattedArea: `${address.city}, ${address.country}`,
  };
}
