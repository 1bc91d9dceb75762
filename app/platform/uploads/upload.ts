import { trimSign } from '#app/core/text/markup.ts';

/** The folders for files that do not belong to the platform. */
export const PROXIES = [
  'vendor-page',
  'product-images',
  'logo-text',
  'logo-registration',
  'metafield-file',
  'model-image',
  'messages',
] as const;
/** Tables of products have a call of their own, and no address of a folder. */
export const TABLES = 'product-csv';
export type Proxy = (typeof PROXIES)[number] | typeof TABLES;

export const MAX_BYTES = 20 * 1024 * 1024;

/** What somebody without an account may upload for one form. */
export const UPLOAD_TOKEN_FILES = 10;
export const UPLOAD_TOKEN_BYTES = 60 * 1024 * 1024;
export const UPLOAD_TOKEN_HOURS = 24;
export const UPLOAD_FORMS = ['application'] as const;

/** Folders that nobody reads without a right to it; the others hold what stands on public pages. */
const PRIVATE_PROXIES: readonly Proxy[] = ['metafield-file', 'messages', TABLES];
export const isPrivateProxy = (proxy: Proxy): boolean => PRIVATE_PROXIES.includes(proxy);

/** Types that may be uploaded by their file ending. Nothing of them runs in a browser that opens it from us. */
const IMAGES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
};
const VIDEOS: Readonly<Record<string, string>> = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' };
const DOCUMENTS: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  txt: 'text/plain',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** Tables of products: text, and the workbooks of spreadsheet programs. */
const TABLE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  txt: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

/** The ending under which a table is stored; one of an unknown ending is taken for text. */
export function tableExtension(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return extension in TABLE_TYPES ? extension : 'csv';
}

/** Logos are the marketplace's; everything else a vendor's too. */
export function isAdminsProxy(proxy: Proxy): boolean {
  return proxy === 'logo-text' || proxy === 'logo-registration';
}

/** The content type of a file ending in a folder, or undefined where such files are not taken. */
export function contentTypeFor(proxy: Proxy, ext: string): string | undefined {
  const extension = ext.replace(/^\./, '').toLowerCase();
  if (proxy === TABLES) return TABLE_TYPES[extension];
  if (proxy === 'metafield-file') return IMAGES[extension] ?? VIDEOS[extension] ?? DOCUMENTS[extension];
  return IMAGES[extension];
}

/** What the platform makes of an upload of this type, or undefined where it is not taken. */
export function toResource(mime: string): 'IMAGE' | 'VIDEO' | 'FILE' | undefined {
  const type = mime.toLowerCase();
  if (Object.values(IMAGES).includes(type)) return 'IMAGE';
  if (Object.values(VIDEOS).includes(type)) return 'VIDEO';
  return Object.values(DOCUMENTS).includes(type) ? 'FILE' : undefined;
}

/** A file's name without its ending, in letters that every storage takes. */
export function plainName(name: string): string {
  const file = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const base = file.includes('.') ? file.slice(0, file.lastIndexOf('.')) : file;
  const plain = trimSign(base.normalize('NFKD').replace(/[^\w-]+/g, '-'), '-');
  return plain.slice(0, 80) || 'file';
}

/** The path of a private file's address, which asks who reads. Its end is the file's key. */
export const PRIVATE_PATH = '/api/cdn/';
const PRIVATE_KEY = /\/api\/cdn\/((?:metafield-file|messages|product-csv)\/\d{1,18}\/[0-9a-f-]{36}\/[\w.-]{1,100})$/;

/** The key of a private file in its address; undefined for another address. */
export function keyOfPrivate(location: string): string | undefined {
  return URL.canParse(location) ? PRIVATE_KEY.exec(new URL(location).pathname)?.[1] : undefined;
}

const KEY = /\/([a-z-]{1,30}\/\d{1,18}\/[0-9a-f-]{36}\/[\w.-]{1,100})$/;

/** The key of a file of our storage at the end of its address, wherever the storage is; undefined for another address. */
export function keyOfAddress(location: string): string | undefined {
  return URL.canParse(location) ? KEY.exec(new URL(location).pathname)?.[1] : undefined;
}

/** The name of a file as it lies in our storage, at the end of its key or address. */
export function storedName(location: string): string {
  return location.split('/').at(-1) ?? '';
}
