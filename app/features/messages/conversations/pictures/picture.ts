/** How large a picture may be that comes in the text of a request, in bytes; browsers make it smaller before they send it. */
export const MAX_INLINE_BYTES = 400_000;
/** The same as the text of a `data:` address. */
export const MAX_IMAGE_CHARACTERS = 540_000;
/** What a request with a picture in it may weigh, also where a form escapes its signs. */
export const MAX_REQUEST_BYTES = 600_000;
/** What a browser's file dialogue offers. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

const HEAD = 'data:image/';
const MAX_HEAD = 40;
const BASE64 = ';base64,';

/** The part of a `data:` address of a picture that is base64; undefined for any other text. */
export function inlineContent(image: string): string | undefined {
  if (!image.startsWith(HEAD)) return undefined;
  const at = image.slice(0, MAX_HEAD).indexOf(BASE64);
  return at < 0 ? undefined : image.slice(at + BASE64.length);
}

/** Until when the address of a picture is good: through the next hour, so that it stays the same for an hour. */
export function addressSeconds(now: Date): number {
  const HOUR = 3_600;
  return 2 * HOUR - (Math.floor(now.getTime() / 1_000) % HOUR);
}
