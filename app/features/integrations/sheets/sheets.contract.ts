import { z } from 'zod';
import { refusalShape, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_ADDRESS, parseSheetAddress, ROW_OUTCOMES, SHEET_PROBLEMS, SHEET_TABS, SHEETS_ADDRESS } from './sheet.ts';

const count = z.number().int();

const refusedRow = z.object({
  line: count.meta({ description: 'The row of the tab' }),
  sku: z.string(),
  name: z.string().meta({ description: 'The title of the product, or the number of the order' }),
  refusal: z.object(refusalShape),
});
export type RefusedRowDto = z.infer<typeof refusedRow>;

export const sheetConnectionDto = z.object({
  url: z.string(),
  title: z.string(),
  state: z.enum(['active', 'paused']).meta({ description: 'Paused: the access to the spreadsheet was lost' }),
  problem: z.enum(SHEET_PROBLEMS).nullable().meta({ description: 'Why the last sync did not come to its end' }),
  connectedBy: z.string(),
  connectedAt: timeDto,
  syncedAt: timeDto.nullable().meta({ description: 'When a sync last came to its end' }),
  nextAt: timeDto.nullable(),
  isRunning: z.boolean().meta({ description: 'A sync runs, or is about to' }),
  rows: z.record(z.enum(ROW_OUTCOMES), count).meta({ description: 'Rows of products by what became of them' }),
  orderLines: count.meta({ description: 'Lines of orders that were written' }),
  shipped: count.meta({ description: 'Rows of tracking that shipped something' }),
  refusedProducts: z.array(refusedRow).meta({ description: 'The first 100' }),
  refusedTracking: z.array(refusedRow).meta({ description: 'The first 100' }),
});
export type SheetConnectionDto = z.infer<typeof sheetConnectionDto>;

export const sheetsDto = z
  .object({
    account: z.string().nullable().meta({
      description: 'Whom to share the spreadsheet with as editor; null where the program has no service account',
    }),
    isVendor: z.boolean().meta({ description: 'False in the marketplace view, which has no spreadsheet' }),
    canEdit: z.boolean(),
    connection: sheetConnectionDto.nullable(),
  })
  .meta({ id: 'Sheets' });
export type SheetsDto = z.infer<typeof sheetsDto>;

export const connectSheetBody = z.object({
  url: z
    .string(rule('required'))
    .trim()
    .max(MAX_ADDRESS, rule('max_characters', { maximum: MAX_ADDRESS }))
    .refine((url) => url.startsWith(SHEETS_ADDRESS), {
      error: rule('starts_with_sheets', { host: new URL(SHEETS_ADDRESS).origin }),
      abort: true,
    })
    .refine((url) => parseSheetAddress(url) !== undefined, rule('sheet_address')),
});
export type ConnectSheetInput = z.output<typeof connectSheetBody>;

const read = { kind: 'vendor', permission: 'read_integrations' } as const;
const write = { kind: 'vendor', permission: 'write_integrations' } as const;

export const readSheetsEndpoint = endpoint({
  name: 'sheets.read',
  method: 'GET',
  path: '/integrations/sheets',
  summary: 'The vendor’s Google spreadsheet, when it was synced, and which rows were refused.',
  access: read,
  response: sheetsDto,
  errors: ['feature_disabled'],
});

export const connectSheetEndpoint = endpoint({
  name: 'sheets.connect',
  method: 'PUT',
  path: '/integrations/sheets',
  summary:
    'Connects a spreadsheet once it was written to; tabs and headers that it lacks are added. The same again ends a pause.',
  access: write,
  body: connectSheetBody,
  response: sheetsDto,
  errors: ['feature_disabled', 'invalid_input', 'invalid_state', 'provider_failed'],
  limit: { perMinute: 10, by: 'viewer' },
});

export const disconnectSheetEndpoint = endpoint({
  name: 'sheets.disconnect',
  method: 'DELETE',
  path: '/integrations/sheets',
  summary: 'Forgets the spreadsheet. Products and orders stay as they are; once more changes nothing.',
  access: write,
  response: sheetsDto,
  errors: ['feature_disabled', 'invalid_state'],
});

export const triggerSheetEndpoint = endpoint({
  name: 'sheets.trigger',
  method: 'POST',
  path: '/integrations/sheets/trigger',
  summary: 'Syncs now; refused rows are tried again.',
  access: write,
  response: sheetsDto,
  status: 202,
  errors: ['feature_disabled', 'invalid_state'],
  limit: { perMinute: 6, by: 'viewer' },
});

export const downloadSheetQuery = z.object({ tab: z.enum(SHEET_TABS).default('Products') });

export const downloadSheetEndpoint = endpoint({
  name: 'sheets.download',
  method: 'GET',
  path: '/integrations/sheets/download',
  summary: 'A tab of the template as CSV: its columns and an example.',
  access: read,
  query: downloadSheetQuery,
  response: z.string(),
  answers: ['text/csv'],
  errors: ['feature_disabled'],
});
