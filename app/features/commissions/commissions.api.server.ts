import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './commissions.contract.ts';
import { saveDefaultList, saveVendorList } from './commission-lists.service.server.ts';

export const commissionsApi: readonly Implementation[] = [
  implement(contract.saveDefaultListEndpoint, (ctx, { body }) => saveDefaultList(ctx, body)),
  implement(contract.saveVendorListEndpoint, (ctx, { body }) => saveVendorList(ctx, body)),
];
