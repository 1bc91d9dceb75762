import { Extension, Node, type Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { nameCode } from './template-code.ts';

const STYLED = ['paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'link'];

/** How a block looks in a mail: kept beside it, because the page's policy takes no styles but its own. */
const KeptStyle = Extension.create({
  name: 'keptStyle',
  addGlobalAttributes: () => [
    {
      types: STYLED,
      attributes: {
        style: {
          default: null,
          parseHTML: (element) => element.getAttribute('data-style'),
          renderHTML: ({ style }) => (typeof style === 'string' ? { 'data-style': style } : {}),
        },
      },
    },
  ],
});

const readData = (name: string) => ({
  default: '',
  parseHTML: (element: HTMLElement) => element.getAttribute(name) ?? '',
});

/** A code of a template among the words: one word, moved and deleted as one. */
const TemplateCode = Node.create({
  name: 'templateCode',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    code: { ...readData('data-code'), renderHTML: ({ code }) => ({ 'data-code': String(code) }) },
  }),
  parseHTML: () => [{ tag: 'span[data-code]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', HTMLAttributes, nameCode(String(node.attrs['code']))],
});

/** A table, a loop or a condition around blocks: it is moved and deleted as one, and stays as it is. */
const TemplateBlock = Node.create({
  name: 'templateBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    source: { ...readData('data-block'), renderHTML: ({ source }) => ({ 'data-block': String(source) }) },
    label: { default: '', parseHTML: (element) => element.textContent, renderHTML: () => ({}) },
  }),
  parseHTML: () => [{ tag: 'div[data-block]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['div', HTMLAttributes, String(node.attrs['label'])],
});

/** What the editor of a template knows: its headings and links as they stand there, its codes and its blocks. */
export const TEMPLATE_EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: false,
      protocols: ['http', 'https', 'mailto'],
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (url, { defaultValidate }) => url.startsWith('{{') || defaultValidate(url),
    },
  }),
  KeptStyle,
  TemplateCode,
  TemplateBlock,
];
