import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type Logger } from 'pino';

export type Log = Logger;

const current = new AsyncLocalStorage<{ requestId: string }>();

/** Runs work under a request id, which every log line written meanwhile carries. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return current.run({ requestId }, work);
}

const SECRET_NAMES = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'id_token',
  'code',
  'secret',
  'authorization',
  'cookie',
  'apiKey',
  'clientSecret',
  'signature',
  'sealed',
  'hmac',
];

/** The program's log: JSON lines, secrets replaced wherever their names occur up to three levels deep. */
export function createLog(level: string): Log {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `headers["${name}"]`]);
  return pino({
    level,
    base: undefined,
    redact: { paths, censor: '[hidden]' },
    mixin: () => current.getStore() ?? {},
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
  });
}
