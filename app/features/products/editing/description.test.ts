import { expect, it } from 'vitest';
import { descriptionOfText, firstWords, keepsFormatting, plainText, textOfDescription } from './description.ts';

it('description of a product: reads paragraphs as text and writes them back the same', () => {
  const html = '<p>Wheel-thrown &amp; matt.<br />Two lines.</p>\n<p>Dishwasher safe: 5 &lt; 6.</p>';
  const text = textOfDescription(html);
  expect(text).toBe('Wheel-thrown & matt.\nTwo lines.\n\nDishwasher safe: 5 < 6.');
  expect(descriptionOfText(text ?? '')).toBe(html);
});

it('description of a product: leaves a description with other formatting alone', () => {
  expect(textOfDescription('<p>A <strong>bowl</strong></p>')).toBeUndefined();
  expect(textOfDescription('<ul><li>A</li></ul>')).toBeUndefined();
  expect(textOfDescription('')).toBe('');
});

it('description of a product: counts the text that a reader sees, without tags and signs that are written in a round-about way', () => {
  expect(plainText('<p>Fish &amp; <b>chips</b></p>')).toBe('Fish & chips');
  expect(plainText('<ul><li>One</li><li>Two</li></ul>')).toBe('One\nTwo');
  expect(plainText('<p>a</p><script>alert(1)</script><style>p{}</style>')).toBe('a');
  expect(plainText('')).toBe('');
});

it('description of a product: opens in the formatted editor only what it keeps whole', () => {
  const kept = [
    '',
    'Words',
    '<p>A <strong>bowl</strong><br></p><hr>',
    '<h2>Care</h2><ol start="3"><li><p>Wash</p></li></ol>',
    '<p><a href="https://souk.test/" target="_blank" rel="noopener">care</a></p>',
  ];
  for (const html of kept) expect(keepsFormatting(html)).toBe(true);
  const lost = [
    '<table><tr><td>1</td></tr></table>',
    '<p><img src="https://souk.test/a.png" alt=""></p>',
    '<p class="lead">A</p>',
    '<h1>A</h1>',
    '<a href="https://souk.test" onclick="x()">A</a>',
    '<!-- a --><p>A</p>',
    '<p>A</p><script>x()</script>',
  ];
  for (const html of lost) expect(keepsFormatting(html)).toBe(false);
});

it('description of a product: takes the first words as a search engine shows them, whole signs only', () => {
  expect(firstWords(' A bowl\n of <3 clay ', 160)).toBe('A bowl of <3 clay');
  expect(firstWords('🏺'.repeat(200), 160)).toBe(`${'🏺'.repeat(159)}…`);
});
