import { z } from 'zod';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { CTA_VARIANTS, isWebAddress, MAX_LABEL, MAX_PROMPT, MAX_URL, TEST_RESULTS } from './cta.ts';

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

const ctaShape = {
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
};
export const ctaInput = z.object({ conversationId: idSchema, ...ctaShape });
export const ctaChanges = z.object(ctaShape);
export type CtaChanges = z.output<typeof ctaChanges>;
export type CtaInput = z.output<typeof ctaInput>;

const listedCtaDto = z
  .object({
    cta: ctaDto,
    conversation: z.object({ conversationId: z.string(), buyer: z.string(), seller: z.string(), about: z.string() }),
  })
  .meta({ id: 'ListedConversationCta' });
export type ListedCtaDto = z.input<typeof listedCtaDto>;

export const ctasQuery = z.object({
  conversationId: idSchema.optional().meta({ description: 'Only buttons of this conversation' }),
  before: idSchema.optional().meta({ description: 'Only buttons that are older than this one' }),
});
export type CtasQuery = z.output<typeof ctasQuery>;

export const listCtasEndpoint = endpoint({
  name: 'conversations.listCtas',
  method: 'GET',
  path: '/conversations/ctas',
  summary: 'The buttons beside conversations, newest first',
  access: { kind: 'admin' },
  query: ctasQuery,
  response: z.object({
    ctas: z.array(listedCtaDto),
    next: z.string().nullable().meta({ description: 'Goes into `before` for what is older; null: nothing is' }),
  }),
  errors: ['feature_disabled'],
});

export const createCtaEndpoint = endpoint({
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

export const updateCtaEndpoint = endpoint({
  name: 'conversations.updateCta',
  method: 'PUT',
  path: '/conversations/ctas/{ctaId}',
  summary: 'Changes a button that was not answered yet; its secret stays',
  access: { kind: 'admin' },
  params: z.object({ ctaId: idSchema }),
  body: ctaChanges,
  response: z.object({ cta: ctaDto }),
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state'],
  limit: { perMinute: 60, by: 'viewer' },
});

const ctaTestDto = z
  .object({
    result: z.enum(TEST_RESULTS),
    status: z.number().int().nullable().meta({ description: 'What the address answered, where it did' }),
  })
  .meta({ id: 'ConversationCtaTest' });
export type CtaTestDto = z.input<typeof ctaTestDto>;

export const testCtaEndpoint = endpoint({
  name: 'conversations.testCta',
  method: 'POST',
  path: '/conversations/ctas/{ctaId}/test',
  summary:
    'Calls the address of a button with a signed body that says `test`, and says what came of it; the button stays as it is',
  access: { kind: 'admin' },
  params: z.object({ ctaId: idSchema }),
  response: ctaTestDto,
  errors: ['feature_disabled', 'not_found'],
  limit: { perMinute: 20, by: 'viewer' },
});

export const deleteCtaEndpoint = endpoint({
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

export const pressCtaEndpoint = endpoint({
  name: 'conversations.pressCta',
  method: 'POST',
  path: '/conversations/ctas/press',
  summary: 'Presses a button: its address is called once, signed; pressing again after a failure repeats the same call',
  access: { kind: 'vendor', permission: 'write_orders', scope: 'messages:write' },
  body: pressSchema,
  response: z.object({ redirect: z.string().nullable() }),
  errors: ['feature_disabled', 'not_found', 'invalid_state'],
  limit: { perMinute: 20, by: 'viewer' },
});
