import type { z } from 'zod';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { parseSentJson, sentFields } from '#app/core/text/stored-text.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { ownWordings } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { findThread, updateThread } from './buyer-thread.service.server.ts';
import { updateSchema, type ThreadDto } from './buyer-thread.contract.ts';
import { reportAsBuyer } from './reports/report-conversation.service.server.ts';
import { reportSchema } from './reports/reports.contract.ts';
import { MAX_REQUEST_BYTES } from './pictures/picture.ts';
import { MAX_TOKEN } from './buyer-token.ts';

const MAX_BODY = MAX_REQUEST_BYTES;
const parseToken = (request: Request): string =>
  (new URL(request.url).searchParams.get('token') ?? '').slice(0, MAX_TOKEN + 1);

/** What the page of a link shows. It changes nothing. */
export async function readBuyerPage(ctx: Ctx, request: Request): Promise<{ thread: ThreadDto | null }> {
  return { thread: (await findThread(ctx, parseToken(request))) ?? null };
}

/** Takes what the page sent: a message, that it was read, or a report. A refusal is told in the buyer's language. */
export async function takeMessage(ctx: Ctx, request: Request, address: string): Promise<{ refused: string | null }> {
  try {
    const sent = { ...(await readSent(request)), token: parseToken(request) };
    if ('intent' in sent && sent.intent === 'report') await reportAsBuyer(ctx, parse(reportSchema, sent), address);
    else await updateThread(ctx, parse(updateSchema, sent), address);
    return { refused: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.reportable) throw error;
    const branding = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readBranding);
    const t = translate(ctx.viewer.locale, ownWordings(branding));
    const [first] = error.issues;
    return { refused: first ? issueText(t, first) : refusalText(t, error) };
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw invalidInput(toIssues(parsed.error));
  return parsed.data;
}

/** A form of the page, or what its script sends. */
async function readSent(request: Request): Promise<object> {
  const body = await request.text();
  if (body.length > MAX_BODY) throw new AppError('body_too_large', { limitBytes: MAX_BODY });
  if (!(request.headers.get('content-type') ?? '').startsWith('application/json'))
    return sentFields(new URLSearchParams(body));
  try {
    const sent = parseSentJson(body);
    return typeof sent === 'object' && sent !== null ? sent : {};
  } catch {
    throw new AppError('body_not_json');
  }
}
