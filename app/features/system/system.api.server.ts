import { implement } from '#app/server/http/api.server.ts';
import { readChecksEndpoint } from './doctor/doctor.contract.ts';
import { readChecks } from './doctor/doctor.service.server.ts';
import {
  discardEndpoint,
  holdEndpoint,
  listDeadLettersEndpoint,
  listExceptionsEndpoint,
  releaseEndpoint,
  replayEndpoint,
  resolveEndpoint,
  systemStatusEndpoint,
} from './system.contract.ts';
import {
  discardLetters,
  holdStore,
  listDeadLetters,
  listExceptions,
  readSystemStatus,
  releaseStore,
  replayLetters,
  resolveException,
} from './system.service.server.ts';

export const systemApi = [
  implement(holdEndpoint, (ctx) => holdStore(ctx)),
  implement(releaseEndpoint, (ctx, { body }) => releaseStore(ctx, body)),
  implement(readChecksEndpoint, (ctx) => readChecks(ctx)),
  implement(systemStatusEndpoint, (ctx) => readSystemStatus(ctx)),
  implement(listDeadLettersEndpoint, (ctx) => listDeadLetters(ctx)),
  implement(replayEndpoint, (ctx, { body }) => replayLetters(ctx, body)),
  implement(discardEndpoint, (ctx, { body }) => discardLetters(ctx, body)),
  implement(listExceptionsEndpoint, (ctx, { query }) => listExceptions(ctx, query)),
  implement(resolveEndpoint, (ctx, { params, body }) => resolveException(ctx, params.id, body)),
];
