import { implement } from '#app/server/http/api.server.ts';
import { cancelEndpoint, previewCancelEndpoint, previewRefundEndpoint, refundEndpoint } from './aftersales.contract.ts';
import { cancelOrder, previewCancel } from './cancel.service.server.ts';
import { previewRefund, refundOrder } from './refund.service.server.ts';

export const aftersalesApi = [
  implement(previewRefundEndpoint, (ctx, { params, body }) => previewRefund(ctx, params.orderId, body)),
  implement(refundEndpoint, (ctx, { params, body }) => refundOrder(ctx, params.orderId, body)),
  implement(previewCancelEndpoint, (ctx, { params, body }) => previewCancel(ctx, params.orderId, body)),
  implement(cancelEndpoint, (ctx, { params, body }) => cancelOrder(ctx, params.orderId, body)),
];
