import { pipeline } from 'node:stream/promises';
import type { LocalFiles } from '#app/adapters/files/file-store.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { Clock } from '#app/core/clock.ts';
import type { Listener } from './server.server.ts';

const FILE_LIMIT_BYTES = 20 * 1024 * 1024;
/** Folders whose files anybody may read once they are stored; everything else needs a signed address. */
const PUBLIC_FOLDERS = new Set(['vendor-page', 'product-images', 'logo-text', 'logo-registration', 'model-image']);
const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** The key in an address; one that is not well written is not_found (404). */
function readKey(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice('/files/'.length));
  } catch {
    throw new AppError('not_found');
  }
}

/** Stores and serves files of the local storage below /files, by signed addresses. Nothing is ever served as a page. */
export function filesListener(files: LocalFiles, clock: Clock): Listener {
  return async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://host');
    const key = readKey(url.pathname);
    const size = url.searchParams.get('size') ?? '';
    const contentType = req.headers['content-type'] ?? '';
    const signed = files.accepts({
      method: req.method ?? 'GET',
      key,
      contentType,
      size,
      expires: url.searchParams.get('expires') ?? '0',
      signature: url.searchParams.get('signature') ?? '',
      now: clock.now(),
    });
    if (req.method === 'PUT') {
      if (!signed) throw new AppError('not_found');
      const limitBytes = size === '' ? FILE_LIMIT_BYTES : Number(size);
      if (Number(req.headers['content-length'] ?? 0) > limitBytes) throw new AppError('body_too_large', { limitBytes });
      await files.write({ key, body: req, contentType, ...(size === '' ? {} : { sizeBytes: limitBytes }) });
      res.writeHead(200, { 'content-length': 0 }).end();
      return;
    }
    if (req.method !== 'GET') throw new AppError('method_not_allowed', { method: req.method ?? '' });
    if (!signed && !PUBLIC_FOLDERS.has(key.split('/')[0] ?? '')) throw new AppError('not_found');
    const found = await files.read(key);
    if (!found) throw new AppError('not_found');
    const type = TYPES[key.split('.').pop()?.toLowerCase() ?? ''];
    res.writeHead(200, {
      'content-type': type ?? 'application/octet-stream',
      'content-length': found.sizeBytes,
      'content-disposition': type ? 'inline' : 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
    });
    // Who goes away in the middle, and a disk that fails, end the answer and close the file.
    await pipeline(found.body, res).catch(() => undefined);
  };
}
