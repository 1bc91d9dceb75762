import { expect, it } from 'vitest';
import { descriptionOfText, plainText, textOfDescription } from './description.ts';

it('reads paragraphs as text and writes them back the same', () => {
  const html = '<p>Wheel-thrown &amp; matt.<br />Two lines.</p>\n<p>Dishwasher safe: 5 &lt; 6.</p>';
  const text = textOfDescription(html);
  expect(text).toBe('Wheel-thrown & matt.\nTwo lines.\n\nDishwasher safe: 5 < 6.');
  expect(descriptionOfText(text ?? '')).toBe(html);
});

it('leaves a description with other formatting alone', () => {
  expect(textOfDescription('<p>A <strong>bowl</strong></p>')).toBeUndefined();
  expect(textOfDescription('<ul><li>A</li></ul>')).toBeUndefined();
  expect(textOfDescription('')).toBe('');
});

it('counts the text that a reader sees, without tags and signs that are written in a round-about way', () => {
  expect(plainText('<p>Fish &amp; <b>chips</b></p>')).toBe('Fish & chips');
  expect(plainText('<ul><li>One</li><li>Two</li></ul>')).toBe('One\nTwo');
  expect(plainText('<p>a</p><script>alert(1)</script><style>p{}</style>')).toBe('a');
  expect(plainText('')).toBe('');
});
