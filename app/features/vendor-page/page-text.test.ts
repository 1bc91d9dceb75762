import { expect, it } from 'vitest';
import { asHtml, asText } from './page-text.ts';

it('edits plain paragraphs as text, there and back', () => {
  const text = 'Clay & ash\nfrom "Bergen"\n\n1 < 2';
  expect(asHtml(text)).toBe('<p>Clay &amp; ash<br>from &quot;Bergen&quot;</p><p>1 &lt; 2</p>');
  expect(asText(asHtml(text))).toBe(text);
  expect([asHtml('  '), asText('')]).toEqual(['', '']);
});

it('leaves what is richer as it is, so that nothing is lost', () => {
  const rich = '<p>We <strong>throw</strong></p><ul><li>mugs</li></ul>';
  expect(asText(rich)).toBe(rich);
  expect(asHtml(rich)).toBe(rich);
});
