// The file of a backup: frames in one compressed stream. A frame is a letter, the length of what follows in four bytes, and what follows.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Why a backup or a restore was refused, as a sentence of what to do. */
export class BackupError extends Error {}

/** What a backup says of itself before the rows come. */
export type Manifest = {
  format: string;
  /** The version of the program that made it. */
  release: string;
  takenAt: string;
  migrations: { name: string; checksum: string }[];
  tables: { name: string; columns: string[] }[];
  /** `isUsed`: whether the value was given out, so that the next one comes after it. */
  sequences: { name: string; value: string; isUsed: boolean }[];
  /** The ids of the keys that sealed values of it, never the keys. */
  encryptionKeys: string[];
};

/** A piece of a backup, in the order of the file: the manifest, then each table with its rows and their number, then the end. */
export type Frame =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'table'; name: string }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'count'; rows: number };

export const FORMAT = 'souk-backup-1';
const LETTERS = { manifest: 'M', table: 'T', rows: 'R', count: 'C', end: 'E' } as const;
const HEAD_BYTES = 5;
/** No frame is longer: a length beyond it is damage. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
/** As many bytes of rows are one frame at most. */
const MAX_ROWS_BYTES = 1024 * 1024;

/** Turns frames into the bytes of a file, and ends them with a checksum over all before. */
export async function* encodeFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const frame of frames) {
    for (const bytes of toParts(frame)) {
      const encoded = encode(LETTERS[frame.kind], bytes);
      hash.update(encoded);
      yield encoded;
    }
  }
  yield encode(LETTERS.end, Buffer.from(hash.digest('hex')));
}

function toParts(frame: Frame): Buffer[] {
  if (frame.kind === 'manifest') return [Buffer.from(JSON.stringify(frame.manifest))];
  if (frame.kind === 'table') return [Buffer.from(frame.name)];
  if (frame.kind === 'count') return [Buffer.from(String(frame.rows))];
  const parts: Buffer[] = [];
  for (let at = 0; at < frame.bytes.length; at += MAX_ROWS_BYTES)
    parts.push(frame.bytes.subarray(at, at + MAX_ROWS_BYTES));
  return parts;
}

function encode(letter: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(letter, 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Reads the frames of a file with bounded memory. Throws BackupError for a file that is none, is cut short or is damaged. */
export async function* readFrames(file: string): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  let hasEnded = false;
  let isFirst = true;
  for await (const { letter, bytes, encoded } of readEncoded(file)) {
    if (hasEnded) throw damaged(file);
    if (letter === LETTERS.end) {
      if (bytes.toString() !== hash.digest('hex')) throw damaged(file);
      hasEnded = true;
      continue;
    }
    hash.update(encoded);
    const frame = toFrame(letter, bytes);
    if (isFirst && (frame?.kind !== 'manifest' || frame.manifest.format !== FORMAT)) throw noBackup(file);
    if (!frame) throw damaged(file);
    isFirst = false;
    yield frame;
  }
  if (!hasEnded) throw cutShort(file);
}

function toFrame(letter: string, bytes: Buffer): Frame | undefined {
  if (letter === LETTERS.manifest) return { kind: 'manifest', manifest: JSON.parse(bytes.toString()) as Manifest };
  if (letter === LETTERS.table) return { kind: 'table', name: bytes.toString() };
  if (letter === LETTERS.count) return { kind: 'count', rows: Number(bytes.toString()) };
  return letter === LETTERS.rows ? { kind: 'rows', bytes } : undefined;
}

async function* readEncoded(file: string): AsyncGenerator<{ letter: string; bytes: Buffer; encoded: Buffer }> {
  let pending: Buffer = Buffer.alloc(0);
  let isOpen = false;
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      isOpen = true;
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (pending.length >= HEAD_BYTES) {
        const length = pending.readUInt32BE(1);
        if (length > MAX_FRAME_BYTES) throw damaged(file);
        const end = HEAD_BYTES + length;
        if (pending.length < end) break;
        yield {
          letter: pending.toString('latin1', 0, 1),
          bytes: pending.subarray(HEAD_BYTES, end),
          encoded: pending.subarray(0, end),
        };
        pending = pending.subarray(end);
      }
    }
  } catch (error) {
    throw toRefusal(error, file, isOpen);
  } finally {
    source.destroy();
  }
  if (pending.length > 0) throw cutShort(file);
}

function toRefusal(error: unknown, file: string, isOpen: boolean): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (code === 'EACCES' || code === 'EISDIR') return new BackupError(`${file} cannot be read.`);
  if (code === 'Z_BUF_ERROR') return cutShort(file);
  if (code?.startsWith('Z_') === true) return isOpen ? damaged(file) : noBackup(file);
  return error;
}

const noBackup = (file: string) => new BackupError(`${file} is no backup of Souk.`);
const cutShort = (file: string) =>
  new BackupError(`${file} is cut short: it does not have the end that a whole backup has. Take another backup.`);
const damaged = (file: string) =>
  new BackupError(`${file} is damaged: it does not hold what was written. Take another backup.`);
