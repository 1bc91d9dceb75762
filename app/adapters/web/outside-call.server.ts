import { observeOutsideCall, type OutsideProvider } from '#app/adapters/telemetry/metrics.server.ts';
import { inSpan } from '#app/adapters/telemetry/tracing.server.ts';

/** One request to somebody outside. Nothing is tried again here. */
export type OutsideCall = {
  /** Whom the metrics count it for. */
  provider: OutsideProvider;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole answer, its body included. */
  limitMs: number;
  maxBytes: number;
  /** What becomes of a body above `maxBytes`: it is refused, or the rest is left out. */
  whenLarger?: 'refuse' | 'cut';
};

export type OutsideAnswer = { status: number; ok: boolean; headers: Headers; bytes: Buffer };

/**
 * Why there is no answer: no connection came about, so that nothing can have been taken; it was not whole within its time; it was
 * too large; or it broke off.
 */
export type OutsideFailure = 'unreached' | 'timeout' | 'too_large' | 'broken';

export class OutsideCallError extends Error {
  override name = 'OutsideCallError';
  readonly kind: OutsideFailure;

  constructor(kind: OutsideFailure, cause?: unknown) {
    super(`An outside call ended without an answer: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** What Node says where no connection came about. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Asks an address once and reads its whole answer within the limits. No redirect is followed. Throws OutsideCallError. */
export function callOutside(url: string | URL, call: OutsideCall): Promise<OutsideAnswer> {
  return ask(url, call, {
    method: call.method ?? 'GET',
    ...(call.headers ? { headers: call.headers } : {}),
    ...(call.body === undefined ? {} : { body: call.body }),
    redirect: 'error',
  });
}

type Limits = Pick<OutsideCall, 'provider' | 'limitMs' | 'maxBytes' | 'whenLarger'>;

/**
 * A `fetch` for the library of a provider, with the limits of every outside call: libraries count the time until the headers
 * only. The answer that it returns is read already.
 */
export function createLimitedFetch(limits: Limits): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : input;
    const { status, headers, bytes } = await ask(url, limits, { redirect: 'error', ...init }, input).catch(
      (error: unknown) => {
        throw toFetchError(error);
      },
    );
    const kept = new Headers(headers);
    // The bytes are unpacked already.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
    return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers: kept });
  };
}

/** An error as libraries know it of `fetch`. */
function toFetchError(error: unknown): unknown {
  if (!(error instanceof OutsideCallError)) return error;
  return error.kind === 'timeout' ? new DOMException(error.message, 'TimeoutError') : (error.cause ?? error);
}

function ask(
  url: string | URL,
  limits: Limits,
  init: RequestInit,
  input: string | URL | Request = url,
): Promise<OutsideAnswer> {
  return observed(limits.provider, url, init.method ?? (input instanceof Request ? input.method : 'GET'), async () => {
    const end = startLimit(limits.limitMs);
    try {
      const given = [init.signal, input instanceof Request ? input.signal : undefined].filter((one) => one != null);
      const answer = await fetch(input, { ...init, signal: AbortSignal.any([end.signal, ...given]) });
      const bytes = await readWhole(answer, limits);
      return { status: answer.status, ok: answer.ok, headers: answer.headers, bytes };
    } catch (error) {
      throw end.explain(error);
    } finally {
      end.clear();
    }
  });
}

/** An answer whose body is read while it comes, for what is too large to be held. */
export type OutsideStream = {
  status: number;
  ok: boolean;
  /** The body's pieces. Throws OutsideCallError where they stop coming. Who reads may take its time. */
  pieces(): AsyncGenerator<Uint8Array>;
  /** Ends the connection; to be called in any case. */
  close(): void;
};

/** Opens an answer of any size. Only silence is limited, before the headers and between two pieces. Throws OutsideCallError. */
export function openOutside(
  url: string | URL,
  o: { provider: OutsideProvider; headers?: Readonly<Record<string, string>>; silenceMs: number },
): Promise<OutsideStream> {
  return observed(o.provider, url, 'GET', async () => {
    let end = startLimit(o.silenceMs);
    const stop = new AbortController();
    const listen = () => {
      end.clear();
      end = startLimit(o.silenceMs);
      end.signal.addEventListener('abort', () => stop.abort(end.signal.reason));
    };
    listen();
    const close = () => {
      end.clear();
      stop.abort();
    };
    try {
      const answer = await fetch(url, {
        ...(o.headers ? { headers: o.headers } : {}),
        redirect: 'error',
        signal: stop.signal,
      });
      return {
        status: answer.status,
        ok: answer.ok,
        close,
        async *pieces() {
          try {
            for await (const piece of listPieces(answer)) {
              end.clear();
              yield piece;
              listen();
            }
          } catch (error) {
            throw end.explain(error);
          } finally {
            close();
          }
        },
      };
    } catch (error) {
      const why = end.explain(error);
      close();
      throw why;
    }
  });
}

/** The web's stream is iterable in Node, which its types do not say. */
const listPieces = (answer: Response): AsyncIterable<Uint8Array> => answer.body ?? new Blob().stream();

async function readWhole(answer: Response, { maxBytes, whenLarger = 'refuse' }: Limits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const piece of listPieces(answer)) {
    size += piece.length;
    if (size > maxBytes && whenLarger === 'refuse') throw new OutsideCallError('too_large');
    chunks.push(size > maxBytes ? piece.subarray(0, piece.length - (size - maxBytes)) : piece);
    // Leaving the loop ends the connection.
    if (size >= maxBytes && whenLarger === 'cut') break;
  }
  return Buffer.concat(chunks);
}

/** A limit of time that begins now, and what an error within it means. */
function startLimit(limitMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new OutsideCallError('timeout'));
  }, limitMs);
  timer.unref();
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
    },
    explain(error: unknown): OutsideCallError {
      if (error instanceof OutsideCallError) return error;
      if (controller.signal.aborted) return new OutsideCallError('timeout', error);
      return new OutsideCallError(isUnreached(error) ? 'unreached' : 'broken', error);
    },
  };
}

function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && UNREACHED.has(String(cause.code));
}

/** Counts a call by its provider and outcome, and traces it: its host, never its path, which may hold a secret. */
async function observed<Answer extends { status: number }>(
  provider: OutsideProvider,
  url: string | URL,
  method: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const start = performance.now();
  const attributes = {
    'http.request.method': method,
    'server.address': new URL(url).hostname,
    'souk.provider': provider,
  };
  return inSpan(`${method} ${provider}`, { kind: 'client', attributes }, async (span) => {
    try {
      const answer = await work();
      span?.setAttribute('http.response.status_code', answer.status);
      observeOutsideCall(provider, answer.status < 400 ? 'ok' : answer.status < 500 ? 'refused' : 'failed', start);
      return answer;
    } catch (error) {
      observeOutsideCall(provider, error instanceof OutsideCallError ? error.kind : 'broken', start);
      throw error;
    }
  });
}
