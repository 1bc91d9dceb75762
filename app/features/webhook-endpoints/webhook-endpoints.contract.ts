import { z } from 'zod';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { WEB_REFUSALS } from '#app/core/web-refusal.ts';
import { WEBHOOK_TOPICS } from '#app/platform/webhook-messages/webhook-topic.ts';
import {
  ENDPOINT_PROBLEMS,
  ENDPOINT_STATES,
  isEndpointUrl,
  MAX_DESCRIPTION,
  MAX_REPLAYED,
  MAX_URL,
  MESSAGE_PROBLEMS,
  MESSAGE_STATES,
} from './webhook-endpoint.ts';

export const webhookEndpointDto = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    topics: z.array(z.enum(WEBHOOK_TOPICS)),
    state: z.enum(ENDPOINT_STATES),
    problem: z.enum(ENDPOINT_PROBLEMS).nullable().meta({ description: 'Why it was switched off by itself' }),
    failingSince: timeDto.nullable().meta({ description: 'Since when it has taken nothing' }),
    oldSecretUntil: timeDto.nullable().meta({ description: 'Until when the secret before signs as well' }),
    createdBy: z.string(),
    createdAt: timeDto,
    waiting: z.number().int().meta({ description: 'Messages that it has not taken yet' }),
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpointDto = z.input<typeof webhookEndpointDto>;

const topics = z
  .array(z.enum(WEBHOOK_TOPICS))
  .min(1, rule('required_field'))
  .max(WEBHOOK_TOPICS.length, rule('max_at_once', { maximum: WEBHOOK_TOPICS.length }))
  .transform((chosen) => WEBHOOK_TOPICS.filter((topic) => chosen.includes(topic)));
const url = z
  .string(rule('required_field'))
  .trim()
  .min(1, rule('required_field'))
  .max(MAX_URL, { error: rule('max_characters', { maximum: MAX_URL }), abort: true })
  .refine((text) => isEndpointUrl(text, { allowsHttp: true }), rule('valid_url'))
  .meta({ description: 'An https address of the public internet, without a password in it' });
const description = z
  .string()
  .max(MAX_DESCRIPTION, rule('max_characters', { maximum: MAX_DESCRIPTION }))
  .transform((text) => storedText(text).trim());

export const endpointInput = z.object({ url, description: description.default(''), topics });
export type EndpointInput = z.output<typeof endpointInput>;
export const endpointChanges = z.object({
  url: url.optional(),
  description: description.optional(),
  topics: topics.optional(),
  state: z
    .enum(ENDPOINT_STATES)
    .optional()
    .meta({ description: 'While it is off nothing is recorded for it; what waits stays' }),
});
export type EndpointChanges = z.output<typeof endpointChanges>;

