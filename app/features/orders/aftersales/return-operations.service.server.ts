import type { Ctx } from '#app/server/context.server.ts';
import { previewReceive, receiveReturn } from './receive.service.server.ts';
import type { ReturnOperation } from './returns.contract.ts';
import { approveReturn, declineReturn, endReturn, makeReturn } from './returns.service.server.ts';

/** Does what the page of returns asks for. Refusals are those of the calls. */
export function actOnReturn(ctx: Ctx, orderId: bigint, act: ReturnOperation): Promise<unknown> {
  switch (act.intent) {
    case 'make':
      return makeReturn(ctx, orderId, act.body);
    case 'approve':
      return approveReturn(ctx, orderId, act.returnId, act.body);
    case 'decline':
      return declineReturn(ctx, orderId, act.returnId, act.body);
    case 'previewReceive':
      return previewReceive(ctx, orderId, act.returnId, act.body);
    case 'receive':
      return receiveReturn(ctx, orderId, act.returnId, act.body);
    case 'close':
    case 'cancel':
      return endReturn(ctx, orderId, act.returnId, act.intent);
  }
}
