import { MAX_IMAGE_CHARACTERS } from './picture.ts';

const MAX_SIDE = 1_600;
const QUALITIES = [0.85, 0.7, 0.5, 0.3];

/** A picture that somebody chose as a `data:` address that a message takes, made smaller in the browser; undefined for what is no picture. */
export async function shrinkPicture(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  // What is transparent would become black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of QUALITIES) {
    const address = canvas.toDataURL('image/jpeg', quality);
    if (address.length <= MAX_IMAGE_CHARACTERS) return address;
  }
  return undefined;
}
