import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { read, save } from './custom-fields.contract.ts';
import { readDefinitions, saveDefinitions } from './custom-fields.service.server.ts';

export const customFieldsApi: readonly Implementation[] = [
  implement(read, (ctx) => readDefinitions(ctx)),
  implement(save, (ctx, { body }) => saveDefinitions(ctx, body)),
];
