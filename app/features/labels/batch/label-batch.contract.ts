import { z } from 'zod';
import { doneDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { batchDtoOf, namedBatch } from '#app/features/batches/batches.contract.ts';
import { MAX_LABELS_AT_ONCE, RATE_CHOICES } from './choose-rate.ts';

const MAX_TEXT = 120;
const text = z
  .string()
  .trim()
  .max(MAX_TEXT, rule('max_characters', { maximum: MAX_TEXT }));

export const labelBatchBody = z
  .object({
    orders: z
      .array(
        z.object({
          id: idSchema,
          vendor: idSchema.optional().meta({
            description: 'Whose part; in the marketplace view, where an order has several. All of them by default.',
          }),
        }),
      )
      .min(1, rule('required'))
      .max(MAX_LABELS_AT_ONCE),
    choice: z.enum(RATE_CHOICES).meta({ description: 'Which rate of each order is bought' }),
    carrier: text.default('').meta({ description: 'With the choice `service`: whose, as rates name it' }),
    service: text.default('').meta({ description: 'With the choice `service`: which, as rates name it' }),
    notify: z.boolean().default(true).meta({ description: 'Whether the store tells the buyers of their shipments' }),
  })
  .refine((body) => body.choice !== 'service' || body.service !== '', {
    path: ['service'],
    message: rule('required_field'),
  });
export type LabelBatchInput = z.output<typeof labelBatchBody>;

const labelBatch = batchDtoOf({}, { orderId: z.string(), vendorId: z.string(), name: z.string() }).meta({
  id: 'LabelBatch',
  description: 'Labels that are bought at once, how far it came, and for which orders none was bought and why.',
});
export type LabelBatchDto = z.infer<typeof labelBatch>;

const servicesDto = z.array(z.object({ carrier: z.string(), service: z.string() })).max(MAX_LABELS_AT_ONCE);
export type LabelServiceDto = z.infer<typeof servicesDto>[number];

const canWrite = { kind: 'vendor', permission: 'write_orders', scope: 'labels:buy' } as const;
const canRead = { kind: 'vendor', permission: 'read_orders' } as const;
const limit = { perMinute: 30, by: 'viewer' } as const;
const path = '/shippo/label-batches';

export const startLabelBatchEndpoint = endpoint({
  name: 'shippo.startLabelBatch',
  method: 'POST',
  path,
  summary: `Buys a label for all that is left to ship of each of up to ${MAX_LABELS_AT_ONCE} orders, each once, in its suggested package. It goes on by itself; the answer names it, and a foreign id refuses it whole.`,
  access: canWrite,
  body: labelBatchBody,
  response: labelBatch,
  status: 202,
  creates: true,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'missing_permission', 'invalid_state'],
  limit,
});

export const readLabelBatchEndpoint = endpoint({
  name: 'shippo.readLabelBatch',
  method: 'GET',
  path: `${path}/{batchId}`,
  summary: 'How far the labels came, and for which orders none was bought and why',
  access: canRead,
  params: namedBatch,
  response: labelBatch,
  errors: ['not_found'],
});

export const retryLabelBatchEndpoint = endpoint({
  name: 'shippo.retryLabelBatch',
  method: 'POST',
  path: `${path}/{batchId}/retry`,
  summary: 'Tries the orders again for which no label was bought. Without any, nothing happens.',
  access: canWrite,
  params: namedBatch,
  response: labelBatch,
  status: 202,
  errors: ['not_found', 'missing_permission', 'invalid_state'],
  limit,
});

export const dismissLabelBatchEndpoint = endpoint({
  name: 'shippo.dismissLabelBatch',
  method: 'DELETE',
  path: `${path}/{batchId}`,
  summary: 'Puts the report of labels away that were bought at once',
  access: canWrite,
  params: namedBatch,
  response: doneDto,
  errors: ['not_found', 'invalid_state'],
});

export const readLabelBatchFileEndpoint = endpoint({
  name: 'shippo.labelBatchFile',
  method: 'GET',
  path: `${path}/{batchId}/file`,
  summary: 'The labels of a batch to print, in one PDF in the order of its orders',
  access: canRead,
  params: namedBatch,
  response: z.string().meta({ description: 'application/pdf' }),
  answers: ['application/pdf'],
  errors: ['feature_disabled', 'not_found', 'invalid_state', 'provider_failed', 'rate_limited'],
  limit,
});

export const listLabelServicesEndpoint = endpoint({
  name: 'shippo.listServices',
  method: 'GET',
  path: '/shippo/services',
  summary: 'The services of carriers that were quoted in the last days, by which a batch can choose',
  access: canRead,
  response: servicesDto,
  errors: [],
});
