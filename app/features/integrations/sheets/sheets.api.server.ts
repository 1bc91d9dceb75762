import { implement } from '#app/server/http/api.server.ts';
import { replyCsv } from '#app/server/http/file-reply.server.ts';
import {
  connectSheetEndpoint,
  disconnectSheetEndpoint,
  downloadSheetEndpoint,
  readSheetsEndpoint,
  triggerSheetEndpoint,
} from './sheets.contract.ts';
import { connectSheet, disconnectSheet, makeTemplate, readSheets, triggerSync } from './sheets.service.server.ts';

export const sheetsApi = [
  implement(readSheetsEndpoint, (ctx) => readSheets(ctx)),
  implement(connectSheetEndpoint, (ctx, { body }) => connectSheet(ctx, body)),
  implement(disconnectSheetEndpoint, (ctx) => disconnectSheet(ctx)),
  implement(triggerSheetEndpoint, (ctx) => triggerSync(ctx)),
  implement(downloadSheetEndpoint, async (ctx, { query }) =>
    replyCsv(await makeTemplate(ctx, query.tab), `${query.tab.toLowerCase()}.csv`),
  ),
];
