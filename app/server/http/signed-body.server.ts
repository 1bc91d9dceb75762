import type { IncomingMessage } from 'node:http';
import { AppError } from '#app/core/errors.ts';
import { isSignedBy } from '../crypto.server.ts';
import { readBody } from './body.server.ts';

const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;
const MAX_HEADER = 255;

/** Reads a header of the platform as text; undefined where it is missing or longer than any that it sends. */
export function readHeader(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_HEADER ? value : undefined;
}

/**
 * Reads a call of the platform and checks its signature over the raw bytes, by any of the app's secrets. `shop` is undefined where none is named. Otherwise
 * the status to refuse it with: 405 for another method than POST, 401 for a bad signature, that of the body where it is too long.
 */
export async function readSignedBody(
  req: IncomingMessage,
  o: { secrets: readonly string[]; limitBytes: number },
): Promise<{ ok: true; body: Buffer; shop: string | undefined } | { ok: false; status: number }> {
  if (req.method !== 'POST') return { ok: false, status: 405 };
  let body: Buffer;
  try {
    body = await readBody(req, o.limitBytes);
  } catch (error) {
    return { ok: false, status: error instanceof AppError ? error.status : 400 };
  }
  const given = Buffer.from(readHeader(req, 'x-shopify-hmac-sha256') ?? '', 'base64');
  if (!isSignedBy(o.secrets, body, given)) return { ok: false, status: 401 };
  const shop = readHeader(req, 'x-shopify-shop-domain');
  return { ok: true, body, shop: shop && SHOP.test(shop) ? shop : undefined };
}
