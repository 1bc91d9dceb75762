import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Shop, StoredFile } from '../../core/state.ts';

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
};
const STAGED_PREFIX = '/staged-uploads/';

export type FileInput = {
  originalSource: string;
  alt?: string | null;
  contentType?: StoredFile['kind'] | null;
  filename?: string | null;
};

/** The public address of a file. Pictures and documents are served by the sandbox; a foreign one keeps its own address. */
export function fileUrl(sandbox: Sandbox, shop: Shop, fileId: number): string {
  const file = shop.files[String(fileId)];
  if (!file) return '';
  if (file.source.at === 'url') return file.source.url;
  return `${sandbox.config.publicUrl}/cdn/${shop.handle}/files/${file.id}/${encodeURIComponent(file.filename)}?v=${Math.floor(Date.parse(file.updatedAt) / 1000)}`;
}

/** Takes a file from a staged upload or from another address into the shop's files. */
export function createFile(sandbox: Sandbox, shop: Shop, input: FileInput): StoredFile {
  const source = readSource(sandbox, input.originalSource);
  const filename = sanitizeName(input.filename ?? source.filename);
  const mimeType = source.mimeType ?? TYPES[extname(filename).toLowerCase()] ?? 'application/octet-stream';
  const at = sandbox.clock.iso();
  const kind = input.contentType ?? kindOf(mimeType);
  if (kind === 'EXTERNAL_VIDEO' && !videoHost(input.originalSource))
    throw new Refusal('The video must be of YouTube or Vimeo.', ['originalSource'], 'INVALID');
  const error = source.error ?? (kind === 'IMAGE' ? pictureError(source, filename) : null);
  const file: StoredFile = {
    id: nextId(sandbox),
    kind,
    status: error ? 'FAILED' : 'READY',
    filename,
    mimeType,
    alt: input.alt ?? '',
    source: source.source,
    width: source.width,
    height: source.height,
    byteLength: source.byteLength,
    error,
    createdAt: at,
    updatedAt: at,
  };
  shop.files[String(file.id)] = file;
  sandbox.save();
  return file;
}

/** Adds a picture that the sandbox draws itself from a seed. */
export function createDrawnFile(
  sandbox: Sandbox,
  shop: Shop,
  input: { seed: string; label: string; filename: string; alt: string },
): StoredFile {
  const at = sandbox.clock.iso();
  const file: StoredFile = {
    id: nextId(sandbox),
    kind: 'IMAGE',
    status: 'READY',
    filename: input.filename,
    mimeType: 'image/webp',
    alt: input.alt,
    source: { at: 'drawn', seed: input.seed, label: input.label },
    width: 1000,
    height: 1000,
    byteLength: 0,
    error: null,
    createdAt: at,
    updatedAt: at,
  };
  shop.files[String(file.id)] = file;
  return file;
}

/** Removes files from the shop and from every product that shows them. */
export function deleteFiles(sandbox: Sandbox, shop: Shop, ids: readonly number[]): void {
  const missing = ids.filter((id) => !shop.files[String(id)]);
  if (missing.length > 0)
    throw new Refusal(`File id ${missing.join(', ')} does not exist.`, ['fileIds'], 'FILE_DOES_NOT_EXIST');
  shop.files = Object.fromEntries(Object.entries(shop.files).filter(([id]) => !ids.includes(Number(id))));
  for (const product of Object.values(shop.products))
    product.mediaIds = product.mediaIds.filter((id) => !ids.includes(id));
  sandbox.save();
}

/** The kinds of files that the sandbox keeps, by the platform's names; null for another one. */
export function readKind(contentType: string | null | undefined): StoredFile['kind'] | null {
  return (['IMAGE', 'FILE', 'VIDEO', 'EXTERNAL_VIDEO'] as const).find((kind) => kind === contentType) ?? null;
}

/** Which of the two sites that the platform embeds an address belongs to; null for any other. */
export function videoHost(address: string): 'YOUTUBE' | 'VIMEO' | null {
  if (!URL.canParse(address)) return null;
  const host = new URL(address).hostname.replace(/^(www|m|player)\./, '');
  if (host === 'youtu.be' || host === 'youtube.com') return 'YOUTUBE';
  return host === 'vimeo.com' ? 'VIMEO' : null;
}

