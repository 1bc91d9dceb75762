import { inflateSync } from 'node:zlib';

// Reads as much of PDF as printed labels need: their objects, also compressed ones, and their pages. Files come from carriers:
// whatever is nested too deep, is encrypted or cannot be read makes the whole file unreadable, never half of it.

/** A file that this program cannot take apart; it can be printed by itself. */
export class UnreadablePdf extends Error {}

export type PdfRef = { kind: 'ref'; id: number };
export type PdfDict = Map<string, PdfValue>;
/** A value: numbers, names, texts and words are kept as they are written. */
export type PdfValue = string | PdfRef | readonly PdfValue[] | PdfDict;
export type PdfObject = { value: PdfValue; stream: Buffer | null };
export type PdfFile = { objects: Map<number, PdfObject>; root: PdfDict };

const MAX_DEPTH = 40;
const MAX_OBJECTS = 20_000;
const MAX_INFLATED_BYTES = 20_000_000;
const SPACE = /[\0\t\n\f\r ]/;
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/;
/** The next beginning of an object; numbers are short, so that a long row of digits costs nothing. */
const OBJECT = /\b(\d{1,7})\s{1,4}\d{1,5}\s{1,4}obj\b/g;
const REF = /(\d{1,7})\s{1,4}\d{1,5}\s{1,4}R(?![A-Za-z])/y;

export const isRef = (value: PdfValue | undefined): value is PdfRef => typeof value === 'object' && 'kind' in value;

/** Reads values one after the other out of the bytes of a file, each byte a sign. */
class ValueReader {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  skipSpace(): void {
    for (; this.at < this.text.length; this.at++) {
      const sign = this.text.charAt(this.at);
      if (sign === '%') this.at = parseEnd(this.text, /[\r\n]/g, this.at);
      else if (!SPACE.test(sign)) return;
    }
  }

  read(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw new UnreadablePdf('nested too deep');
    this.skipSpace();
    const sign = this.text.charAt(this.at);
    if (this.text.startsWith('<<', this.at)) return this.readDict(depth);
    if (sign === '[') return this.readArray(depth);
    if (sign === '(') return this.readText();
    if (sign === '<') return this.take(this.text.indexOf('>', this.at) + 1);
    if (sign === '/') return this.take(parseEnd(this.text, DELIMITER, this.at + 1));
    REF.lastIndex = this.at;
    const ref = REF.exec(this.text);
    if (ref) {
      this.at = REF.lastIndex;
      return { kind: 'ref', id: Number(ref[1]) };
    }
    return this.take(parseEnd(this.text, DELIMITER, this.at));
  }

  /** The signs up to a place, which become a value as they are. */
  private take(end: number): string {
    if (end <= this.at) throw new UnreadablePdf('a value is missing');
    const taken = this.text.slice(this.at, end);
    this.at = end;
    return taken;
  }

  private readDict(depth: number): PdfDict {
    const dict: PdfDict = new Map();
    this.at += 2;
    for (;;) {
      this.skipSpace();
      if (this.text.startsWith('>>', this.at)) break;
      const name = this.read(depth + 1);
      if (typeof name !== 'string' || !name.startsWith('/')) throw new UnreadablePdf('a name is missing');
      dict.set(name, this.read(depth + 1));
    }
    this.at += 2;
    return dict;
  }

  private readArray(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    this.at += 1;
    for (;;) {
      this.skipSpace();
      if (this.text.charAt(this.at) === ']') break;
      values.push(this.read(depth + 1));
    }
    this.at += 1;
    return values;
  }

  /** A text in brackets, which may hold further ones, and escaped ones that count as signs. */
  private readText(): string {
    let open = 0;
    for (let end = this.at; end < this.text.length; end++) {
      const sign = this.text.charAt(end);
      if (sign === '\\') end += 1;
      else if (sign === '(') open += 1;
      else if (sign === ')' && (open -= 1) === 0) return this.take(end + 1);
    }
    throw new UnreadablePdf('a text has no end');
  }
}

/** Where a pattern is found next; the end of the text where it is not. */
function parseEnd(text: string, pattern: RegExp, from: number): number {
  const search = new RegExp(pattern.source, 'g');
  search.lastIndex = from;
  return search.exec(text)?.index ?? text.length;
}

