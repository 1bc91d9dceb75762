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
  implement(contract.listRequests, (ctx, { query }) => listRequests(ctx, query.page)),
  implement(contract.readRequest, (ctx, { params }) => readRequest(ctx, params.id)),
  implement(contract.approveRequest, (ctx, { params }) => approveRequest(ctx, params.id)),
  implement(contract.declineRequest, (ctx, { params, body }) => declineRequest(ctx, params.id, body.note)),
  implement(contract.withdrawRequest, (ctx, { params }) => withdrawRequest(ctx, params.id)),
];
