import sharp from 'sharp';
import { expect, it } from 'vitest';
import { inspectFile, pictureType } from './inspect-file.server.ts';

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false });
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const PAGE = Buffer.from('<!doctype html><script>alert(1)</script>');

it('inspection of a file: takes pictures, documents and texts that are what they call themselves', async () => {
  expect(await inspectFile(await draw(40, 40).png().toBuffer(), 'image/png')).toBeUndefined();
  expect(await inspectFile(await draw(40, 40).jpeg().toBuffer(), 'image/jpeg')).toBeUndefined();
  expect(await inspectFile(await draw(40, 40).webp().toBuffer(), 'image/webp')).toBeUndefined();
  expect(await inspectFile(await draw(40, 40).gif().toBuffer(), 'image/gif')).toBeUndefined();
  expect(await inspectFile(Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'), 'application/pdf')).toBeUndefined();
  expect(await inspectFile(Buffer.from('a,b\n1,2\n'), 'text/csv')).toBeUndefined();
});

it('inspection of a file: refuses what only calls itself a picture: pages, drawings with scripts, another kind of file, nothing', async () => {
  const png = await draw(10, 10).png().toBuffer();
  for (const [bytes, type] of [
    [PAGE, 'image/png'],
    [SVG, 'image/png'],
    [png, 'image/jpeg'],
    [png, 'application/pdf'],
    [Buffer.concat([PAGE, png]), 'image/png'],
    [Buffer.from('GIF89a/*<script>*/=1'), 'image/gif'],
    [Buffer.from([0, 1, 2, 0]), 'text/plain'],
  ] as const) {
    expect(await inspectFile(bytes, type), type).toBe('wrong_type');
  }
  expect(await inspectFile(Buffer.alloc(0), 'image/png')).toBe('empty');
  expect(await pictureType(SVG)).toBeUndefined();
  expect(await pictureType(PAGE)).toBeUndefined();
});

it('inspection of a file: refuses more than 20 MB, and a small file that unpacks to more than 25 megapixels, without unpacking it', async () => {
  expect(await inspectFile(Buffer.alloc(20 * 1024 * 1024 + 1), 'text/plain')).toBe('too_large');
  const bomb = await draw(5_001, 5_000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(200_000);
  expect(await inspectFile(bomb, 'image/png')).toBe('too_many_pixels');
  expect(await inspectFile(await draw(5_000, 5_000).png().toBuffer(), 'image/png')).toBeUndefined();
  // A header that claims four billion pixels.
  const liar = Buffer.from(await draw(10, 10).png().toBuffer());
  liar.writeUInt32BE(65_535, 16);
  liar.writeUInt32BE(65_535, 20);
  expect(await inspectFile(liar, 'image/png')).not.toBeUndefined();
});

it('measures HEIC by its own boxes', async () => {
  const box = (width: number, height: number) => {
    const size = Buffer.alloc(20);
    size.writeUInt32BE(20, 0);
    size.write('ispe', 4, 'latin1');
    size.writeUInt32BE(width, 12);
    size.writeUInt32BE(height, 16);
    const head = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    return Buffer.concat([head, size]);
  };
  expect(await inspectFile(box(4_000, 3_000), 'image/heic')).toBeUndefined();
  expect(await inspectFile(box(8_000, 6_000), 'image/heic')).toBe('too_many_pixels');
});
