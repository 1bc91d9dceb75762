/** What the platform's GraphQL answers about an order, in its own shape. */
type MoneyNode = { amount: string; currencyCode: string };
/** An amount in the store's currency; of refunds in the buyer's too. */
export type BagNode = { shopMoney: MoneyNode; presentmentMoney?: MoneyNode };
export type PageNode<Node> = { nodes: Node[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
type TaxNode = { title: string; rate: number | null; channelLiable: boolean | null; priceSet: BagNode };
type AllocationNode = { allocatedAmountSet: BagNode; discountApplication: { index: number } };

export type AddressNode = Record<
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'address1'
  | 'address2'
  | 'city'
  | 'province'
  | 'provinceCode'
  | 'zip'
  | 'country'
  | 'countryCodeV2'
  | 'phone',
  string | null
>;

export type LineNode = {
  id: string;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  currentQuantity: number;
  unfulfilledQuantity: number;
  requiresShipping: boolean;
  isGiftCard: boolean;
  customAttributes: { key: string; value: string | null }[];
  sellingPlan: { name: string } | null;
  product: { id: string } | null;
  variant: { id: string } | null;
  originalUnitPriceSet: BagNode;
  taxLines: TaxNode[];
  discountAllocations: AllocationNode[];
};

export type ShippingNode = {
  id: string | null;
  title: string;
  code: string | null;
  originalPriceSet: BagNode;
  discountedPriceSet: BagNode;
  taxLines: TaxNode[];
  discountAllocations: AllocationNode[];
};

export type OrderNode = {
  id: string;
  name: string;
  test: boolean;
  /** Left out where the platform gathers many orders. */
  edited?: boolean;
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  currencyCode: string;
  taxesIncluded: boolean;
  displayFinancialStatus: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  customAttributes: { key: string; value: string | null }[];
  shippingAddress: AddressNode | null;
  billingAddress: AddressNode | null;
  totalPriceSet: BagNode;
  currentTotalPriceSet: BagNode;
  totalTaxSet: BagNode | null;
  totalDiscountsSet: BagNode | null;
  totalTipReceivedSet: BagNode;
  originalTotalDutiesSet: BagNode | null;
  originalTotalAdditionalFeesSet: BagNode | null;
  totalOutstandingSet: BagNode;
  totalReceivedSet: BagNode;
  totalCashRoundingAdjustment: { paymentSet: BagNode | null; refundSet: BagNode | null };
  discountApplications: {
    nodes: { __typename: string; index: number; code?: string | null; title?: string | null }[];
  };
  shippingLines: { nodes: ShippingNode[] };
  lineItems: PageNode<LineNode>;
  refunds: { id: string }[];
  fulfillments: { id: string }[];
};

export type RefundNode = {
  id: string;
  createdAt: string | null;
  refundLineItems: PageNode<{
    quantity: number;
    restockType: string;
    subtotalSet: BagNode;
    totalTaxSet: BagNode;
    lineItem: { id: string };
  }>;
  refundShippingLines: { nodes: { subtotalAmountSet: BagNode; taxAmountSet: BagNode }[] };
  transactions: { nodes: { id: string; kind: string; status: string; amountSet: BagNode }[] };
};

export type ParcelLineNode = { quantity: number | null; lineItem: { id: string } };
export type FulfilmentNode = {
  id: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  trackingInfo: { company: string | null; number: string | null; url: string | null }[];
  fulfillmentLineItems: PageNode<ParcelLineNode>;
};

export type LeftLineNode = { id: string; remainingQuantity: number; lineItem: { id: string } };
export type HoldNode = { id: string; reason: string; reasonNotes: string | null; handle: string | null };
export type LeftNode = {
  id: string;
  status: string;
  deliveryMethod: { methodType: string } | null;
  assignedLocation: { name: string; location: { id: string } | null };
  fulfillmentHolds: HoldNode[];
  lineItems: PageNode<LeftLineNode>;
};