/** Where the bytes of a staged upload lie, below the data directory. */
export function stagedPath(sandbox: Sandbox, token: string, filename: string): string {
  return join(sandbox.config.dataDir, 'staged', token, sanitizeName(filename));
}

/** Writes the bytes of a staged upload. */
export function writeStaged(sandbox: Sandbox, token: string, filename: string, bytes: Buffer): void {
  const path = stagedPath(sandbox, token, filename);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** A file name without folders and control characters. */
export function sanitizeName(name: string): string {
  const clean = basename(name)
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replaceAll(/^\.+/g, '')
    .slice(0, 180);
  return clean || 'file';
}

const MAX_PIXELS = 20_000_000;
const MAX_ASPECT = 100;

/** Why the platform would not take bytes that were sent as a picture. HEIC is not measured here. */
function pictureError({ source, width, height }: Source, filename: string): string | null {
  if (source.at !== 'disk' || /\.hei[cf]$/i.test(filename)) return null;
  if (width === null || height === null) return 'The file is not a picture of an accepted type.';
  if (width * height > MAX_PIXELS) return 'The picture is larger than 20 megapixels.';
  const aspect = width / height;
  return aspect > MAX_ASPECT || aspect < 1 / MAX_ASPECT ? 'The picture is too long or too wide.' : null;
}

type Source = Pick<StoredFile, 'source' | 'width' | 'height' | 'byteLength' | 'error'> & {
  filename: string;
  mimeType: string | null;
};

function readSource(sandbox: Sandbox, originalSource: string): Source {
  let url: URL;
  try {
    url = new URL(originalSource);
  } catch {
    throw new Refusal('Image URL is invalid', ['originalSource'], 'INVALID');
  }
  const filename = sanitizeName(decodeURIComponent(url.pathname.split('/').at(-1) ?? 'file'));
  if (url.origin === new URL(sandbox.config.publicUrl).origin && url.pathname.startsWith(STAGED_PREFIX)) {
    const [token = '', name = ''] = url.pathname.slice(STAGED_PREFIX.length).split('/').map(decodeURIComponent);
    return readStaged(sandbox, token, name);
  }
  const own = /^\/cdn\/([a-z0-9-]+)\/files\/(\d+)\//.exec(url.pathname);
  if (own && url.origin === new URL(sandbox.config.publicUrl).origin) {
    const file = Object.values(sandbox.state.shops).find((shop) => shop.handle === own[1])?.files[own[2] ?? ''];
    if (file)
      return {
        source: file.source,
        width: file.width,
        height: file.height,
        byteLength: file.byteLength,
        error: null,
        filename: file.filename,
        mimeType: file.mimeType,
      };
  }
  return {
    source: { at: 'url', url: originalSource },
    width: null,
    height: null,
    byteLength: 0,
    // Nothing is fetched here; names below this one lead nowhere by agreement.
    error: url.hostname.endsWith('.invalid') ? 'The file could not be fetched from its address.' : null,
    filename,
    mimeType: null,
  };
}

function readStaged(sandbox: Sandbox, token: string, name: string): Source {
  const path = stagedPath(sandbox, /^[\w-]{8,64}$/.test(token) ? token : 'none', name);
  const bytes = readBytes(path);
  if (!bytes)
    return {
      source: { at: 'disk', path },
      width: null,
      height: null,
      byteLength: 0,
      error: 'The staged upload holds no file.',
      filename: name,
      mimeType: null,
    };
  const size = imageSize(bytes);
  return {
    source: { at: 'disk', path },
    width: size?.width ?? null,
    height: size?.height ?? null,
    byteLength: bytes.length,
    error: null,
    filename: name,
    mimeType: null,
  };
}

function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Width and height of PNG, GIF, JPEG and WebP; null for other bytes. */
export function imageSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 24) return null;
  if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 3) === 'GIF') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return webpSize(bytes);
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
  return null;
}

function webpSize(bytes: Buffer): { width: number; height: number } | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (bytes.length < 30) return null;
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  const packed = bytes.readUInt32LE(21);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
}

function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function kindOf(mimeType: string): StoredFile['kind'] {
  if (mimeType.startsWith('image/') && mimeType !== 'image/svg+xml') return 'IMAGE';
  return mimeType.startsWith('video/') ? 'VIDEO' : 'FILE';
}
