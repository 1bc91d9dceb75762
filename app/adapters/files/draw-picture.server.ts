import sharp from 'sharp';
import { inspectFile, MAX_PIXELS, pictureType, type FileProblem } from './inspect-file.server.ts';

/** The longer side of a picture that was drawn again, in pixels. */
const MAX_SIDE = 1_600;
const QUALITY = 82;
/** What is drawn here; the type of what comes out is WebP. */
const DRAWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

export type DrawnPicture = { bytes: Buffer; contentType: 'image/webp'; width: number; height: number };

/**
 * Draws a picture again from its pixels, at most 1600 pixels a side: nothing else of the file that somebody sent is kept, neither what
 * hides behind or between the pixels nor where it was taken. A problem for what is no picture, or is too large.
 */
export async function drawPicture(sent: Buffer): Promise<DrawnPicture | FileProblem> {
  const type = await pictureType(sent);
  if (type === undefined || !DRAWN.has(type)) return sent.length === 0 ? 'empty' : 'wrong_type';
  const problem = await inspectFile(sent, type);
  if (problem) return problem;
  try {
    const { data, info } = await sharp(sent, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, contentType: 'image/webp', width: info.width, height: info.height };
  } catch {
    return 'wrong_type';
  }
}
