import type { SandboxResponse } from '../../core/router.ts';
import { json } from '../../core/router.ts';

export type PaypalLink = { href: string; rel: string; method: string; encType: string };
export type PaypalDetail = { field?: string; location?: string; issue: string; link?: PaypalLink[] };

const INFORMATION = 'https://developer.paypal.com/docs/api/payments.payouts-batch/#errors';

/** A refusal in PayPal's own words: `{name, message, debug_id, details, links}`. */
export class PaypalProblem extends Error {
  override name = 'PaypalProblem';
  readonly status: number;
  readonly issue: string;
  readonly details: PaypalDetail[];
  /** Whether the request itself was wrong. */
  readonly isInvalid: boolean;
  constructor(status: number, issue: string, message: string, details: PaypalDetail[] = [], isInvalid = false) {
    super(message);
    this.status = status;
    this.issue = issue;
    this.details = details;
    this.isInvalid = isInvalid;
  }
}

/** A field that PayPal does not take as it is (400). */
export function invalidField(field: string, issue: string, location = 'body'): PaypalProblem {
  const details = [{ field, location, issue }];
  return new PaypalProblem(400, 'VALIDATION_ERROR', 'Invalid request - see details', details, true);
}

/** Something that is not there, or not of this application (404). */
export function notFound(): PaypalProblem {
  return new PaypalProblem(404, 'INVALID_RESOURCE_ID', 'Requested resource ID was not found.');
}

export function answerProblem(problem: PaypalProblem, debugId: string): SandboxResponse {
  return json(problem.status, describeProblem(problem.issue, problem.message, debugId, problem.details));
}

/** An error as it stands in answers and in items. */
export function describeProblem(
  name: string,
  message: string,
  debugId: string,
  details: PaypalDetail[] = [],
): Record<string, unknown> {
  return { name, message, debug_id: debugId, information_link: INFORMATION, details, links: [] };
}

/** The 401 to a token that is unknown, expired or revoked; it has the shape of OAuth's errors. */
export function answerInvalidToken(): SandboxResponse {
  return json(
    401,
    { error: 'invalid_token', error_description: 'Token signature verification failed' },
    { 'www-authenticate': 'Bearer realm="/v1", error="invalid_token"' },
  );
}

/** The 401 to credentials that are wrong, revoked, or of the other environment. */
export function answerInvalidClient(): SandboxResponse {
  return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
}

/** What the real service says with this status when nothing about the request explains it. */
export function problemOfStatus(status: number): PaypalProblem {
  switch (status) {
    case 403:
      return new PaypalProblem(403, 'AUTHORIZATION_ERROR', 'Authorization error occurred');
    case 422:
      return insufficientFunds();
    case 429:
      return new PaypalProblem(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.');
    case 503:
      return new PaypalProblem(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable.');
    default:
      return new PaypalProblem(status, 'INTERNAL_ERROR', 'An internal service error has occurred');
  }
}

/** The refusal of a batch that the balance does not cover, fees included. */
export function insufficientFunds(): PaypalProblem {
  const message = 'Sender does not have sufficient funds. Please add funds and retry.';
  return new PaypalProblem(422, 'INSUFFICIENT_FUNDS', message);
}
