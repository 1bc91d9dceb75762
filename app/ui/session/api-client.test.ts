import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, type Method } from '#app/core/endpoint.ts';
import { ApiRefusal, createApiClient } from './api-client.ts';
import { API_TIMEOUT_MS, CLIENT_TIMEOUT_MS } from './client-rules.ts';

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

let server: Server;
let origin: string;
let answer: Answer;
const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
      answer(req, res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The waits of the client that stand, by their milliseconds. They end by hand; the network and its timers are the real ones. */
type Wait = { ms: number; end: () => void };
let waits: Wait[];
const OF_THE_CLIENT = new Set([300, 600, CLIENT_TIMEOUT_MS, API_TIMEOUT_MS]);
beforeEach(() => {
  seen.length = 0;
  waits = [];
  const real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout };
  const set = (work: () => void, ms = 0, ...more: unknown[]): unknown => {
    if (!OF_THE_CLIENT.has(ms)) return real.set(work, ms, ...(more as []));
    const wait: Wait = { ms, end: work };
    waits.push(wait);
    return wait;
  };
  vi.stubGlobal('setTimeout', set);
  vi.stubGlobal('clearTimeout', (handle: unknown) => {
    waits = waits.filter((wait) => wait !== handle);
    real.clear(handle as NodeJS.Timeout);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  return (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
};
let isFramed = false;
const client = () => createApiClient({ origin: () => origin, fetch: globalThis.fetch, isFramed: () => isFramed });

const definition = {
  name: 'tests.call',
  path: '/things/{id}',
  summary: 'A call of the tests',
  access: { kind: 'signed_in' },
  params: z.object({ id: z.string() }),
  body: z.object({ a: z.number() }).optional(),
  response: z.object({ ok: z.boolean() }),
} as const;
/** The endpoints of the tests; the client knows them by their types. */
const things = {
  read: endpoint({ ...definition, method: 'GET' }),
  change: endpoint({ ...definition, method: 'POST' }),
  make: endpoint({ ...definition, method: 'POST', creates: true }),
  send: endpoint({ ...definition, method: 'POST', form: true }),
};
type Things = typeof things;
const PATH = things.read.path;
const input = { params: { id: '1' }, body: undefined };
const read = () => client().callApi<Things['read']>('GET', PATH, input);
const change = () => client().callApi<Things['change']>('POST', PATH, input);

/** Goes on in the event loop until something is so; a test that waits for nothing says where the client stands. */
async function until(isSo: () => boolean): Promise<void> {
  const start = Date.now();
  while (!isSo()) {
    if (Date.now() - start > 4_000)
      throw new Error(`after ${JSON.stringify(seen)} the client waits ${JSON.stringify(waits)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
/** Ends the wait of these milliseconds, once the client has begun it. */
async function pass(ms: number): Promise<void> {
  await until(() => waits.some((wait) => wait.ms === ms));
  const wait = waits.find((one) => one.ms === ms);
  waits = waits.filter((one) => one !== wait);
  wait?.end();
}
const refusalOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('it was not refused'),
    (error: unknown) => error as Error,
  );

describe('repeating', () => {
  it.each([408, 413, 429, 500, 502, 503, 504])(
    'tries a GET twice more after %i, 0.3 s and then 0.6 s later, and then gives up',
    async (status) => {
      answer = json(status, {});
      const refused = refusalOf(read());
      await pass(300);
      await pass(600);
      expect(await refused).toMatchObject({ status });
      expect(seen).toHaveLength(3);
      expect(waits).toEqual([]);
    },
  );

  it('answers what a repetition brings', async () => {
    const answers = [json(503, {}), json(200, { ok: true })];
    answer = (req, res) => answers.shift()?.(req, res);
    const answered = read();
    await pass(300);
    expect(await answered).toEqual({ ok: true });
  });

  it.each(['PUT', 'DELETE', 'HEAD', 'OPTIONS'])('repeats %s', async (method) => {
    answer = json(500, {});
    const refused = refusalOf(client().callPath(method as Method, '/api/things'));
    await pass(300);
    await pass(600);
    await refused;
    expect(seen.map((one) => one.method)).toEqual([method, method, method]);
  });

  it.each(['POST', 'PATCH'] as const)('never repeats %s, which may have been done', async (method) => {
    answer = json(503, {});
    expect(await refusalOf(client().callPath(method, '/api/things'))).toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
  });

  it.each([400, 401, 404, 409, 422, 501])('does not repeat after %i', async (status) => {
    answer = json(status, {});
    expect(await refusalOf(read())).toMatchObject({ status });
    expect(seen).toHaveLength(1);
  });
});

describe('time', () => {
  const silent: Answer = () => undefined;

  it('ends a request after 10,000 ms with its words, and does not repeat it', async () => {
    answer = silent;
    const refused = refusalOf(client().callPath('GET', '/things/1'));
    await until(() => seen.length === 1);
    await pass(10_000);
    expect((await refused).message).toBe(`Request timed out: GET ${origin}/things/1`);
    expect(seen).toHaveLength(1);
  });

  it('gives a call of the API 150,000,000 ms', async () => {
    answer = silent;
    const late = refusalOf(change());
    await until(() => seen.length === 1);
    expect(waits.map(({ ms }) => ms)).toEqual([150_000_000]);
    await pass(150_000_000);
    expect((await late).message).toBe(`Request timed out: POST ${origin}/api/things/1`);
  });

  it('gives files and documents of the API as long, which no endpoint’s contract calls', async () => {
    answer = silent;
    const late = refusalOf(client().callPath('POST', '/api/orders/export', { json: {} }));
    await until(() => seen.length === 1);
    expect(waits.map(({ ms }) => ms)).toEqual([150_000_000]);
    await pass(150_000_000);
    await late;
  });
});

describe('a refused call', () => {
  const message = async (reply: Answer): Promise<Error> => {
    answer = reply;
    return refusalOf(change());
  };

  it('says the message of the answer, with its code and issues', async () => {
    const issues = [{ path: 'a', rule: 'x', message: 'must be y' }];
    const refused = await message(json(422, { message: 'Not like this', code: 'invalid_input', issues }));
    expect(refused).toBeInstanceOf(ApiRefusal);
    expect(refused).toMatchObject({ status: 422, message: 'Not like this', code: 'invalid_input', issues });
  });

  it('says the whole JSON where that has no message', async () => {
    expect((await message(json(409, { reason: 'busy', left: 2 }))).message).toBe('{"reason":"busy","left":2}');
  });

  it('says status, method and address where the answer is no JSON', async () => {
    const plain: Answer = (_req, res) => res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');
    expect((await message(plain)).message).toMatch(
      new RegExp(`^Request failed with status code 502( [^:]+)?: POST ${origin}/api/things/1$`),
    );
  });
});

describe('what a call carries', () => {
  it('is an Idempotency-Key of its own for a creating call, and none for another', async () => {
    answer = json(200, { ok: true });
    const { callApi } = client();
    const make = (idempotencyKey?: string) =>
      callApi<Things['make']>('POST', PATH, { ...input, creates: true }, { idempotencyKey });
    await make();
    await make();
    await make('a-key-of-ones-own');
    await callApi<Things['change']>('POST', PATH, input);
    const keys = seen.map((one) => one.headers['idempotency-key']);
    expect(keys.slice(0, 2).every((key) => /^[0-9a-f]{32}$/.test(String(key)))).toBe(true);
    expect(new Set(keys).size).toBe(4);
    expect(keys.slice(2)).toEqual(['a-key-of-ones-own', undefined]);
  });

  it('is the path with its parts encoded, the query, JSON, and the marker of a frame', async () => {
    answer = json(200, { ok: true });
    isFramed = true;
    await client().callApi<Things['change']>('POST', PATH, { params: { id: 'A/B & co' }, body: { a: 1 } });
    isFramed = false;
    await read();
    expect(seen[0]).toMatchObject({ url: '/api/things/A%2FB%20%26%20co', body: '{"a":1}' });
    expect(seen.map((one) => one.headers['x-souk-embedded'])).toEqual(['1', undefined]);
  });

  it('is the body as a form where the endpoint takes one', async () => {
    answer = json(200, { ok: true });
    const body = { a: 1 };
    await client().callApi<Things['send']>('POST', PATH, { params: { id: '1' }, body, form: true });
    expect(seen[0]?.body).toBe('a=1');
  });

  it('is refused by the compiler where method, path, input or mark are not those of the endpoint', () => {
    const { callApi } = client();
    const typed = (): unknown => [
      // @ts-expect-error the endpoint is read with GET
      callApi<Things['read']>('POST', PATH, input),
      // @ts-expect-error no such path
      callApi<Things['read']>('GET', '/thing/{id}', input),
      // @ts-expect-error the path has a parameter
      callApi<Things['read']>('GET', PATH, { body: undefined }),
      // @ts-expect-error a creating call says so
      callApi<Things['make']>('POST', PATH, input),
      // @ts-expect-error no other does
      callApi<Things['change']>('POST', PATH, { ...input, creates: true }),
      // @ts-expect-error nobody said which endpoint is called
      callApi('GET', PATH, input),
    ];
    expect(typed).toBeTypeOf('function');
  });
});
