import { toGid } from '../../core/gid.ts';
import type { Order, OrderLine } from '../../core/state.ts';
import { sumMinor } from '../store/order-amounts.ts';
import { listConnection, type PageArgs } from './connection.ts';
import { type Context, moneyBag, type View } from './context.ts';
import { lineView } from './views-line.ts';

/** What was agreed with the buyer: the sale, and what edits added to it, as one. */
type Agreement = { reason: 'ORDER' | 'ORDER_EDIT'; at: string; sales: { line: OrderLine; quantity: number }[] };

export function agreementsOf(order: Order): Agreement[] {
  const unitsOf = (pick: (line: OrderLine) => number) =>
    order.lines.map((line) => ({ line, quantity: pick(line) })).filter((sale) => sale.quantity > 0);
  const added = unitsOf((line) => line.addedQuantity ?? 0);
  return [
    { reason: 'ORDER', at: order.createdAt, sales: unitsOf((line) => line.quantity - (line.addedQuantity ?? 0)) },
    ...(added.length > 0 ? [{ reason: 'ORDER_EDIT' as const, at: order.updatedAt, sales: added }] : []),
  ];
}

/** Whether staff ever added or took away. */
export function isEdited(order: Order): boolean {
  return order.lines.some(
    (line) => (line.addedQuantity ?? 0) > 0 || line.currentQuantity + refundedUnits(order, line) !== line.quantity,
  );
}

function refundedUnits(order: Order, line: OrderLine): number {
  return sumMinor(
    order.refunds
      .flatMap((refund) => refund.lines)
      .filter((part) => part.lineId === line.id)
      .map((part) => part.quantity),
  );
}

export function agreementView(context: Context, order: Order, { reason, at, sales }: Agreement): View {
  const isSale = reason === 'ORDER';
  return {
    __typename: isSale ? 'OrderAgreement' : 'OrderEditAgreement',
    id: toGid('SalesAgreement', isSale ? order.id : order.id + 1),
    happenedAt: at,
    reason,
    app: null,
    user: null,
    sales: (args: PageArgs) => listConnection(sales, args, (sale) => saleView(context, order, sale)),
  };
}

function saleView(context: Context, order: Order, { line, quantity }: Agreement['sales'][number]): View {
  const bag = (amountMinor: number): View => moneyBag(amountMinor, order.currency);
  return {
    __typename: line.giftCard ? 'GiftCardSale' : 'ProductSale',
    id: toGid('Sale', line.id),
    actionType: 'ORDER',
    lineType: line.giftCard ? 'GIFT_CARD' : 'PRODUCT',
    quantity,
    lineItem: () => lineView(context, order, line),
    totalAmount: bag(line.unitPriceMinor * quantity),
    taxes: [],
  };
}
