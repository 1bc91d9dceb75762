import type { HTTPError, Options } from 'ky';
import type { z } from 'zod';
import type { AnyEndpoint, Endpoint, Method, OutputOf } from '#app/core/endpoint.ts';
import type { ErrorParams, Issue, Refusal } from '#app/core/errors.ts';
import { RETRY, computeTimeout } from './client-rules.ts';

type Schema = z.ZodType;

/** A call that the API refused, with its status. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: string | undefined;
  readonly params: ErrorParams;
  readonly issues: readonly Issue[];

  constructor(status: number, { message, code = 'internal', reason, params = {}, issues = [] }: Refusal) {
    super(message);
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.params = params;
    this.issues = issues;
  }
}

/** The schemas' input side, with empty parts left out. */
type Parts<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? (P extends z.ZodUndefined ? { params?: undefined } : { params: z.input<P> }) &
        (Q extends z.ZodUndefined ? { query?: undefined } : { query?: z.input<Q> }) &
        (B extends z.ZodUndefined ? { body?: undefined } : { body: z.input<B> })
    : never;

/** What a caller gives: the parts of the request, and the marks that the endpoint has. */
export type CallInput<E extends AnyEndpoint> = Parts<E> &
  (true extends E['creates'] ? { creates: true } : { creates?: undefined }) &
  (true extends E['form'] ? { form: true } : { form?: undefined });

/** The same for the code that sends it, whatever the endpoint. */
type AnyInput = { params?: Values; query?: Values; body?: unknown; creates?: true; form?: true };
type Values = Readonly<Record<string, unknown>>;

type Sent = { search?: URLSearchParams; json?: unknown; form?: URLSearchParams };
type HowToCall = {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** Milliseconds. */
  timeout?: number;
  /** Another way to the network than the page's own. */
  fetch?: typeof fetch;
};

/** Where a client stands: the site it calls, its way to the network, and whether the page is in a frame. */
export type ClientPlace = { origin: () => string; fetch: typeof fetch; isFramed: () => boolean };

/**
 * The one way from a page to our server, with the specification's timeouts, repetitions and error words: `callApi` by the
 * type of an endpoint, `callPath` for the kit's own calls and for downloads, which yields the answer as it is.
 */
export function createApiClient(place: ClientPlace) {
  const { limit, delay } = RETRY;
  /** The library comes with the first call: no page needs it to be there. One that did not come is asked for again. */
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const { default: ky, isHTTPError } = await import('ky');
    const client = ky.create({
      retry: {
        limit,
        delay,
        methods: [...RETRY.methods],
        statusCodes: [...RETRY.statusCodes],
        shouldRetry: ({ error }) => (isHTTPError(error) ? shouldRetry(error) : undefined),
      },
      hooks: {
        beforeRequest: [
          ({ request }) => {
            if (place.isFramed()) request.headers.set('X-Souk-Embedded', '1');
          },
        ],
      },
    });
    return { client, isHTTPError };
  };
  const open = (): ReturnType<typeof load> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  /** Throws ApiRefusal for an answer that refuses, the browser's or ky's own errors for none. Paths are below the site. */
  async function callPath(method: Method, path: string, sent: Sent = {}, how: HowToCall = {}): Promise<Response> {
    const options: Options = {
      method,
      fetch: how.fetch ?? place.fetch,
      timeout: how.timeout ?? computeTimeout(path),
      headers: { accept: 'application/json', ...(how.idempotencyKey ? { 'Idempotency-Key': how.idempotencyKey } : {}) },
      ...(sent.search && sent.search.size > 0 ? { searchParams: sent.search } : {}),
      ...(sent.json === undefined ? {} : { json: sent.json }),
      ...(sent.form ? { body: sent.form } : {}),
      ...(how.signal ? { signal: how.signal } : {}),
    };
    const { client, isHTTPError } = await open();
    try {
      return await client(new URL(path, place.origin()), options);
    } catch (error) {
      throw isHTTPError(error) ? readRefusal(error) : error;
    }
  }

  /**
   * Calls an endpoint: `callApi<typeof listNotices>('GET', '/notices', { query })`. Its type, which is imported as a type only,
   * refuses another method, path, input or mark. A creating call carries a key.
   */
  async function callApi<E extends AnyEndpoint = never>(
    method: E['method'],
    path: E['path'],
    input: CallInput<E>,
    how: Pick<HowToCall, 'signal' | 'idempotencyKey'> = {},
  ): Promise<OutputOf<E>> {
    const { params, query, body, creates, form } = input as AnyInput;
    const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(writeValue(params?.[name])));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) search.set(name, writeValue(value));
    }
    const sent = form ? { form: new URLSearchParams(body as Record<string, string>) } : { json: body };
    const idempotencyKey = how.idempotencyKey ?? (creates ? newKey() : undefined);
    const answer = await callPath(
      method,
      `/api${filled.startsWith('/') ? filled : `/${filled}`}`,
      { search, ...(body === undefined ? {} : sent) },
      { signal: how.signal, idempotencyKey },
    );
    return (answer.status === 204 ? undefined : await answer.json()) as OutputOf<E>;
  }

  return { callApi, callPath };
}

/** The page's own client. `fetch` is looked up at each call, because renewing the session puts itself before it. */
export const { callApi, callPath } = createApiClient({
  origin: () => window.location.origin,
  fetch: (input, init) => window.fetch(input, init),
  isFramed: () => document.body.hasAttribute('data-iframe'),
});

/** ky repeats after 413 only where the answer says when; here 413 is one of the statuses like every other. */
function shouldRetry(error: HTTPError): boolean | undefined {
  const isTooLarge = error.response.status === 413;
  return isTooLarge && !error.response.headers.has('retry-after') ? true : undefined;
}

function writeValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A key that nobody else has; made without `randomUUID`, which pages without encryption do not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A refusal in the answer's own words, or its whole JSON, or else the client's. ky has read the body already. */
function readRefusal(error: HTTPError): ApiRefusal {
  const { response, data } = error;
  if (typeof data !== 'object' || data === null) return new ApiRefusal(response.status, error);
  return new ApiRefusal(response.status, asRefusal(data));
}

/** What an answer says of its refusal; another program than ours may have sent it. */
function asRefusal(data: object): Refusal {
  const { message, code, reason, params, issues } = data as { [Key in keyof Refusal]: unknown };
  return {
    message: typeof message === 'string' && message !== '' ? message : JSON.stringify(data),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof params === 'object' && params !== null ? { params: params as ErrorParams } : {}),
    ...(Array.isArray(issues) ? { issues: issues as Issue[] } : {}),
  };
}