export const webhookMessageDto = z
  .object({
    id: z.string(),
    topic: z.enum(WEBHOOK_TOPICS),
    subject: z.string(),
    subjectId: z.string(),
    state: z.enum(MESSAGE_STATES),
    attempts: z.number().int(),
    isTest: z.boolean(),
    occurredAt: timeDto,
    dueAt: timeDto.nullable().meta({ description: 'When it is tried next; null once it ended' }),
    endedAt: timeDto.nullable(),
    status: z.number().int().nullable().meta({ description: 'What the newest try was answered' }),
    problem: z.enum(WEB_REFUSALS).nullable().meta({ description: 'Why the newest try did not end well' }),
    notCalled: z.enum(MESSAGE_PROBLEMS).nullable().meta({ description: 'Why nobody was called' }),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessageDto = z.input<typeof webhookMessageDto>;

export const webhookMessageDetailDto = webhookMessageDto
  .extend({
    body: z
      .string()
      .nullable()
      .meta({ description: 'What is sent; null before the first try, and once it was erased' }),
    tries: z.array(
      z.object({
        at: timeDto,
        status: z.number().int().nullable(),
        problem: z.enum(WEB_REFUSALS).nullable(),
        answer: z.string().nullable().meta({ description: 'The first 4 KB of the answer' }),
        durationMs: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'WebhookMessageDetail' });
export type WebhookMessageDetailDto = z.input<typeof webhookMessageDetailDto>;

/** A key has a scope for its own endpoints: what they were told is more than other scopes show. */
const read = { kind: 'vendor', permission: 'read_integrations', scope: 'webhooks' } as const;
const write = { kind: 'vendor', permission: 'write_integrations', scope: 'webhooks' } as const;
const byId = z.object({ endpointId: idSchema });
const perMinute = { perMinute: 30, by: 'viewer' } as const;

export const endpointsDto = z.object({
  endpoints: z.array(webhookEndpointDto),
  allowedTopics: z.array(z.enum(WEBHOOK_TOPICS)).meta({ description: 'What the viewer may have an endpoint told' }),
  canEdit: z.boolean(),
});
export type EndpointsDto = z.input<typeof endpointsDto>;

export const listEndpointsEndpoint = endpoint({
  name: 'webhooks.listEndpoints',
  method: 'GET',
  path: '/webhook-endpoints',
  summary: 'The addresses that are told what happens: the vendor’s, or in the marketplace view the marketplace’s own',
  access: read,
  response: endpointsDto,
  errors: ['feature_disabled'],
});

const madeDto = z.object({
  endpoint: webhookEndpointDto,
  secret: z.string().meta({ description: 'Signs what it is told, by Standard Webhooks; it is said this once' }),
});

export const createEndpointEndpoint = endpoint({
  name: 'webhooks.createEndpoint',
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Has an address told of topics from now on, in the name and with the rights of whoever asks',
  access: write,
  body: endpointInput,
  response: madeDto,
  status: 201,
  errors: ['feature_disabled', 'invalid_input', 'invalid_state', 'missing_permission'],
  limit: perMinute,
});

export const changeEndpointEndpoint = endpoint({
  name: 'webhooks.changeEndpoint',
  method: 'PATCH',
  path: '/webhook-endpoints/{endpointId}',
  summary: 'Changes what is sent of an endpoint. Whoever switches it on is its maker from then on',
  access: write,
  params: byId,
  body: endpointChanges,
  response: z.object({ endpoint: webhookEndpointDto }),
  errors: ['feature_disabled', 'invalid_input', 'missing_permission', 'not_found'],
  limit: perMinute,
});

export const replaceSecretEndpoint = endpoint({
  name: 'webhooks.replaceSecret',
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/secret',
  summary: 'Gives an endpoint a new secret; the one before signs as well for 24 hours',
  access: write,
  params: byId,
  response: madeDto,
  errors: ['feature_disabled', 'not_found'],
  limit: perMinute,
});

export const deleteEndpointEndpoint = endpoint({
  name: 'webhooks.deleteEndpoint',
  method: 'DELETE',
  path: '/webhook-endpoints/{endpointId}',
  summary: 'Deletes an endpoint with its log; what waits is not sent any more',
  access: write,
  params: byId,
  response: doneDto,
  errors: ['feature_disabled', 'not_found'],
  limit: perMinute,
});

export const testEndpointEndpoint = endpoint({
  name: 'webhooks.testEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/test',
  summary: 'Sends a test event of a topic, about nothing that exists; it stands in the log like any other',
  access: write,
  params: byId,
  body: z.object({ topic: z.enum(WEBHOOK_TOPICS) }),
  response: z.object({ messageId: z.string() }),
  status: 202,
  errors: ['feature_disabled', 'invalid_state', 'missing_permission', 'not_found'],
  limit: perMinute,
});

export const messagesQuery = z.object({
  state: z.enum(MESSAGE_STATES).optional(),
  topic: z.enum(WEBHOOK_TOPICS).optional(),
  before: idSchema.optional().meta({ description: 'Only messages that are older than this one' }),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

export const messagesDto = z.object({
  messages: z.array(webhookMessageDto),
  next: z.string().nullable().meta({ description: 'Goes into `before` for what is older; null: nothing is' }),
});
export type MessagesDto = z.input<typeof messagesDto>;

export const listMessagesEndpoint = endpoint({
  name: 'webhooks.listMessages',
  method: 'GET',
  path: '/webhook-endpoints/{endpointId}/messages',
  summary: 'A page of what an endpoint was told in the last 30 days, newest first',
  access: read,
  params: byId,
  query: messagesQuery,
  response: messagesDto,
  errors: ['feature_disabled', 'not_found'],
});

export const readMessageEndpoint = endpoint({
  name: 'webhooks.readMessage',
  method: 'GET',
  path: '/webhook-endpoints/{endpointId}/messages/{messageId}',
  summary: 'What was sent, and what each try was answered',
  access: read,
  params: byId.extend({ messageId: idSchema }),
  response: z.object({ message: webhookMessageDetailDto }),
  errors: ['feature_disabled', 'not_found'],
});

const atTime = z.iso.datetime({ offset: true, error: rule('date') });
export const replayBody = z.union([
  z.object({
    messageIds: z
      .array(idSchema)
      .min(1, rule('required_field'))
      .max(MAX_REPLAYED, rule('max_at_once', { maximum: MAX_REPLAYED })),
  }),
  z.object({ from: atTime, to: atTime }),
]);
export type ReplayInput = z.output<typeof replayBody>;

export const replayEndpoint = endpoint({
  name: 'webhooks.replay',
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/replay',
  summary: `Sends messages again under their ids: those named, or all that ended in a span of time, at most ${String(MAX_REPLAYED)}`,
  access: write,
  params: byId,
  body: replayBody,
  response: z.object({ count: z.number().int() }),
  status: 202,
  errors: ['feature_disabled', 'invalid_input', 'invalid_state', 'not_found'],
  limit: perMinute,
});
