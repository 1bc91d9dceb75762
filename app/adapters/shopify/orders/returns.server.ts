import { AppError } from '#app/core/errors.ts';
import { buildGid, idOfGid, refuseUserErrors, type PlatformClient } from '../client.server.ts';
import { readRest } from '../pages.ts';
import type {
  ApproveReturnMutation,
  CancelReturnMutation,
  CloseReturnMutation,
  CreateReturnMutation,
  DeclineReturnMutation,
  ReceiveReturnMutation,
  RequestReturnMutation,
  ReturnReasonsQuery,
  ReturnableUnitsQuery,
} from '../operations.generated.ts';

/** Returns of the store. All of it needs the optional access `write_returns`; whoever calls has seen that it was granted. */
export const RETURN_SCOPE = 'write_returns';

const LIST_RETURNABLE = `#graphql
  query ReturnableUnits($id: ID!, $after: String) {
    returnableFulfillments(orderId: $id, first: 20, after: $after) {
      nodes {
        returnableFulfillmentLineItems(first: 100) {
          nodes { quantity fulfillmentLineItem { id lineItem { id } } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`;

const LIST_REASONS = `#graphql
  query ReturnReasons { returnReasonDefinitions(first: 50) { nodes { id handle name deleted } } }`;

const CREATE_RETURN = `#graphql
  mutation CreateReturn($input: ReturnInput!) {
    returnCreate(returnInput: $input) { return { id } userErrors { field message } }
  }`;
const REQUEST_RETURN = `#graphql
  mutation RequestReturn($input: ReturnRequestInput!) {
    returnRequest(input: $input) { return { id } userErrors { field message } }
  }`;
const APPROVE = `#graphql
  mutation ApproveReturn($input: ReturnApproveRequestInput!) {
    returnApproveRequest(input: $input) { return { id } userErrors { field message } }
  }`;
const DECLINE = `#graphql
  mutation DeclineReturn($input: ReturnDeclineRequestInput!) {
    returnDeclineRequest(input: $input) { return { id } userErrors { field message } }
  }`;
const PROCESS = `#graphql
  mutation ReceiveReturn($input: ReturnProcessInput!) {
    returnProcess(input: $input) { return { id } userErrors { field message } }
  }`;
const CLOSE = `#graphql
  mutation CloseReturn($id: ID!) { returnClose(id: $id) { return { id } userErrors { field message } } }`;
const CANCEL = `#graphql
  mutation CancelReturn($id: ID!) { returnCancel(id: $id) { return { id } userErrors { field message } } }`;

/** Units of a shipped line that can come back. */
export type ReturnableUnits = { fulfillmentLineId: bigint; lineId: bigint; quantity: number };

export async function listReturnable(platform: PlatformClient, orderId: bigint): Promise<ReturnableUnits[]> {
  const read = async (after: string | null) =>
    (await platform.query<ReturnableUnitsQuery>(LIST_RETURNABLE, { id: buildGid('Order', orderId), after }))
      .returnableFulfillments;
  const fulfillments = await readRest(await read(null), read);
  return fulfillments.flatMap(({ returnableFulfillmentLineItems }) =>
    returnableFulfillmentLineItems.nodes.map(({ quantity, fulfillmentLineItem }) => ({
      fulfillmentLineId: idOfGid(fulfillmentLineItem.id),
      lineId: idOfGid(fulfillmentLineItem.lineItem.id),
      quantity,
    })),
  );
}

/** The platform's library of reasons: their handle, and their id there. */
export async function listReturnReasons(platform: PlatformClient): Promise<Map<string, string>> {
  const { returnReasonDefinitions } = await platform.query<ReturnReasonsQuery>(LIST_REASONS);
  return new Map(returnReasonDefinitions.nodes.flatMap((one) => (one.deleted ? [] : [[one.handle, one.id]])));
}

type Answer = CreateReturnMutation['returnCreate'];

