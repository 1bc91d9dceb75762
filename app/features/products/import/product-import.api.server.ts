import { csvHeaders } from '#app/server/csv.server.ts';
import { implement } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { exportFailedRows, makeSample } from './import-tables.service.server.ts';
import { previewImport } from './preview-import.service.server.ts';
import {
  checkImportEndpoint,
  createImportEndpoint,
  failedRowsEndpoint,
  listImportsEndpoint,
  previewImportEndpoint,
  readImportEndpoint,
  retryImportEndpoint,
  sampleTableEndpoint,
  startImportEndpoint,
  stopImportEndpoint,
  uploadTableEndpoint,
} from './product-import.contract.ts';
import {
  checkImport,
  createImport,
  listImports,
  openTable,
  readImport,
  retryImport,
  startImport,
  stopImport,
} from './product-import.service.server.ts';

export const productImportApi = [
  implement(uploadTableEndpoint, (ctx, { query }) => openTable(ctx, query)),
  implement(createImportEndpoint, (ctx, { body }) => createImport(ctx, body)),
  implement(listImportsEndpoint, async (ctx) => ({ imports: await listImports(ctx) })),
  implement(readImportEndpoint, (ctx, { params }) => readImport(ctx, params.importId)),
  implement(checkImportEndpoint, (ctx, { params, body }) => checkImport(ctx, params.importId, body)),
  implement(previewImportEndpoint, (ctx, { params, body }) => previewImport(ctx, params.importId, body)),
  implement(startImportEndpoint, (ctx, { params, body }) => startImport(ctx, params.importId, body)),
  implement(stopImportEndpoint, (ctx, { params }) => stopImport(ctx, params.importId)),
  implement(retryImportEndpoint, (ctx, { params }) => retryImport(ctx, params.importId)),
  implement(
    failedRowsEndpoint,
    async (ctx, { params }) =>
      new Reply('', {
        stream: await exportFailedRows(ctx, params.importId),
        headers: csvHeaders('products-to-mend.csv'),
      }),
  ),
  implement(sampleTableEndpoint, (ctx) =>
    Promise.resolve(new Reply('', { stream: makeSample(ctx), headers: csvHeaders('products-sample.csv') })),
  ),
];
