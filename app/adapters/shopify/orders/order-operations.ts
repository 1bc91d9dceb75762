/** Amounts are read in the store's own currency; those of refunds in the buyer's too, in which their transactions may be. */
const MONEY = `shopMoney { amount currencyCode }`;
const BOTH = `${MONEY} presentmentMoney { amount currencyCode }`;
const TAXES = `title rate channelLiable priceSet { ${MONEY} }`;
const ALLOCATIONS = `allocatedAmountSet { ${MONEY} } discountApplication { index }`;
const ADDRESS = `name firstName lastName company address1 address2 city province provinceCode zip country countryCodeV2 phone`;
const LINE = `
  id title variantTitle sku vendor quantity currentQuantity unfulfilledQuantity requiresShipping isGiftCard
  customAttributes { key value } sellingPlan { name } product { id } variant { id } originalUnitPriceSet { ${MONEY} } taxLines(first: 20) { ${TAXES} }`;
/** What an order says of itself beside its lines, refunds and fulfillments. */
const ORDER = `
  id name test createdAt updatedAt cancelledAt currencyCode taxesIncluded displayFinancialStatus email phone note
  customAttributes { key value } shippingAddress { ${ADDRESS} } billingAddress { ${ADDRESS} }
  totalPriceSet { ${MONEY} } currentTotalPriceSet { ${MONEY} } totalTaxSet { ${MONEY} } totalDiscountsSet { ${MONEY} } totalTipReceivedSet { ${MONEY} }
  originalTotalDutiesSet { ${MONEY} } originalTotalAdditionalFeesSet { ${MONEY} } totalOutstandingSet { ${MONEY} } totalReceivedSet { ${MONEY} }
  totalCashRoundingAdjustment { paymentSet { ${MONEY} } refundSet { ${MONEY} } }`;
const APPLICATION = `
  __typename index
  ... on DiscountCodeApplication { code }
  ... on AutomaticDiscountApplication { title }
  ... on ManualDiscountApplication { title }
  ... on ScriptDiscountApplication { title }`;
const SHIPPING = `
  id title code originalPriceSet { ${MONEY} } discountedPriceSet { ${MONEY} } taxLines { ${TAXES} }`;
const FULFILLMENT = `id status createdAt updatedAt trackingInfo(first: 1) { company number url }`;
const FULFILLMENT_WITH_LINES = `
  ${FULFILLMENT}
  fulfillmentLineItems(first: 50) { nodes { quantity lineItem { id } } pageInfo { hasNextPage endCursor } }`;

export const READ_ORDER = `#graphql
  query OrderHead($id: ID!) {
    order(id: $id) {
      ${ORDER} edited
      discountApplications(first: 50) { nodes { ${APPLICATION} } }
      shippingLines(first: 20) { nodes { ${SHIPPING} discountAllocations { ${ALLOCATIONS} } } }
      lineItems(first: 50) { nodes { ${LINE} discountAllocations { ${ALLOCATIONS} } } pageInfo { hasNextPage endCursor } }
      refunds(first: 250) { id }
      fulfillments(first: 250) { id }
    }
  }`;

export const READ_LINES = `#graphql
  query OrderLines($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 100, after: $after) { nodes { ${LINE} discountAllocations { ${ALLOCATIONS} } } pageInfo { hasNextPage endCursor } } }
  }`;

