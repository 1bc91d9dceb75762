import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

/**
 * Sends one request to the address of a host that was looked at before (`pinAddress`), whatever the DNS says by now. No redirect is
 * followed. Rejects with what the connection says, where it ends before the answer begins.
 */
export function requestPinned(
  url: URL,
  address: string,
  o: { method: string; headers: Readonly<Record<string, string | number>>; body?: Buffer; signal: AbortSignal },
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const isNamed = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  return new Promise((resolve, reject) => {
    const outgoing = (isTls ? requestHttps : requestHttp)(
      {
        host: address,
        family: isIP(address),
        method: o.method,
        signal: o.signal,
        agent: false,
        port: url.port === '' ? (isTls ? 443 : 80) : url.port,
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, 'user-agent': 'Souk', ...o.headers },
        ...(isNamed ? { servername: url.hostname } : {}),
      },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(o.body);
  });
}
