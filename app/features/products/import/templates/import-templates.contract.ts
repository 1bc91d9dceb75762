import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { mappedImport } from '../product-import.contract.ts';
import { DECIMAL_SIGNS, IMPORT_FIELDS } from '../product-import.ts';
import { MAX_TEMPLATE_NAME } from './import-template.ts';

/** What is stored of a template; a field that is no more is not imported. */
export const settingsSchema = z.object({
  columns: z.array(z.enum(IMPORT_FIELDS).nullable().catch(null)),
  optionNames: z.array(z.string()),
  decimalSign: z.enum(DECIMAL_SIGNS).nullable(),
  vendor: z.string().nullable(),
  allowsIncomplete: z.boolean(),
});

const templateDto = z
  .object({
    id: z.string(),
    name: z.string(),
    headers: z.array(z.string()),
    columns: z.array(z.enum(IMPORT_FIELDS).nullable()).meta({ description: 'The field of each header' }),
    optionNames: z.array(z.string()),
    decimalSign: z.enum(DECIMAL_SIGNS).nullable(),
    vendor: z.string().nullable(),
    allowsIncomplete: z.boolean(),
    savedBy: z.string(),
    savedAt: timeDto,
  })
  .meta({ id: 'ImportTemplate' });
export type ImportTemplateDto = z.output<typeof templateDto>;
const response = z.object({ templates: z.array(templateDto) });

const access = { kind: 'vendor', permission: 'write_products' } as const;

export const listTemplatesEndpoint = endpoint({
  name: 'productImport.templates',
  method: 'GET',
  path: '/product-csv/templates',
  summary: 'Templates of imports by their names: a vendor’s own, or the marketplace’s.',
  access,
  response,
});

export const saveTemplateBody = mappedImport.extend({
  name: z
    .string(rule('required_field'))
    .max(MAX_TEMPLATE_NAME, rule('max_characters', { maximum: MAX_TEMPLATE_NAME }))
    .transform((name) => storedText(name).trim())
    .refine((name) => name !== '', rule('required_field')),
  importId: idSchema.meta({ description: 'The import whose headers the template is for' }),
  replaces: z.boolean().default(false).meta({ description: 'Replaces the template of this name' }),
});
export type SaveTemplateInput = z.output<typeof saveTemplateBody>;

export const saveTemplateEndpoint = endpoint({
  name: 'productImport.saveTemplate',
  method: 'PUT',
  path: '/product-csv/templates',
  summary: 'Saves how the columns of an import are mapped under a name, for files with the same headers.',
  access,
  body: saveTemplateBody,
  response,
  errors: ['invalid_input', 'not_found', 'invalid_state'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const deleteTemplateEndpoint = endpoint({
  name: 'productImport.deleteTemplate',
  method: 'DELETE',
  path: '/product-csv/templates/{id}',
  summary: 'Deletes a template of imports.',
  access,
  params: z.object({ id: idSchema }),
  response,
  errors: ['not_found'],
});
