import { markup, type Markup } from '../markup.ts';

/** A node of the platform's formatted text, as a metafield of the type `rich_text_field` holds it. */
type RichNode = {
  type: string;
  value?: string;
  bold?: boolean;
  italic?: boolean;
  level?: number;
  listType?: string;
  url?: string;
  children?: RichNode[];
};

/** Formatted text as a theme's `metafield_tag` draws it: the tree decides the marks, and every text is only text. */
export function renderRichText(value: string): Markup {
  return renderNode(JSON.parse(value) as RichNode);
}

function renderNode(node: RichNode): Markup {
  const inside = markup`${(node.children ?? []).map(renderNode)}`;
  switch (node.type) {
    case 'text': {
      const text = node.italic ? markup`<em>${node.value ?? ''}</em>` : markup`${node.value ?? ''}`;
      return node.bold ? markup`<strong>${text}</strong>` : text;
    }
    case 'paragraph':
      return markup`<p>${inside}</p>`;
    case 'heading':
      return node.level === 2 ? markup`<h2>${inside}</h2>` : markup`<h3>${inside}</h3>`;
    case 'list':
      return node.listType === 'ordered' ? markup`<ol>${inside}</ol>` : markup`<ul>${inside}</ul>`;
    case 'list-item':
      return markup`<li>${inside}</li>`;
    case 'link':
      return markup`<a href="${node.url ?? ''}">${inside}</a>`;
    default:
      return inside;
  }
}
