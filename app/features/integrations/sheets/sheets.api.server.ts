import { csvHeaders } from '#app/server/csv.server.ts';
import { implement } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
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
  implement(
    downloadSheetEndpoint,
    async (ctx, { query }) =>
      new Reply('', {
        stream: await makeTemplate(ctx, query.tab),
        headers: csvHeaders(`${query.tab.toLowerCase()}.csv`),
      }),
  ),
];
