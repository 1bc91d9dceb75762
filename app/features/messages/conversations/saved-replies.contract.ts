import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { messageText } from './buyer-thread.contract.ts';
import { MAX_REPLY_TITLE } from './conversation.ts';

export const MAX_SAVED_REPLIES = 50;
const canRead = { kind: 'vendor', permission: 'read_orders', scope: 'messages:read' } as const;
const canWrite = { kind: 'vendor', permission: 'write_orders', scope: 'messages:write' } as const;

const savedReplyDto = z.object({ id: z.string(), title: z.string(), text: z.string() }).meta({ id: 'SavedReply' });
export type SavedReplyDto = z.input<typeof savedReplyDto>;
const response = z.object({ replies: z.array(savedReplyDto) });

export const listSavedRepliesEndpoint = endpoint({
  name: 'conversations.savedReplies',
  method: 'GET',
  path: '/conversations/replies',
  summary: 'Saved replies by their titles: a vendor’s own, or the marketplace’s',
  access: canRead,
  response,
  errors: ['feature_disabled'],
});

export const saveReplySchema = z.object({
  title: z
    .string()
    .max(MAX_REPLY_TITLE, rule('max_characters', { maximum: MAX_REPLY_TITLE }))
    .transform((title) => storedText(title).trim())
    .refine((title) => title !== '', rule('required_field')),
  text: messageText,
});
export type SaveReplyInput = z.output<typeof saveReplySchema>;

export const saveReplyEndpoint = endpoint({
  name: 'conversations.saveReply',
  method: 'PUT',
  path: '/conversations/replies',
  summary: 'Saves a reply; under a title that is there already it replaces the text',
  access: canWrite,
  body: saveReplySchema,
  response,
  errors: ['feature_disabled', 'invalid_input', 'invalid_state'],
  maxBodyBytes: 20_000,
});

export const deleteReplyEndpoint = endpoint({
  name: 'conversations.deleteReply',
  method: 'DELETE',
  path: '/conversations/replies/{id}',
  summary: 'Deletes a saved reply',
  access: canWrite,
  params: z.object({ id: idSchema }),
  response,
  errors: ['feature_disabled', 'not_found'],
});
