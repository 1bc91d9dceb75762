import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { read, save } from './definitions.contract.ts';
import { readDefinitions, saveDefinitions } from './definitions.service.server.ts';

export const definitionsApi: readonly Implementation[] = [
  implement(read, (ctx) => readDefinitions(ctx)),
  implement(save, (ctx, { body }) => saveDefinitions(ctx, body)),
];
