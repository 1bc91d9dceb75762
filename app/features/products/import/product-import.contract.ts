import { z } from 'zod';
import { issueDto, refusalShape, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { batchDtoOf } from '#app/features/batches/batches.contract.ts';
import {
  DECIMAL_SIGNS,
  IMPORT_FIELDS,
  IMPORT_FORMATS,
  MAX_COLUMNS,
  MAX_FILE_BYTES,
  NUMBER_FIELDS,
  OPTIONS,
  MAX_ROWS,
  OUTCOMES,
  PREVIEW_FIELDS,
  PREVIEW_KINDS,
} from './product-import.ts';
import { keptSchema, UNDO_OUTCOMES } from './undo/undo-record.ts';

const field = z.enum(IMPORT_FIELDS);
const mappingSchema = z
  .object({
    columns: z
      .array(field.nullable())
      .max(MAX_COLUMNS)
      .meta({ description: 'The field of each column; null is not imported' }),
    optionNames: z
      .array(z.string().trim().max(255))
      .length(OPTIONS.length)
      .default(['', '', ''])
      .meta({ description: 'Names of options whose values alone have a column' }),
    decimalSign: z
      .enum(DECIMAL_SIGNS)
      .nullish()
      .meta({ description: 'The sign before fractions; null reads it off the numbers of each column' }),
  })
  .meta({ id: 'ImportMapping' });

export const namedImport = z.object({ importId: idSchema });
export const mappedImport = z.object({
  mapping: mappingSchema,
  /** For the marketplace: whose products rows are that name no vendor. */
  vendor: z.string().trim().max(255).nullish(),
  allowsIncomplete: z.boolean().default(false).meta({
    description: 'Makes new products of which rows are refused of their other rows; otherwise they are left out',
  }),
});
export type MappedImport = z.output<typeof mappedImport>;
export const startImportBody = mappedImport.extend({
  without: z
    .array(z.number().int().positive())
    .max(MAX_ROWS)
    .default([])
    .meta({ description: 'Lines whose products stay out: any line of a product stands for all of it' }),
});
export type StartImport = z.output<typeof startImportBody>;
export const previewInput = mappedImport.extend({
  from: z.number().int().min(0).max(MAX_ROWS).default(0),
  kind: z.enum(PREVIEW_KINDS).default('all'),
});
export type PreviewInput = z.output<typeof previewInput>;
export const createImportBody = z.object({
  location: z.string(rule('required')).trim().min(1, rule('required')).max(2048),
});

const issueGroup = z.object({
  field,
  rule: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  lines: z.string().meta({ description: 'Lines of the table in the shortest writing: 2-5,7-9' }),
  count: z.number().int(),
  values: z.array(z.string()).meta({ description: 'The first few different values of the cells, cut' }),
});

export const checkDto = z.object({
  rows: z.number().int(),
  goodRows: z.number().int(),
  creates: z.number().int().meta({ description: 'Products that would be made' }),
  updates: z.number().int().meta({ description: 'Products that have the SKUs already' }),
  issues: z.array(issueGroup),
  warnings: z.array(issueGroup).meta({ description: 'What looks wrong and is imported all the same' }),
  incomplete: z
    .array(
      z.object({
        title: z.string(),
        good: z.number().int().meta({ description: 'Its variants that could be imported' }),
        total: z.number().int(),
        lines: z.string(),
      }),
    )
    .meta({ description: 'The first new products of which rows are refused' }),
  incompleteProducts: z.number().int(),
  joined: z
    .array(z.object({ title: z.string(), rows: z.number().int(), lines: z.string() }))
    .meta({ description: 'The first new products that rows of one title make together' }),
  joinedProducts: z.number().int(),
  lost: z
    .array(z.object({ column: z.number().int(), header: z.string(), rows: z.number().int(), example: z.string() }))
    .meta({ description: 'Columns that say something and are not imported' }),
  readings: z
    .array(
      z.object({
        field: z.enum(NUMBER_FIELDS),
        sign: z.enum(DECIMAL_SIGNS),
        example: z.string(),
        value: z.string().meta({ description: 'The example as it is read' }),
      }),
    )
    .meta({ description: 'Columns whose numbers could be read in two ways, and how they are read' }),
});
export type CheckDto = z.infer<typeof checkDto>;

export const previewDto = z.object({
  total: z.number().int(),
  products: z.array(
    z.object({
      title: z.string(),
      productId: z.string().nullable(),
      line: z.number().int().meta({ description: 'Its first line' }),
      lines: z.string(),
      variants: z.number().int(),
      outcome: z.enum([...OUTCOMES, 'refused']),
      changes: z.array(
        z.object({
          field: z.enum(PREVIEW_FIELDS),
          variant: z.string().nullable(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
      moreChanges: z.number().int(),
      issues: z.array(issueDto),
    }),
  ),
  next: z.number().int().nullable().meta({ description: 'Where the next products begin; null at the end' }),
});
export type PreviewDto = z.infer<typeof previewDto>;

export const importBatchDto = batchDtoOf({}, { position: z.number().int(), title: z.string(), lines: z.string() });
export type ImportBatchDto = z.infer<typeof importBatchDto>;

const importRow = {
  id: z.string(),
  filename: z.string(),
  state: z.enum(['open', 'running', 'stopped', 'done', 'undoing', 'undone']),
  rows: z.number().int(),
  createdBy: z.string(),
  createdAt: timeDto,
  startedAt: timeDto.nullable(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int().meta({ description: 'Products that were refused while they were imported' }),
  stopped: z.number().int().meta({ description: 'Products that were not reached before the import was stopped' }),
  refusedRows: z.number().int().meta({ description: 'Rows that were left out because of what they say' }),
  failedRows: z
    .number()
    .int()
    .meta({ description: 'All rows that came to nothing: those that were left out, and those of refused products' }),
  undone: z
    .object({ restored: z.number().int(), archived: z.number().int(), kept: z.number().int() })
    .nullable()
    .meta({ description: 'Once it was undone: products put back, archived, and those of which something stays' }),
  undoUntil: timeDto
    .nullable()
    .meta({ description: 'Until when it can be undone; null where there is nothing to undo' }),
};
export const importRowDto = z.object(importRow);
export type ImportRowDto = z.infer<typeof importRowDto>;

const importUndoDto = z.object({
  state: z.enum(['running', 'done']),
  at: timeDto,
  by: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  failed: z.number().int(),
  products: z
    .array(
      z.object({
        title: z.string(),
        productId: z.string().nullable(),
        outcome: z.enum(UNDO_OUTCOMES),
        kept: z.array(keptSchema),
      }),
    )
    .meta({ description: 'The first products of which something stays as it was imported, with what and why' }),
  failures: z.array(z.object({ title: z.string(), ...refusalShape })),
});
export type ImportUndoDto = z.infer<typeof importUndoDto>;

const mappingDto = z.object({
  columns: z.array(field.nullable()),
  optionNames: z.array(z.string()),
  decimalSign: z.enum(DECIMAL_SIGNS).nullable(),
});

export const importDto = z.object({
  ...importRow,
  encoding: z.string(),
  headers: z.array(z.string()),
  preview: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  mapping: mappingDto,
  automatic: mappingDto.meta({ description: 'The mapping by the headers alone' }),
  template: z
    .string()
    .nullable()
    .meta({ description: 'The template that the mapping is of, because it has the same headers' }),
  allowsIncomplete: z.boolean().meta({ description: 'As the template has it' }),
  format: z.enum(IMPORT_FORMATS).meta({ description: 'The program whose export it is, by its headers' }),
  vendor: z.string().nullable(),
  batch: importBatchDto.nullable().meta({ description: 'How far it came, and the first products that were refused' }),
  issues: z.array(issueGroup).meta({ description: 'Why rows were left out' }),
  failures: z.array(z.object({ title: z.string(), lines: z.string(), ...refusalShape })),
  undo: importUndoDto.nullable().meta({ description: 'How far its undoing came, once somebody asked for that' }),
});
export type ImportDto = z.infer<typeof importDto>;

const access = { kind: 'vendor', permission: 'write_products' } as const;

export const uploadTableEndpoint = endpoint({
  name: 'productImport.upload',
  method: 'PUT',
  path: '/product-csv/upload',
  summary:
    'An address that takes one PUT of a table of products (CSV, TSV, XLSX or ODS), and where it lies afterwards.',
  access,
  query: z.object({
    name: z.string().trim().min(1).max(255).default('products.csv'),
    size: z.coerce
      .number()
      .int(rule('bytes'))
      .min(1, rule('file_empty'))
      .max(MAX_FILE_BYTES, rule('table_bytes', { megabytes: MAX_FILE_BYTES / 1024 / 1024 }))
      .optional()
      .meta({ description: 'Bytes; the address then takes no other size' }),
  }),
  response: z.object({
    url: z.string(),
    location: z.string(),
    contentType: z.string().meta({ description: 'The content type that the PUT names' }),
  }),
  errors: ['invalid_input'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const createImportEndpoint = endpoint({
  name: 'productImport.create',
  method: 'POST',
  path: '/product-csv/imports',
  summary: 'Reads an uploaded table and suggests which column is which field. Nothing is imported yet.',
  access,
  body: createImportBody,
  response: importDto,
  status: 201,
  errors: ['invalid_input', 'not_found'],
  creates: true,
  limit: { perMinute: 30, by: 'viewer' },
});

export const listImportsEndpoint = endpoint({
  name: 'productImport.list',
  method: 'GET',
  path: '/product-csv/imports',
  summary: 'The newest 20 imports with their results.',
  access,
  response: z.object({ imports: z.array(importRowDto) }),
});

export const readImportEndpoint = endpoint({
  name: 'productImport.read',
  method: 'GET',
  path: '/product-csv/imports/{importId}',
  summary: 'An import: its first rows and mapping, and once it was started how far it came and what was refused.',
  access,
  params: namedImport,
  response: importDto,
  errors: ['not_found'],
});

export const checkImportEndpoint = endpoint({
  name: 'productImport.check',
  method: 'POST',
  path: '/product-csv/imports/{importId}/check',
  summary: 'What an import would do under a mapping, and what is wrong with its rows. Nothing is changed.',
  access,
  params: namedImport,
  body: mappedImport,
  response: checkDto,
  errors: ['invalid_input', 'not_found'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const previewImportEndpoint = endpoint({
  name: 'productImport.preview',
  method: 'POST',
  path: '/product-csv/imports/{importId}/preview',
  summary: 'The products of an import under a mapping, with what would change of each. Nothing is changed.',
  access,
  params: namedImport,
  body: previewInput,
  response: previewDto,
  errors: ['invalid_input', 'not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const exportPreviewEndpoint = endpoint({
  name: 'productImport.exportPreview',
  method: 'POST',
  path: '/product-csv/imports/{importId}/preview/export',
  summary: 'The whole preview as CSV: a line for each field that would change, and for each row that is left out.',
  access,
  params: namedImport,
  body: mappedImport,
  response: z.string().meta({ description: 'CSV in UTF-8' }),
  answers: ['text/csv'],
  errors: ['invalid_input', 'not_found'],
  limit: { perMinute: 20, by: 'viewer' },
});

export const startImportEndpoint = endpoint({
  name: 'productImport.start',
  method: 'POST',
  path: '/product-csv/imports/{importId}/start',
  summary: 'Imports the rows without issues in the background. One that was started already is answered as it is.',
  access,
  params: namedImport,
  body: startImportBody,
  response: importDto,
  status: 202,
  errors: ['invalid_input', 'not_found', 'missing_permission', 'invalid_state'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const stopImportEndpoint = endpoint({
  name: 'productImport.stop',
  method: 'POST',
  path: '/product-csv/imports/{importId}/stop',
  summary: 'Stops an import: what it was doing ends, what it had not reached is left. A retry goes on with that.',
  access,
  params: namedImport,
  response: importDto,
  errors: ['not_found', 'missing_permission'],
});

export const retryImportEndpoint = endpoint({
  name: 'productImport.retry',
  method: 'POST',
  path: '/product-csv/imports/{importId}/retry',
  summary:
    'Tries the products again that were refused, and those that a stopped import had not reached. Without any, nothing happens.',
  access,
  params: namedImport,
  response: importDto,
  status: 202,
  errors: ['not_found', 'missing_permission', 'invalid_state'],
});

export const undoImportEndpoint = endpoint({
  name: 'productImport.undo',
  method: 'POST',
  path: '/product-csv/imports/{importId}/undo',
  summary:
    'Undoes an import for 30 days: archives what it made and nobody bought, puts back what nobody changed since. Once more tries what failed.',
  access,
  params: namedImport,
  response: importDto,
  status: 202,
  errors: ['invalid_input', 'not_found', 'missing_permission', 'invalid_state'],
});

export const failedRowsEndpoint = endpoint({
  name: 'productImport.failedRows',
  method: 'GET',
  path: '/product-csv/imports/{importId}/failed',
  summary: 'The rows that were not imported as CSV, each with the reason, to mend and upload again.',
  access,
  params: namedImport,
  response: z.string(),
  answers: ['text/csv'],
  errors: ['not_found'],
});

export const sampleTableEndpoint = endpoint({
  name: 'productImport.sample',
  method: 'GET',
  path: '/product-csv/sample',
  summary: 'A table with every column that an import knows, with a product of variants.',
  access,
  response: z.string(),
  answers: ['text/csv'],
});
