import { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageFields } from '#app/core/paging.ts';
import type { Side } from '#app/features/messages/conversations/conversation.ts';
import {
  conversationsQuery,
  listConversationsEndpoint,
  sendMessageEndpoint,
  sendSchema,
  type ConversationDto,
} from '#app/features/messages/conversations/conversations.contract.ts';
import { messageText } from '#app/features/messages/conversations/buyer-thread.contract.ts';
import {
  getConversation,
  listConversations,
} from '#app/features/messages/conversations/conversations.service.server.ts';
import { sendMessage } from '#app/features/messages/conversations/send-message.service.server.ts';
import { markUntrusted, MAX_ROWS, type Author } from '../assistant-answer.ts';
import { defineReading, defineTool, readInput } from '../tool.server.ts';

const AUTHOR_OF: Readonly<Record<Side, Author>> = { buyer: 'buyer', seller: 'vendor', admin: 'marketplace' };

const conversationId = idSchema.meta({ description: 'The id of the conversation, as list_conversations says it' });

const listInput = z.strictObject({
  status: z
    .enum(['unanswered', 'unread', 'all'])
    .default('unanswered')
    .meta({ description: 'unanswered: the last message is not the vendor’s' }),
  q: conversationsQuery.shape.q.meta({ description: 'Words of buyers’ names, products, orders and messages' }),
  cursor: pageFields.cursor.meta({ description: 'Goes on where an answer ended' }),
});

const listConversationsTool = defineReading({
  name: 'list_conversations',
  title: 'List conversations',
  description:
    'Lists conversations with buyers and the marketplace, the newest message first; by default those without an answer. 25 a page.',
  like: listConversationsEndpoint,
  input: listInput,
  run: async (ctx, input) => {
    const { conversations, counts, cursor } = await listConversations(ctx, readInput(conversationsQuery, input));
    return {
      conversations: conversations.map(toRow),
      counts: { all: counts.all, unread: counts.unread, unanswered: counts.unanswered },
      next: cursor === null ? null : { cursor },
    };
  },
});

const toRow = (one: ConversationDto) => ({
  id: one.conversationId,
  with: AUTHOR_OF[one.with],
  buyer: markUntrusted('buyer', one.buyer),
  product: one.product && { id: one.product.id, title: markUntrusted('vendor', one.product.title) },
  order: one.order && { id: one.order.id, number: one.order.name },
  lastMessage: markUntrusted(AUTHOR_OF[one.lastSender], one.lastMessage),
  lastMessageAt: one.lastMessageCreatedAt,
  isAnswered: one.isAnswered,
  unread: one.unreadCount,
});

const readConversation = defineReading({
  name: 'read_conversation',
  title: 'Read a conversation',
  description: 'One conversation with its newest messages, the oldest of them first. It stays unread for people.',
  like: listConversationsEndpoint,
  input: z.strictObject({ conversationId }),
  run: async (ctx, input) => {
    const { conversation, messages } = await getConversation(ctx, input.conversationId);
    return {
      ...toRow(conversation),
      messages: messages.slice(-MAX_ROWS).map(({ id, sender, text, image, createdAt }) => ({
        id,
        from: AUTHOR_OF[sender],
        at: createdAt,
        text: markUntrusted(AUTHOR_OF[sender], text),
        hasPicture: image !== null,
      })),
      more: Math.max(0, messages.length - MAX_ROWS),
    };
  },
});

const answerInput = z.strictObject({
  conversationId,
  answersMessageId: idSchema.meta({
    description:
      'The id of the newest message, as read_conversation says it. Where a newer one came meanwhile nothing is sent',
  }),
  text: messageText,
});

const answerConversation = defineTool({
  name: 'answer_conversation',
  title: 'Answer a conversation',
  description:
    'Sends a message of the vendor in a conversation; the other side is mailed. It answers the newest message, so that a repetition sends nothing twice.',
  effect: 'adds',
  isRepeatable: true,
  like: sendMessageEndpoint,
  input: answerInput,
  run: async (ctx, { conversationId: id, answersMessageId, text }) => {
    const { messages: before } = await getConversation(ctx, id);
    if (before.at(-1)?.id !== String(answersMessageId)) throw new AppError('conflict');
    const { messages } = await sendMessage(ctx, readInput(sendSchema, { conversationId: String(id), text }));
    const sent = messages.at(-1);
    return { sentMessageId: sent?.id ?? null, at: sent?.createdAt ?? null };
  },
});

/** What assistants read and write in conversations. */
export const messageTools = [listConversationsTool, readConversation, answerConversation];
