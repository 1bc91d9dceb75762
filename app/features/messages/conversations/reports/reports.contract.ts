import { z } from 'zod';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { buyerToken, store } from '../buyer-token.ts';
import { REPORTING_SIDES } from '../conversation.ts';
import { MAX_REPORT_NOTE, MIN_REPORT_NOTE } from './report.ts';

export const reportDto = z
  .object({ side: z.enum(REPORTING_SIDES), note: z.string(), reportedAt: timeDto })
  .meta({ id: 'ConversationReport' });

export const reportSchema = z.object({
  token: buyerToken,
  note: z
    .string()
    .max(MAX_REPORT_NOTE, rule('max_characters', { maximum: MAX_REPORT_NOTE }))
    .transform((note) => storedText(note).trim())
    .refine((note) => note.length >= MIN_REPORT_NOTE, rule('min_characters', { minimum: MIN_REPORT_NOTE }))
    .meta({ description: 'What is wrong; the marketplace alone reads it' }),
  store,
});
export type ReportInput = z.output<typeof reportSchema>;

export const reportConversationEndpoint = endpoint({
  name: 'conversations.report',
  method: 'POST',
  path: '/conversations/report',
  summary: 'A buyer reports a conversation to the marketplace, with the token of its link; again replaces the reason',
  access: { kind: 'public' },
  body: reportSchema,
  response: doneDto,
  errors: ['feature_disabled', 'link_expired', 'invalid_input', 'rate_limited'],
  maxBodyBytes: 20_000,
  limit: { perMinute: 20, by: 'address' },
  crossOrigin: true,
});