/** One agreement with the buyer (the sale, an edit), and a page of what it sold. */
export const READ_AGREEMENT = `#graphql
  query OrderAgreement($id: ID!, $agreement: String, $after: String) {
    order(id: $id) {
      agreements(first: 1, after: $agreement) {
        nodes {
          happenedAt reason
          sales(first: 100, after: $after) {
            nodes {
              actionType lineType quantity totalAmount { ${MONEY} }
              totalDiscountAmountBeforeTaxes { ${MONEY} } totalDiscountAmountAfterTaxes { ${MONEY} }
              taxes { amount { ${MONEY} } taxLine { title rate channelLiable } }
              ... on ProductSale { lineItem { id } }
              ... on GiftCardSale { lineItem { id } }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

export const READ_PAYMENTS = `#graphql
  query OrderPayments($id: ID!) {
    order(id: $id) { transactions(first: 250) { kind status processedAt amountSet { ${MONEY} } } }
  }`;

export const READ_REFUND = `#graphql
  query OrderRefund($id: ID!, $after: String) {
    refund(id: $id) {
      id createdAt
      refundLineItems(first: 100, after: $after) {
        nodes { quantity restockType subtotalSet { ${BOTH} } totalTaxSet { ${BOTH} } lineItem { id } }
        pageInfo { hasNextPage endCursor }
      }
      refundShippingLines(first: 20) { nodes { subtotalAmountSet { ${BOTH} } taxAmountSet { ${BOTH} } } }
      transactions(first: 50) { nodes { id kind status amountSet { ${BOTH} } } }
    }
  }`;

export const READ_FULFILLMENT = `#graphql
  query OrderFulfillment($id: ID!) { fulfillment(id: $id) { ${FULFILLMENT_WITH_LINES} } }`;

export const READ_FULFILLMENT_LINES = `#graphql
  query OrderFulfillmentLines($id: ID!, $after: String) {
    fulfillment(id: $id) {
      fulfillmentLineItems(first: 100, after: $after) {
        nodes { quantity lineItem { id } } pageInfo { hasNextPage endCursor }
      }
    }
  }`;

export const READ_VERSION = `#graphql
  query OrderVersion($id: ID!) { order(id: $id) { updatedAt } }`;

export const LIST_ORDERS = `#graphql
  query OrdersUpdated($query: String!, $after: String) {
    orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes { id name updatedAt edited displayFinancialStatus } pageInfo { hasNextPage endCursor }
    }
  }`;

export const FIND_ORDERS = `#graphql
  query OrdersThere($ids: [ID!]!) { nodes(ids: $ids) { id } }`;

const LEFT_LINES = `nodes { id remainingQuantity lineItem { id } } pageInfo { hasNextPage endCursor }`;

export const READ_LEFT = `#graphql
  query OrderLeft($id: ID!, $after: String) {
    order(id: $id) {
      fulfillmentOrders(first: 20, after: $after) {
        nodes {
          id status deliveryMethod { methodType } assignedLocation { name location { id } }
          fulfillmentHolds { id reason reasonNotes handle }
          lineItems(first: 100) { ${LEFT_LINES} }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

export const READ_LEFT_LINES = `#graphql
  query FulfillmentOrderLeft($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) { lineItems(first: 100, after: $after) { ${LEFT_LINES} } }
  }`;

export const READ_ORDER_OF_LEFT = `#graphql
  query FulfillmentOrderOrder($id: ID!) { fulfillmentOrder(id: $id) { orderId } }`;

export const READ_RISK = `#graphql
  query OrderRisk($id: ID!) { order(id: $id) { risk { recommendation assessments { riskLevel } } } }`;

export const CREATE_FULFILLMENT = `#graphql
  mutation CreateFulfillment($fulfillment: FulfillmentInput!) {
    fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
  }`;

export const UPDATE_TRACKING = `#graphql
  mutation UpdateTracking($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
      fulfillment { id } userErrors { field message }
    }
  }`;

export const CANCEL_FULFILLMENT = `#graphql
  mutation CancelFulfillment($id: ID!) {
    fulfillmentCancel(id: $id) { fulfillment { id } userErrors { field message } }
  }`;

export const LIST_FULFILLMENTS = `#graphql
  query OrderFulfillments($id: ID!) { order(id: $id) { fulfillments(first: 250) { id } } }`;

/**
 * Orders with their lines, as the platform gathers them by itself. It takes no connection inside a list, so that of refunds
 * only their ids are asked, and of fulfillments not their lines; and discounts, which are no nodes, are told by what they took off.
 */
export const BULK_ORDERS = `#graphql
  query BulkOrders {
    orders(sortKey: ID) {
      edges {
        node {
          ${ORDER}
          totalShippingPriceSet { ${MONEY} }
          shippingLine { ${SHIPPING} discountAllocations { allocatedAmountSet { ${MONEY} } discountApplication { ${APPLICATION} } } }
          refunds { id }
          displayFulfillmentStatus
          fulfillments(first: 2) { ${FULFILLMENT} }
          lineItems {
            edges {
              node { ${LINE} discountAllocations { allocatedAmountSet { ${MONEY} } discountApplication { ${APPLICATION} } } }
            }
          }
        }
      }
    }
  }`;

/** All fulfillments with their lines, by the platform's fulfillment orders. */
export const BULK_FULFILLMENTS = `#graphql
  query BulkFulfillments {
    fulfillmentOrders(includeClosed: true, sortKey: ID) {
      edges {
        node {
          id orderId
          fulfillments { edges { node { ${FULFILLMENT} fulfillmentLineItems { edges { node { id quantity lineItem { id } } } } } } }
        }
      }
    }
  }`;

export const COUNT_ORDERS = `#graphql
  query CountOrders($most: Int!) { ordersCount(limit: $most) { count } }`;
export const HOLD = `#graphql
  mutation HoldFulfillmentOrder($id: ID!, $hold: FulfillmentOrderHoldInput!) {
    fulfillmentOrderHold(id: $id, fulfillmentHold: $hold) { fulfillmentHold { id } userErrors { field message code } }
  }`;

export const RELEASE_HOLD = `#graphql
  mutation ReleaseFulfillmentOrder($id: ID!, $holdIds: [ID!]) {
    fulfillmentOrderReleaseHold(id: $id, holdIds: $holdIds) { fulfillmentOrder { id } userErrors { field message code } }
  }`;

export const SPLIT_LEFT = `#graphql
  mutation SplitFulfillmentOrder($splits: [FulfillmentOrderSplitInput!]!) {
    fulfillmentOrderSplit(fulfillmentOrderSplits: $splits) { userErrors { field message code } }
  }`;

export const PREPARE_PICKUP = `#graphql
  mutation PreparePickup($input: FulfillmentOrderLineItemsPreparedForPickupInput!) {
    fulfillmentOrderLineItemsPreparedForPickup(input: $input) { userErrors { field message code } }
  }`;
