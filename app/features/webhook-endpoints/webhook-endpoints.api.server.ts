import { implement, type Implementation } from '#app/server/http/api.server.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  replaceSecret,
  replayMessages,
  testEndpoint,
} from './endpoints.service.server.ts';
import { listMessages, readMessage } from './message-log.service.server.ts';
import * as contract from './webhook-endpoints.contract.ts';

export const webhookEndpointsApi: readonly Implementation[] = [
  implement(contract.listEndpointsEndpoint, (ctx) => listEndpoints(ctx)),
  implement(contract.createEndpointEndpoint, (ctx, { body }) => createEndpoint(ctx, body)),
  implement(contract.changeEndpointEndpoint, (ctx, { params, body }) => changeEndpoint(ctx, params.endpointId, body)),
  implement(contract.replaceSecretEndpoint, (ctx, { params }) => replaceSecret(ctx, params.endpointId)),
  implement(contract.deleteEndpointEndpoint, (ctx, { params }) => deleteEndpoint(ctx, params.endpointId)),
  implement(contract.testEndpointEndpoint, (ctx, { params, body }) => testEndpoint(ctx, params.endpointId, body.topic)),
  implement(contract.listMessagesEndpoint, (ctx, { params, query }) => listMessages(ctx, params.endpointId, query)),
  implement(contract.readMessageEndpoint, (ctx, { params }) => readMessage(ctx, params.endpointId, params.messageId)),
  implement(contract.replayEndpoint, (ctx, { params, body }) => replayMessages(ctx, params.endpointId, body)),
];
