import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#app/server/db.server.ts';
import { createLog } from '#app/server/log.server.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { at } from '#scripts/paths.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

/** What a receiver of traces was sent, as it came. */
const traces: string[] = [];
let receiver: Server;
let person: BuiltUser;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  receiver = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    req.on('end', () => {
      traces.push(body);
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '100';
  await startProgram({ tracing: true });
  const { log } = program().container.services;
  log.info = (line: object) => lines.push(line as Record<string, unknown>);
  person = await buildUser();
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  await program().stop();
  await new Promise((resolve) => receiver.close(resolve));
});

const readMetrics = async () => (await fetch(`${program().url}/metrics`)).text();

it('request log: one line with method, pattern, status, time, store and id, and no id of the path', async () => {
  await api(person).get('/orders/4242424242');
  const line = await waitFor('the line', () => lines.find(({ route }) => route === '/api/orders/{orderId}'));
  expect(line).toEqual({
    requestId: expect.any(String) as string,
    method: 'GET',
    route: '/api/orders/{orderId}',
    status: 404,
    ms: expect.any(Number) as number,
    store: person.store,
  });
  expect(JSON.stringify(lines)).not.toContain('4242424242');
});

it('metrics: requests count by pattern, an unknown path and an unknown method make no label of their own', async () => {
  await api(person).get('/orders/4242424242');
  await fetch(`${program().url}/api/no-such-thing-77`);
  await fetch(`${program().url}/wp-login-77.php`);
  await waitFor('it is counted', async () => (await readMetrics()).includes('route="/*"'));
  const text = await readMetrics();
  expect(text).toMatch(/souk_http_requests_total\{method="GET",route="\/api\/orders\/\{orderId\}",status="404"\} \d/);
  expect(text).not.toMatch(/4242424242|no-such-thing|wp-login/);
  expect(text).toMatch(/^souk_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  expect(text).toMatch(/^souk_database_connections\{state="waiting"\} \d/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^souk_open_findings 0$/m);
});

it('metrics: every one that the alerts and the dashboard name is printed', async () => {
  const files = ['docs/operations/alerts.yml', 'docs/operations/dashboard.json'];
  const text = files.map((file) => readFileSync(at(file), 'utf8')).join('\n');
  const named = new Set(text.match(/\b(?:souk|nodejs|process)_[a-z0-9_]+/g));
  expect(named.size).toBeGreaterThan(15);
  const printed = await readMetrics();
  const missing = [...named].filter((name) => !printed.includes(`# TYPE ${name.replace(/_bucket$/, '')} `));
  expect(missing).toEqual([]);
  expect(text.match(/- alert:/g)).toHaveLength(5);
});

it('log: the code of an error is shown, and a code that somebody types is not', () => {
  const written: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk.toString());
      done();
    },
  });
  const log = createLog('info', stream);
  log.error({ err: Object.assign(new Error('x'), { code: '23505' }) }, 'a');
  log.error({ err: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }, 'b');
  log.info({ code: '123456', body: { code: '123456' } }, 'c');
  expect(written.join('')).toContain('"errorCode":"23505"');
  expect(written.join('')).toContain('"errorCode":"ECONNREFUSED"');
  expect(written.join('')).not.toContain('123456');
});

it('slow statements: logged once a shape, without values', async () => {
  const warned: Record<string, unknown>[] = [];
  const log = pino({ level: 'silent' });
  log.warn = (line: object) => warned.push(line as Record<string, unknown>);
  const db = openDatabase({ url: program().container.services.env.DATABASE_URL, connections: 2, log, slowMs: 20 });
  try {
    for (const secret of ['one', 'two']) await db.sql(`SELECT pg_sleep(0.05), $1::text, 'typed ${secret}'`, [secret]);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toEqual({ statement: 'SELECT pg_sleep(?.?), $1::text, ?', ms: expect.any(Number) as number });
  } finally {
    await db.close();
  }
});

it('traces: a request is sent with its statements, and with no value of either', async () => {
  await api(person).get('/orders/4242424242');
  const sent = await waitFor('the spans', () => {
    const text = traces.join('\n');
    return text.includes('GET /api/orders/{orderId}') && text.includes('db.query.text') && text;
  });
  expect(sent).toContain('"service.name"');
  expect(sent).not.toContain('4242424242');
  const spans = traces.flatMap((body) =>
    (
      JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: { name: string; spanId: string; parentSpanId?: string }[] }[] }[];
      }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  );
  const ids = spans.filter(({ name }) => name === 'GET /api/orders/{orderId}').map(({ spanId }) => spanId);
  expect(
    spans.filter(({ name, parentSpanId }) => name === 'statement' && ids.includes(parentSpanId ?? '')),
  ).not.toEqual([]);
});
