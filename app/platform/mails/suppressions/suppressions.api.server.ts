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
  implement(contract.listSuppressionsEndpoint, (ctx, { query }) => listSuppressions(ctx, query)),
  implement(contract.addSuppressionEndpoint, (ctx, { body }) => addSuppression(ctx, body)),
  implement(contract.liftSuppressionEndpoint, (ctx, { params }) => liftSuppression(ctx, params.id)),
  implement(contract.listUnsentEndpoint, (ctx) => listUnsent(ctx)),
  implement(contract.sendUnsentAgainEndpoint, (ctx, { body }) => sendUnsentAgain(ctx, body)),
];
