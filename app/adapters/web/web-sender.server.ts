import type { IncomingMessage } from 'node:http';
import { requestPinned } from './pinned-request.server.ts';
import { ofTheSystem, pinAddress, PORTS, readAddress, WebRefusal, type WebReaderParts } from './web-reader.server.ts';

/** Calls addresses that somebody typed, on the public internet only. */
export type WebSender = {
  /**
   * Posts JSON to an address, which takes it with any answer of 2xx; what it says is not read, and no redirect is followed. Throws
   * WebRefusal for an address that is not of the public internet, and for one that does not take it in time.
   */
  send(
    address: string,
    o: { body: string; headers: Readonly<Record<string, string>>; signal: AbortSignal },
  ): Promise<void>;
  /**
   * Posts JSON to an address and reads the first `keepBytes` of whatever it answers; no redirect is followed. Throws WebRefusal for
   * an address that is not of the public internet, and where there is no answer in time.
   */
  call(
    address: string,
    o: { body: string; headers: Readonly<Record<string, string>>; signal: AbortSignal; keepBytes: number },
  ): Promise<{ status: number; text: string }>;
};

/** A sender that resolves a host once and connects to exactly the address that it looked at, as the reader does. */
export function createWebSender(parts: WebReaderParts = ofTheSystem, ports: ReadonlySet<string> = PORTS): WebSender {
  const call: WebSender['call'] = async (address, { body, ...o }) => {
    const url = readAddress(address, ports);
    const host = await pinAddress(url.hostname, parts);
    return post(url, host, { ...o, body: Buffer.from(body) });
  };
  return {
    call,
    async send(address, o) {
      const { status } = await call(address, { ...o, keepBytes: 0 });
      if (status < 200 || status > 299)
        throw new WebRefusal(`The address answered ${String(status)}`, 'status', status);
    },
  };
}

async function post(
  url: URL,
  host: string,
  o: { body: Buffer; headers: Readonly<Record<string, string>>; signal: AbortSignal; keepBytes: number },
): Promise<{ status: number; text: string }> {
  const { body, signal, keepBytes } = o;
  const headers = { 'content-type': 'application/json', 'content-length': body.length, ...o.headers };
  try {
    const answer = await requestPinned(url, host, { method: 'POST', headers, body, signal });
    return { status: answer.statusCode ?? 0, text: await readStart(answer, keepBytes) };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the address stopped answering';
    throw new WebRefusal(message, signal.aborted ? 'timeout' : 'unreachable');
  }
}

/** The first bytes of an answer as text; the rest is not waited for. */
async function readStart(answer: IncomingMessage, keepBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (keepBytes > 0) {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= keepBytes) break;
    }
  }
  answer.destroy();
  return Buffer.concat(chunks).subarray(0, keepBytes).toString('utf8');
}
