import { describe, expect, it } from 'vitest';
import { formatFileSize } from './file-size.ts';

describe('sizes of files', () => {
  it('are written in steps of 1024, from B to TB', () => {
    const sizes = [
      0,
      1,
      1023,
      1024,
      1536,
      1024 ** 2 - 1,
      20 * 1024 ** 2,
      1.25 * 1024 ** 3,
      1024 ** 4,
      5_000 * 1024 ** 4,
    ];
    expect(sizes.map((bytes) => formatFileSize(bytes, 'en'))).toEqual([
      '0 B',
      '1 B',
      '1,023 B',
      '1 KB',
      '1.5 KB',
      '1 MB',
      '20 MB',
      '1.3 GB',
      '1 TB',
      '5,000 TB',
    ]);
    expect(formatFileSize(1536, 'de')).toBe('1,5 KB');
  });
});
