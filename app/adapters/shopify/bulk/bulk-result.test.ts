import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress, ResultDisorder, skipBytes, splitLines, type ResultLine } from './bulk-result.server.ts';

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const size = Math.max(1, sizes[index % sizes.length] ?? 1);
    yield await Promise.resolve(bytes.subarray(at, at + size));
    at += size;
  }
}

async function collect(bytes: Buffer, sizes: readonly number[], start = 0, skip = 0): Promise<ResultLine[]> {
  const lines: ResultLine[] = [];
  for await (const some of splitLines(skipBytes(inPieces(bytes, sizes), skip), start + skip)) lines.push(...some);
  return lines;
}

const texts = fc.array(
  fc.json().map((text) => JSON.stringify({ text })),
  { maxLength: 20 },
);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('a result of the platform, line by line', () => {
  it('is the same lines whatever the pieces are, with or without a line feed at the end', async () => {
    await fc.assert(
      fc.asyncProperty(texts, sizes, fc.boolean(), async (written, cut, ends) => {
        const bytes = Buffer.from(written.join('\n') + (ends ? '\n' : ''));
        expect((await collect(bytes, cut)).map((line) => line.text)).toEqual(written);
      }),
    );
  });

  it('goes on after the end of any line, in the rest of the file or in the whole of it', async () => {
    await fc.assert(
      fc.asyncProperty(texts, sizes, fc.nat(), async (written, cut, pick) => {
        fc.pre(written.length > 0);
        const bytes = Buffer.from(`${written.join('\n')}\n`);
        const lines = await collect(bytes, cut);
        const index = pick % lines.length;
        const { end } = lines[index] ?? { end: 0 };
        const after = lines.slice(index + 1);
        expect(await collect(bytes.subarray(end), cut, end)).toEqual(after);
        expect(await collect(bytes, cut, 0, end)).toEqual(after);
      }),
    );
  });

  it('reports every piece, also of what is skipped: a host that sends all again is not taken for unavailable', async () => {
    const bytes = Buffer.alloc(100, 'x');
    const lengths: number[] = [];
    for await (const piece of skipBytes(inPieces(bytes, [10]), 55)) lengths.push(piece.length);
    expect(lengths).toEqual([0, 0, 0, 0, 0, 5, 10, 10, 10, 10]);
  });

  it('has no line without an end', async () => {
    await expect(collect(Buffer.alloc(9 * 1024 * 1024, 'x'), [65_536])).rejects.toThrow(ResultDisorder);
  });
});

describe('the address of a result', () => {
  it.each([
    'https://storage.googleapis.com/outputs/1.jsonl?Signature=x',
    'https://outputs.storage.googleapis.com/1.jsonl',
    'https://cdn.shopify.com/1.jsonl',
  ])('is one of the platform: %s', (address) => {
    expect(checkAddress(address).href).toBe(address);
  });

  it.each([
    'http://storage.googleapis.com/1.jsonl',
    'https://storage.googleapis.com:8443/1.jsonl',
    'https://user:pass@storage.googleapis.com/1.jsonl',
    'https://storage.googleapis.com.evil.test/1.jsonl',
    'https://evilstorage.googleapis.com/1.jsonl',
    'https://127.0.0.1/1.jsonl',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'no address',
  ])('is refused elsewhere: %s', (address) => {
    expect(() => checkAddress(address)).toThrow(ResultDisorder);
  });
});
