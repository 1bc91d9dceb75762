import { z } from 'zod';
import { emailAddress } from '#app/core/email-address.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageSchema } from '#app/core/paging.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/stored-text.ts';
import { doneDto, timeDto } from '#app/core/wire.ts';
import { CONVERSATION_VIEWS, MAX_NAME, MAX_TEXT, MIN_TARGET, MODERATIONS, SIDES } from './conversation.ts';

const canRead = { kind: 'vendor', permission: 'read_orders' } as const;
const canWrite = { kind: 'vendor', permission: 'write_orders' } as const;
const MAX_TOKEN = 600;

const filled = (text: string): boolean => text.trim() !== '';
const tooLong = rule('max_characters', { maximum: MAX_TEXT });
const messageText = z
  .string()
  .max(MAX_TEXT, tooLong)
  .transform(storedText)
  .refine(filled, rule('required_field'))
  .meta({ description: 'The message, at most 500 characters. What leads out of the marketplace is masked for the other side' });
/** The specification's field. Refused in words rather than ignored: nobody shall believe that a picture was sent. */
const noPicture = z
  .union([z.literal(''), z.null(), z.string().max(2_000)])
  .optional()
  .refine((image) => image === undefined || image === null || image === '', rule('no_pictures'))
  .meta({ description: 'Pictures are not taken: anything but an empty text is refused' });
/** Which store is meant, where neither the host nor `?store=` says it. */
const store = z.string().trim().max(100).optional();
const buyerToken = z.string().min(1, rule('required_field')).max(MAX_TOKEN);
/** An id of a form or a program; a form sends an empty text for none. */
const sentId = z
  .union([z.literal('').transform(() => undefined), z.union([z.string().max(20), z.number().int().positive()]).transform(String).pipe(idSchema)])
  .optional();

export const startSchema = z.object({
  email: emailAddress,
  name: z
    .string()
    .max(MAX_NAME, rule('max_characters', { maximum: MAX_NAME }))
    .transform(storedText)
    .default(''),
  text: messageText,
  productId: sentId.meta({ description: 'What it is about; without one, `vendor` says who is meant' }),
  vendor: z.string().trim().max(255).optional().meta({ description: 'The handle of the vendor' }),
  image: noPicture,
  store,
});
export type StartInput = z.output<typeof startSchema>;

const startedDto = z
  .object({
    conversationId: z.string(),
    token: z
      .string()
      .nullable()
      .meta({ description: 'Opens the conversation for this buyer; null where only the link of a mail does' }),
  })
  .meta({ id: 'StartedConversation' });
export type StartedDto = z.input<typeof startedDto>;

export const createConversation = endpoint({
  name: 'conversations.create',
  method: 'POST',
  path: '/conversations/create',
  summary:
    'A buyer writes to a vendor about a product. Where the address has a conversation about it already, nothing is written: its link is mailed',
  access: { kind: 'public' },
  body: startSchema,
  response: startedDto,
  status: 201,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'rate_limited'],
  maxBodyBytes: 20_000,
  limit: { perMinute: 20, by: 'address' },
  crossOrigin: true,
});

export const updateSchema = z
  .object({
    token: buyerToken,
    text: messageText.optional(),
    readId: sentId.meta({ description: 'The newest message that the buyer has seen' }),
    image: noPicture,
    store,
  })
  .superRefine(({ text, readId }, issues) => {
    if (text === undefined && readId === undefined)
      issues.addIssue({ code: 'custom', path: ['text'], message: rule('required_field') });
  });
export type UpdateInput = z.output<typeof updateSchema>;

const messageShape = {
  id: z.string(),
  conversationId: z.string(),
  sender: z.enum(SIDES),
  byMarketplace: z.boolean().meta({ description: 'The marketplace wrote it, whichever side it speaks for' }),
  text: z.string(),
  createdAt: timeDto,
  seen: z.boolean().meta({ description: 'The other side has read it' }),
};
export const threadDto = z
  .object({
    conversationId: z.string(),
    seller: z.string(),
    about: z.string().meta({ description: 'The product or the order; empty where it is about neither' }),
    messages: z.array(z.object(messageShape)),
    unreadCount: z.number().int(),
    version: z.string().meta({ description: 'Sent back as `since`, it is answered 304 while nothing changed' }),
  })
  .meta({ id: 'BuyerThread' });
