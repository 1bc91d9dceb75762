import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';

export type UploadTarget = { url: string; location: string };

/** Where files go. Targets are short-lived and bound to one key, one content type and one greatest size. */
export type FileStore = {
  /** An address that takes one HTTP PUT of the file within ten minutes, and the address where it is read afterwards. */
  uploadTarget(o: { key: string; contentType: string }): Promise<UploadTarget>;
  /** An address that reads a private file for some minutes. */
  readUrl(o: { key: string; seconds: number }): Promise<string>;
  /** Deletes a file. One that is not there is gone already. */
  remove(key: string): Promise<void>;
  local?: LocalFiles;
};

const UPLOAD_SECONDS = 600;

/** An S3-compatible storage, addressed by path. */
export function createS3Store(o: {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  publicUrl: string;
  now: () => Date;
}): FileStore {
  const client = new S3Client({
    endpoint: o.endpoint,
    region: o.region,
    forcePathStyle: true,
    credentials: { accessKeyId: o.accessKeyId, secretAccessKey: o.secretAccessKey },
  });
  return {
    uploadTarget: async ({ key, contentType }) => ({
      url: await getSignedUrl(client, new PutObjectCommand({ Bucket: o.bucket, Key: key, ContentType: contentType }), {
        expiresIn: UPLOAD_SECONDS,
        signableHeaders: new Set(['content-type', 'host']),
      }),
      location: `${o.publicUrl.replace(/\/$/, '')}/${key}`,
    }),
    readUrl: ({ key, seconds }) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket: o.bucket, Key: key }), { expiresIn: seconds }),
    remove: async (key) => {
      const command = new DeleteObjectCommand({ Bucket: o.bucket, Key: key });
      const answer = await fetch(await getSignedUrl(client, command, { expiresIn: 60, signingDate: o.now() }), {
        method: 'DELETE',
      });
      if (!answer.ok && answer.status !== 404) throw new Error(`The storage answered ${answer.status} to a deletion`);
    },
  };
}

/** Files in a folder of this machine, behind the same kind of signed addresses; served below /files. */
export type LocalFiles = {
  /** Whether a request's signature is right for its method and key, and not expired at `now`. */
  accepts(o: {
    method: string;
    key: string;
    contentType: string;
    expires: string;
    signature: string;
    now: Date;
  }): boolean;
  write(key: string, body: Readable, limitBytes: number): Promise<void>;
  read(key: string): Promise<{ body: Readable; sizeBytes: number } | undefined>;
};

export function createLocalStore(o: { folder: string; baseUrl: string; secret: string; now: () => Date }): FileStore {
  const sign = (method: string, key: string, contentType: string, expires: string) =>
    createHmac('sha256', o.secret).update([method, key, contentType, expires].join('\n')).digest('base64url');
  const address = (method: string, key: string, contentType: string, seconds: number) => {
    const expires = String(Math.floor(o.now().getTime() / 1000) + seconds);
    const query = new URLSearchParams({ expires, signature: sign(method, key, contentType, expires) });
    return `${o.baseUrl}/files/${key}?${query.toString()}`;
  };
  const pathOf = (key: string) => {
    if (!/^[\w-]+(\/[\w.-]+)+$/.test(key) || key.includes('..'))
      throw new Error('The key of a file is not well formed');
    return join(o.folder, key);
  };
  return {
    uploadTarget: ({ key, contentType }) =>
      Promise.resolve({ url: address('PUT', key, contentType, UPLOAD_SECONDS), location: `${o.baseUrl}/files/${key}` }),
    readUrl: ({ key, seconds }) => Promise.resolve(address('GET', key, '', seconds)),
    remove: (key) => rm(pathOf(key), { force: true }),
    local: {
      accepts({ method, key, contentType, expires, signature, now }) {
        const want = Buffer.from(sign(method, key, method === 'PUT' ? contentType : '', expires));
        const given = Buffer.from(signature);
        return Number(expires) * 1000 > now.getTime() && given.length === want.length && timingSafeEqual(given, want);
      },
      async write(key, body, limitBytes) {
        const path = pathOf(key);
        const part = `${path}.${randomUUID()}.part`;
        await mkdir(dirname(path), { recursive: true });
        let size = 0;
        try {
          await pipeline(
            body,
            async function* (source: AsyncIterable<Buffer>) {
              for await (const chunk of source) {
                size += chunk.length;
                if (size > limitBytes) throw new Error('The file is too large');
                yield chunk;
              }
            },
            createWriteStream(part),
          );
          await rename(part, path);
        } catch (error) {
          await rm(part, { force: true });
          throw error;
        }
      },
      async read(key) {
        const path = pathOf(key);
        if (!existsSync(path)) return undefined;
        return { body: createReadStream(path), sizeBytes: (await stat(path)).size };
      },
    },
  };
}
