import { z } from 'zod';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { CTA_VARIANTS, isWebAddress, MAX_LABEL, MAX_PROMPT, MAX_URL } from './cta.ts';

const shortText = (maximum: number) =>
  z
    .string()
    .max(maximum, rule('max_characters', { maximum }))
    .transform((text) => storedText(text).trim())
    .refine((text) => text !== '', rule('required_field'));
const webAddress = z
  .string()
  .trim()
  .max(MAX_URL, { error: rule('max_characters', { maximum: MAX_URL }), abort: true })
  .refine(isWebAddress, rule('valid_url'));

export const ctaDto = z
  .object({
    ctaId: z.string(),
    label: z.string(),
    callbackUrl: z.string().nullable().meta({ description: 'What is called; in the marketplace view only' }),
    redirect: z.string().nullable().meta({ description: 'Where whoever pressed it is sent once it was answered' }),
    variant: z.enum(CTA_VARIANTS),
    prompt: z
      .object({ title: z.string(), confirmText: z.string() })
      .nullable()
      .meta({ description: 'What is asked before it is done' }),
    pressedAt: timeDto.nullable(),
    answeredAt: timeDto.nullable().meta({ description: 'Once it was answered it is not called again' }),
  })
  .meta({ id: 'ConversationCta' });
export type CtaDto = z.input<typeof ctaDto>;

export const ctaInput = z.object({
  conversationId: idSchema,
  label: shortText(MAX_LABEL),
  callbackUrl: webAddress.meta({
    description: 'Gets a signed POST when the button is pressed; of the public internet only',
  }),
  redirect: webAddress.nullable().default(null),
  variant: z.enum(CTA_VARIANTS).default('primary'),
  prompt: z
    .object({ title: shortText(MAX_PROMPT), confirmText: shortText(MAX_LABEL) })
    .nullable()
    .default(null),
});
export type CtaInput = z.output<typeof ctaInput>;

export const createCta = endpoint({
  name: 'conversations.createCta',
  method: 'POST',
  path: '/conversations/ctas',
  summary: 'Puts a button beside a conversation that calls an address of another program',
  access: { kind: 'admin' },
  body: ctaInput,
  response: z.object({
    cta: ctaDto,
    secret: z.string().meta({ description: 'Signs the calls of this button; it is said this once' }),
  }),
  status: 201,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const deleteCta = endpoint({
  name: 'conversations.deleteCta',
  method: 'DELETE',
  path: '/conversations/ctas/{ctaId}',
  summary: 'Takes a button away',
  access: { kind: 'admin' },
  params: z.object({ ctaId: idSchema }),
  response: doneDto,
  errors: ['feature_disabled', 'not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const pressSchema = z.object({ ctaId: idSchema });

export const pressCta = endpoint({
  name: 'conversations.pressCta',
  method: 'POST',
  path: '/conversations/ctas/press',
  summary: 'Presses a button: its address is called once, signed; pressing again after a failure repeats the same call',
  access: { kind: 'vendor', permission: 'write_orders' },
  body: pressSchema,
  response: z.object({ redirect: z.string().nullable() }),
  errors: ['feature_disabled', 'not_found', 'invalid_state'],
  limit: { perMinute: 20, by: 'viewer' },
});
