import { createHash } from 'node:crypto';
import ssh2 from 'ssh2';
import type { Client, SFTPWrapper } from 'ssh2';
import type { FileSource } from '#app/core/fetched-file.ts';
import { FetchRefusal } from './fetch-refusal.ts';

/** What SFTP answers where a file is not there. */
const NO_SUCH_FILE = 2;
/** And where it may not be read. */
const PERMISSION_DENIED = 3;

type Place = { host: string; port: number; path: string };
type Limits = { limitBytes: number; limitMs: number; signal: AbortSignal };

/**
 * Reads one file of an SFTP server at an address that was looked at before. Nothing but its own password is offered to it, and no
 * password to a server whose key is another than before. Throws FetchRefusal, and what the connection says where it breaks.
 */
export async function fetchSftp(
  source: FileSource,
  place: Place,
  limits: Limits,
): Promise<{ bytes: Buffer; hostKey: string }> {
  const client = new ssh2.Client();
  // Each step listens for itself; one error more, which nobody awaits, must not end the process.
  client.on('error', () => undefined);
  const seen: { hostKey?: string } = {};
  const onAbort = () => client.destroy();
  limits.signal.addEventListener('abort', onAbort);
  try {
    await signIn(client, source, { place, limits, seen });
    const bytes = await readFile(await openSftp(client), client, { path: place.path, limitBytes: limits.limitBytes });
    return { bytes, hostKey: seen.hostKey ?? '' };
  } finally {
    limits.signal.removeEventListener('abort', onAbort);
    client.destroy();
  }
}

function signIn(
  client: Client,
  { username, password, hostKey }: FileSource,
  { place, limits, seen }: { place: Place; limits: Limits; seen: { hostKey?: string } },
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('ready', resolve);
    client.once('close', () => {
      reject(new Error('the connection was closed'));
    });
    client.once('error', (error: Error & { level?: string }) => {
      const isOther = hostKey !== null && seen.hostKey !== undefined && seen.hostKey !== hostKey;
      if (isOther) reject(new FetchRefusal('host_key', error));
      else reject(error.level === 'client-authentication' ? new FetchRefusal('login', error) : error);
    });
    client.on('keyboard-interactive', (_name, _about, _language, prompts, answer) => {
      answer(prompts.map(() => password));
    });
    client.connect({
      host: place.host,
      port: place.port,
      username,
      password,
      // Servers ask for one password in two ways.
      authHandler: ['password', 'keyboard-interactive'],
      tryKeyboard: true,
      readyTimeout: limits.limitMs,
      hostVerifier: (key: Buffer) => {
        seen.hostKey = createHash('sha256').update(key).digest('base64').replaceAll('=', '');
        return hostKey === null || hostKey === seen.hostKey;
      },
    });
  });
}

const openSftp = (client: Client): Promise<SFTPWrapper> =>
  new Promise((resolve, reject) => {
    client.once('close', () => {
      reject(new Error('the connection was closed'));
    });
    client.sftp((error, sftp) => {
      if (error) {
        reject(error);
        return;
      }
      // So does what a server sends that is no SFTP.
      sftp.on('error', () => undefined);
      resolve(sftp);
    });
  });

function readFile(
  sftp: SFTPWrapper,
  client: Client,
  { path, limitBytes }: { path: string; limitBytes: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    client.once('close', () => {
      reject(new Error('the connection was closed'));
    });
    sftp.once('error', reject);
    const stream = sftp.createReadStream(path);
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        stream.destroy();
        reject(new FetchRefusal('too_large'));
        return;
      }
      chunks.push(chunk);
    });
    stream.once('error', (error: Error & { code?: number | string }) => {
      if (error.code === NO_SUCH_FILE) reject(new FetchRefusal('not_found', error));
      else reject(error.code === PERMISSION_DENIED ? new FetchRefusal('login', error) : error);
    });
    stream.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
  });
}
