import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
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
};

/** A sender that resolves a host once and connects to exactly the address that it looked at, as the reader does. */
export function createWebSender(parts: WebReaderParts = ofTheSystem, ports: ReadonlySet<string> = PORTS): WebSender {
  return {
    async send(address, { body, headers, signal }) {
      const url = readAddress(address, ports);
      const host = await pinAddress(url.hostname, parts);
      const status = await post(url, host, { body: Buffer.from(body), headers, signal });
      if (status < 200 || status > 299)
        throw new WebRefusal(`The address answered ${String(status)}`, 'status', status);
    },
  };
}

function post(
  url: URL,
  host: string,
  o: { body: Buffer; headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<number> {
  const isTls = url.protocol === 'https:';
  const isNamed = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  return new Promise((resolve, reject) => {
    const outgoing = (isTls ? requestHttps : requestHttp)(
      {
        host,
        family: isIP(host),
        method: 'POST',
        signal: o.signal,
        agent: false,
        port: url.port === '' ? (isTls ? 443 : 80) : url.port,
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          'user-agent': 'Souk',
          'content-type': 'application/json',
          'content-length': o.body.length,
          ...o.headers,
        },
        ...(isNamed ? { servername: url.hostname } : {}),
      },
      (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      },
    );
    outgoing.once('error', (error) => {
      reject(new WebRefusal(error.message, o.signal.aborted ? 'timeout' : 'unreachable'));
    });
    outgoing.end(o.body);
  });
}
