import { z } from 'zod';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { maskedTextDto, timeDto } from '#app/core/dto.ts';
import { buyerToken, store } from './buyer-token.ts';
import { MAX_NAME, MAX_TEXT, SIDES } from './conversation.ts';
import { MAX_IMAGE_CHARACTERS, MAX_REQUEST_BYTES } from './pictures/picture.ts';

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
/** The same beside a picture, where it may be empty. */
const optionalText = z.string().max(MAX_TEXT, tooLong).transform(storedText);
export const sentImage = z
  .union([z.null(), z.string().max(MAX_IMAGE_CHARACTERS, rule('message_picture'))])
  .optional()
  .transform((image) => (image === undefined || image === '' ? null : image))
  .meta({
    description:
      'A picture (JPEG, PNG, WebP, GIF) as a `data:` address of at most 400 kB; of members also the location of an upload to `cdn/messages`. It is drawn again, and nothing else of the file is kept',
  });

type Content = { text?: string | undefined; image: string | null };

/** Whether anything is sent: a text, a picture or both. */
export const hasContent = ({ text, image }: Content): boolean => image !== null || (text !== undefined && filled(text));

/** A message is a text, a picture or both. */
export function requireContent(sent: Content, issues: z.RefinementCtx): void {
  if (!hasContent(sent)) issues.addIssue({ code: 'custom', path: ['text'], message: rule('required_field') });
}
/** What a message consists of; whoever uses it asks `requireContent`. */
export const messageContent = {
  text: optionalText.default('').meta({
    description:
      'The message, at most 500 characters; needed where there is no picture. What leads out of the marketplace is masked for the other side',
  }),
  image: sentImage,
};
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

export const startSchema = z
  .object({
    email: emailAddress,
    name: z
      .string()
      .max(MAX_NAME, rule('max_characters', { maximum: MAX_NAME }))
      .transform(storedText)
      .default(''),
    ...messageContent,
    productId: sentId.meta({ description: 'What it is about; without one, `vendor` says who is meant' }),
    vendor: z.string().trim().max(255).optional().meta({ description: 'The handle of the vendor' }),
    store,
  })
  .superRefine(requireContent);
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

export const createConversationEndpoint = endpoint({
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
  maxBodyBytes: MAX_REQUEST_BYTES,
  limit: { perMinute: 20, by: 'address' },
  crossOrigin: true,
});

export const updateSchema = z
  .object({
    token: buyerToken,
    text: optionalText.optional(),
    image: sentImage,
    readId: sentId.meta({ description: 'The newest message that the buyer has seen' }),
    store,
  })
  .superRefine((sent, issues) => {
    if (sent.text !== undefined || sent.readId === undefined) requireContent(sent, issues);
  });
export type UpdateInput = z.output<typeof updateSchema>;

export const messageShape = {
  id: z.string(),
  conversationId: z.string(),
  sender: z.enum(SIDES),
  byMarketplace: z.boolean().meta({ description: 'The marketplace wrote it, whichever side it speaks for' }),
  text: maskedTextDto,
  image: z
    .string()
    .nullable()
    .meta({ description: 'Where its picture is read, for an hour or two; null where it has none' }),
  imageSize: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
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
    reported: z.boolean().meta({ description: 'The buyer has reported it, and the marketplace has not decided yet' }),
    version: z.string().meta({ description: 'Sent back as `since`, it is answered 304 while nothing changed' }),
  })
  .meta({ id: 'BuyerThread' });
export type ThreadDto = z.input<typeof threadDto>;

export const updateConversationEndpoint = endpoint({
  name: 'conversations.update',
  method: 'POST',
  path: '/conversations/update',
  summary: 'A buyer writes in a conversation, or has read it, with the token of its link',
  access: { kind: 'public' },
  body: updateSchema,
  response: z.object({ thread: threadDto }),
  errors: ['feature_disabled', 'link_expired', 'invalid_input', 'rate_limited'],
  maxBodyBytes: MAX_REQUEST_BYTES,
  limit: { perMinute: 60, by: 'address' },
  crossOrigin: true,
});
