import { implement } from '#app/server/http/api.server.ts';
import { replyCsv } from '#app/server/http/file-reply.server.ts';
import { exportFailedRows, makeSample } from './import-tables.service.server.ts';
import { exportPreview, previewImport } from './preview-import.service.server.ts';
import {
  checkImportEndpoint,
  createImportEndpoint,
  exportPreviewEndpoint,
  failedRowsEndpoint,
  listImportsEndpoint,
  previewImportEndpoint,
  readImportEndpoint,
  retryImportEndpoint,
  sampleTableEndpoint,
  startImportEndpoint,
  stopImportEndpoint,
  undoImportEndpoint,
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
  undoImport,
} from './product-import.service.server.ts';
import {
  deleteTemplateEndpoint,
  listTemplatesEndpoint,
  saveTemplateEndpoint,
} from './templates/import-templates.contract.ts';
import { deleteTemplate, listTemplates, saveTemplate } from './templates/import-templates.service.server.ts';

export const productImportApi = [
  implement(uploadTableEndpoint, (ctx, { query }) => openTable(ctx, query)),
  implement(createImportEndpoint, (ctx, { body }) => createImport(ctx, body)),
  implement(listImportsEndpoint, async (ctx) => ({ imports: await listImports(ctx) })),
  implement(readImportEndpoint, (ctx, { params }) => readImport(ctx, params.importId)),
  implement(checkImportEndpoint, (ctx, { params, body }) => checkImport(ctx, params.importId, body)),
  implement(previewImportEndpoint, (ctx, { params, body }) => previewImport(ctx, params.importId, body)),
  implement(exportPreviewEndpoint, async (ctx, { params, body }) =>
    replyCsv(await exportPreview(ctx, params.importId, body), 'import-preview.csv'),
  ),
  implement(startImportEndpoint, (ctx, { params, body }) => startImport(ctx, params.importId, body)),
  implement(stopImportEndpoint, (ctx, { params }) => stopImport(ctx, params.importId)),
  implement(retryImportEndpoint, (ctx, { params }) => retryImport(ctx, params.importId)),
  implement(undoImportEndpoint, (ctx, { params }) => undoImport(ctx, params.importId)),
  implement(failedRowsEndpoint, async (ctx, { params }) =>
    replyCsv(await exportFailedRows(ctx, params.importId), 'products-to-mend.csv'),
  ),
  implement(sampleTableEndpoint, (ctx) => Promise.resolve(replyCsv(makeSample(ctx), 'products-sample.csv'))),
  implement(listTemplatesEndpoint, (ctx) => listTemplates(ctx)),
  implement(saveTemplateEndpoint, (ctx, { body }) => saveTemplate(ctx, body)),
  implement(deleteTemplateEndpoint, (ctx, { params }) => deleteTemplate(ctx, params.id)),
];
