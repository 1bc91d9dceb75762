import { createHmac, timingSafeEqual } from 'node:crypto';
import { realMs } from '../core/clock.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../core/router.ts';
import type { Feed, Program, ReceivedMessage } from '../core/state-programs.ts';

const HOST = /^[a-z0-9-]+\.programs\.test$/;
/** Messages that a program remembers. */
const KEPT = 200;

/**
 * Programs outside that are told what happens: any host below `programs.test` takes messages at `/souk`, signed as Standard
 * Webhooks says (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md).
 */
export function programRoutes(sandbox: Sandbox): Route[] {
  return [
    route('POST', '/souk', (request) => {
      if (!HOST.test(request.host)) return json(404, { message: 'No program at this host.' });
      const started = realMs();
      const response = take(sandbox, request);
      sandbox.log.add({
        at: sandbox.clock.iso(),
        target: 'programs',
        method: request.method,
        path: `${request.host}${request.url.pathname}`,
        operation: request.host,
        body: request.body.toString('utf8'),
        status: response.status,
        durationMs: Math.round(realMs() - started),
        contract: 'unchecked',
      });
      return response;
    }),
    route('GET', '/feeds/{name}', (request) => {
      const name = request.params['name'] ?? '';
      const feed = HOST.test(request.host) ? sandbox.state.programs?.[request.host]?.feeds?.[name] : undefined;
      const fault = sandbox.faults.take('programs', [request.host], ['error']);
      const response = fault ? json(fault.status, { message: 'The program does not answer.' }) : handOut(request, feed);
      sandbox.log.add({
        at: sandbox.clock.iso(),
        target: 'programs',
        method: request.method,
        path: `${request.host}${request.url.pathname}`,
        operation: request.host,
        body: '',
        status: response.status,
        durationMs: 0,
        contract: 'unchecked',
      });
      return response;
    }),
  ];
}

/** A file for whoever may fetch it: Basic authentication as RFC 7617 has it. */
function handOut(request: SandboxRequest, feed: Feed | undefined): SandboxResponse {
  if (!feed) return json(404, { message: 'No file of this name.' });
  const wanted = `Basic ${Buffer.from(`${feed.username}:${feed.password}`).toString('base64')}`;
  if (feed.username !== '' && request.headers['authorization'] !== wanted) {
    const refused = json(401, { message: 'The name or the password is wrong.' });
    return { ...refused, headers: { ...refused.headers, 'www-authenticate': 'Basic realm="feeds"' } };
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(feed.base64, 'base64'),
  };
}

/** A program by its host; it is there from the first time that somebody speaks of it. */
export function programOf(sandbox: Sandbox, host: string): Program {
  const programs = (sandbox.state.programs ??= {});
  return (programs[host] ??= { received: [] });
}

function take(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const fault = sandbox.faults.take('programs', [request.host], ['error']);
  if (fault) return json(fault.status, { message: 'The program does not take it.' });
  const program = programOf(sandbox, request.host);
  const message = readMessage(sandbox, program, request);
  program.received = [...program.received, message].slice(-KEPT);
  sandbox.save();
  return message.signature === 'wrong' ? json(401, { message: 'The signature is wrong.' }) : json(200, { taken: true });
}

function readMessage(sandbox: Sandbox, { secret }: Program, request: SandboxRequest): ReceivedMessage {
  const body = request.body.toString('utf8');
  const header = (name: string): string => String(request.headers[name] ?? '');
  const id = header('webhook-id');
  const isSigned =
    secret !== undefined &&
    isSignedBy(secret, { id, at: header('webhook-timestamp'), body }, header('webhook-signature'));
  const { type, sequence } = readFacts(body);
  return {
    id,
    type,
    sequence,
    at: sandbox.clock.iso(),
    body,
    signature: secret === undefined ? 'unknown' : isSigned ? 'right' : 'wrong',
  };
}

function isSignedBy(
  secret: string,
  { id, at, body }: { id: string; at: string; body: string },
  given: string,
): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  return given.split(' ').some((one) => {
    const sent = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return sent.length === wanted.length && timingSafeEqual(sent, wanted);
  });
}

function readFacts(body: string): { type: string; sequence: number | null } {
  try {
    const { type, sequence } = JSON.parse(body) as { type?: unknown; sequence?: unknown };
    return { type: typeof type === 'string' ? type : '', sequence: typeof sequence === 'number' ? sequence : null };
  } catch {
    return { type: '', sequence: null };
  }
}
