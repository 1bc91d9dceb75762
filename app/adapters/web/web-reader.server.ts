import { lookup as dnsLookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { WebRefusalKind } from '#app/core/web-refusal.ts';
import { isPublicAddress } from './ip-address.ts';
import { requestPinned } from './pinned-request.server.ts';

/** `accept`: the content types that are asked for, pictures without it. */
type ReadOptions = { limitBytes: number; signal: AbortSignal; accept?: string };

/** Reads addresses that somebody typed, on the public internet only. */
export type WebReader = {
  /**
   * The bytes at an address, at most `limitBytes` of them. Throws WebRefusal for an address that is not of the public
   * internet (also behind a redirect), and for what does not answer with the whole of it in time.
   */
  read(address: string, o: ReadOptions): Promise<Buffer>;
};

export class WebRefusal extends Error {
  readonly kind: WebRefusalKind;
  /** What was answered, for the kind `status`. */
  readonly status: number | undefined;

  constructor(message: string, kind: WebRefusalKind = 'unreachable', status?: number) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

export type WebReaderParts = {
  /** All addresses of a host. */
  resolve: (host: string) => Promise<string[]>;
  isPublic: (address: string) => boolean;
};

const MAX_REDIRECTS = 3;
export const PORTS: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const ofTheSystem: WebReaderParts = {
  resolve: async (host) => (await dnsLookup(host, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
};

/**
 * A reader that resolves a host once, refuses it when any of its addresses is not public, and connects to exactly the address
 * that it looked at: an answer of the DNS that changes afterwards changes nothing. Each redirect is looked at anew.
 */
export function createWebReader(parts: WebReaderParts = ofTheSystem, ports: ReadonlySet<string> = PORTS): WebReader {
  const read: WebReader['read'] = async (address, o) => {
    let at = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const url = readAddress(at, ports);
      const answer = await ask(url, await pinAddress(url.hostname, parts), o);
      const status = answer.statusCode ?? 0;
      if (!REDIRECTS.has(status)) return readWhole(answer, o.limitBytes);
      answer.destroy();
      const next = answer.headers.location;
      if (next === undefined || !URL.canParse(next, url)) throw new WebRefusal('The redirect leads nowhere');
      at = new URL(next, url).href;
    }
    throw new WebRefusal('There are too many redirects');
  };
  return { read };
}

/** The address that somebody typed, if it is one that is asked. Throws WebRefusal. */
export function readAddress(address: string, ports: ReadonlySet<string>): URL {
  if (!URL.canParse(address)) throw new WebRefusal('This is not an address', 'address');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new WebRefusal('Only http and https are read', 'address');
  if (url.username !== '' || url.password !== '')
    throw new WebRefusal('An address with a password is not read', 'address');
  if (!ports.has(url.port)) throw new WebRefusal('This port is not read', 'address');
  return url;
}

/** The one address of a host to connect to. */
export async function pinAddress(hostname: string, { resolve, isPublic }: WebReaderParts): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  const [first] = found;
  if (first === undefined) throw new WebRefusal('The host is not known', 'host_unknown');
  if (!found.every(isPublic)) throw new WebRefusal('The host is not of the public internet', 'host_private');
  return first;
}

async function ask(url: URL, address: string, o: ReadOptions): Promise<IncomingMessage> {
  const { signal, accept = 'image/*' } = o;
  try {
    return await requestPinned(url, address, {
      method: 'GET',
      headers: { accept, 'accept-encoding': 'identity' },
      signal,
    });
  } catch (error) {
    throw new WebRefusal(error instanceof Error ? error.message : 'The address stopped answering');
  }
}

async function readWhole(answer: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) {
    answer.destroy();
    throw new WebRefusal(`The address answered ${String(status)}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (Number(answer.headers['content-length'] ?? 0) > limitBytes) throw new WebRefusal('The file is too large');
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) throw new WebRefusal('The file is too large');
      chunks.push(chunk);
    }
  } catch (error) {
    answer.destroy();
    throw error instanceof WebRefusal ? error : new WebRefusal('The address stopped answering');
  }
  return Buffer.concat(chunks);
}
