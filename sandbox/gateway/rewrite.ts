import type { OutgoingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import type { Config } from '../core/kernel.ts';

/** Where the platform serves App Bridge; apps carry this address in their pages. */
export const APP_BRIDGE_ADDRESS = 'https://cdn.shopify.com/shopifycloud/app-bridge.js';

const ADMIN_ADDRESS = 'https://admin.shopify.com';
const STORE_ADMIN_ADDRESS = /^https:\/\/([a-z0-9][a-z0-9-]*)\.myshopify\.com\/admin(?=[/?]|$)/i;

/** The stand-in's address of App Bridge. */
export function appBridgeUrl(config: Pick<Config, 'publicUrl'>): string {
  return `${config.publicUrl}/shopifycloud/app-bridge.js`;
}

/** An address of the platform's admin, or of the app itself, as the sandbox serves it; every other stays as it is. */
export function rewriteAddress(address: string, config: Pick<Config, 'publicUrl' | 'gatewayUrl' | 'appUrl'>): string {
  if (address === ADMIN_ADDRESS || address.startsWith(`${ADMIN_ADDRESS}/`))
    return `${config.publicUrl}/admin${address.slice(ADMIN_ADDRESS.length)}`;
  const storeAdmin = STORE_ADMIN_ADDRESS.exec(address);
  if (storeAdmin) return `${config.publicUrl}/admin/store/${storeAdmin[1] ?? ''}${address.slice(storeAdmin[0].length)}`;
  const own =
    address === config.appUrl || /^[/?#]/.test(address.slice(config.appUrl.length))
      ? address.startsWith(config.appUrl)
      : false;
  const moved = own ? config.gatewayUrl + address.slice(config.appUrl.length) : address;
  // The bounce page is told where to go on in its query; it must stay behind the gateway too.
  return moved.replace(
    `shopify-reload=${encodeURIComponent(config.appUrl)}`,
    `shopify-reload=${encodeURIComponent(config.gatewayUrl)}`,
  );
}

/**
 * `frame-ancestors` also names the sandbox's admin, and where a policy names the platform's CDN it names the stand-in too.
 * A policy of `'none'` stays: a page that may not be framed there may not be framed here.
 */
export function rewritePolicy(policy: string, config: Pick<Config, 'publicUrl'>): string {
  return policy
    .split(';')
    .map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      if (/^frame-ancestors$/i.test(name))
        return sources.includes("'none'") ? directive : `${directive.trimEnd()} ${config.publicUrl}`;
      return sources.some((source) => /^https:\/\/cdn\.shopify\.com(\/|$)/.test(source))
        ? `${directive.trimEnd()} ${config.publicUrl}`
        : directive;
    })
    .join(';');
}

/** The headers of the app's answer as the browser gets them. `rewritesBody` drops what no longer fits a changed body. */
export function rewriteHeaders(
  headers: OutgoingHttpHeaders,
  rewritesBody: boolean,
  config: Config,
): OutgoingHttpHeaders {
  const result: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.has(name)) continue;
    if (
      rewritesBody &&
      (name === 'content-length' || name === 'content-encoding' || name === 'etag' || name === 'content-md5')
    )
      continue;
    result[name] = rewriteHeader(name, value, config);
  }
  return result;
}

/** Headers that concern one connection only (RFC 9110, 7.6.1). */
export const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const ADDRESS_HEADERS = new Set(['location', 'x-shopify-api-request-failure-reauthorize-url', 'x-remix-redirect']);

function rewriteHeader(name: string, value: number | string | string[], config: Config): number | string | string[] {
  if (Array.isArray(value)) return value.map((item) => String(rewriteHeader(name, item, config)));
  if (typeof value === 'number') return value;
  if (ADDRESS_HEADERS.has(name)) return rewriteAddress(value, config);
  if (name === 'content-security-policy') return rewritePolicy(value, config);
  if (name === 'link') return value.replaceAll(APP_BRIDGE_ADDRESS, appBridgeUrl(config));
  return value;
}

/**
 * Replaces one ASCII text by another in a stream of bytes, also where it is split between chunks.
 * Bytes that may be the beginning of the text wait for the next chunk; all others go on at once, so streaming stays streaming.
 */
export function replaceInStream(from: string, to: string): Transform {
  const needle = Buffer.from(from);
  const replacement = Buffer.from(to);
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      for (let at = data.indexOf(needle); at >= 0; at = data.indexOf(needle)) {
        this.push(Buffer.concat([data.subarray(0, at), replacement]));
        data = data.subarray(at + needle.length);
      }
      const kept = overlap(data, needle);
      if (data.length > kept) this.push(data.subarray(0, data.length - kept));
      rest = Buffer.from(data.subarray(data.length - kept));
      done();
    },
    flush(done) {
      if (rest.length > 0) this.push(rest);
      done();
    },
  });
}

/** The length of the longest end of `data` that is a beginning of `needle`. */
function overlap(data: Buffer, needle: Buffer): number {
  for (let length = Math.min(needle.length - 1, data.length); length > 0; length -= 1) {
    if (data.subarray(data.length - length).equals(needle.subarray(0, length))) return length;
  }
  return 0;
}
