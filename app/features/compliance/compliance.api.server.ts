import { implement } from '#app/server/http/api.server.ts';
import { completeRequestEndpoint, exportRequestEndpoint, listRequestsEndpoint } from './compliance.contract.ts';
import { completeRequest, listRequests, readExport } from './compliance.service.server.ts';

export const complianceApi = [
  implement(listRequestsEndpoint, (ctx, { query }) => listRequests(ctx, query)),
  implement(exportRequestEndpoint, (ctx, { params }) => readExport(ctx, params.id)),
  implement(completeRequestEndpoint, (ctx, { params }) => completeRequest(ctx, params.id)),
];
