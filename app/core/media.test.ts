import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifyAddress, MEDIA_TYPES, readMedia, videoEmbed, writeMedia } from './media.ts';

it('media address: writes a picture or film and reads it back, whatever stands in its address', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MEDIA_TYPES), fc.string({ minLength: 1 }), (contentType, src) => {
      expect(readMedia(writeMedia({ src, contentType }))).toEqual({ src, contentType });
    }),
  );
  expect(writeMedia({ src: 'https://a.test/b.png', contentType: 'IMAGE' })).toBe(
    'UPLOAD_ME#IMAGE#https://a.test/b.png',
  );
  for (const text of ['', 'https://a.test', 'UPLOAD_ME#PAGE#https://a.test', 'UPLOAD_ME#IMAGE#']) {
    expect(readMedia(text)).toBeUndefined();
  }
});

it('media address: knows films of YouTube, youtu.be and Vimeo by the host that the address really names', () => {
  const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  expect(videoEmbed('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4')).toBe(youtube);
  expect(videoEmbed('https://m.youtube.com/shorts/dQw4w9WgXcQ')).toBe(youtube);
  expect(videoEmbed('https://youtu.be/dQw4w9WgXcQ')).toBe(youtube);
  expect(videoEmbed('https://vimeo.com/channels/staff/76979871')).toBe('https://player.vimeo.com/video/76979871');
  for (const other of [
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://evil.test/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://evil.test?host=youtu.be',
    'https://youtube.com@evil.test/watch?v=dQw4w9WgXcQ',
    'https://someone@youtube.com/watch?v=dQw4w9WgXcQ',
    'https://notvimeo.com/76979871',
    'javascript:alert("youtube.com")',
    'https://www.youtube.com/watch?v="><script>',
    'https://www.youtube.com/',
  ]) {
    expect(videoEmbed(other), other).toBeUndefined();
  }
  expect(classifyAddress('https://youtu.be/dQw4w9WgXcQ').contentType).toBe('EXTERNAL_VIDEO');
  expect(classifyAddress('https://evil.test/youtu.be').contentType).toBe('IMAGE');
});
