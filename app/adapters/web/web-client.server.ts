import type { IncomingHttpHeaders } from 'node:http';
import { observeOutsideCall, type OutsideProvider } from '#app/adapters/telemetry/metrics.server.ts';
import { requestPinned } from './pinned-request.server.ts';
import { ofTheSystem, pinAddress, PORTS, readAddress, WebRefusal, type WebReaderParts } from './web-reader.server.ts';

export type WebRequest = {
  /** Whom the metrics count it for. */
  provider: OutsideProvider;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** For the whole answer, its body included. */
  limitMs: number;
  limitBytes: number;
};
export type WebAnswer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** Speaks with a server whose address somebody typed, on the public internet only. */
export type WebClient = {
  /**
   * Sends one request over https and reads its whole answer, whatever its status; no redirect is followed. Throws WebRefusal for an
   * address that is not of the public internet, and where the answer does not come whole within its limits.
   */
  request(address: string, o: WebRequest): Promise<WebAnswer>;
};

/** A client that resolves a host once and connects to exactly the address that it looked at, as the reader does. */
export function createWebClient(parts: WebReaderParts = ofTheSystem, ports: ReadonlySet<string> = PORTS): WebClient {
  return {
    async request(address, o) {
      const start = performance.now();
      const signal = AbortSignal.timeout(o.limitMs);
      try {
        const answer = await ask(address, { ...o, signal }, { parts, ports });
        observeOutsideCall(o.provider, answer.status < 400 ? 'ok' : answer.status < 500 ? 'refused' : 'failed', start);
        return answer;
      } catch (error) {
        observeOutsideCall(o.provider, signal.aborted ? 'timeout' : 'broken', start);
        if (error instanceof WebRefusal) throw error;
        const message = error instanceof Error ? error.message : 'The address stopped answering';
        throw new WebRefusal(message, signal.aborted ? 'timeout' : 'unreachable');
      }
    },
  };
}

async function ask(
  address: string,
  { method, headers, body, signal, limitBytes }: WebRequest & { signal: AbortSignal },
  { parts, ports }: { parts: WebReaderParts; ports: ReadonlySet<string> },
): Promise<WebAnswer> {
  const url = readAddress(address, ports);
  if (url.protocol !== 'https:') throw new WebRefusal('Only https is asked', 'address');
  const host = await pinAddress(url.hostname, parts);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const answer = await requestPinned(url, host, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      ...(bytes ? { 'content-length': String(bytes.length) } : {}),
    },
    ...(bytes ? { body: bytes } : {}),
    signal,
  });
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) throw new WebRefusal('The answer is too large');
      chunks.push(chunk);
    }
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) };
  } finally {
    answer.destroy();
  }
}
