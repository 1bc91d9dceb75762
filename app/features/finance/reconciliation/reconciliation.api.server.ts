import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './reconciliation.contract.ts';
import { putFindingBack, readBooks, runNow, setFindingAside } from './reconciliation.service.server.ts';

export const reconciliationApi: readonly Implementation[] = [
  implement(contract.readReconciliationEndpoint, (ctx, { query }) => readBooks(ctx, query)),
  implement(contract.runReconciliationEndpoint, (ctx) => runNow(ctx)),
  implement(contract.setAsideEndpoint, (ctx, { params, body }) => setFindingAside(ctx, params.id, body)),
  implement(contract.putBackEndpoint, (ctx, { params }) => putFindingBack(ctx, params.id)),
];
