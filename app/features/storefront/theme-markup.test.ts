import { Liquid } from 'liquidjs';
import { expect, test } from 'vitest';
import { themeMarkup } from './theme-markup.ts';

const HOSTILE = `<script>alert(1)</script>" onfocus="x" {{ shop.secret }}{% include 'theme' %}{% endraw %} it's 100% mine & yours`;

test('a text stays a text, for the browser and for Liquid', async () => {
  const { liquid } = themeMarkup`<p title="${HOSTILE}">${HOSTILE}</p>`;
  const drawn = String(await new Liquid().parseAndRender(liquid, { shop: { secret: 'told' } }));
  expect(drawn).toBe(liquid);
  expect(drawn).not.toMatch(/<script|" onfocus|\{\{|\{%|told/);
});

test('pieces, lists and nothing are set as they are', () => {
  const rows = ['a', '<'].map((text) => themeMarkup`<li>${text}</li>`);
  expect(themeMarkup`<ul>${rows}${null}${false}</ul>${3}`.liquid).toBe('<ul><li>a</li><li>&lt;</li></ul>3');
});
