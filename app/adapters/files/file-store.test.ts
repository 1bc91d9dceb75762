import { describe, expect, it } from 'vitest';
import { createS3Store } from './file-store.server.ts';

const store = createS3Store({
  endpoint: 'https://storage.example',
  bucket: 'media',
  region: 'eu-central-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  publicUrl: 'https://files.example',
  now: () => new Date('2026-03-01T10:00:00Z'),
});
const addressFor = async (sizeBytes: number | undefined) =>
  new URL((await store.uploadTarget({ key: 'stores/1/a.png', contentType: 'image/png', sizeBytes })).url).searchParams;

describe('an upload address of object storage', () => {
  it('is signed with the size and the type of the file, so that no other file is taken by it', async () => {
    const [five, six] = [await addressFor(5), await addressFor(6)];
    expect(five.get('X-Amz-SignedHeaders')?.split(';')).toEqual(['content-length', 'content-type', 'host']);
    expect(five.get('X-Amz-Signature')).not.toBe(six.get('X-Amz-Signature'));
  });

  it('carries no checksum of the empty body, which the storage would hold against the file', async () => {
    expect([...(await addressFor(5)).keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });
});
