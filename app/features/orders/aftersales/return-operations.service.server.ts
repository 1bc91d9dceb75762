import type { Ctx } from '#app/server/context.server.ts';
import { previewReceive, receiveReturn } from './receive.service.server.ts';
import type { ReturnOperation } from './returns.contract.ts';
import { approveReturn, declineReturn, endReturn, makeReturn } from './returns.service.server.ts';

/** Does what the page of returns asks for. Refusals are those of the calls. */
export function runReturnOperation(ctx: Ctx, orderId: bigint, operation: ReturnOperation): Promise<unknown> {
  switch (operation.intent) {
    case 'make':
      return makeReturn(ctx, orderId, operation.body);
    case 'approve':
      return approveReturn(ctx, orderId, operation.returnId, operation.body);
    case 'decline':
      return declineReturn(ctx, orderId, operation.returnId, operation.body);
    case 'previewReceive':
      return previewReceive(ctx, orderId, operation.returnId, operation.body);
    case 'receive':
      return receiveReturn(ctx, orderId, operation.returnId, operation.body);
    case 'close':
    case 'cancel':
      return endReturn(ctx, orderId, operation.returnId, operation.intent);
  }
}
