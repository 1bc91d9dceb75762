import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { doneDto } from '#app/core/dto.ts';
import {
  fieldDto,
  saveFieldsSchema,
} from '#app/features/vendor-profiles/application-form/application-form.contract.ts';

export const definitionsDto = z.object({
  enableApproval: z.boolean(),
  fields: z.array(fieldDto.extend({ showOnVendorPage: z.boolean(), registration: z.boolean() })),
  version: z.number().int(),
});

export const readEndpoint = endpoint({
  name: 'customFields.read',
  method: 'GET',
  path: '/vendors/v2/definitions',
  summary: 'The fields of vendors: what the application asks, what the page shows, what only admins keep',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: definitionsDto,
});

export const saveEndpoint = endpoint({
  name: 'customFields.save',
  method: 'PUT',
  path: '/app/metafields/collection',
  summary: 'Sets the fields of vendors, and whether anybody may apply',
  access: { kind: 'admin' },
  body: saveFieldsSchema,
  response: doneDto,
  errors: ['invalid_input', 'conflict'],
});
