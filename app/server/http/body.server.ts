import type { IncomingMessage } from 'node:http';
import { AppError } from '#app/core/errors.ts';

/** What a call of the API or a form of a screen holds at most. Files go to their own addresses. */
export const BODY_LIMIT_BYTES = 1_000_000;

/** Reads a request's bytes. Throws body_too_large (413) as soon as the limit is passed, before the rest is read. */
export async function readBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared > limitBytes) throw new AppError('body_too_large', { limitBytes });
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream outlives a refusal: its end would take the connection away, and with it the answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw new AppError('body_too_large', { limitBytes });
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** What is still taken of a refused body, so that its sender reads the answer before the connection ends. */
const DISCARD = { bytes: 1_000_000, ms: 2_000 };

/**
 * Discards what follows of a refused body up to a limit, and ends the connection after a moment. Beyond the limit nothing more is read:
 * a connection that ended there at once would take the answer away from a sender that is still writing.
 */
export function discardRest(req: IncomingMessage): void {
  const timer = setTimeout(() => req.socket.destroy(), DISCARD.ms).unref();
  let size = 0;
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DISCARD.bytes) req.pause();
  });
  req.once('close', () => {
    clearTimeout(timer);
  });
}
