import type {
  OrderFulfillmentQuery,
  OrderHeadQuery,
  OrderLeftQuery,
  OrderRefundQuery,
} from '../operations.generated.ts';

/** What the platform's GraphQL answers about an order, in its own shape. */
type HeadNode = NonNullable<OrderHeadQuery['order']>;
/** `edited` is left out where the platform gathers many orders. */
export type OrderNode = Omit<HeadNode, 'edited'> & { edited?: boolean };
export type LineNode = HeadNode['lineItems']['nodes'][number];
export type ShippingNode = HeadNode['shippingLines']['nodes'][number];
export type AddressNode = NonNullable<HeadNode['shippingAddress']>;
export type PageNode<Node> = { nodes: Node[]; pageInfo: HeadNode['lineItems']['pageInfo'] };

type MoneyNode = HeadNode['totalPriceSet']['shopMoney'];
/** An amount in the store's currency; of refunds in the buyer's too. */
export type BagNode = { shopMoney: MoneyNode; presentmentMoney?: MoneyNode };

export type RefundNode = NonNullable<OrderRefundQuery['refund']>;
export type FulfillmentNode = NonNullable<OrderFulfillmentQuery['fulfillment']>;
export type FulfillmentLineNode = FulfillmentNode['fulfillmentLineItems']['nodes'][number];

type LeftNode = NonNullable<OrderLeftQuery['order']>['fulfillmentOrders']['nodes'][number];
export type HoldNode = LeftNode['fulfillmentHolds'][number];
