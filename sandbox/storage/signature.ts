import { createHash, createHmac } from 'node:crypto';
import type { SandboxRequest } from '../core/router.ts';

export type Credentials = { accessKeyId: string; secretAccessKey: string };

/** The rest of SigV4's verdict: null when the signature is right, else the S3 error code. `path` is the path as it was sent. */
export function verifySignature(
  request: SandboxRequest,
  path: string,
  credentials: Credentials,
  now: Date,
): string | null {
  if (request.query.has('X-Amz-Signature')) return verifyQuery(request, path, credentials, now);
  const authorization = request.headers.authorization ?? '';
  return authorization.startsWith('AWS4-HMAC-SHA256 ')
    ? verifyHeader(request, path, credentials, authorization, now)
    : 'AccessDenied';
}

function verifyQuery(request: SandboxRequest, path: string, credentials: Credentials, now: Date): string | null {
  const { query } = request;
  const [accessKey = '', date = '', region = '', service = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  if (accessKey !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  const stamp = query.get('X-Amz-Date') ?? '';
  const signedAt = readStamp(stamp);
  const expiresS = Number(query.get('X-Amz-Expires'));
  if (signedAt === null || !(expiresS >= 1 && expiresS <= 604_800)) return 'AuthorizationQueryParametersError';
  if (now.getTime() > signedAt + expiresS * 1000 || signedAt > now.getTime() + 15 * 60_000) return 'AccessDenied';
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const pairs = [...query].filter(([name]) => name !== 'X-Amz-Signature');
  const canonical = canonicalRequest(request, path, pairs, names, 'UNSIGNED-PAYLOAD');
  return signature(credentials.secretAccessKey, date, region, service, stamp, canonical) ===
    query.get('X-Amz-Signature')
    ? null
    : 'SignatureDoesNotMatch';
}

function verifyHeader(
  request: SandboxRequest,
  path: string,
  credentials: Credentials,
  authorization: string,
  now: Date,
): string | null {
  const part = (name: string): string => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? '';
  const [accessKey = '', date = '', region = '', service = ''] = part('Credential').split('/');
  if (accessKey !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  const stamp = headerOf(request, 'x-amz-date');
  const signedAt = readStamp(stamp);
  if (signedAt === null || Math.abs(now.getTime() - signedAt) > 15 * 60_000) return 'RequestTimeTooSkewed';
  const payload = headerOf(request, 'x-amz-content-sha256') || 'UNSIGNED-PAYLOAD';
  if (/^[0-9a-f]{64}$/.test(payload) && createHash('sha256').update(request.body).digest('hex') !== payload)
    return 'XAmzContentSHA256Mismatch';
  const canonical = canonicalRequest(request, path, [...request.query], part('SignedHeaders').split(';'), payload);
  return signature(credentials.secretAccessKey, date, region, service, stamp, canonical) === part('Signature')
    ? null
    : 'SignatureDoesNotMatch';
}

function canonicalRequest(
  request: SandboxRequest,
  path: string,
  pairs: readonly [string, string][],
  headerNames: readonly string[],
  payload: string,
): string {
  const query = pairs
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
  return [
    request.method,
    path,
    query,
    ...headerNames.map((name) => `${name}:${headerOf(request, name).trim().replaceAll(/ +/g, ' ')}`),
    '',
    headerNames.join(';'),
    payload,
  ].join('\n');
}

function signature(
  secret: string,
  date: string,
  region: string,
  service: string,
  stamp: string,
  canonical: string,
): string {
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request');
  const hash = createHash('sha256').update(canonical).digest('hex');
  return hmac(key, ['AWS4-HMAC-SHA256', stamp, `${date}/${region}/${service}/aws4_request`, hash].join('\n')).toString(
    'hex',
  );
}

function headerOf(request: SandboxRequest, name: string): string {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function readStamp(stamp: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp);
  return match
    ? Date.UTC(
        Number(match[1]),
        Number(match[2]) - 1,
        Number(match[3]),
        Number(match[4]),
        Number(match[5]),
        Number(match[6]),
      )
    : null;
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
