import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { describeCurrent } from './request-context.server.ts';

export type Log = Logger;

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
  'consumerKey',
  'consumerSecret',
  'signature',
  'sealed',
  'hmac',
];

/** An error as the log says it. Its code is written beside `code`, which is hidden everywhere because it may let somebody sign in. */
function describeError(error: Error): object {
  const { code } = error as { code?: unknown };
  const isNamed = typeof code === 'string' && /^(?:[A-Za-z_]{3,40}|[0-9A-Z]{5})$/.test(code);
  return { ...pino.stdSerializers.err(error), ...(isNamed ? { errorCode: code } : {}) };
}

/** The program's log: JSON lines, secrets replaced wherever their names occur up to three levels deep. */
export function createLog(level: string, to?: DestinationStream): Log {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `headers["${name}"]`]);
  const options: LoggerOptions = {
    level,
    base: undefined,
    redact: { paths, censor: '[hidden]' },
    mixin: describeCurrent,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: describeError, err: describeError },
  };
  return to ? pino(options, to) : pino(options);
}
