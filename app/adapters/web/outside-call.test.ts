import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createS3Store } from '#app/adapters/files/file-store.server.ts';
import { callOutside, createLimitedFetch, openOutside, OutsideCallError } from './outside-call.server.ts';

type Answering = (req: IncomingMessage, res: ServerResponse) => void;
const servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** The address of a server that answers so. */
async function serve(answer: Answering): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Headers at once, then a byte every tenth of a second without an end. */
const drip: Answering = (_req, res) => {
  res.writeHead(200, { 'content-type': 'application/octet-stream' });
  const timer = setInterval(() => res.write('x'), 100);
  res.once('close', () => clearInterval(timer));
};

const storeAt = (endpoint: string) =>
  createS3Store({
    endpoint,
    bucket: 'souk',
    region: 'auto',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    publicUrl: endpoint,
    now: () => new Date('2026-11-27T12:00:00Z'),
    answerLimitMs: 500,
  });

async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const start = performance.now();
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, ms: performance.now() - start };
}

const limits = { provider: 'storage', limitMs: 500, maxBytes: 10 } as const;

describe('callOutside', () => {
  it('gives up an answer whose bytes come one by one when its time is over', async () => {
    const { error, ms } = await failureOf(callOutside(await serve(drip), { ...limits, maxBytes: 1000 }));
    expect(error).toMatchObject({ name: 'OutsideCallError', kind: 'timeout' });
    expect(ms).toBeLessThan(2_000);
  });

  it('refuses a body above its limit, or leaves out the rest where that is asked', async () => {
    const url = await serve((_req, res) => res.end('x'.repeat(100_000)));
    expect((await failureOf(callOutside(url, limits))).error).toMatchObject({ kind: 'too_large' });
    expect((await callOutside(url, { ...limits, whenLarger: 'cut' })).bytes).toHaveLength(10);
  });

  it('follows no redirect', async () => {
    const url = await serve((_req, res) => res.writeHead(302, { location: '/elsewhere' }).end());
    expect((await failureOf(callOutside(url, limits))).error).toMatchObject({ kind: 'broken' });
  });

  it('says that a host was not reached where no connection came about', async () => {
    const url = await serve(drip);
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    expect((await failureOf(callOutside(url, limits))).error).toMatchObject({ kind: 'unreached' });
  });

  it('says that an answer broke off where the connection ends in its middle', async () => {
    const url = await serve((_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('abc', () => res.destroy());
    });
    expect((await failureOf(callOutside(url, limits))).error).toMatchObject({ kind: 'broken' });
  });
});

describe('the fetch of a library', () => {
  it('answers with the whole body, and ends one that takes too long as fetch does', async () => {
    const fetchLimited = createLimitedFetch(limits);
    const whole = await fetchLimited(await serve((_req, res) => res.writeHead(201).end('{"a":1}')));
    expect([whole.status, await whole.json()]).toEqual([201, { a: 1 }]);
    const { error, ms } = await failureOf(createLimitedFetch({ ...limits, maxBytes: 1000 })(await serve(drip)));
    expect(error).toMatchObject({ name: 'TimeoutError' });
    expect(ms).toBeLessThan(2_000);
  });
});

describe('openOutside', () => {
  it('hands over the pieces while they come, and ends where they stop coming', async () => {
    const url = await serve((_req, res) => {
      res.writeHead(200).write('abc');
    });
    const stream = await openOutside(url, { provider: 'shopify', silenceMs: 300 });
    const pieces: string[] = [];
    const reading = (async () => {
      for await (const piece of stream.pieces()) pieces.push(Buffer.from(piece).toString());
    })();
    const { error, ms } = await failureOf(reading);
    expect(pieces).toEqual(['abc']);
    expect(error).toBeInstanceOf(OutsideCallError);
    expect(error).toMatchObject({ kind: 'timeout' });
    expect(ms).toBeLessThan(2_000);
  });
});

describe('the storage of files', () => {
  it('is storage_unavailable where it sends a byte now and then and never an end', async () => {
    const { error, ms } = await failureOf(storeAt(await serve(drip)).readBytes('logo-text/1/a.png'));
    expect(error).toMatchObject({ code: 'storage_unavailable', status: 503, cause: { kind: 'timeout' } });
    expect(ms).toBeLessThan(2_000);
  });

  it.each([500, 503, 429])('is storage_unavailable where it answers %i', async (status) => {
    const store = storeAt(await serve((_req, res) => res.writeHead(status).end('<Error/>')));
    for (const work of [
      () => store.readBytes('logo-text/1/a.png'),
      () => store.writeBytes('system/a.json', Buffer.from('{}'), 'application/json'),
      () => store.remove('logo-text/1/a.png'),
    ])
      expect((await failureOf(work())).error).toMatchObject({ code: 'storage_unavailable', status: 503 });
  });

  it('has nothing where it answers 404', async () => {
    const store = storeAt(await serve((_req, res) => res.writeHead(404).end('<Error/>')));
    expect(await store.readBytes('logo-text/1/a.png')).toBeUndefined();
    await store.remove('logo-text/1/a.png');
  });
});
