import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../core/kernel.ts';
import { route } from '../core/router.ts';
import type { Handler, Route, SandboxRequest, SandboxResponse } from '../core/router.ts';
import { verifySignature } from './signature.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'etag',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Folders that the bucket's policy keeps from the public, as docs/OPERATIONS.md asks of a real one. */
const PRIVATE_FOLDERS = new Set(['metafield-file', 'messages', 'product-csv']);

/** Object storage in path style at `/storage/{bucket}/{key}`: writing wants a valid SigV4 signature, and so does reading what is private. */
export function storageRoutes(sandbox: Sandbox): Route[] {
  const pattern = '/storage/{bucket}/{key*}';
  const signed =
    (run: Handler): Handler =>
    (request) => {
      const refusal = verifySignature(request, request.url.pathname, sandbox.config.storage, sandbox.clock.now());
      return logged(sandbox, request, refusal ? failure(403, refusal) : run(request));
    };
  return [
    route('OPTIONS', pattern, () => ({ status: 204, headers: CORS, body: '' })),
    route(
      'PUT',
      pattern,
      signed((request) => putObject(sandbox, request)),
    ),
    route(
      'DELETE',
      pattern,
      signed((request) => deleteObject(sandbox, request)),
    ),
    route('GET', pattern, (request) => {
      const isPrivate = PRIVATE_FOLDERS.has(nameOf(request).key.split('/')[0] ?? '');
      return isPrivate || request.query.has('X-Amz-Signature')
        ? signed((one) => getObject(sandbox, one))(request)
        : getObject(sandbox, request);
    }),
  ];
}

function putObject(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const { bucket, key, name } = nameOf(request);
  const path = join(sandbox.config.dataDir, 'objects', createHash('sha256').update(name).digest('hex'));
  const etag = `"${createHash('md5').update(request.body).digest('hex')}"`;
  mkdirSync(join(sandbox.config.dataDir, 'objects'), { recursive: true });
  writeFileSync(path, request.body);
  sandbox.state.objects[name] = {
    bucket,
    key,
    contentType: request.headers['content-type'] ?? 'application/octet-stream',
    byteLength: request.body.length,
    etag,
    path,
    at: sandbox.clock.iso(),
  };
  sandbox.save();
  return { status: 200, headers: { ...CORS, etag }, body: '' };
}

function getObject(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const object = sandbox.state.objects[nameOf(request).name];
  if (!object || !existsSync(object.path)) return failure(404, 'NoSuchKey');
  // A browser must never run what somebody uploaded.
  const headers = {
    ...CORS,
    'content-type': object.contentType,
    etag: object.etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  return { status: 200, headers, body: readFileSync(object.path) };
}

function deleteObject(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const { name } = nameOf(request);
  const object = sandbox.state.objects[name];
  if (object) rmSync(object.path, { force: true });
  sandbox.state.objects = Object.fromEntries(Object.entries(sandbox.state.objects).filter(([other]) => other !== name));
  sandbox.save();
  return { status: 204, headers: CORS, body: '' };
}

function nameOf(request: SandboxRequest): { bucket: string; key: string; name: string } {
  const { bucket = '', key = '' } = request.params;
  return { bucket, key, name: `${bucket}/${key}` };
}

function failure(status: number, code: string): SandboxResponse {
  return {
    status,
    headers: { ...CORS, 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  };
}

async function logged(
  sandbox: Sandbox,
  request: SandboxRequest,
  answer: SandboxResponse | Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  const fault = sandbox.faults.take('files', ['storage'], ['error', 'drop_response']);
  const response = fault?.kind === 'error' ? failure(fault.status, 'InternalError') : await answer;
  sandbox.log.add({
    at: sandbox.clock.iso(),
    target: 'storage',
    method: request.method,
    path: request.url.pathname,
    operation: null,
    body: `${request.body.length} bytes`,
    status: response.status,
    durationMs: 0,
    contract: response.status === 403 ? 'violates: signature' : 'ok',
  });
  return fault?.kind === 'drop_response' ? { ...response, dropConnection: true } : response;
}
