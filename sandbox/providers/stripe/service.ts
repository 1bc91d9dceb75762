import type { Fault, Sandbox } from '../../core/kernel.ts';
import { matchRoute } from '../../core/router.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { makeId } from '../identifiers.ts';
import { serveCall } from '../serve.ts';
import type { Answered } from '../serve.ts';
import { accountOperations } from './accounts.ts';
import { accountV2Operations } from './accounts-v2.ts';
import { balanceOperations } from './balance.ts';
import { checkoutOperations } from './billing/checkouts.ts';
import { customerOperations } from './billing/customers.ts';
import { planOperations } from './billing/plans.ts';
import { portalOperations } from './billing/portals.ts';
import { subscriptionOperations } from './billing/subscriptions.ts';
import { STRIPE_VERSION, versionOf } from './call.ts';
import type { StripeCall, StripeOperation } from './call.ts';
import { destinationOperations } from './destinations.ts';
import { endpointOperations } from './endpoints.ts';
import { eventOperations } from './events.ts';
import { recallAnswer, rememberAnswer } from './idempotency.ts';
import { linkOperations } from './links.ts';
import { decodeForm, isObject } from './params.ts';
import type { Params } from './params.ts';
import { assertPermitted, authenticate, maskKey, readKey, stripeOf } from './platforms.ts';
import { answerProblem, problemOfStatus, StripeProblem } from './problem.ts';
import { reversalOperations } from './reversals.ts';
import { transferOperations } from './transfers.ts';

export const STRIPE_HOST = 'api.stripe.com';

const OPERATIONS: readonly StripeOperation[] = [
  ...accountOperations,
  ...accountV2Operations,
  ...linkOperations,
  ...transferOperations,
  ...reversalOperations,
  ...balanceOperations,
  ...endpointOperations,
  ...destinationOperations,
  ...eventOperations,
  ...planOperations,
  ...customerOperations,
  ...subscriptionOperations,
  ...checkoutOperations,
  ...portalOperations,
];

/** The operations by which faults can be narrowed, such as `transfers.create`. */
export const STRIPE_OPERATIONS: readonly string[] = OPERATIONS.map((operation) => operation.name);

const TABLE = OPERATIONS.map((operation) => ({ ...operation, segments: operation.pattern.split('/').slice(1) }));

