import { createHash } from 'node:crypto';
import { drawPicture } from '#app/adapters/files/draw-picture.server.ts';
import { FILE_PROBLEMS } from '#app/adapters/files/inspect-file.server.ts';
import { invalidInput } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { keepFile, readOwnUpload } from '#app/platform/uploads/keep-file.service.server.ts';
import { keyOfPrivate } from '#app/platform/uploads/upload.ts';
import { attachUploads } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { addressSeconds, inlineContent, MAX_INLINE_BYTES } from './picture.ts';

/** A picture that is kept and that no message holds yet; its size in pixels. */
export type StoredPicture = { uploadId: bigint; key: string; width: number; height: number };

/**
 * Keeps the picture that came with a message, drawn again: a `data:` address, or the location of the sender's own upload to the folder
 * `messages`. Null where none came. Throws invalid_input (422) for what is no picture, is too large or is somebody else's.
 */
export async function storePicture(ctx: Ctx, image: string | null): Promise<StoredPicture | null> {
  if (image === null) return null;
  const drawn = await drawPicture(await readSent(ctx, image));
  if (typeof drawn === 'string') throw refuse(FILE_PROBLEMS[drawn], drawn);
  const { bytes, contentType, width, height } = drawn;
  // The name says what is drawn, by which a second click is known as the same message.
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.webp`;
  const { id, key } = await keepFile(ctx, { proxy: 'messages', name, bytes, contentType });
  return { uploadId: id, key, width, height };
}

async function readSent(ctx: Ctx, image: string): Promise<Buffer> {
  const content = inlineContent(image);
  if (content !== undefined) {
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > MAX_INLINE_BYTES) throw refuse(rule('message_picture'), 'message_picture');
    return bytes;
  }
  const key = keyOfPrivate(image);
  // Buyers have no uploads: an address of theirs is nobody's.
  const bytes = key === undefined || ctx.viewer.permissions.size === 0 ? undefined : await readUpload(ctx, key);
  if (!bytes) throw refuse(rule('message_picture'), 'message_picture');
  return bytes;
}

const readUpload = (ctx: Ctx, key: string) => readOwnUpload(ctx, { proxy: 'messages', key });

const refuse = (message: string, name: string) => invalidInput([{ path: 'image', rule: name, message }]);

/** What holds the pictures of a conversation. Erasing the conversation erases them by it. */
const buildHolder = (conversationId: bigint): string => `conversation:${conversationId}`;

/** Notes that a message of a conversation holds a picture. Needs the marketplace's scope. */
export function attachPicture(tx: SqlTx, ctx: Ctx, picture: StoredPicture, conversationId: bigint): Promise<void> {
  return attachUploads(tx, ctx, [picture.uploadId], buildHolder(conversationId));
}

/** The addresses of pictures by their keys, good for an hour or two for whoever was shown them. */
export async function pictureAddresses(ctx: Ctx, keys: readonly (string | null)[]): Promise<Map<string, string>> {
  const seconds = addressSeconds(ctx.clock.now());
  const found = new Map<string, string>();
  for (const key of keys) if (key !== null) found.set(key, await ctx.adapters.files.readUrl({ key, seconds }));
  return found;
}
