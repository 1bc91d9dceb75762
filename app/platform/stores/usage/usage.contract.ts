import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { pageSchema } from '#app/core/paging.ts';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';

const MAX_EVENT = 80;
const MAX_VALUE = 120;
const MAX_PROPERTIES = 20;

/** A text that can hold no email address: letters, digits, spaces and a few signs, without @. */
const plainText = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum, { error: rule('max_characters', { maximum }), abort: true })
    .regex(/^[\p{L}\d .:/_-]*$/u, rule('plain_event_text'));

const valueSchema = z.union([plainText(MAX_VALUE), z.number(), z.boolean(), z.null()]);
const propertiesSchema = z
  .record(z.string().max(MAX_EVENT), valueSchema)
  .refine((all) => Object.keys(all).length <= MAX_PROPERTIES, rule('max_properties', { maximum: MAX_PROPERTIES }))
  .refine((all) => Object.keys(all).every((key) => /^[\w.-]+$/.test(key)), rule('plain_event_text'));

const trackInput = z.object({
  event: plainText(MAX_EVENT).min(1, rule('required_field')),
  properties: propertiesSchema.default({}),
});

export const trackEndpoint = endpoint({
  name: 'app.track',
  method: 'POST',
  path: '/app/track',
  summary: 'Report that something was used; who did it is not kept, and texts may hold no email address',
  access: { kind: 'vendor', permission: 'read_settings' },
  body: trackInput,
  response: doneDto,
  errors: ['rate_limited'],
});

const usageEventDto = z
  .object({
    id: z.string(),
    event: z.string(),
    properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    vendor: z.string().nullable().meta({ description: 'Null in the marketplace view' }),
    createdAt: timeDto,
  })
  .meta({ id: 'UsageEvent' });
export type UsageEventDto = z.output<typeof usageEventDto>;

export const usageQuery = pageSchema.extend({ q: z.string().trim().max(200).default('') });
export type UsageQuery = z.output<typeof usageQuery>;

export const listUsageEndpoint = endpoint({
  name: 'app.listUsage',
  method: 'GET',
  path: '/app/usage',
  summary: 'Reported events of the last 90 days, newest first',
  access: { kind: 'admin' },
  query: usageQuery,
  response: z.object({
    events: z.array(usageEventDto),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
  }),
});
