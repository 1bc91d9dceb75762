import { readFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sandbox } from '../core/kernel.ts';
import { route, text } from '../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../core/router.ts';
import type { StoredFile } from '../core/state.ts';
import { drawPicture } from '../seed/picture.ts';
import { findShop } from './store/lookup.ts';
import { writeStaged } from './store/files.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PUT, POST, OPTIONS',
  'access-control-allow-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Staged uploads (POST form or PUT) and the public addresses of the shop's files. */
export function fileRoutes(sandbox: Sandbox): Route[] {
  const token = /^[\w-]{8,64}$/;
  return [
    route('OPTIONS', '/staged-uploads/{path*}', () => ({ status: 204, headers: CORS, body: '' })),
    route('POST', '/staged-uploads/{token}', async (request) =>
      logged(sandbox, request, await takeForm(sandbox, request)),
    ),
    route('PUT', '/staged-uploads/{token}/{filename}', (request) => {
      const fault = sandbox.faults.take('files', ['upload'], ['error', 'drop_response']);
      if (fault?.kind === 'error') return logged(sandbox, request, text(fault.status, 'fault\n', CORS));
      if (!token.test(request.params['token'] ?? '')) return text(403, 'AccessDenied\n', CORS);
      writeStaged(sandbox, request.params['token'] ?? '', request.params['filename'] ?? '', request.body);
      return logged(sandbox, request, {
        status: 200,
        headers: CORS,
        body: '',
        dropConnection: fault?.kind === 'drop_response',
      });
    }),
    route('GET', '/cdn/{handle}/files/{id}/{filename}', (request) => sendFile(sandbox, request)),
  ];
}

async function takeForm(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResponse> {
  const fault = sandbox.faults.take('files', ['upload'], ['error', 'drop_response']);
  if (fault?.kind === 'error') return text(fault.status, 'fault\n', CORS);
  const token = request.params['token'] ?? '';
  let form: FormData;
  try {
    const sent = new Response(new Uint8Array(request.body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    });
    // Servers are advised against it because the whole form lies in memory, where the sandbox has it already.
    // oxlint-disable-next-line typescript/no-deprecated
    form = await sent.formData();
  } catch {
    return text(400, '<Error><Code>MalformedPOSTRequest</Code></Error>', {
      ...CORS,
      'content-type': 'application/xml',
    });
  }
  const key = form.get('key');
  const file = form.get('file');
  if (typeof key !== 'string' || !(file instanceof Blob) || !key.startsWith(`staged/${token}/`))
    return text(403, '<Error><Code>AccessDenied</Code></Error>', { ...CORS, 'content-type': 'application/xml' });
  if ([...form.keys()].at(-1) !== 'file')
    return text(400, '<Error><Code>InvalidArgument</Code><Message>file must be the last field</Message></Error>', {
      ...CORS,
      'content-type': 'application/xml',
    });
  writeStaged(sandbox, token, key.split('/').at(-1) ?? 'file', Buffer.from(await file.arrayBuffer()));
  return {
    status: 201,
    headers: { ...CORS, 'content-type': 'application/xml' },
    body: `<PostResponse><Key>${key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Key></PostResponse>`,
    dropConnection: fault?.kind === 'drop_response',
  };
}

async function sendFile(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResponse> {
  const file = findShop(sandbox, request.params['handle'] ?? '')?.files[request.params['id'] ?? ''];
  const width = Number(request.query.get('width') ?? 0);
  const bytes = file ? await readBytes(sandbox, file) : null;
  if (!file || !bytes) return text(404, 'Not Found\n', CORS);
  const headers = {
    ...CORS,
    'content-type': file.mimeType,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  };
  if (width >= 16 && width <= 4096 && file.kind === 'IMAGE')
    return { status: 200, headers, body: await sharp(bytes).resize({ width, withoutEnlargement: true }).toBuffer() };
  return { status: 200, headers, body: bytes };
}

async function readBytes(sandbox: Sandbox, file: StoredFile): Promise<Buffer | null> {
  if (file.source.at === 'disk') return existsSync(file.source.path) ? readFileSync(file.source.path) : null;
  if (file.source.at === 'url') return null;
  // Drawn once, then kept: the drawing depends on nothing but the seed.
  const folder = join(sandbox.config.dataDir, 'drawn');
  const path = join(folder, `${file.source.seed.replaceAll(/[^\w-]/g, '_')}.webp`);
  if (existsSync(path)) return readFileSync(path);
  const bytes = await sharp(Buffer.from(drawPicture(file.source.seed, file.source.label)))
    .webp({ quality: 86 })
    .toBuffer();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, bytes);
  return bytes;
}

function logged(sandbox: Sandbox, request: SandboxRequest, response: SandboxResponse): SandboxResponse {
  sandbox.log.add({
    at: sandbox.clock.iso(),
    target: 'files',
    method: request.method,
    path: request.url.pathname,
    operation: 'upload',
    body: `${request.body.length} bytes`,
    status: response.status,
    durationMs: 0,
    contract: 'unchecked',
  });
  return response;
}
