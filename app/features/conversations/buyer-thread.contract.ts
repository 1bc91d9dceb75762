import { z } from 'zod';
import { emailAddress } from '#app/core/email-address.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/stored-text.ts';
import { timeDto } from '#app/core/wire.ts';
import { MAX_NAME, MAX_TEXT, SIDES } from './conversation.ts';

const MAX_TOKEN = 600;

const filled = (text: string): boolean => text.trim() !== '';
const tooLong = rule('max_characters', { maximum: MAX_TEXT });
export const messageText = z
  .string()
  .max(MAX_TEXT, tooLong)
  .transform(storedText)
  .refine(filled, rule('required_field'))
  .meta({
    description: 'The message, at most 500 characters. What leads out of the marketplace is masked for the other side',
  });
/** The specification's field. Refused in words rather than ignored: nobody shall believe that a picture was sent. */
export const noPicture = z
  .union([z.literal(''), z.null(), z.string().max(2_000)])
  .optional()
  .refine((image) => image === undefined || image === null || image === '', rule('no_pictures'))
  .meta({ description: 'Pictures are not taken: anything but an empty text is refused' });
/** Which store is meant, where neither the host nor `?store=` says it. */
const store = z.string().trim().max(100).optional();
const buyerToken = z.string().min(1, rule('required_field')).max(MAX_TOKEN);
/** An id of a form or a program; a form sends an empty text for none. */
export const sentId = z
  .union([
    z.literal('').transform(() => undefined),
    z
      .union([z.string().max(20), z.number().int().positive()])
      .transform(String)
      .pipe(idSchema),
  ])
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

export const messageShape = {
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
