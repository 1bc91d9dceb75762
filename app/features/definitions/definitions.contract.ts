import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { doneWire } from '#app/core/wire.ts';
import { fieldWire, saveFieldsSchema } from '#app/features/registration/registration.contract.ts';

export const definitionsWire = z.object({
  enableApproval: z.boolean(),
  fields: z.array(fieldWire.extend({ showOnVendorPage: z.boolean(), registration: z.boolean() })),
  version: z.number().int(),
});

export const read = endpoint({
  name: 'definitions.read',
  method: 'GET',
  path: '/vendors/v2/definitions',
  summary: 'The fields of vendors: what the application asks, what the page shows, what only admins keep',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: definitionsWire,
});

export const save = endpoint({
  name: 'definitions.save',
  method: 'PUT',
  path: '/app/metafields/collection',
  summary: 'Sets the fields of vendors, and whether anybody may apply',
  access: { kind: 'admin' },
  body: saveFieldsSchema,
  response: doneWire,
  errors: ['invalid_input', 'conflict'],
});
