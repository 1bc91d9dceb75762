import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './specifications.contract.ts';
import {
  deleteSpecification,
  listSpecifications,
  requireSpecifications,
  saveSpecification,
} from './specifications.service.server.ts';

export const specificationsApi: readonly Implementation[] = [
  implement(contract.listSpecifications, async (ctx) => {
    await requireSpecifications(ctx);
    return listSpecifications(ctx);
  }),
  implement(contract.saveSpecification, async (ctx, { body }) => {
    await requireSpecifications(ctx);
    return saveSpecification(ctx, body);
  }),
  implement(contract.deleteSpecification, async (ctx, { query }) => {
    await requireSpecifications(ctx);
    return deleteSpecification(ctx, query);
  }),
];
