import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './suppressions.contract.ts';
import {
  addSuppression,
  liftSuppression,
  listSuppressions,
  listUnsent,
  sendUnsentAgain,
} from './suppressions.service.server.ts';

export const suppressionsApi: readonly Implementation[] = [
  implement(contract.listSuppressions, (ctx, { query }) => listSuppressions(ctx, query)),
  implement(contract.addSuppression, (ctx, { body }) => addSuppression(ctx, body)),
  implement(contract.liftSuppression, (ctx, { params }) => liftSuppression(ctx, params.id)),
  implement(contract.listUnsent, (ctx) => listUnsent(ctx)),
  implement(contract.sendUnsentAgain, (ctx, { body }) => sendUnsentAgain(ctx, body)),
];
