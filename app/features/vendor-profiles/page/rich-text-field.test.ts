import { expect, it } from 'vitest';
import { richTextTree } from './rich-text-field.ts';

const text = (value: string, more: object = {}) => ({ type: 'text', value, ...more });
const blocks = (html: string) => richTextTree(html).children;

it('rich text of a vendor page: keeps paragraphs, headings, bold, italic and links', () => {
  expect(
    blocks(
      '<h2>Clay</h2><p>By <strong>hand <em>only</em></strong>,<br>in <a href="https://a.test/?a=1&amp;b=2" rel="x">Ghent</a></p>',
    ),
  ).toEqual([
    { type: 'heading', level: 2, children: [text('Clay')] },
    {
      type: 'paragraph',
      children: [
        text('By '),
        text('hand ', { bold: true }),
        text('only', { bold: true, italic: true }),
        text(','),
        text('\n'),
        text('in '),
        { type: 'link', url: 'https://a.test/?a=1&b=2', children: [text('Ghent')] },
      ],
    },
  ]);
});

it('rich text of a vendor page: keeps lists, with the words of paragraphs inside an item, and one list inside another as items', () => {
  expect(
    blocks('<ul><li><p>Mugs</p></li><li><p>Bowls</p><ol><li><p>small</p></li></ol></li></ul><ol><li>One</li></ol>'),
  ).toEqual([
    {
      type: 'list',
      listType: 'unordered',
      children: [
        { type: 'list-item', children: [text('Mugs')] },
        { type: 'list-item', children: [text('Bowls')] },
        { type: 'list-item', children: [text('small')] },
      ],
    },
    { type: 'list', listType: 'ordered', children: [{ type: 'list-item', children: [text('One')] }] },
  ]);
});

it('rich text of a vendor page: leaves the words of other marks, drops what says nothing, and reads written-out signs once', () => {
  expect(
    blocks('<blockquote><p>1 &lt; 2 &amp;amp; <u>so</u></p></blockquote><p></p><hr /><p><code>a</code></p>end'),
  ).toEqual([
    { type: 'paragraph', children: [text('1 < 2 &amp; '), text('so')] },
    { type: 'paragraph', children: [text('a')] },
    { type: 'paragraph', children: [text('end')] },
  ]);
  expect(blocks('')).toEqual([]);
});
