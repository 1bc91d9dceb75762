/** Somebody who calls: the cookie of a session, a bearer token (the platform's session token, an API key), or nobody. */
export type Caller = { cookie?: string; bearer?: string; store?: string };

export type Answer = {
  status: number;
  headers: Headers;
  /** The parsed body; undefined when there is none. */
  body: unknown;
  /** The body as what the test expects it to be. */
  as<T>(): T;
  /** The answer's cookies as a browser would send them back. */
  cookies(): string;
};

export type Query = Record<string, string | number | boolean | undefined>;
type Options = { query?: Query; headers?: Record<string, string> };

export type Client = {
  get(path: string, o?: Options): Promise<Answer>;
  post(path: string, body?: unknown, o?: Options): Promise<Answer>;
  put(path: string, body?: unknown, o?: Options): Promise<Answer>;
  patch(path: string, body?: unknown, o?: Options): Promise<Answer>;
  delete(path: string, body?: unknown, o?: Options): Promise<Answer>;
  send(method: string, path: string, body?: unknown, o?: Options): Promise<Answer>;
};

/** A client of the API at `/api` for one caller. Paths are below /api and arrive at the program as they are written. */
export function openClient(origin: string, caller: Caller = {}): Client {
  const send = async (method: string, path: string, body?: unknown, o: Options = {}): Promise<Answer> => {
    const url = new URL(`${origin}/api${path}`);
    if (caller.store) url.searchParams.set('store', caller.store);
    for (const [name, value] of Object.entries(o.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers({ origin, ...o.headers });
    if (caller.cookie) headers.set('cookie', caller.cookie);
    if (caller.bearer) headers.set('authorization', `Bearer ${caller.bearer}`);
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const payload = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    return read(await fetch(url, { method, headers, body: payload, redirect: 'manual' }));
  };
  return {
    send,
    get: (path, o) => send('GET', path, undefined, o),
    post: (path, body = {}, o) => send('POST', path, body, o),
    put: (path, body = {}, o) => send('PUT', path, body, o),
    patch: (path, body = {}, o) => send('PATCH', path, body, o),
    delete: (path, body, o) => send('DELETE', path, body, o),
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
  return {
    status: response.status,
    headers: response.headers,
    body,
    as: <T>() => body as T,
    cookies: () =>
      response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
  };
}
