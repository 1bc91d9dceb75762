import { expect, test } from 'vitest';
import { LOCALES } from '#app/core/viewer.ts';
import { defaultMail } from '../render.server.ts';
import { heading, HEADING_STYLE, paragraph, PARAGRAPH_STYLE, wholeMail } from '../layout.ts';
import { MAIL_TEMPLATE_NAMES } from '../mail.ts';
import { toEditorCodes, toEditorHtml, toTemplate } from './template-parts.ts';

test.each(LOCALES)('every default mail in %s is edited as formatted text, and nothing of it is lost', (locale) => {
  for (const name of MAIL_TEMPLATE_NAMES) {
    const { htmlBody } = defaultMail(name, locale);
    const editor = toEditorHtml(htmlBody);
    expect(editor, name).toBeDefined();
    expect(toTemplate(editor ?? ''), name).toBe(htmlBody.replaceAll(/>\s*\n\s*</g, '><').trim());
  }
});

test('a code among words is one word, and a table is a block that says what it holds', () => {
  expect(toEditorHtml('<p>Order {{ params.order_number }}{% if params.a > 1 %}!{% endif %}</p>')).toBe(
    '<p>Order <span data-code="{{ params.order_number }}">order_number</span>' +
      '<span data-code="{% if params.a &gt; 1 %}">if a &gt; 1</span>!<span data-code="{% endif %}">endif</span></p>',
  );
  const table = '<table width="100%"><tr><td>{{ params.total }}</td><td>Total</td></tr></table>';
  expect(toEditorHtml(table)).toMatch(/^<div data-block="[^"]+">Total<\/div>$/);
  expect(toTemplate(toEditorHtml(table) ?? '')).toBe(table);
});

test('a condition around blocks is a block, and one that is closed elsewhere makes the template HTML', () => {
  const note = '{% if params.note %}<p style="margin:0">{{ params.note }}</p>{% endif %}';
  expect(toTemplate(toEditorHtml(note) ?? '')).toBe(note);
  expect(toEditorHtml('<p>{% if params.note %}</p>{% endif %}')).toBeUndefined();
});

test.each([
  ['a whole page', wholeMail('<p>Hello</p>', 'Bye')],
  ['words outside of blocks', 'Hello <p>there</p>'],
  ['a mark without an end', '<p>Hello'],
  ['a comment', '<!-- secret --><p>Hello</p>'],
  ['more than the editor takes', `<p>${'a'.repeat(50_001)}</p>`],
])('a template with %s is edited as HTML', (_what, source) => {
  expect(toEditorHtml(source)).toBeUndefined();
});

test('marks with classes or sizes of their own stay as they are, as a block', () => {
  const source = '<p class="wide">Hello</p>';
  expect(toEditorHtml(source)).toContain('data-block');
  expect(toTemplate(toEditorHtml(source) ?? '')).toBe(source);
});

test('a paragraph that became a heading looks like one, and a heading that became a paragraph as well', () => {
  expect(toTemplate(`<h2 data-style="${PARAGRAPH_STYLE}">News</h2>`)).toBe(`<h2 style="${HEADING_STYLE}">News</h2>`);
  expect(toTemplate(`<p data-style="${HEADING_STYLE}">News</p>`)).toBe(paragraph('News'));
  expect(toTemplate(`<h1 data-style="${HEADING_STYLE}">News</h1>`)).toBe(heading('News'));
});

test('a code that is typed or put in is a code of the template, whatever its signs became', () => {
  expect(toTemplate('<p>{% if params.a &gt; 1 %}a &gt; b{% endif %}</p>')).toBe(
    '<p>{% if params.a > 1 %}a &gt; b{% endif %}</p>',
  );
  expect(toTemplate(`<p>${toEditorCodes('{{ params.note }}')}</p>`)).toBe('<p>{{ params.note }}</p>');
});
