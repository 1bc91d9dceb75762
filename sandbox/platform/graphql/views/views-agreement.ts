import { toGid } from '../../../core/gid.ts';
import type { LineShare, Order, TaxLine } from '../../../core/state.ts';
import { soldAtSale } from '../../store/agreements.ts';
import { discountOf, sumMinor, taxOf } from '../../store/order-amounts.ts';
import { listConnection, type PageArgs } from '../connection.ts';
import { type Context, moneyBag, type View } from '../context.ts';
import { lineView, shippingLineView, taxView } from './views-line.ts';

/** What was agreed with the buyer: the sale, and each edit of it. */
type Agreement = { number: number; reason: 'ORDER' | 'ORDER_EDIT'; at: string; added: LineShare[]; taken: LineShare[] };

export function agreementsOf(order: Order): Agreement[] {
  return [
    { number: 0, reason: 'ORDER', at: order.createdAt, added: soldAtSale(order), taken: [] },
    ...(order.edits ?? []).map((edit, index) => ({ number: index + 1, reason: 'ORDER_EDIT' as const, ...edit })),
  ];
}

/** Whether staff ever added or took away. */
export const isEdited = (order: Order): boolean => (order.edits ?? []).length > 0;

export function agreementView(context: Context, order: Order, agreement: Agreement): View {
  const { number, reason, at, added, taken } = agreement;
  const isSale = reason === 'ORDER';
  const sales = [
    ...added.map((share) => lineSaleView(context, order, share, 1)),
    ...taken.map((share) => lineSaleView(context, order, share, -1)),
    ...(isSale ? order.shippingLines.map((line) => shippingSaleView(order, line)) : []),
  ];
  return {
    __typename: isSale ? 'OrderAgreement' : 'OrderEditAgreement',
    id: toGid('SalesAgreement', order.id + number),
    happenedAt: at,
    reason,
    app: null,
    user: null,
    sales: (args: PageArgs) => listConnection(sales, args, (sale) => sale),
  };
}

type Amounts = { quantity: number; totalMinor: number; discountMinor: number; taxesMinor: number[] };

/** What is taken away is stated in negative numbers. */
function saleView(order: Order, taxLines: readonly TaxLine[], amounts: Amounts, sign: 1 | -1): View {
  const bag = (amountMinor: number): View => moneyBag(sign * amountMinor, order.currency);
  const { quantity, totalMinor, discountMinor, taxesMinor } = amounts;
  return {
    actionType: sign === 1 ? 'ORDER' : 'RETURN',
    quantity: sign * quantity,
    totalAmount: bag(totalMinor),
    totalTaxAmount: bag(sumMinor(taxesMinor)),
    totalDiscountAmountBeforeTaxes: bag(discountMinor),
    totalDiscountAmountAfterTaxes: bag(discountMinor),
    taxes: taxLines.map((tax, index) => ({
      __typename: 'SaleTax',
      id: toGid('SaleTax', order.id + index),
      amount: bag(taxesMinor[index] ?? 0),
      taxLine: taxView(order, tax),
    })),
  };
}

function lineSaleView(context: Context, order: Order, share: LineShare, sign: 1 | -1): View {
  const line = order.lines.find((candidate) => candidate.id === share.lineId);
  return {
    __typename: line?.giftCard ? 'GiftCardSale' : 'ProductSale',
    id: toGid('Sale', share.lineId),
    lineType: line?.giftCard ? 'GIFT_CARD' : 'PRODUCT',
    lineItem: () => (line ? lineView(context, order, line) : null),
    ...saleView(order, line?.taxLines ?? [], share, sign),
  };
}

function shippingSaleView(order: Order, line: Order['shippingLines'][number]): View {
  const chargedMinor = line.priceMinor - discountOf(line);
  return {
    __typename: 'ShippingLineSale',
    id: toGid('Sale', line.id),
    lineType: 'SHIPPING',
    shippingLine: () => shippingLineView(order, line),
    ...saleView(
      order,
      line.taxLines,
      {
        quantity: 1,
        totalMinor: chargedMinor + (order.taxesIncluded ? 0 : taxOf(line)),
        discountMinor: discountOf(line),
        taxesMinor: line.taxLines.map((tax) => tax.priceMinor),
      },
      1,
    ),
  };
}
