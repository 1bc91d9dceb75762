import { createHash } from 'node:crypto';
import { z } from 'zod';
import { callOutside } from '#app/adapters/web/outside-call.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { ProviderProblem, type ProviderReason } from '#app/core/provider-problem.ts';

/** A pair of credentials of PayPal, and which of its two worlds it is for. */
export type PaypalAccess = { clientId: string; clientSecret: string; isSandbox: boolean };

/** One call. `raw` is a body that is sent byte for byte. */
export type PaypalCall = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: object;
  raw?: string;
  limitMs?: number;
};

/** An answer that PayPal gave, good or not; problems of the way to it are thrown. */
export type PaypalAnswer = { status: number; body: unknown };

const ANSWER_LIMIT_MS = 20_000;
/** A page or the provider itself waits for a token, so it is given up sooner. */
const TOKEN_LIMIT_MS = 6_000;
/** A token is given up this long before it ends. */
const SPARE_MS = MINUTE_MS;
const MAX_TOKENS = 500;
/** The largest page of a list, several times over. */
const MAX_ANSWER_BYTES = 20_000_000;

/** By PayPal's own names, where the status alone does not say why. */
const BY_NAME: Readonly<Record<string, ProviderReason>> = {
  INSUFFICIENT_FUNDS: 'insufficient',
  NON_HOLDING_CURRENCY: 'insufficient',
  SENDER_RESTRICTED: 'account',
  REQUIRED_SCOPE_MISSING: 'not_granted',
  AUTHORIZATION_ERROR: 'not_granted',
  NOT_AUTHORIZED: 'not_granted',
  INVALID_RESOURCE_ID: 'missing',
  ITEM_NOT_FOUND: 'missing',
  RATE_LIMIT_REACHED: 'busy',
};

type Token = { value: string; scope: string; endsAt: number };
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number(),
});
const problemAnswer = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  details: z.array(z.object({ field: z.string().optional() })).optional(),
});

export const toOrigin = (isSandbox: boolean): string =>
  isSandbox ? 'https://api-m.sandbox.paypal.com' : 'https://api-m.paypal.com';

/** The way to PayPal: tokens are kept while they last, by a hash of their pair. `now` is the program's clock. */
export function createPaypalCaller(now: () => Date) {
  const tokens = new Map<string, Token>();

  async function grant(access: PaypalAccess, isFresh: boolean): Promise<Token> {
    const name = createHash('sha256').update(JSON.stringify(access)).digest('hex');
    const kept = tokens.get(name);
    if (kept && !isFresh && kept.endsAt > now().getTime()) return kept;
    tokens.delete(name);
    const basic = Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64');
    const { status, body } = await send(`${toOrigin(access.isSandbox)}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      limitMs: TOKEN_LIMIT_MS,
    });
    if (status >= 400) throw parseProblem({ status, body }, status === 401 ? 'key' : undefined);
    const parsed = tokenAnswer.safeParse(body);
    if (!parsed.success) throw new ProviderProblem('paypal', 'lost', { status });
    const token: Token = {
      value: parsed.data.access_token,
      scope: parsed.data.scope,
      endsAt: now().getTime() + parsed.data.expires_in * 1000 - SPARE_MS,
    };
    if (tokens.size >= MAX_TOKENS) tokens.clear();
    tokens.set(name, token);
    return token;
  }

  return {
    /** What a pair may do, asked anew. Throws ProviderProblem: `key` for a pair that this world of PayPal does not know. */
    readScope: async (access: PaypalAccess): Promise<string> => (await grant(access, true)).scope,

    /** One call with a token of the pair. A token that PayPal no longer takes is asked for anew, once: nothing was done then. */
    async call(access: PaypalAccess, call: PaypalCall): Promise<PaypalAnswer> {
      const ask = async (isFresh: boolean) => {
        const { value } = await grant(access, isFresh);
        const body = call.raw ?? (call.body && JSON.stringify(call.body));
        return send(`${toOrigin(access.isSandbox)}${call.path}`, {
          method: call.method,
          headers: { authorization: `Bearer ${value}`, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body } : {}),
          ...(call.limitMs ? { limitMs: call.limitMs } : {}),
        });
      };
      const answer = await ask(false);
      return answer.status === 401 ? ask(true) : answer;
    },
  };
}
export type PaypalCaller = ReturnType<typeof createPaypalCaller>;

type Question = { method: PaypalCall['method']; headers: Record<string, string>; body?: string; limitMs?: number };

async function send(url: string, { limitMs, ...question }: Question): Promise<PaypalAnswer> {
  try {
    const { status, bytes } = await callOutside(url, {
      ...question,
      provider: 'paypal',
      limitMs: limitMs ?? ANSWER_LIMIT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return { status, body: readJson(bytes.toString('utf8')) };
  } catch {
    // What was thrown may hold the request, and with it the pair.
    throw new ProviderProblem('paypal', 'lost');
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** What an answer that is no success means. */
export function parseProblem({ status, body }: PaypalAnswer, known?: ProviderReason): ProviderProblem {
  const parsed = problemAnswer.safeParse(body);
  const code = parsed.success ? (parsed.data.name ?? parsed.data.error) : undefined;
  const field = parsed.success ? parsed.data.details?.[0]?.field : undefined;
  return new ProviderProblem('paypal', known ?? computeReason(status, code), { status, code, field });
}

function computeReason(status: number, code: string | undefined): ProviderReason {
  if (status >= 500) return 'lost';
  const known = BY_NAME[code ?? ''];
  if (known) return known;
  if (status === 401) return 'key';
  if (status === 403) return 'not_granted';
  if (status === 404) return 'missing';
  return status === 429 ? 'busy' : 'refused';
}