/** Stripe's API: one request and its answer, faults and log included. */
export function serveStripe(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResponse> {
  const found = matchRoute(TABLE, request.method, request.url.pathname);
  const requestId = makeId(sandbox, 'req_', 14);
  const key = idempotencyKeyOf(request);
  const seal = (response: SandboxResponse): SandboxResponse => ({
    ...response,
    headers: {
      ...response.headers,
      'request-id': requestId,
      'stripe-version': headerOf(request, 'stripe-version') ?? STRIPE_VERSION,
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
  });
  return serveCall(sandbox, request, {
    target: 'stripe',
    operation: found.route?.name ?? null,
    struck: (fault) => seal(answerFault(sandbox, request, fault)),
    run: () => {
      const answered = execute(sandbox, request, found.route ? found : null, requestId);
      return { ...answered, response: seal(answered.response) };
    },
  });
}

type Found = { route: StripeOperation; params: Record<string, string> };

function execute(sandbox: Sandbox, request: SandboxRequest, found: Found | null, requestId: string): Answered {
  const version = versionOf(request);
  try {
    const caller = authenticate(sandbox, request);
    checkVersion(request, version);
    if (!found)
      throw new StripeProblem(
        404,
        { message: `Unrecognized request URL (${request.method}: ${request.url.pathname}).` },
        true,
      );
    assertPermitted(caller, found.route, readKey(request.headers.authorization) ?? '');
    const call: StripeCall = {
      sandbox,
      platform: caller.platform,
      livemode: caller.livemode,
      params: readInput(request, version),
      path: found.params,
      account: headerOf(request, 'stripe-account') ?? headerOf(request, 'stripe-context'),
      cause: { requestId, idempotencyKey: idempotencyKeyOf(request) },
    };
    if (call.account !== null && !found.route.onBehalf)
      throw new StripeProblem(
        400,
        { message: `not implemented in the sandbox: Stripe-Account with ${found.route.name}` },
        true,
      );
    return { response: runOnce(request, call, () => found.route.run(call)), contract: 'ok' };
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    return {
      response: answerProblem(error, version),
      contract: error.isInvalid ? `violates: ${error.message}` : 'ok',
    };
  }
}

/** A version of the API is a date and, since 2024, a name; v2 wants one named. */
function checkVersion(request: SandboxRequest, version: 'v1' | 'v2'): void {
  const wanted = headerOf(request, 'stripe-version');
  if (wanted === null && version === 'v1') return;
  if (wanted === null || !/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(wanted))
    throw new StripeProblem(400, { message: `Invalid Stripe API version: ${wanted ?? 'none was sent'}` }, true);
}

/** Runs what the request asks for, or answers what the same request was answered before. */
function runOnce(request: SandboxRequest, call: StripeCall, run: () => SandboxResponse): SandboxResponse {
  const keyed = keyedRequest(request, call);
  if (!keyed) return run();
  const state = stripeOf(call.sandbox);
  const known = recallAnswer(state, keyed);
  if (known) return known;
  let response: SandboxResponse;
  try {
    response = run();
  } catch (error) {
    if (!(error instanceof StripeProblem) || error.isInvalid) throw error;
    response = answerProblem(error, keyed.version);
  }
  rememberAnswer(state, keyed, response);
  return response;
}

function keyedRequest(request: SandboxRequest, call: Pick<StripeCall, 'sandbox' | 'platform' | 'livemode' | 'params'>) {
  const key = idempotencyKeyOf(request);
  if (key === null) return null;
  return {
    version: versionOf(request),
    owner: `${call.platform.id}:${call.livemode ? 'live' : 'test'}`,
    key,
    endpoint: request.url.pathname,
    params: call.params,
    now: call.sandbox.clock.now(),
  };
}

/** A fault in Stripe's words. A 500 is an execution that failed: its idempotency key remembers it, other failures leave no trace. */
function answerFault(sandbox: Sandbox, request: SandboxRequest, fault: Fault): SandboxResponse {
  const version = versionOf(request);
  const status = fault.kind === 'throttle' ? 429 : fault.status;
  const problem = answerProblem(
    problemOfStatus(status, maskKey(readKey(request.headers.authorization) ?? '')),
    version,
  );
  if (status !== 500) return problem;
  try {
    const { platform, livemode } = authenticate(sandbox, request);
    const call = { sandbox, platform, livemode, params: readInput(request, version) };
    const keyed = keyedRequest(request, call);
    if (!keyed) return problem;
    const known = recallAnswer(stripeOf(sandbox), keyed);
    if (!known) rememberAnswer(stripeOf(sandbox), keyed, problem);
    return known ?? problem;
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    return answerProblem(error, version);
  }
}

/** The parameters of a request: of its query, its form, or with v2 its JSON body. */
function readInput(request: SandboxRequest, version: 'v1' | 'v2'): Params {
  if (request.method !== 'POST') return decodeForm(request.query);
  const body = request.body.toString('utf8');
  if (body === '') return {};
  const type = headerOf(request, 'content-type') ?? '';
  if (version === 'v1') {
    if (type.startsWith('application/x-www-form-urlencoded')) return decodeForm(new URLSearchParams(body));
    throw new StripeProblem(
      400,
      {
        message: `Invalid request (check that your POST content type is application/x-www-form-urlencoded). Yours is ${type}.`,
      },
      true,
    );
  }
  const parsed = type.startsWith('application/json') ? parseJson(body) : undefined;
  if (!isObject(parsed)) throw new StripeProblem(400, { message: 'The body must be a JSON object.' }, true);
  return parsed;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function idempotencyKeyOf(request: SandboxRequest): string | null {
  return request.method === 'POST' ? headerOf(request, 'idempotency-key') : null;
}

function headerOf(request: SandboxRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
