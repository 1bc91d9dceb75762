import { implement } from '#app/server/http/api.server.ts';
import { cancelEndpoint, previewCancelEndpoint, previewRefundEndpoint, refundEndpoint } from './aftersales.contract.ts';
import { cancelOrder, previewCancel } from './cancel.service.server.ts';
import { receiveReturn } from './receive.service.server.ts';
import { previewRefund, refundOrder } from './refund.service.server.ts';
import {
  approveReturnEndpoint,
  cancelReturnEndpoint,
  closeReturnEndpoint,
  declineReturnEndpoint,
  listReturnsEndpoint,
  makeReturnEndpoint,
  receiveReturnEndpoint,
} from './returns.contract.ts';
import { approveReturn, declineReturn, endReturn, listReturns, makeReturn } from './returns.service.server.ts';

export const aftersalesApi = [
  implement(previewRefundEndpoint, (ctx, { params, body }) => previewRefund(ctx, params.orderId, body)),
  implement(refundEndpoint, (ctx, { params, body }) => refundOrder(ctx, params.orderId, body)),
  implement(previewCancelEndpoint, (ctx, { params, body }) => previewCancel(ctx, params.orderId, body)),
  implement(cancelEndpoint, (ctx, { params, body }) => cancelOrder(ctx, params.orderId, body)),
  implement(listReturnsEndpoint, (ctx, { params }) => listReturns(ctx, params.orderId)),
  implement(makeReturnEndpoint, (ctx, { params, body }) => makeReturn(ctx, params.orderId, body)),
  implement(approveReturnEndpoint, (ctx, { params, body }) =>
    approveReturn(ctx, params.orderId, params.returnId, body),
  ),
  implement(declineReturnEndpoint, (ctx, { params, body }) =>
    declineReturn(ctx, params.orderId, params.returnId, body),
  ),
  implement(receiveReturnEndpoint, (ctx, { params, body }) =>
    receiveReturn(ctx, params.orderId, params.returnId, body),
  ),
  implement(closeReturnEndpoint, (ctx, { params }) => endReturn(ctx, params.orderId, params.returnId, 'close')),
  implement(cancelReturnEndpoint, (ctx, { params }) => endReturn(ctx, params.orderId, params.returnId, 'cancel')),
];
