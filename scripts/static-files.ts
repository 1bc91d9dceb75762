import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative } from 'node:path';
import { contentType } from 'mime-types';
import send from 'send';
import type { Middleware } from './build-loader.ts';

/** Packed forms that may lie beside a file, the smaller one first. */
const PACKED = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;
const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/**
 * Serves the files that a folder holds now, packed for whoever takes that; what is none of them is passed on. A file that can no
 * longer be read is 404, and one that cannot be read at the moment 503: neither ends the process.
 */
export function serveStaticFiles(root: string): Middleware {
  const files = new Set(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
  return (req, res, next) => {
    const name = readName(req);
    if (name === undefined || !files.has(name)) {
      next();
      return;
    }
    const packed = PACKED.find(({ encoding, suffix }) => files.has(name + suffix) && takes(req, encoding));
    if (PACKED.some(({ suffix }) => files.has(name + suffix))) res.setHeader('vary', 'Accept-Encoding');
    if (packed) res.setHeader('content-encoding', packed.encoding);
    res.setHeader('content-type', contentType(extname(name)) || 'application/octet-stream');
    res.setHeader('cache-control', name.includes('assets/') ? FOREVER : AN_HOUR);
    send(req, encodeURI(`/${name}${packed?.suffix ?? ''}`), { root, index: false, cacheControl: false })
      .on('error', (error: NodeJS.ErrnoException & { status?: number }) => {
        refuse(res, error.status ?? 500);
      })
      .pipe(res);
  };
}

/** The file that a request names; undefined for what names none. */
function readName({ method, url = '/' }: IncomingMessage): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  try {
    return decodeURIComponent(new URL(url, 'http://files').pathname).slice(1);
  } catch {
    return undefined;
  }
}

/** Whether the caller takes an encoding by its name. */
function takes({ headers }: IncomingMessage, encoding: string): boolean {
  const named = (headers['accept-encoding'] ?? '').split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/),
  );
  return named.some(([name, quality]) => name === encoding && Number(quality ?? 1) > 0);
}

function refuse(res: ServerResponse, status: number): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  for (const header of res.getHeaderNames()) res.removeHeader(header);
  const isPassing = status >= 500;
  res
    .writeHead(isPassing ? 503 : status, { 'cache-control': 'no-store', ...(isPassing ? { 'retry-after': '1' } : {}) })
    .end();
}