/** The objects of a file and its root. Throws UnreadablePdf. */
export function readPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString('latin1');
  const objects = new Map<number, PdfObject>();
  const roots: PdfValue[] = [];
  const search = new RegExp(OBJECT.source, 'g');
  for (let match = search.exec(text); match; match = search.exec(text)) {
    if (objects.size > MAX_OBJECTS) throw new UnreadablePdf('too many objects');
    const reader = new ValueReader(text, search.lastIndex);
    const value = reader.read();
    const stream = value instanceof Map ? readStream(bytes, reader, value) : null;
    search.lastIndex = reader.at;
    // Changes are appended to a file: what comes later holds.
    objects.set(Number(match[1]), { value, stream });
    if (value instanceof Map && stream) readSpecialStream(value, stream, { objects, roots });
  }
  for (const trailer of listTrailers(text)) noteRoot(trailer, roots);
  const root = resolve({ objects }, roots.at(-1));
  if (!(root instanceof Map)) throw new UnreadablePdf('no root');
  return { objects, root };
}

/** What a value is, where it stands for an object. */
export function resolve({ objects }: Pick<PdfFile, 'objects'>, value: PdfValue | undefined): PdfValue | undefined {
  let found = value;
  for (let step = 0; isRef(found); step++) {
    if (step > MAX_DEPTH) throw new UnreadablePdf('references go round');
    found = objects.get(found.id)?.value;
  }
  return found;
}

function listTrailers(text: string): PdfDict[] {
  const trailers: PdfDict[] = [];
  for (let at = text.indexOf('trailer'); at !== -1; at = text.indexOf('trailer', at + 1)) {
    const reader = new ValueReader(text, at + 'trailer'.length);
    reader.skipSpace();
    const value = text.startsWith('<<', reader.at) ? reader.read() : undefined;
    if (value instanceof Map) trailers.push(value);
  }
  return trailers;
}

function noteRoot(trailer: PdfDict, roots: PdfValue[]): void {
  if (trailer.has('/Encrypt')) throw new UnreadablePdf('encrypted');
  const root = trailer.get('/Root');
  if (root !== undefined) roots.push(root);
}

/** The bytes of a stream after its dictionary; null where there is none. Its length is tried, and its end searched for. */
function readStream(bytes: Buffer, reader: ValueReader, dict: PdfDict): Buffer | null {
  reader.skipSpace();
  if (!reader.text.startsWith('stream', reader.at)) return null;
  let from = reader.at + 'stream'.length;
  if (reader.text.charAt(from) === '\r') from += 1;
  if (reader.text.charAt(from) === '\n') from += 1;
  const stated = Number(dict.get('/Length'));
  const isStated = Number.isSafeInteger(stated) && stated >= 0;
  const isExact = isStated && /^\s{0,2}endstream/.test(reader.text.slice(from + stated, from + stated + 11));
  const end = isExact ? from + stated : reader.text.indexOf('endstream', from);
  if (end === -1) throw new UnreadablePdf('a stream has no end');
  reader.at = end;
  return bytes.subarray(from, end);
}

/** Streams that hold objects, and those that stand for a trailer. */
function readSpecialStream(
  dict: PdfDict,
  stream: Buffer,
  { objects, roots }: { objects: Map<number, PdfObject>; roots: PdfValue[] },
): void {
  const type = dict.get('/Type');
  if (type === '/XRef') noteRoot(dict, roots);
  if (type !== '/ObjStm') return;
  const text = inflate(dict, stream).toString('latin1');
  const first = Number(dict.get('/First'));
  const header = new ValueReader(text, 0);
  const count = Number(dict.get('/N'));
  if (!(count >= 0 && count <= MAX_OBJECTS && first >= 0)) throw new UnreadablePdf('a stream of objects is odd');
  for (let index = 0; index < count; index++) {
    const id = Number(header.read());
    const at = first + Number(header.read());
    if (!Number.isSafeInteger(id) || !(at <= text.length)) throw new UnreadablePdf('a stream of objects is odd');
    objects.set(id, { value: new ValueReader(text, at).read(), stream: null });
  }
}

function inflate(dict: PdfDict, stream: Buffer): Buffer {
  const filter = dict.get('/Filter');
  if (filter === undefined) return stream;
  const isFlate = filter === '/FlateDecode' || (Array.isArray(filter) && filter.join() === '/FlateDecode');
  if (!isFlate || dict.has('/DecodeParms')) throw new UnreadablePdf('a stream of objects is packed in another way');
  try {
    return inflateSync(stream, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch {
    throw new UnreadablePdf('a stream of objects cannot be unpacked');
  }
}
