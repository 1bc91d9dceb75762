import { implement } from '#app/server/http/api.server.ts';
import { latestReadEndpoint, startReadEndpoint } from './recovery.contract.ts';
import { readLatestRead, startRead } from './recovery.service.server.ts';

export const recoveryApi = [
  implement(startReadEndpoint, (ctx, { body }) => startRead(ctx, body)),
  implement(latestReadEndpoint, async (ctx) => ({ read: await readLatestRead(ctx) })),
];
