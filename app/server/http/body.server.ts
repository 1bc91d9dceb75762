import type { IncomingMessage } from 'node:http';
import { AppError } from '#app/core/errors.ts';

/** Reads a request's bytes. Throws body_too_large (413) as soon as the limit is passed, before the rest is read. */
export async function readBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared > limitBytes) throw new AppError('body_too_large', { limitBytes });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw new AppError('body_too_large', { limitBytes });
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
