import type { IncomingMessage } from 'node:http';
import type { FetchProblem, FileSource } from '#app/core/fetched-file.ts';
import { observeOutsideCall } from '#app/adapters/telemetry/metrics.server.ts';
import { requestPinned } from './pinned-request.server.ts';
import { FetchRefusal } from './fetch-refusal.ts';
import { fetchSftp } from './sftp-file.server.ts';
import { ofTheSystem, pinAddress, PORTS, readAddress, WebRefusal, type WebReaderParts } from './web-reader.server.ts';

/** For the whole file. */
type Limits = { limitBytes: number; limitMs: number };

/** Fetches files from addresses that somebody typed, on the public internet only. */
export type FileFetcher = {
  /**
   * The file of a source over https (basic authentication where a name is given, at most three redirects, to none of which the
   * password goes that leads to another host) or SFTP (whose server has to be the one of before). Returns the key of an SFTP server.
   * Throws FetchRefusal.
   */
  fetchFile(source: FileSource, limits: Limits): Promise<{ bytes: Buffer; hostKey: string | null }>;
};

/** Ports of SFTP servers: the usual one, and those that hosts of files use beside it. */
const SFTP_PORTS: ReadonlySet<string> = new Set(['', '22', '2022', '2222', '22022']);
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A fetcher that resolves a host once and connects to exactly the address that it looked at, as the reader does. */
export function createFileFetcher(
  parts: WebReaderParts = ofTheSystem,
  ports: { https: ReadonlySet<string>; sftp: ReadonlySet<string> } = { https: PORTS, sftp: SFTP_PORTS },
): FileFetcher {
  return {
    async fetchFile(source, limits) {
      const start = performance.now();
      const signal = AbortSignal.timeout(limits.limitMs);
      try {
        const found = await (isSftp(source.address)
          ? fetchSftp(source, await pinSftp(source.address, parts, ports.sftp), { ...limits, signal })
          : fetchHttps(source, { ...limits, signal, parts, ports: ports.https }));
        observeOutsideCall('files', 'ok', start);
        return found;
      } catch (error) {
        const refusal = toRefusal(error, signal);
        observeOutsideCall('files', refusal.kind === 'timeout' ? 'timeout' : 'refused', start);
        throw refusal;
      }
    },
  };
}

const isSftp = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'sftp:';

async function pinSftp(address: string, parts: WebReaderParts, ports: ReadonlySet<string>) {
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || !ports.has(url.port)) throw new FetchRefusal('address');
  return {
    host: await pinAddress(url.hostname, parts),
    port: url.port === '' ? 22 : Number(url.port),
    path: decodeURIComponent(url.pathname),
  };
}

function toRefusal(error: unknown, signal: AbortSignal): FetchRefusal {
  if (error instanceof FetchRefusal) return error;
  if (signal.aborted) return new FetchRefusal('timeout', error);
  if (error instanceof WebRefusal && (error.kind === 'address' || error.kind.startsWith('host_')))
    return new FetchRefusal(error.kind as FetchProblem, error);
  return new FetchRefusal('unreachable', error);
}

async function fetchHttps(
  { address, username, password }: FileSource,
  o: { limitBytes: number; signal: AbortSignal; parts: WebReaderParts; ports: ReadonlySet<string> },
): Promise<{ bytes: Buffer; hostKey: null }> {
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  let url = readAddress(address, o.ports);
  const { origin } = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (url.protocol !== 'https:') throw new FetchRefusal('address');
    const answer = await requestPinned(url, await pinAddress(url.hostname, o.parts), {
      method: 'GET',
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(username !== '' && url.origin === origin ? { authorization: basic } : {}),
      },
      signal: o.signal,
    });
    if (!REDIRECTS.has(answer.statusCode ?? 0)) return { bytes: await readWhole(answer, o.limitBytes), hostKey: null };
    answer.destroy();
    const next = answer.headers.location ?? '';
    if (!URL.canParse(next, url)) throw new FetchRefusal('answer');
    url = readAddress(new URL(next, url).href, o.ports);
  }
  throw new FetchRefusal('answer');
}

async function readWhole(answer: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const status = answer.statusCode ?? 0;
    if (status === 401 || status === 403) throw new FetchRefusal('login');
    if (status === 404 || status === 410) throw new FetchRefusal('not_found');
    if (status !== 200) throw new FetchRefusal('answer');
    if (Number(answer.headers['content-length'] ?? 0) > limitBytes) throw new FetchRefusal('too_large');
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) throw new FetchRefusal('too_large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    answer.destroy();
  }
}
