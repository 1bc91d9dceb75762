import { Stripe } from 'stripe';
import { ProviderProblem, type ProviderReason } from '#app/core/provider-problem.ts';

/** By Stripe's own codes, where the status alone does not say why. */
const BY_CODE: Readonly<Record<string, ProviderReason>> = {
  api_key_expired: 'expired',
  balance_insufficient: 'insufficient',
  insufficient_capabilities_for_transfer: 'account',
  account_closed: 'account',
  account_invalid: 'missing',
  country_unsupported: 'country',
  transfers_not_allowed: 'country',
  accounts_v2_access_blocked: 'not_granted',
  idempotency_key_in_use: 'busy',
  lock_timeout: 'busy',
  rate_limit: 'busy',
  resource_missing: 'missing',
  not_found: 'missing',
};

/** What Stripe says only in words. */
const BY_TEXT: readonly (readonly [RegExp, ProviderReason])[] = [
  [/not currently supported by stripe/i, 'country'],
  [/required permissions/i, 'not_granted'],
  [/signed up for connect|accounts v2|not enabled for your platform/i, 'not_granted'],
];

/** The right that a restricted key lacks stands in Stripe's sentence alone (github.com/stripe/stripe-node/issues/2246). */
const MISSING_PERMISSION = /Having the '(rak_[a-z0-9_]{1,72})' permission/;

function toReason(error: Stripe.errors.StripeError): ProviderReason {
  const status = error.statusCode;
  if (error.type === 'StripeConnectionError' || status === undefined || status >= 500) return 'lost';
  if (error.type === 'StripeIdempotencyError' && error.code !== 'idempotency_key_in_use') return 'duplicate';
  const known = BY_CODE[error.code ?? ''];
  if (known) return known;
  if (status === 401) return 'key';
  if (status === 429 || status === 409) return 'busy';
  if (status === 404) return 'missing';
  const said = BY_TEXT.find(([words]) => words.test(error.message))?.[1];
  return said ?? (status === 403 ? 'not_granted' : 'refused');
}

/** Runs one call of Stripe's client; what it throws becomes a ProviderProblem, which holds nothing of the request. */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { statusCode: status, code, param: field } = error;
    const permission = MISSING_PERMISSION.exec(error.message)?.[1];
    throw new ProviderProblem('stripe', toReason(error), { status, code, field, permission });
  }
}
