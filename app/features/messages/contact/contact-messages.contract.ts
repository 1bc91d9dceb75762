import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageSchema } from '#app/core/paging.ts';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { MESSAGE_KINDS, MESSAGE_VIEWS, SUBSCRIBER_STATUSES } from './contact.ts';

const canRead = { kind: 'vendor', permission: 'read_orders', scope: 'messages:read' } as const;
const canWrite = { kind: 'vendor', permission: 'write_orders', scope: 'messages:write' } as const;
const access = { kind: 'admin' } as const;
const params = z.object({ id: idSchema });

const messageRow = {
  id: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  email: z.string().nullable().meta({ description: 'The address to answer to; null where the form asked for none' }),
  name: z.string(),
  preview: z.string().meta({ description: 'The beginning of what was written, on one line' }),
  vendor: z.string().nullable().meta({ description: 'Whom it is for; null is the marketplace' }),
  receivedAt: timeDto,
  read: z.boolean(),
  archived: z.boolean(),
};
export const messageRowDto = z.object(messageRow).meta({ id: 'MessageRow' });
export type MessageRowDto = z.output<typeof messageRowDto>;

export const messageDto = z
  .object({
    ...messageRow,
    body: z.string(),
    fields: z.array(z.object({ key: z.string(), value: z.string() })),
    askedFor: z.string().nullable().meta({ description: 'The handle that was named and that no vendor has' }),
    own: z.boolean().meta({ description: 'Whether it is for the one who looks, so that looking at it reads it' }),
  })
  .meta({ id: 'Message' });
export type MessageDto = z.output<typeof messageDto>;

const search = z.string().trim().max(200).default('');

export const messagesQuery = pageSchema.extend({
  view: z.enum(MESSAGE_VIEWS).default('all'),
  for: z.enum(['anybody', 'marketplace', 'vendors']).default('anybody').meta({
    description: 'Whom messages are for; `unread` of the marketplace view means its own unless this says more',
  }),
  q: search,
});
export type MessagesQuery = z.output<typeof messagesQuery>;

export const listMessagesEndpoint = endpoint({
  name: 'messages.list',
  method: 'GET',
  path: '/messages',
  summary: 'Messages of visitors, newest first: a vendor’s own, or all of the marketplace',
  access: canRead,
  query: messagesQuery,
  response: z.object({
    messages: z.array(messageRowDto),
    counts: z.record(z.enum(MESSAGE_VIEWS), z.number()),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
  }),
});

export const readMessageEndpoint = endpoint({
  name: 'messages.read',
  method: 'GET',
  path: '/messages/{id}',
  summary: 'One message, whole',
  access: canRead,
  params,
  response: z.object({ message: messageDto }),
});

export const changeSchema = z.object({ read: z.boolean().optional(), archived: z.boolean().optional() });

export const changeMessageEndpoint = endpoint({
  name: 'messages.change',
  method: 'PATCH',
  path: '/messages/{id}',
  summary: 'Marks a message as read or unread, puts it away or takes it back',
  access: canWrite,
  params,
  body: changeSchema,
  response: z.object({ message: messageDto }),
});

export const removeMessageEndpoint = endpoint({
  name: 'messages.remove',
  method: 'DELETE',
  path: '/messages/{id}',
  summary: 'Deletes a message for good',
  access: canWrite,
  params,
  response: doneDto,
});

export const subscriberDto = z
  .object({
    id: z.string(),
    email: z.string(),
    status: z.enum(SUBSCRIBER_STATUSES),
    source: z.string().meta({ description: 'The host of the page that the address was typed on' }),
    createdAt: timeDto,
    confirmedAt: timeDto.nullable(),
    unsubscribedAt: timeDto.nullable(),
  })
  .meta({ id: 'Subscriber' });
export type SubscriberDto = z.output<typeof subscriberDto>;

export const subscribersQuery = pageSchema.extend({
  status: z.enum(['all', ...SUBSCRIBER_STATUSES]).default('all'),
  q: search,
});
export type SubscribersQuery = z.output<typeof subscribersQuery>;

export const listSubscribersEndpoint = endpoint({
  name: 'subscribers.list',
  method: 'GET',
  path: '/subscribers',
  summary: 'Who wants to hear from the marketplace, newest first',
  access,
  query: subscribersQuery,
  response: z.object({
    subscribers: z.array(subscriberDto),
    counts: z.record(z.enum(['all', ...SUBSCRIBER_STATUSES]), z.number()),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
  }),
});

export const removeSubscriberEndpoint = endpoint({
  name: 'subscribers.remove',
  method: 'DELETE',
  path: '/subscribers/{id}',
  summary: 'Erases a subscriber: nothing of the address is kept',
  access,
  params,
  response: doneDto,
});
