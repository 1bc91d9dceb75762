import { z } from 'zod';
import { invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { can, permissionRefusal } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { moderateSchema, readSchema, sendSchema, type ConversationDetailDto } from './conversations.contract.ts';
import { pressSchema } from './ctas/ctas.contract.ts';
import { pressCta } from './ctas/ctas.service.server.ts';
import { markRead } from './conversations.service.server.ts';
import { moderate } from './moderation.service.server.ts';
import { sendMessage } from './send-message.service.server.ts';

/** What the page of a conversation sends, by what is meant with it. */
export const conversationForm = z.looseObject({ intent: z.enum(['send', 'read', 'moderate', 'press']) });

/** Does what the page of a conversation sent. Throws missing_permission (403) and what the use case throws. */
export async function answerConversation(
  ctx: Ctx,
  sent: z.output<typeof conversationForm>,
): Promise<ConversationDetailDto | { ok: true } | { redirect: string | null }> {
  if (sent.intent === 'read') return markRead(ctx, parse(readSchema, sent));
  if (!can(ctx.viewer, 'write_orders')) throw permissionRefusal(ctx.viewer, 'write_orders');
  if (sent.intent === 'press') return pressCta(ctx, parse(pressSchema, sent).ctaId);
  return sent.intent === 'send'
    ? sendMessage(ctx, parse(sendSchema, sent))
    : moderate(ctx, parse(moderateSchema, sent));
}

function parse<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw invalidInput(toIssues(parsed.error));
  return parsed.data;
}
