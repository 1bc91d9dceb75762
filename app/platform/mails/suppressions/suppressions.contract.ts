import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageSchema } from '#app/core/paging.ts';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { MAIL_TEMPLATE_NAMES } from '../mail.ts';
import { UNSENT_REASONS, MAX_DETAIL, SUPPRESSION_KINDS } from './suppression.ts';

const access = { kind: 'admin' } as const;
export const MAX_UNSENT = 50;

const suppressionDto = z
  .object({
    id: z.string(),
    email: z.string(),
    kind: z.enum(SUPPRESSION_KINDS),
    detail: z.string().meta({ description: 'What the mail server or the admin said' }),
    createdAt: timeDto,
  })
  .meta({ id: 'MailSuppression' });
export type SuppressionDto = z.output<typeof suppressionDto>;

export const suppressionsQuery = pageSchema.extend({ q: z.string().trim().max(200).default('') });
export type SuppressionsQuery = z.output<typeof suppressionsQuery>;

export const listSuppressionsEndpoint = endpoint({
  name: 'mails.listSuppressions',
  method: 'GET',
  path: '/notifications/suppressions',
  summary: 'Addresses that get nothing but mails that are always sent, newest first',
  access,
  query: suppressionsQuery,
  response: z.object({
    suppressions: z.array(suppressionDto),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
  }),
});

export const suppressionInput = z.object({
  email: emailAddress,
  kind: z.enum(SUPPRESSION_KINDS),
  detail: z
    .string()
    .trim()
    .max(MAX_DETAIL, rule('max_characters', { maximum: MAX_DETAIL }))
    .default(''),
});

export const addSuppressionEndpoint = endpoint({
  name: 'mails.addSuppression',
  method: 'POST',
  path: '/notifications/suppressions',
  summary: 'Record a bounce or a complaint, or block an address; one that is on the list stays as it is',
  access,
  body: suppressionInput,
  response: suppressionDto,
});

export const liftSuppressionEndpoint = endpoint({
  name: 'mails.liftSuppression',
  method: 'DELETE',
  path: '/notifications/suppressions/{id}',
  summary: 'Take an address off the list: it gets mails again',
  access,
  params: z.object({ id: idSchema }),
  response: doneDto,
});

const unsentDto = z
  .object({
    id: z.string(),
    template: z.enum(MAIL_TEMPLATE_NAMES as [string, ...string[]]).nullable(),
    email: z.string().nullable().meta({ description: 'Null for a mail to a group, or where the address was erased' }),
    audience: z.enum(['address', 'vendor', 'admins']),
    reason: z.enum(UNSENT_REASONS).nullable().meta({ description: 'Null where all tries failed' }),
    detail: z.string().meta({ description: 'What the mail server said last; empty for a mail that was held back' }),
    canSendAgain: z
      .boolean()
      .meta({ description: 'False for a mail that was held back, or that a service may have sent' }),
    createdAt: timeDto,
  })
  .meta({ id: 'UnsentMail' });
export type UnsentDto = z.output<typeof unsentDto>;

export const listUnsentEndpoint = endpoint({
  name: 'mails.listUnsent',
  method: 'GET',
  path: '/notifications/unsent',
  summary: 'The newest mails that were not sent, each with the reason',
  access,
  response: z.object({ mails: z.array(unsentDto).max(MAX_UNSENT) }),
});

export const sendAgainInput = z.object({
  ids: z
    .array(idSchema)
    .min(1)
    .max(MAX_UNSENT, rule('max_at_once', { maximum: MAX_UNSENT }))
    .optional(),
});

export const sendUnsentAgainEndpoint = endpoint({
  name: 'mails.sendAgain',
  method: 'POST',
  path: '/notifications/unsent/send-again',
  summary:
    'Send mails once more whose tries all failed: those named, or all. One id that is none of them refuses the whole',
  access,
  body: sendAgainInput,
  response: z.object({ queued: z.number().int() }),
  errors: ['not_found'],
});
