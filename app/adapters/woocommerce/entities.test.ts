import { describe, expect, it } from 'vitest';
import { decodeEntities } from './entities.ts';

describe('a title of WordPress', () => {
  it.each([
    ['Tea &amp; Co', 'Tea & Co'],
    ['Baker&#8217;s &#x2013; 12&quot;', 'Baker’s – 12"'],
    ['&lt;b&gt;', '<b>'],
    ['AT&T; &nope; &#0; &#x110000;', 'AT&T; &nope; &#0; &#x110000;'],
    ['&amp;amp;', '&amp;'],
  ])('is read as it is meant: %s', (written, meant) => {
    expect(decodeEntities(written)).toBe(meant);
  });
});
