import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageSchema } from '#app/core/paging.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { doneDto, maskedTextDto, timeDto } from '#app/core/dto.ts';
import { ctaDto } from './ctas/ctas.contract.ts';
import { reportDto } from './reports/reports.contract.ts';
import { messageContent, messageShape, requireContent, sentId } from './buyer-thread.contract.ts';
import { MAX_REQUEST_BYTES } from './pictures/picture.ts';
import { CONVERSATION_VIEWS, MIN_TARGET, MODERATIONS, SIDES } from './conversation.ts';

const canRead = { kind: 'vendor', permission: 'read_orders', scope: 'messages:read' } as const;
const canWrite = { kind: 'vendor', permission: 'write_orders', scope: 'messages:write' } as const;
const conversationDto = z
  .object({
    conversationId: z.string(),
    buyer: maskedTextDto.meta({ description: 'The buyer’s name as masked as messages are; empty where none is known' }),
    email: z.string().nullable().meta({ description: 'The buyer’s address; in the marketplace view only' }),
    seller: z.string(),
    with: z.enum(SIDES).meta({ description: 'Whom the viewer writes with' }),
    product: z.object({ id: z.string(), title: z.string() }).nullable(),
    order: z.object({ id: z.string(), name: z.string() }).nullable(),
    lastMessage: maskedTextDto,
    lastSender: z.enum(SIDES),
    isAnswered: z.boolean(),
    lastMessageCreatedAt: timeDto,
    unreadCount: z.number().int(),
    masked: z.number().int().meta({ description: 'How many pieces of its messages were masked' }),
    archived: z.boolean(),
    reported: z.boolean(),
    ctas: z.array(ctaDto).meta({ description: 'Buttons that members of the vendor and admins press' }),
  })
  .meta({ id: 'Conversation' });
export type ConversationDto = z.input<typeof conversationDto>;

const conversationMessageDto = z
  .object({
    ...messageShape,
    original: z
      .string()
      .nullable()
      .meta({ description: 'What was typed, where something of it is masked; in the marketplace view only' }),
  })
  .meta({ id: 'ConversationMessage' });
export type ConversationMessageDto = z.input<typeof conversationMessageDto>;

const conversationDetailDto = z
  .object({
    conversation: conversationDto,
    messages: z.array(conversationMessageDto),
    reports: z.array(reportDto).meta({ description: 'Open reports; a vendor sees its own only' }),
    buyerBanned: z.boolean().nullable().meta({ description: 'In the marketplace view only' }),
    replyAs: z.array(z.enum(SIDES)).meta({ description: 'As whom the viewer can write; empty where it cannot' }),
  })
  .meta({ id: 'ConversationDetail' });
export type ConversationDetailDto = z.input<typeof conversationDetailDto>;

export const conversationsQuery = pageSchema.extend({
  q: z.string().trim().max(200).default(''),
  status: z.enum(CONVERSATION_VIEWS).default('all'),
  conversationId: idSchema.optional().meta({ description: 'Also yields this conversation with its messages' }),
});
export type ConversationsQuery = z.output<typeof conversationsQuery>;

export const listConversationsEndpoint = endpoint({
  name: 'conversations.list',
  method: 'GET',
  path: '/conversations',
  summary: 'Conversations, the one with the newest message first; with `conversationId` also one with its messages',
  access: canRead,
  query: conversationsQuery,
  response: z.object({
    conversations: z.array(conversationDto),
    counts: z.record(z.enum(CONVERSATION_VIEWS), z.number()),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
    opened: conversationDetailDto.nullable(),
  }),
  errors: ['feature_disabled', 'not_found'],
});

export const sendSchema = z
  .object({
    conversationId: sentId,
    orderId: sentId.meta({ description: 'Instead of a conversation: the buyer of this order' }),
    marketplace: z
      .boolean()
      .optional()
      .meta({ description: 'Instead of a conversation, for a vendor: the one that it has with the marketplace' }),
    vendor: z.string().trim().max(255).optional().meta({ description: 'Of an order of several vendors: for whom' }),
    ...messageContent,
    replyAs: z
      .enum(SIDES)
      .optional()
      .meta({ description: 'Vendors write as seller; the marketplace as any, as itself by default' }),
  })
  .superRefine((sent, issues) => {
    const { conversationId, orderId, marketplace } = sent;
    requireContent(sent, issues);
    if (conversationId === undefined && orderId === undefined && marketplace !== true)
      issues.addIssue({ code: 'custom', path: ['conversationId'], message: rule('required_field') });
  });