export type ThreadDto = z.input<typeof threadDto>;

export const updateConversation = endpoint({
  name: 'conversations.update',
  method: 'POST',
  path: '/conversations/update',
  summary: 'A buyer writes in a conversation, or has read it, with the token of its link',
  access: { kind: 'public' },
  body: updateSchema,
  response: z.object({ thread: threadDto }),
  errors: ['feature_disabled', 'link_expired', 'invalid_input', 'rate_limited'],
  maxBodyBytes: 20_000,
  limit: { perMinute: 60, by: 'address' },
  crossOrigin: true,
});

const conversationDto = z
  .object({
    conversationId: z.string(),
    buyer: z.string().meta({ description: 'The buyer’s name as masked as messages are; empty where none is known' }),
    email: z.string().nullable().meta({ description: 'The buyer’s address; in the marketplace view only' }),
    seller: z.string(),
    with: z.enum(SIDES).meta({ description: 'Whom the viewer writes with' }),
    product: z.object({ id: z.string(), title: z.string() }).nullable(),
    order: z.object({ id: z.string(), name: z.string() }).nullable(),
    lastMessage: z.string(),
    lastSender: z.enum(SIDES),
    isAnswered: z.boolean(),
    lastMessageCreatedAt: timeDto,
    unreadCount: z.number().int(),
    masked: z.number().int().meta({ description: 'How many pieces of its messages were masked' }),
    archived: z.boolean(),
    reported: z.boolean(),
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
    reportNote: z.string().nullable(),
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

export const listConversations = endpoint({
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
    vendor: z.string().trim().max(255).optional().meta({ description: 'Of an order of several vendors: for whom' }),
    text: messageText,
    image: noPicture,
    replyAs: z.enum(SIDES).optional().meta({ description: 'Vendors write as seller; the marketplace as any, as itself by default' }),
  })
  .superRefine(({ conversationId, orderId }, issues) => {
    if (conversationId === undefined && orderId === undefined)
      issues.addIssue({ code: 'custom', path: ['conversationId'], message: rule('required_field') });
  });
export type SendInput = z.output<typeof sendSchema>;

export const sendMessage = endpoint({
  name: 'conversations.send',
  method: 'PUT',
  path: '/conversations/send',
  summary: 'Writes a message in a conversation, or the first one to the buyer of an order; the other side is mailed',
  access: canWrite,
  body: sendSchema,
  response: conversationDetailDto,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'missing_permission', 'rate_limited'],
  maxBodyBytes: 20_000,
  limit: { perMinute: 30, by: 'viewer' },
});

export const readSchema = z.object({ conversationId: idSchema, messageId: idSchema });

export const markRead = endpoint({
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
  text: messageText,
  image: noPicture,
});

export const chatWithSeller = endpoint({
  name: 'conversations.chatWithSeller',
  method: 'POST',
  path: '/chat-with-seller',
  summary: 'The marketplace writes to a vendor; there is one conversation with each',
  access: { kind: 'admin' },
  body: chatWithSellerSchema,
  response: conversationDetailDto,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'rate_limited'],
  maxBodyBytes: 20_000,
});

export const chatWithBuyerQuery = z.object({
  orderId: idSchema,
  vendor: z.string().trim().max(255).optional().meta({ description: 'Of an order of several vendors: whose conversation' }),
});

export const orderChatDto = z
  .object({
    order: z.object({ id: z.string(), name: z.string() }),
    vendor: z.string().nullable().meta({ description: 'Whose conversation it is; null where the order has several vendors and none is named' }),
    vendors: z.array(z.string()),
    buyer: z.string(),
    conversationId: z.string().nullable().meta({ description: 'Null until somebody writes' }),
    canWrite: z.boolean().meta({ description: 'False where no address of the buyer is known' }),
  })
  .meta({ id: 'OrderChat' });
export type OrderChatDto = z.input<typeof orderChatDto>;

export const chatWithBuyer = endpoint({
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

export const moderate = endpoint({
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
