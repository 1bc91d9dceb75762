import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readEndpoint, saveEndpoint } from './custom-fields.contract.ts';
import { readDefinitions, saveDefinitions } from './custom-fields.service.server.ts';

export const customFieldsApi: readonly Implementation[] = [
  implement(readEndpoint, (ctx) => readDefinitions(ctx)),
  implement(saveEndpoint, (ctx, { body }) => saveDefinitions(ctx, body)),
];
