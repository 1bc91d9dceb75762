import type { SandboxResponse } from '../../core/router.ts';
import { json } from '../../core/router.ts';

export type ProblemBody = { code?: string; message: string; param?: string; type?: string };

/** A refusal in Stripe's own words. */
export class StripeProblem extends Error {
  override name = 'StripeProblem';
  readonly status: number;
  readonly body: ProblemBody;
  /** Whether the request itself was wrong: then nothing was executed and no idempotency key remembers it. */
  readonly isInvalid: boolean;
  constructor(status: number, body: ProblemBody, isInvalid = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.isInvalid = isInvalid;
  }
}

/** A parameter that the operation does not take as it is (400). */
export function invalidParam(param: string, message: string, code?: string): StripeProblem {
  return new StripeProblem(400, { ...(code ? { code } : {}), message, param }, true);
}

/** Something that is not there, or not of this platform and mode. */
export function missing(what: string, id: string, param: string, status = 404): StripeProblem {
  return new StripeProblem(status, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param });
}

/** The answer of a problem: `{error: {type, code, message, param, doc_url}}`, in v2 with the codes of v2. */
export function answerProblem(problem: StripeProblem, version: 'v1' | 'v2'): SandboxResponse {
  const { code, type, message, param } = problem.body;
  const kind = type ?? (problem.status >= 500 ? 'api_error' : 'invalid_request_error');
  if (version === 'v2') {
    const codes: Record<string, string> = { resource_missing: 'not_found' };
    const named = problem.isInvalid ? 'invalid_fields' : code && (codes[code] ?? code);
    return json(problem.status, { error: { ...(named ? { code: named } : {}), message, type: kind } });
  }
  return json(problem.status, {
    error: {
      ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      message,
      ...(param ? { param } : {}),
      type: kind,
    },
  });
}

/** What the real service says with this status when nothing about the request explains it. */
export function problemOfStatus(status: number, key: string): StripeProblem {
  switch (status) {
    case 401:
      return new StripeProblem(401, { code: 'api_key_expired', message: `Expired API Key provided: ${key}` });
    case 403:
      return new StripeProblem(403, {
        code: 'account_invalid',
        message: 'The provided key does not have access to this account (or that account does not exist).',
      });
    case 409:
      return new StripeProblem(409, {
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this idempotency key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
      });
    case 429:
      return new StripeProblem(429, {
        code: 'rate_limit',
        message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      });
    default:
      return new StripeProblem(status, {
        message: `Sorry! There was an error while talking to one of our backends. Support has been notified.`,
      });
  }
}
