import { inflateRawSync } from 'node:zlib';

/** What a packed file may come to. */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;
const MAX_ENTRIES = 1_000;

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** The longest comment that may stand behind the end of a packed file. */
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

type Entry = { name: string; method: number; packed: number; unpacked: number; at: number };
export type Unpacked = { names: string[] };
export type UnpackedRefusal = 'broken' | 'too_large';

/**
 * Looks into a packed file before anything reads it: the names of its entries, where they are few and come to no more than the limit.
 * First by what the file says of itself, then by unpacking each entry up to what it says, as the file may lie.
 */
export function inspectPacked(file: Uint8Array): Unpacked | UnpackedRefusal {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const entries = listEntries(bytes);
  if (typeof entries === 'string') return entries;
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (total > MAX_UNPACKED_BYTES) return 'too_large';
  for (const entry of entries) if (!isHonest(bytes, entry)) return 'broken';
  return { names: entries.map(({ name }) => name) };
}

function listEntries(bytes: Buffer): Entry[] | UnpackedRefusal {
  const from = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  let end = -1;
  for (let at = bytes.length - END_BYTES; at >= from && end < 0; at--) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE) end = at;
  }
  if (end < 0) return 'broken';
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) return 'too_large';
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) return 'broken';
    const nameBytes = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Whether an entry comes to what the file says of it. */
function isHonest(bytes: Buffer, { at, method, packed, unpacked }: Entry): boolean {
  if (at + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== LOCAL_SIGNATURE) return false;
  const from = at + LOCAL_BYTES + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (from + packed > bytes.length) return false;
  if (method === STORED) return packed === unpacked;
  if (method !== DEFLATED) return false;
  try {
    const content = inflateRawSync(bytes.subarray(from, from + packed), { maxOutputLength: unpacked + 1 });
    return content.length === unpacked;
  } catch {
    return false;
  }
}
