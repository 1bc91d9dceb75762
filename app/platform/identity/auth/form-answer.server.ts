import type { z } from 'zod';
import { AppError, describeRefusal, ERRORS, invalidInput, type ErrorCode, type Refusal } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { data, redirect, redirectDocument } from '#app/ui/router.ts';
import type { SignedIn } from './sessions.service.server.ts';
import { safeNext } from './sign-in.ts';

/** Reads a form that the browser posted with the contract's own schema; a 422 names each field. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, form: FormData): z.output<Schema> {
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw invalidInput(toIssues(parsed.error));
  return parsed.data;
}

/**
 * Turns a refusal into the answer that the form shows, with what was typed. Never 401: to the page's script that means an
 * expired session, for which it would refresh and send the form again.
 */
export function refusalAnswer<Step extends string>(
  thrown: unknown,
  typed: { email: FormDataEntryValue | null; step?: Step },
) {
  if (!(thrown instanceof AppError)) throw thrown;
  const { status } = thrown;
  const refusal: Refusal = describeRefusal(thrown);
  const email = typeof typed.email === 'string' ? typed.email.slice(0, 300) : '';
  return data({ email, refusal, step: typed.step }, { status: status === 401 ? 422 : status });
}

/**
 * Where a right password or code leads: to the page that was wanted, as a new document with all its texts, or to the step
 * that comes first.
 */
export function redirectAfterSignIn(request: Request, store: string, { headers, next: step }: SignedIn) {
  const next = safeNext(new URL(request.url).searchParams.get('next'));
  if (!step) return redirectDocument(next, { headers });
  const query = new URLSearchParams({ store, ...(next === '/app' ? {} : { next }) });
  return redirect(`/app/login/second-factor?${query.toString()}`, { headers });
}

/** Why a way over the store platform ended here, by the code in the address; only these are said. */
export function findOAuthRefusal(code: string | null): Refusal | undefined {
  const known: readonly ErrorCode[] = ['way_refused', 'platform_failed', 'shop_access_revoked', 'store_uninstalled'];
  const found = known.find((one) => one === code);
  return found && { code: found, message: ERRORS[found].text };
}
