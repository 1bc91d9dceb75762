import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { AppError, invalidInput } from '#app/core/errors.ts';
import {
  callOutside,
  OutsideCallError,
  type OutsideAnswer,
  type OutsideCall,
} from '#app/adapters/web/outside-call.server.ts';
import { FILE_PROBLEMS, inspectFile, MAX_BYTES } from './inspect-file.server.ts';

export type UploadTarget = { url: string; location: string };

/** Where files go. A storage that does not answer is storage_unavailable (503). Targets are short-lived and bound to one key, one content type and, where it is told, one size. */
export type FileStore = {
  /** An address that takes one HTTP PUT of the file within ten minutes, and the address where it is read afterwards. */
  uploadTarget(o: { key: string; contentType: string; sizeBytes?: number | undefined }): Promise<UploadTarget>;
  /** The bytes of a file of at most 20 MB, and one byte more of a larger one; undefined for what is not there. */
  readBytes(key: string): Promise<Buffer | undefined>;
  /**
   * Sends the bytes of a file to an address of `uploadTarget`, so that it is looked at like everybody's. Returns whether it was taken.
   * Throws storage_unavailable (503).
   */
  sendBytes(url: string, bytes: Buffer, contentType: string): Promise<boolean>;
  /** Writes a small file of the program's own. */
  writeBytes(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** An address that reads a private file for some minutes. */
  readUrl(o: { key: string; seconds: number }): Promise<string>;
  /** Deletes a file. One that is not there is gone already. */
  remove(key: string): Promise<void>;
  local?: LocalFiles;
};

const UPLOAD_SECONDS = 600;
/** The longest that the storage may take to answer, its bytes included. */
const ANSWER_LIMIT_MS = 30_000;
const WRITE_MS = 10_000;
/** For what a person waits for that was made a moment ago: up to 20 MB on their way. */
const SEND_LIMIT_MS = 120_000;
/** What a storage says besides the bytes of files. */
const MAX_WORDS_BYTES = 100_000;

/** An S3-compatible storage, addressed by path. */
export function createS3Store(o: {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  publicUrl: string;
  now: () => Date;
  /** How long the storage may take to answer; only tests shorten it. */
  answerLimitMs?: number;
}): FileStore {
  const limitMs = o.answerLimitMs ?? ANSWER_LIMIT_MS;
  const client = new S3Client({
    endpoint: o.endpoint,
    region: o.region,
    forcePathStyle: true,
    // Otherwise a signed address carries the checksum of an empty body, and the storage refuses every file that is sent to it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: o.accessKeyId, secretAccessKey: o.secretAccessKey },
  });
  return {
    uploadTarget: async ({ key, contentType, sizeBytes }) => ({
      url: await getSignedUrl(
        client,
        new PutObjectCommand({ Bucket: o.bucket, Key: key, ContentType: contentType, ContentLength: sizeBytes }),
        {
          expiresIn: UPLOAD_SECONDS,
          signingDate: o.now(),
          signableHeaders: new Set(['content-type', 'content-length', 'host']),
        },
      ),
      location: `${o.publicUrl.replace(/\/$/, '')}/${key}`,
    }),
    readBytes: async (key) => {
      const command = new GetObjectCommand({ Bucket: o.bucket, Key: key });
      const url = await getSignedUrl(client, command, { expiresIn: 60, signingDate: o.now() });
      const headers = { range: `bytes=0-${String(MAX_BYTES)}` };
      const answer = await askStorage(url, { headers, limitMs, maxBytes: MAX_BYTES + 1, whenLarger: 'cut' });
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`The storage answered ${answer.status} to a reading`);
      return answer.bytes;
    },
    sendBytes: async (url, bytes, contentType) =>
      (await putBytes(url, { bytes, contentType, limitMs: o.answerLimitMs ?? SEND_LIMIT_MS })).ok,
    writeBytes: async (key, bytes, contentType) => {
      const command = new PutObjectCommand({ Bucket: o.bucket, Key: key, ContentType: contentType });
      const url = await getSignedUrl(client, command, { expiresIn: 60, signingDate: o.now() });
      const answer = await putBytes(url, { bytes, contentType, limitMs: Math.min(limitMs, WRITE_MS) });
      if (!answer.ok) throw new Error(`The storage answered ${answer.status} to a writing`);
    },
    readUrl: ({ key, seconds }) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket: o.bucket, Key: key }), {
        expiresIn: seconds,
        signingDate: o.now(),
      }),
    remove: async (key) => {
      const command = new DeleteObjectCommand({ Bucket: o.bucket, Key: key });
      const url = await getSignedUrl(client, command, { expiresIn: 60, signingDate: o.now() });
      const answer = await askStorage(url, { method: 'DELETE', limitMs, maxBytes: MAX_WORDS_BYTES });
      if (!answer.ok && answer.status !== 404) throw new Error(`The storage answered ${answer.status} to a deletion`);
    },
  };
}

