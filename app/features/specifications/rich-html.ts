import type { RichNode } from './rich-text-value.ts';

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The HTML that an editor begins with; every text in it is escaped. */
export function formatHtml(node: RichNode): string {
  const inside = (node.children ?? []).map(formatHtml).join('');
  switch (node.type) {
    case 'text': {
      const text = escape(node.value ?? '').replace(/\n/g, '<br>');
      const slanted = node.italic ? `<em>${text}</em>` : text;
      return node.bold ? `<strong>${slanted}</strong>` : slanted;
    }
    case 'paragraph':
      return `<p>${inside}</p>`;
    case 'heading': {
      // The editor has two sizes of headings.
      const tag = (node.level ?? 2) <= 2 ? 'h2' : 'h3';
      return `<${tag}>${inside}</${tag}>`;
    }
    case 'list':
      return node.listType === 'ordered' ? `<ol>${inside}</ol>` : `<ul>${inside}</ul>`;
    case 'list-item':
      return `<li><p>${inside}</p></li>`;
    case 'link':
      return `<a href="${escape(node.url ?? '')}">${inside}</a>`;
    default:
      return inside;
  }
}

/** A part of a page as far as reading it goes: the browser's own nodes fit. */
export type ReadNode = {
  nodeName: string;
  textContent: string | null;
  childNodes: ArrayLike<ReadNode>;
  getAttribute?: (name: string) => string | null;
};
type Marks = { bold?: true; italic?: true };

const toChildren = (node: ReadNode): ReadNode[] => Array.from(node.childNodes);

/** The tree that the platform keeps, of what an editor wrote; what the platform has no form for is kept as plain text. */
export function toRich(body: ReadNode): RichNode {
  return { type: 'root', children: toChildren(body).flatMap(toBlock) };
}

function toBlock(node: ReadNode): RichNode[] {
  const name = node.nodeName.toLowerCase();
  if (name === 'p') return [{ type: 'paragraph', children: computeInline(node, {}) }];
  if (/^h[1-6]$/.test(name)) return [{ type: 'heading', level: Number(name[1]), children: computeInline(node, {}) }];
  if (name === 'ul' || name === 'ol') {
    const items = toChildren(node).filter((child) => child.nodeName.toLowerCase() === 'li');
    const listType = name === 'ol' ? 'ordered' : 'unordered';
    return [
      { type: 'list', listType, children: items.map((item) => ({ type: 'list-item', children: toWords(item) })) },
    ];
  }
  if (name === '#text') {
    const text = node.textContent ?? '';
    return text.trim() === '' ? [] : [{ type: 'paragraph', children: [{ type: 'text', value: text }] }];
  }
  if (name === 'pre') return [{ type: 'paragraph', children: computeInline(node, {}) }];
  return toChildren(node).flatMap(toBlock);
}

/** The words of a list's entry: its paragraphs, one behind the other. */
function toWords(item: ReadNode): RichNode[] {
  const parts = toChildren(item).map((child) =>
    computeInline(/^(p|ul|ol|li)$/i.test(child.nodeName) ? child : only(child), {}),
  );
  return parts.flatMap((part, index) => (index === 0 ? part : [{ type: 'text', value: ' ' }, ...part]));
}

const only = (child: ReadNode): ReadNode => ({ nodeName: 'span', textContent: child.textContent, childNodes: [child] });

function computeInline(node: ReadNode, marks: Marks): RichNode[] {
  return toChildren(node).flatMap((child): RichNode[] => {
    const name = child.nodeName.toLowerCase();
    if (name === '#text') return child.textContent ? [{ type: 'text', value: child.textContent, ...marks }] : [];
    if (name === 'br') return [{ type: 'text', value: '\n', ...marks }];
    if (name === 'strong' || name === 'b') return computeInline(child, { ...marks, bold: true });
    if (name === 'em' || name === 'i') return computeInline(child, { ...marks, italic: true });
    const url = name === 'a' ? (child.getAttribute?.('href') ?? '') : '';
    if (url !== '') return [{ type: 'link', url, title: null, children: computeInline(child, marks) }];
    return computeInline(child, marks);
  });
}
