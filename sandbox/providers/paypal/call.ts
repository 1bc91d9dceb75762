import { z } from 'zod';
import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { PaypalApp, PaypalEnvironment } from '../../core/state-paypal.ts';
import { invalidField, PaypalProblem } from './problem.ts';
import type { PaypalLink } from './problem.ts';

/** One request to PayPal whose application is known. */
export type PaypalCall = {
  sandbox: Sandbox;
  app: PaypalApp;
  request: SandboxRequest;
  /** What the address itself names, such as `id`. */
  path: Record<string, string>;
};

export type PaypalOperation = {
  method: 'GET' | 'POST' | 'DELETE';
  pattern: string;
  name: string;
  run: (call: PaypalCall) => SandboxResponse;
};

/** Where an environment's API is. */
export function originOf(environment: PaypalEnvironment): string {
  return environment === 'live' ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com';
}

/** A link as answers and events carry it. */
export function linkTo(environment: PaypalEnvironment, path: string, rel = 'self', method = 'GET'): PaypalLink {
  return { href: originOf(environment) + path, rel, method, encType: 'application/json' };
}

/** Reads the JSON body by a schema; the first thing that is wrong is refused as PayPal refuses it. */
export function readBody<T extends z.ZodType>(call: PaypalCall, schema: T): z.infer<T> {
  const type = call.request.headers['content-type'] ?? '';
  if (!type.startsWith('application/json'))
    throw new PaypalProblem(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request payload is not supported', [], true);
  let body: unknown;
  try {
    body = JSON.parse(call.request.body.toString('utf8'));
  } catch {
    throw new PaypalProblem(400, 'MALFORMED_REQUEST', 'The request JSON is not well formed.', [], true);
  }
  return readBy(schema, body, 'body');
}

/** Reads the query by a schema of texts. */
export function readQuery<T extends z.ZodType>(call: PaypalCall, schema: T): z.infer<T> {
  return readBy(schema, Object.fromEntries(call.request.query), 'query');
}

function readBy<T extends z.ZodType>(schema: T, value: unknown, location: string): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...keys]
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
  throw invalidField(field, issue?.message ?? 'Invalid', location);
}
