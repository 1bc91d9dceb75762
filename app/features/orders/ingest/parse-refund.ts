import { sumMinor } from '#app/core/money/money.ts';
import { convertTransactions } from '../money/foreign-refund.ts';
import type { RefundFacts } from '../order.ts';
import type { RefundPayload } from './order-payload-schema.ts';
import { IssueList, readId, readAmount } from './order-payload-values.ts';

export function readRefund(refund: RefundPayload, prefix: string, issues: IssueList): RefundFacts {
  const shipping = readRefundedShipping(refund, prefix, issues);
  const transactions = readRefundTransactions(refund, prefix, issues);
  return {
    id: readId(refund, `${prefix}admin_graphql_api_id`, issues),
    createdAt: refund.created_at,
    lines: refund.refund_line_items.map((line, index) => {
      const path = `${prefix}refund_line_items.${index}`;
      const lineId = { id: line.line_item_id, admin_graphql_api_id: line.line_item?.admin_graphql_api_id ?? null };
      return {
        lineId: readId(lineId, `${path}.line_item_id`, issues),
        quantity: line.quantity,
        subtotalMinor: readAmount({ set: line.subtotal_set, plain: line.subtotal }, `${path}.subtotal`, issues),
        taxMinor: readAmount({ set: line.total_tax_set, plain: line.total_tax }, `${path}.total_tax`, issues),
        restockType: line.restock_type ?? 'no_restock',
      };
    }),
    ...shipping,
    transactions: transactions ?? [],
    refusal: transactions === null ? 'foreign_currency' : null,
  };
}

/** M52: from `refund_shipping_lines` where there are any, else from the order adjustments; never both. */
function readRefundedShipping(
  refund: RefundPayload,
  prefix: string,
  issues: IssueList,
): Pick<RefundFacts, 'shippingMinor' | 'shippingTaxMinor'> {
  const adjustments = refund.order_adjustments.flatMap((adjustment, index) => {
    if (adjustment.kind !== 'shipping_refund') return [];
    const path = `${prefix}order_adjustments.${index}`;
    const tax = { set: adjustment.tax_amount_set, plain: adjustment.tax_amount };
    return {
      amountMinor: -readAmount({ set: adjustment.amount_set, plain: adjustment.amount }, `${path}.amount`, issues),
      taxMinor: -readAmount(tax, `${path}.tax_amount`, issues),
    };
  });
  const adjustedTaxMinor = sumMinor(adjustments.map((adjustment) => adjustment.taxMinor));
  if (refund.refund_shipping_lines.length === 0) {
    const shippingMinor = sumMinor(adjustments.map((adjustment) => adjustment.amountMinor));
    return { shippingMinor, shippingTaxMinor: adjustedTaxMinor };
  }
  const lines = refund.refund_shipping_lines.map((line, index) => {
    const path = `${prefix}refund_shipping_lines.${index}`;
    return {
      amountMinor: readAmount({ set: line.subtotal_amount_set }, `${path}.subtotal_amount_set`, issues),
      taxMinor: readAmount({ set: line.tax_amount_set }, `${path}.tax_amount_set`, issues),
    };
  });
  // Older payloads state the tax of a shipping refund on the adjustment only, or nowhere.
  const statesTax = refund.refund_shipping_lines.every((line) => line.tax_amount_set !== null);
  const adjustmentsTaxMinor = adjustments.length > 0 ? adjustedTaxMinor : null;
  return {
    shippingMinor: sumMinor(lines.map((line) => line.amountMinor)),
    shippingTaxMinor: statesTax ? sumMinor(lines.map((line) => line.taxMinor)) : adjustmentsTaxMinor,
  };
}

/** The refund's transactions in the store's currency, or null where one of them cannot be read in it (M53). */
function readRefundTransactions(
  refund: RefundPayload,
  prefix: string,
  issues: IssueList,
): RefundFacts['transactions'] | null {
  const sent = refund.transactions.filter(({ kind }) => kind === 'refund');
  const foreign = sent.filter((one) => one.currency !== null && one.currency !== issues.currency && !one.amount_set);
  // What failed went nowhere: it counts for nothing, in whatever currency.
  const converted = convertTransactions(refund, foreign.filter(isSent), issues.currency);
  if (converted === null) return null;
  return sent.map((transaction) => {
    const path = `${prefix}transactions.${refund.transactions.indexOf(transaction)}`;
    const stated = { set: transaction.amount_set, plain: transaction.amount };
    const isForeign = foreign.includes(transaction);
    return {
      id: readId(transaction, path, issues),
      state: toState(transaction),
      amountMinor: isForeign ? (converted.get(transaction) ?? 0n) : readAmount(stated, `${path}.amount`, issues),
    };
  });
}
type RefundTransaction = RefundPayload['transactions'][number];
const toState = ({ status }: RefundTransaction): RefundFacts['transactions'][number]['state'] =>
  status === 'success' || status === 'pending' ? status : 'failure';
const isSent = (transaction: RefundTransaction): boolean => toState(transaction) !== 'failure';
