import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './commissions.contract.ts';
import { saveDefaultList, saveVendorList } from './commission-lists.service.server.ts';

export const commissionsApi: readonly Implementation[] = [
  implement(contract.saveDefaultList, (ctx, { body }) => saveDefaultList(ctx, body)),
  implement(contract.saveVendorList, (ctx, { body }) => saveVendorList(ctx, body)),
];