/** One request to the storage. A storage that fails, asks to wait or does not answer in time is storage_unavailable (503). */
async function askStorage(url: string, call: Omit<OutsideCall, 'provider'>): Promise<OutsideAnswer> {
  const answer = await callOutside(url, { ...call, provider: 'storage' }).catch((error: unknown) => {
    if (error instanceof OutsideCallError) throw Object.assign(new AppError('storage_unavailable'), { cause: error });
    throw error;
  });
  if (answer.status < 500 && answer.status !== 429) return answer;
  throw Object.assign(new AppError('storage_unavailable'), {
    cause: new Error(`The storage answered ${answer.status}`),
  });
}

const putBytes = (url: string, o: { bytes: Buffer; contentType: string; limitMs: number }): Promise<OutsideAnswer> =>
  askStorage(url, {
    method: 'PUT',
    headers: { 'content-type': o.contentType },
    body: new Uint8Array(o.bytes),
    limitMs: o.limitMs,
    maxBytes: MAX_WORDS_BYTES,
  });

/** Files in a folder of this machine, behind the same kind of signed addresses; served below /files. */
export type LocalFiles = {
  /** Whether a request's signature is right for its method and key, and not expired at `now`. */
  accepts(o: {
    method: string;
    key: string;
    contentType: string;
    /** The size that the target was made for; '' where it was not told. */
    size: string;
    expires: string;
    signature: string;
    now: Date;
  }): boolean;
  /**
   * Stores a file once its bytes are what they call themselves. Throws body_too_large (413) and invalid_input (422), and
   * keeps nothing then.
   */
  write(o: { key: string; body: Readable; contentType: string; sizeBytes?: number | undefined }): Promise<void>;
  read(key: string): Promise<{ body: Readable; sizeBytes: number } | undefined>;
};

export function createLocalStore(o: { folder: string; baseUrl: string; secret: string; now: () => Date }): FileStore {
  const sign = (method: string, key: string, contentType: string, size: string, expires: string) =>
    createHmac('sha256', o.secret).update([method, key, contentType, size, expires].join('\n')).digest('base64url');
  const address = (method: string, key: string, contentType: string, seconds: number, size = '') => {
    const expires = String(Math.floor(o.now().getTime() / 1000) + seconds);
    const query = new URLSearchParams({
      ...(size === '' ? {} : { size }),
      expires,
      signature: sign(method, key, contentType, size, expires),
    });
    return `${o.baseUrl}/files/${key}?${query.toString()}`;
  };
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new AppError('not_found');
    return join(o.folder, key);
  };
  return {
    uploadTarget: ({ key, contentType, sizeBytes }) =>
      Promise.resolve({
        url: address('PUT', key, contentType, UPLOAD_SECONDS, sizeBytes === undefined ? '' : String(sizeBytes)),
        location: `${o.baseUrl}/files/${key}`,
      }),
    readUrl: ({ key, seconds }) => Promise.resolve(address('GET', key, '', seconds)),
    sendBytes: async (url, bytes, contentType) =>
      (await putBytes(url, { bytes, contentType, limitMs: SEND_LIMIT_MS })).ok,
    readBytes: async (key) => (existsSync(pathOf(key)) ? readFile(pathOf(key)) : undefined),
    writeBytes: async (key, bytes) => {
      const path = pathOf(key);
      const part = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(part, bytes);
      await rename(part, path);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    local: {
      accepts({ method, key, contentType, size, expires, signature, now }) {
        const want = Buffer.from(sign(method, key, method === 'PUT' ? contentType : '', size, expires));
        const given = Buffer.from(signature);
        return Number(expires) * 1000 > now.getTime() && given.length === want.length && timingSafeEqual(given, want);
      },
      write: (file) => writeChecked(pathOf(file.key), file),
      async read(key) {
        // A stream that opens by itself would fail before anybody listens, where the file goes at this moment.
        const file = await openKept(pathOf(key));
        return file && { body: file.createReadStream(), sizeBytes: (await file.stat()).size };
      },
    },
  };
}

/** Opens a file to be read; undefined where there is none. */
async function openKept(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a key is one of ours: folders and a name of plain letters, so that it can lead nowhere else. */
function isKey(key: string): boolean {
  return /^[\w-]+(\/[\w-][\w.-]*)+$/.test(key) && !key.includes('..') && key.length <= 400;
}

async function writeChecked(
  path: string,
  { body, contentType, sizeBytes }: { body: Readable; contentType: string; sizeBytes?: number | undefined },
): Promise<void> {
  const limit = Math.min(sizeBytes ?? MAX_BYTES, MAX_BYTES);
  const part = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  let size = 0;
  try {
    await pipeline(
      body,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > limit) throw new AppError('body_too_large', { limitBytes: limit });
          yield chunk;
        }
      },
      createWriteStream(part),
    );
    const problem = await inspectFile(await readFile(part), contentType);
    if (problem) throw invalidInput([{ path: 'file', rule: problem, message: FILE_PROBLEMS[problem] }]);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
