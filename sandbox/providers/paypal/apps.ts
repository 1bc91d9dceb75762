import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { json, readForm } from '../../core/router.ts';
import type { PaypalApp, PaypalEnvironment, PaypalState } from '../../core/state-paypal.ts';
import { makeCapitalId, makeId, spell } from '../identifiers.ts';
import { answerInvalidClient } from './problem.ts';

const TOKEN_SECONDS = 32_400;
const PAYOUTS_SCOPE = 'https://uri.paypal.com/payments/payouts';
const OTHER_SCOPES = 'https://uri.paypal.com/services/applications/webhooks openid';

/** PayPal's part of the state; an application for the sandbox environment is there from the start. */
export function paypalOf(sandbox: Sandbox): PaypalState {
  sandbox.state.paypal ??= {
    apps: [makeApp('demo', { name: 'Demo marketplace', environment: 'sandbox' }, { USD: 1_000_000, EUR: 1_000_000 })],
    tokens: [],
    batches: {},
    items: {},
    webhooks: [],
    events: [],
    outcomes: [],
    receivers: {},
    signing: null,
  };
  return sandbox.state.paypal;
}

function makeApp(
  seed: string,
  input: { name: string; environment: PaypalEnvironment },
  balances: Record<string, number>,
): PaypalApp {
  return {
    id: `APP-${spell(`paypal app ${seed}`, 17).toUpperCase()}`,
    ...input,
    clientId: `A${spell(`paypal client ${seed}`, 79)}`,
    clientSecret: `E${spell(`paypal secret ${seed}`, 79)}`,
    revokedAt: null,
    payoutsGranted: true,
    restricted: false,
    balances,
  };
}

/** Adds an application with a pair of credentials that works in one environment only. */
export function addApp(sandbox: Sandbox, input: { name: string; environment: PaypalEnvironment }): PaypalApp {
  const app = makeApp(makeCapitalId(sandbox, '', 10), input, {});
  paypalOf(sandbox).apps.push(app);
  return app;
}

/** An application by its id, or the first; refused when there is none. */
export function appOf(sandbox: Sandbox, id: string | undefined): PaypalApp {
  const { apps } = paypalOf(sandbox);
  const found = id === undefined ? apps[0] : apps.find((app) => app.id === id);
  if (!found) throw new Refusal(`There is no application ${id ?? ''}.`, ['app'], 'NOT_FOUND');
  return found;
}

/** Ends a pair of credentials and every token it was given. */
export function revokeApp(sandbox: Sandbox, app: PaypalApp): void {
  const state = paypalOf(sandbox);
  app.revokedAt ??= sandbox.clock.iso();
  state.tokens = state.tokens.filter((token) => token.appId !== app.id);
}

/** Lets a revoked pair of credentials work again. */
export function renewApp(app: PaypalApp): void {
  app.revokedAt = null;
}

/** Gives a token for client credentials: the one at hand while it lasts, as the real service does. */
export function grantToken(sandbox: Sandbox, request: SandboxRequest, environment: PaypalEnvironment): SandboxResponse {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ', 2);
  const [clientId, clientSecret] = Buffer.from(value, 'base64').toString('utf8').split(':');
  const state = paypalOf(sandbox);
  const app = state.apps.find(
    (candidate) =>
      candidate.clientId === clientId &&
      candidate.clientSecret === clientSecret &&
      candidate.environment === environment,
  );
  if (!/^basic$/i.test(scheme) || !app || app.revokedAt !== null) return answerInvalidClient();
  if (readForm(request).get('grant_type') !== 'client_credentials')
    return json(400, { error: 'unsupported_grant_type', error_description: 'unsupported grant_type' });
  const now = sandbox.clock.now().getTime();
  state.tokens = state.tokens.filter((token) => Date.parse(token.expiresAt) > now);
  let token = state.tokens.find((candidate) => candidate.appId === app.id);
  if (!token) {
    token = {
      token: makeId(sandbox, 'A21AA', 80),
      appId: app.id,
      expiresAt: new Date(now + TOKEN_SECONDS * 1000).toISOString(),
    };
    state.tokens.push(token);
  }
  return json(200, {
    scope: app.payoutsGranted ? `${PAYOUTS_SCOPE} ${OTHER_SCOPES}` : OTHER_SCOPES,
    access_token: token.token,
    token_type: 'Bearer',
    app_id: app.id,
    expires_in: Math.floor((Date.parse(token.expiresAt) - now) / 1000),
    nonce: sandbox.clock.iso(),
  });
}

/** The application of the request's token; null when the token is unknown, expired, revoked or of the other environment. */
export function authenticate(
  sandbox: Sandbox,
  request: SandboxRequest,
  environment: PaypalEnvironment,
): PaypalApp | null {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ', 2);
  if (!/^bearer$/i.test(scheme)) return null;
  const state = paypalOf(sandbox);
  const token = state.tokens.find(
    (candidate) => candidate.token === value && candidate.expiresAt > sandbox.clock.iso(),
  );
  const app = state.apps.find((candidate) => candidate.id === token?.appId);
  return app?.environment === environment ? app : null;
}
