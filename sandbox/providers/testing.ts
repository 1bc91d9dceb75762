import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

type Value = string | number | boolean | null | readonly Value[] | { [name: string]: Value };
export type Input = { [name: string]: Value };

/** `{a: {b: ['x']}}` as `a[b][0]=x`, as Stripe's clients write forms and queries. */
export function encodeForm(input: Input): URLSearchParams {
  const result = new URLSearchParams();
  const put = (name: string, value: Value): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) put(name === '' ? key : `${name}[${key}]`, inner);
    else result.append(name, String(value ?? ''));
  };
  put('', input);
  return result;
}

/** Sends a request to the sandbox that is meant for a provider's host. */
export async function callHost(
  url: string,
  host: string,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    body,
    headers: { 'x-sandbox-host': host, ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

/** Asks Stripe: forms with v1, JSON with v2. */
export function callStripe(
  url: string,
  key: string,
  method: string,
  path: string,
  input: Input = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const auth = { authorization: `Bearer ${key}`, 'stripe-version': '2026-10-28.endive' };
  if (method !== 'POST') {
    const query = encodeForm(input).toString();
    return callHost(url, 'api.stripe.com', method, query ? `${path}?${query}` : path, undefined, {
      ...auth,
      ...headers,
    });
  }
  const isJson = path.startsWith('/v2/');
  const body = isJson ? JSON.stringify(input) : encodeForm(input).toString();
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return callHost(url, 'api.stripe.com', method, path, body, { ...auth, 'content-type': type, ...headers });
}

/** An app that keeps what it is sent; `answer` is the status it gives. */
export async function listen(): Promise<{
  url: string;
  received: Received[];
  answer: (status: number) => void;
  stop: () => Promise<void>;
}> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/metrics') {
        response.end('souk_due_work 0\nsouk_unhandled_deliveries 0\n');
        return;
      }
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      status = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PaypalAccess = { url: string; host: string; token: string };

/** Asks PayPal for a token; throws when it gives none. */
export async function openPaypal(
  url: string,
  app: { clientId: string; clientSecret: string; environment: 'sandbox' | 'live' },
): Promise<PaypalAccess> {
  const host = app.environment === 'live' ? 'api-m.paypal.com' : 'api-m.sandbox.paypal.com';
  const answer = await askForToken(url, host, app.clientId, app.clientSecret);
  if (typeof answer.body['access_token'] !== 'string') throw new Error(`no token: ${JSON.stringify(answer.body)}`);
  return { url, host, token: answer.body['access_token'] };
}

/** The request for a token, with whatever credentials, at whichever host. */
export function askForToken(url: string, host: string, clientId: string, clientSecret: string): Promise<Answer> {
  return callHost(url, host, 'POST', '/v1/oauth2/token', 'grant_type=client_credentials', {
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  });
}

/** Asks PayPal with a token. */
export function callPaypal(access: PaypalAccess, method: string, path: string, body?: unknown): Promise<Answer> {
  return callHost(access.url, access.host, method, path, body === undefined ? undefined : JSON.stringify(body), {
    authorization: `Bearer ${access.token}`,
    'content-type': 'application/json',
  });
}