export type SendInput = z.output<typeof sendSchema>;
/** What is typed of it in a conversation. */
export const messageForm = z
  .object({ text: sendSchema.shape.text, image: sendSchema.shape.image, replyAs: z.enum(SIDES) })
  .superRefine(requireContent);

export const sendMessageEndpoint = endpoint({
  name: 'conversations.send',
  method: 'PUT',
  path: '/conversations/send',
  summary: 'Writes a message in a conversation, or the first one to the buyer of an order; the other side is mailed',
  access: canWrite,
  body: sendSchema,
  response: conversationDetailDto,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'missing_permission', 'rate_limited'],
  maxBodyBytes: MAX_REQUEST_BYTES,
  limit: { perMinute: 30, by: 'viewer' },
});

export const readSchema = z.object({ conversationId: idSchema, messageId: idSchema });

export const markReadEndpoint = endpoint({
  name: 'conversations.read',
  method: 'POST',
  path: '/conversations/read',
  summary: 'Notes that the viewer’s side has read a conversation up to a message',
  access: canRead,
  body: readSchema,
  response: doneDto,
  errors: ['feature_disabled', 'not_found'],
});

export const chatWithSellerSchema = z.object({
  targetVendor: z
    .string()
    .trim()
    .min(MIN_TARGET, rule('min_characters', { minimum: MIN_TARGET }))
    .max(255),
  ...messageContent,
});
export type ChatWithSellerInput = z.output<typeof chatWithSellerSchema>;

/** The same for the screen, which sends a message. */
export const firstMessageSchema = chatWithSellerSchema.superRefine(requireContent);

export const chatWithSellerEndpoint = endpoint({
  name: 'conversations.chatWithSeller',
  method: 'POST',
  path: '/chat-with-seller',
  summary: 'Opens the one conversation of the marketplace with a vendor, and writes in it where a message is given',
  access: { kind: 'admin' },
  body: chatWithSellerSchema,
  response: conversationDetailDto,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'rate_limited'],
  maxBodyBytes: MAX_REQUEST_BYTES,
});

export const chatWithBuyerQuery = z.object({
  orderId: idSchema,
  vendor: z
    .string()
    .trim()
    .max(255)
    .optional()
    .meta({ description: 'Of an order of several vendors: whose conversation' }),
});

export const orderChatDto = z
  .object({
    order: z.object({ id: z.string(), name: z.string() }),
    vendor: z
      .string()
      .nullable()
      .meta({ description: 'Whose conversation it is; null where the order has several vendors and none is named' }),
    vendors: z.array(z.string()),
    buyer: maskedTextDto,
    conversationId: z.string().nullable().meta({ description: 'Null until somebody writes' }),
    canWrite: z.boolean().meta({ description: 'False where no address of the buyer is known' }),
  })
  .meta({ id: 'OrderChat' });
export type OrderChatDto = z.input<typeof orderChatDto>;

export const chatWithBuyerEndpoint = endpoint({
  name: 'conversations.chatWithBuyer',
  method: 'GET',
  path: '/chat-with-buyer',
  summary: 'The conversation with the buyer of an order, where there is one; the first message begins it',
  access: canRead,
  query: chatWithBuyerQuery,
  response: orderChatDto,
  errors: ['feature_disabled', 'not_found'],
});

const MAX_NOTE = 500;
export const moderateSchema = z.object({
  conversationId: idSchema,
  action: z.enum(MODERATIONS),
  note: z
    .string()
    .max(MAX_NOTE, rule('max_characters', { maximum: MAX_NOTE }))
    .transform(storedText)
    .default('')
    .meta({ description: 'Why it is reported' }),
});
export type ModerateInput = z.output<typeof moderateSchema>;

export const moderateEndpoint = endpoint({
  name: 'conversations.moderate',
  method: 'POST',
  path: '/moderate',
  summary:
    'Archives a conversation for both sides or everything of a buyer, and takes that back (the marketplace); a vendor reports one of its own',
  access: canWrite,
  body: moderateSchema,
  response: doneDto,
  errors: ['feature_disabled', 'not_found', 'missing_permission', 'invalid_state'],
  limit: { perMinute: 60, by: 'viewer' },
});
