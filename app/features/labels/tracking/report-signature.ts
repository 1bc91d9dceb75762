import { equalBytes, hmacSha256 } from '#app/server/crypto.server.ts';

const MAX_HEADER = 200;
const SIGNATURE = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/;

/**
 * Whether Shippo signed a report: `t=<seconds>,v1=<hex>`, over the seconds, a dot and the bytes. How old it is does not count: a
 * report only makes Shippo be asked, however often it comes.
 */
export function isSignedReport({
  signature,
  body,
  secret,
}: {
  signature: string;
  body: Buffer;
  secret: string;
}): boolean {
  const [, at, sent] = (signature.length <= MAX_HEADER && SIGNATURE.exec(signature)) || [];
  if (at === undefined || sent === undefined) return false;
  return equalBytes(Buffer.from(sent, 'hex'), hmacSha256(secret, Buffer.concat([Buffer.from(`${at}.`), body])));
}
