import { z } from 'zod';
import { callOutside, OutsideCallError, type OutsideAnswer } from '#app/adapters/web/outside-call.server.ts';
import { MailServiceProblem, type MailService, type MailServiceReason } from '#app/core/mail-service.ts';

/** A service that hangs holds a worker no longer than a mail server would. */
const ANSWER_LIMIT_MS = 15_000;
const MAX_ANSWER_BYTES = 1_000_000;

const textSchema = z.string().max(10_000).optional().catch(undefined);
const refusalSchema = z.object({
  code: textSchema,
  message: textSchema,
  errors: z
    .array(z.object({ code: textSchema, message: textSchema }))
    .optional()
    .catch(undefined),
});

export type ServiceCall = {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
};

/**
 * Asks a service once and returns its JSON (null for an empty answer). `reasonOf` says what a refusal means. Throws
 * MailServiceProblem; nothing is tried again here.
 */
export async function askService(
  service: MailService,
  call: ServiceCall,
  reasonOf: (status: number, code: string, message: string) => MailServiceReason,
): Promise<unknown> {
  let answer: OutsideAnswer;
  try {
    answer = await callOutside(call.url, {
      provider: service,
      method: call.method,
      headers: call.headers,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      limitMs: ANSWER_LIMIT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
  } catch (error) {
    throw Object.assign(
      new MailServiceProblem(
        service,
        error instanceof OutsideCallError && error.kind === 'unreached' ? 'unreached' : 'unanswered',
      ),
      {
        cause: error,
      },
    );
  }
  const body = readJson(answer.bytes.toString('utf8'));
  if (answer.ok) return body;
  const { code, message } = parseRefusal(body);
  // A service that broke while it worked may have taken the mail.
  const isBroken = answer.status >= 500;
  const reason = isBroken ? 'unanswered' : answer.status === 429 ? 'busy' : reasonOf(answer.status, code, message);
  throw new MailServiceProblem(service, reason, { status: answer.status, code });
}

function readJson(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** The code and the text of a refusal: Brevo says them at the top, Klaviyo in its first error. */
function parseRefusal(body: unknown): { code: string; message: string } {
  const found = refusalSchema.safeParse(body);
  if (!found.success) return { code: '', message: '' };
  const { errors, ...top } = found.data;
  const { code = '', message = '' } = errors?.[0] ?? top;
  return { code, message };
}

/** An answer in the shape that is awaited. Throws MailServiceProblem for any other: what happened is not known then. */
export function readAnswer<Schema extends z.ZodType>(
  service: MailService,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const read = schema.safeParse(body);
  if (!read.success) throw new MailServiceProblem(service, 'unanswered', { code: 'unreadable' });
  return read.data;
}