/** Asks for a return of units, or opens one at once. Returns its id. Throws platform_refused (422). */
export async function makeReturn(
  platform: PlatformClient,
  o: {
    orderId: bigint;
    isRequest: boolean;
    lines: readonly { fulfillmentLineId: bigint; quantity: number }[];
    reasonId: string | null;
    note: string | null;
  },
): Promise<bigint> {
  const returnLineItems = o.lines.map((line) => ({
    fulfillmentLineItemId: buildGid('FulfillmentLineItem', line.fulfillmentLineId),
    quantity: line.quantity,
    ...(o.reasonId === null ? {} : { returnReasonDefinitionId: o.reasonId }),
    ...(o.note === null ? {} : o.isRequest ? { customerNote: o.note } : { returnReasonNote: o.note }),
  }));
  const input = { orderId: buildGid('Order', o.orderId), returnLineItems };
  const answer = o.isRequest
    ? (await platform.mutate<RequestReturnMutation>(REQUEST_RETURN, { input })).returnRequest
    : (await platform.mutate<CreateReturnMutation>(CREATE_RETURN, { input })).returnCreate;
  return idOfAnswer(answer);
}

/** Approves a request. */
export async function approveReturn(platform: PlatformClient, id: bigint, notify: boolean): Promise<void> {
  const input = { id: buildGid('Return', id), notifyCustomer: notify };
  idOfAnswer((await platform.mutate<ApproveReturnMutation>(APPROVE, { input })).returnApproveRequest);
}

/** Declines a request, with a reason of the platform's list and a note for the buyer. */
export async function declineReturn(
  platform: PlatformClient,
  o: { id: bigint; reason: string; note: string | null; notify: boolean },
): Promise<void> {
  const input = {
    id: buildGid('Return', o.id),
    declineReason: o.reason.toUpperCase(),
    notifyCustomer: o.notify,
    ...(o.note === null ? {} : { declineNote: o.note }),
  };
  idOfAnswer((await platform.mutate<DeclineReturnMutation>(DECLINE, { input })).returnDeclineRequest);
}

export type ReturnArrival = {
  id: bigint;
  lines: readonly { id: bigint; quantity: number; reverseLineId: bigint | null; locationId: string | null }[];
  restock: boolean;
  /** What goes back of which payment, as decimals in a currency; empty where nothing is paid back. */
  transactions: readonly { parentId: string; amount: string }[];
  currency: string;
  shipping: { full: true } | { amount: string } | null;
  note: string | null;
  notify: boolean;
};

/** Writes down that units of a return arrived, and pays them back where asked. */
export async function processReturn(platform: PlatformClient, o: ReturnArrival): Promise<void> {
  const money = (amount: string): object => ({ amount, currencyCode: o.currency });
  const input = {
    returnId: buildGid('Return', o.id),
    notifyCustomer: o.notify,
    ...(o.note === null ? {} : { note: o.note }),
    returnLineItems: o.lines.map((line) => ({
      id: buildGid('ReturnLineItem', line.id),
      quantity: line.quantity,
      ...(line.reverseLineId === null
        ? {}
        : {
            dispositions: [
              {
                reverseFulfillmentOrderLineItemId: buildGid('ReverseFulfillmentOrderLineItem', line.reverseLineId),
                quantity: line.quantity,
                dispositionType: o.restock ? 'RESTOCKED' : 'NOT_RESTOCKED',
                ...(o.restock && line.locationId !== null ? { locationId: line.locationId } : {}),
              },
            ],
          }),
    })),
    ...(o.shipping === null
      ? {}
      : {
          refundShipping:
            'full' in o.shipping ? { fullRefund: true } : { shippingRefundAmount: money(o.shipping.amount) },
        }),
    ...(o.transactions.length === 0
      ? {}
      : {
          financialTransfer: {
            issueRefund: {
              orderTransactions: o.transactions.map(({ parentId, amount }) => ({
                parentId,
                transactionAmount: money(amount),
              })),
            },
          },
        }),
  };
  idOfAnswer((await platform.mutate<ReceiveReturnMutation>(PROCESS, { input })).returnProcess);
}

/** Ends a return: as complete, or as one that will not happen. */
export async function endReturn(platform: PlatformClient, id: bigint, how: 'close' | 'cancel'): Promise<void> {
  const variables = { id: buildGid('Return', id) };
  const answer =
    how === 'close'
      ? (await platform.mutate<CloseReturnMutation>(CLOSE, variables)).returnClose
      : (await platform.mutate<CancelReturnMutation>(CANCEL, variables)).returnCancel;
  idOfAnswer(answer);
}

function idOfAnswer(answer: Answer): bigint {
  refuseUserErrors(answer?.userErrors);
  if (!answer?.return) throw new AppError('platform_failed');
  return idOfGid(answer.return.id);
}
