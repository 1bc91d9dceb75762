import type { z } from 'zod';
import { AppError, ERRORS, invalidInput, type ErrorParams, type Issue } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { parseSentJson } from '#app/core/text/stored-text.ts';
import { data } from '../router.ts';

/** What a form's action answers. `value` is whatever the screen needs to go on. */
export type FormAnswer<Value = unknown> =
  | { ok: true; value: Value }
  | { ok: false; code: string; reason?: string; message: string; params: ErrorParams; issues: Issue[] };

/** Marks the answer to somebody whose session is over, so that a form can keep what was typed. */
export const SIGNED_OUT_HEADER = 'x-souk-signed-out';

const isSignedOut = (error: unknown): boolean => error instanceof Response && error.headers.has(SIGNED_OUT_HEADER);

/**
 * Runs the work of an action. A refusal becomes an answer with its status, so that the form stays as it was typed and
 * shows each issue at its field; redirects and our own bugs go on as they are.
 */
export async function answerForm<Value>(work: () => Promise<Value>) {
  try {
    const answer: FormAnswer<Value> = { ok: true, value: await work() };
    return data(answer);
  } catch (error) {
    if (isSignedOut(error)) {
      const code = 'not_signed_in';
      const { status, text } = ERRORS[code];
      const answer: FormAnswer<Value> = { ok: false, code, message: text, params: {}, issues: [] };
      return data(answer, { status });
    }
    if (!(error instanceof AppError)) throw error;
    const { code, reason, message, params, issues } = error;
    const answer: FormAnswer<Value> = {
      ok: false,
      code,
      message,
      params,
      issues: [...issues],
      ...(reason ? { reason } : {}),
    };
    return data(answer, { status: error.status });
  }
}

/** Parses what a form sent (`useForm` sends JSON) with the contract's own schema; a 422 names each field. */
export async function readForm<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const body = readJson(await request.text());
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidInput(toIssues(parsed.error));
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return parseSentJson(text);
  } catch {
    throw new AppError('body_not_json');
  }
}
