import { implement } from '#app/server/http/api.server.ts';
import { adjustEndpoint, listAdjustmentsEndpoint, undoAdjustmentEndpoint } from './adjustments.contract.ts';
import { adjustOrder, readAdjustments, undoAdjustment } from './adjustments.service.server.ts';

export const adjustmentsApi = [
  implement(listAdjustmentsEndpoint, (ctx, { params }) => readAdjustments(ctx, params.orderId)),
  implement(adjustEndpoint, (ctx, { params, body }) => adjustOrder(ctx, params.orderId, body)),
  implement(undoAdjustmentEndpoint, (ctx, { params, body }) =>
    undoAdjustment(ctx, params.orderId, params.adjustmentId, body),
  ),
];
