import type { Fault, Sandbox } from '../../core/kernel.ts';
import { matchRoute, text } from '../../core/router.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { PaypalEnvironment } from '../../core/state-paypal.ts';
import { spell } from '../identifiers.ts';
import { serveCall } from '../serve.ts';
import type { Answered } from '../serve.ts';
import { nextId } from '../../core/kernel.ts';
import { authenticate, grantToken } from './apps.ts';
import type { PaypalOperation } from './call.ts';
import { notificationOperations } from './notifications.ts';
import { payoutOperations } from './payouts.ts';
import {
  answerInvalidClient,
  answerInvalidToken,
  answerProblem,
  notFound,
  PaypalProblem,
  problemOfStatus,
} from './problem.ts';
import { readingOperations } from './reading.ts';
import { CERT_NAME, publicKeyOf } from './signature.ts';

const HOSTS: Record<string, PaypalEnvironment> = {
  'api-m.paypal.com': 'live',
  'api.paypal.com': 'live',
  'api-m.sandbox.paypal.com': 'sandbox',
  'api.sandbox.paypal.com': 'sandbox',
};
const TOKEN_PATH = '/v1/oauth2/token';

const OPERATIONS: readonly PaypalOperation[] = [...payoutOperations, ...readingOperations, ...notificationOperations];
const TABLE = OPERATIONS.map((operation) => ({ ...operation, segments: operation.pattern.split('/').slice(1) }));

/** The environment whose API is at a host; null when it is none of PayPal's. */
export function paypalEnvironmentOf(host: string): PaypalEnvironment | null {
  return HOSTS[host] ?? null;
}

/** PayPal's API: one request and its answer, faults and log included. */
export function servePaypal(
  sandbox: Sandbox,
  request: SandboxRequest,
  environment: PaypalEnvironment,
): Promise<SandboxResponse> {
  const { pathname } = request.url;
  const isToken = request.method === 'POST' && pathname === TOKEN_PATH;
  const found = matchRoute(TABLE, request.method, pathname);
  const debugId = spell(`debug ${nextId(sandbox)}`, 13, '0123456789abcdef');
  const seal = (response: SandboxResponse): SandboxResponse => ({
    ...response,
    headers: { ...response.headers, 'paypal-debug-id': debugId },
  });
  return serveCall(sandbox, request, {
    target: 'paypal',
    operation: isToken ? 'token' : (found.route?.name ?? null),
    struck: (fault) => seal(answerFault(fault, isToken, debugId)),
    run: () => {
      const { response, contract } = isToken
        ? { response: grantToken(sandbox, request, environment), contract: 'ok' }
        : execute(sandbox, request, environment, found.route ? found : null, debugId);
      return { response: seal(response), contract };
    },
  });
}

function execute(
  sandbox: Sandbox,
  request: SandboxRequest,
  environment: PaypalEnvironment,
  found: { route: PaypalOperation; params: Record<string, string> } | null,
  debugId: string,
): Answered {
  if (request.url.pathname === `/v1/notifications/certs/${CERT_NAME}`)
    return { response: text(200, publicKeyOf(sandbox)), contract: 'ok' };
  const app = authenticate(sandbox, request, environment);
  if (!app) return { response: answerInvalidToken(), contract: 'ok' };
  if (!found) {
    const response = answerProblem(notFound(), debugId);
    return { response, contract: `violates: no operation ${request.method} ${request.url.pathname}` };
  }
  try {
    return { response: found.route.run({ sandbox, app, request, path: found.params }), contract: 'ok' };
  } catch (error) {
    if (!(error instanceof PaypalProblem)) throw error;
    const [detail] = error.details;
    const reason = detail ? `${detail.field ?? ''} ${detail.issue}`.trim() : error.message;
    return {
      response: answerProblem(error, debugId),
      contract: error.isInvalid ? `violates: ${reason}` : 'ok',
    };
  }
}

/** A fault in PayPal's words; a 401 plays credentials that were revoked, or a token that ended early. */
function answerFault(fault: Fault, isToken: boolean, debugId: string): SandboxResponse {
  const status = fault.kind === 'throttle' ? 429 : fault.status;
  if (status === 401) return isToken ? answerInvalidClient() : answerInvalidToken();
  return answerProblem(problemOfStatus(status), debugId);
}
