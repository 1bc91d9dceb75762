import { rule } from '#app/core/rules.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

export const MAX_BYTES = 20 * 1024 * 1024;
export const MAX_PIXELS = 25_000_000;

/** Why a file is refused, with the words for it. */
export const FILE_PROBLEMS = {
  empty: rule('file_empty'),
  too_large: rule('image_bytes'),
  too_many_pixels: rule('image_pixels'),
  wrong_type: rule('file_mismatch'),
} as const;
export type FileProblem = keyof typeof FILE_PROBLEMS;

/** Types whose files may be told apart by their bytes less exactly than by their names. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'image/heic': ['image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  'video/mp4': ['video/x-m4v'],
  'video/quicktime': ['video/mp4'],
  'video/webm': ['video/matroska', 'video/x-matroska'],
  'application/msword': ['application/x-cfb'],
  'application/vnd.ms-excel': ['application/x-cfb'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['application/zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['application/zip'],
};
const TEXTS = new Set(['text/plain', 'text/csv']);

/** What is wrong with a file that calls itself `contentType`, judged by its bytes; undefined when nothing is. */
export async function inspectFile(bytes: Buffer, contentType: string): Promise<FileProblem | undefined> {
  if (bytes.length === 0) return 'empty';
  if (bytes.length > MAX_BYTES) return 'too_large';
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (TEXTS.has(contentType)) return found === undefined && isText(bytes) ? undefined : 'wrong_type';
  if (found === undefined || (found !== contentType && !ALSO[contentType]?.includes(found))) return 'wrong_type';
  return contentType.startsWith('image/') ? inspectPicture(bytes) : undefined;
}

/** The type of a picture by its bytes, for one that has no name; undefined for what is no picture that we take. */
export async function pictureType(bytes: Buffer): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  return found && ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic'].includes(found)
    ? found
    : undefined;
}

/** Only the head of a picture is read here, so a small file that unpacks to a huge picture costs nothing. */
async function inspectPicture(bytes: Buffer): Promise<FileProblem | undefined> {
  const size = (await measureImage(bytes)) ?? sizeInContainer(bytes);
  if (!size) return 'wrong_type';
  return size.width * size.height > MAX_PIXELS ? 'too_many_pixels' : undefined;
}

async function measureImage(bytes: Buffer): Promise<{ width: number; height: number } | undefined> {
  try {
    const { width, height, pageHeight } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
    return { width, height: pageHeight ?? height };
  } catch {
    return undefined;
  }
}

/** HEIC says its size in boxes named `ispe`; the largest one is the picture itself. */
function sizeInContainer(bytes: Buffer): { width: number; height: number } | undefined {
  let largest: { width: number; height: number } | undefined;
  for (let at = bytes.indexOf('ispe'); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4)) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

function isText(bytes: Buffer): boolean {
  return !bytes.subarray(0, 65_536).includes(0);
}
