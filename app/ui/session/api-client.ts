import ky, { HTTPError, type KyInstance } from 'ky';
import type { z } from 'zod';
import type { Endpoint, InputOf, OutputOf } from '#app/core/endpoint.ts';
import type { Issue } from '#app/core/errors.ts';

type Schema = z.ZodType;

/** A call that the API refused: its status, its code and the texts as they came. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(status: number, code: string, message: string, issues: readonly Issue[]) {
    super(message);
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

/** ky with its own defaults (10 s, two repeats of calls that may be repeated); `fetch` is looked up at each call. */
const client: KyInstance = ky.create({
  fetch: (input, init) => window.fetch(input, init),
  hooks: {
    beforeRequest: [
      ({ request }) => {
        if (document.body.hasAttribute('data-iframe')) request.headers.set('X-Souk-Embedded', '1');
      },
    ],
  },
});

/** What a caller gives: the schemas' input side, with empty parts left out. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? (P extends z.ZodUndefined ? { params?: undefined } : { params: z.input<P> }) &
        (Q extends z.ZodUndefined ? { query?: undefined } : { query?: z.input<Q> }) &
        (B extends z.ZodUndefined ? { body?: undefined } : { body: z.input<B> })
    : never;

/** Calls an endpoint by its contract from the browser; for polling, uploads and search while typing. */
export async function callApi<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<Endpoint<P, Q, B, R>>,
  options: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<OutputOf<Endpoint<P, Q, B, R>>> {
  const { params, query, body } = input as Partial<InputOf<Endpoint<Schema, Schema, Schema, Schema>>>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(writeValue((params as Record<string, unknown> | undefined)?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) search.set(name, writeValue(value));
  }
  try {
    const answer = await client(`/api${path.startsWith('/') ? path : `/${path}`}`, {
      method: endpoint.method,
      ...(search.size > 0 ? { searchParams: search } : {}),
      ...(body === undefined ? {} : { json: body }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.idempotencyKey ? { headers: { 'Idempotency-Key': options.idempotencyKey } } : {}),
    });
    return (answer.status === 204 ? undefined : await answer.json()) as OutputOf<Endpoint<P, Q, B, R>>;
  } catch (error) {
    throw readRefusal(error);
  }
}

function writeValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** ky has read the body of a refusal already; it can be read once only. */
function readRefusal(error: unknown): unknown {
  if (!(error instanceof HTTPError)) return error;
  const { response, data } = error as HTTPError<{ message?: string; code?: string; issues?: Issue[] }>;
  const body = typeof data === 'object' ? data : undefined;
  return new ApiRefusal(response.status, body?.code ?? 'internal', body?.message ?? error.message, body?.issues ?? []);
}
