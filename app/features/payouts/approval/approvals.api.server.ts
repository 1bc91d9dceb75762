import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './approvals.contract.ts';
import {
  approveRequest,
  declineRequest,
  listRequests,
  readRequest,
  withdrawRequest,
} from './approvals.service.server.ts';

export const approvalsApi: readonly Implementation[] = [
  implement(contract.listRequestsEndpoint, (ctx, { query }) => listRequests(ctx, query.page)),
  implement(contract.readRequestEndpoint, (ctx, { params }) => readRequest(ctx, params.id)),
  implement(contract.approveRequestEndpoint, (ctx, { params }) => approveRequest(ctx, params.id)),
  implement(contract.declineRequestEndpoint, (ctx, { params, body }) => declineRequest(ctx, params.id, body.note)),
  implement(contract.withdrawRequestEndpoint, (ctx, { params }) => withdrawRequest(ctx, params.id)),
];
