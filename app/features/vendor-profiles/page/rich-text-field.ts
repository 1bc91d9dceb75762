import { readAttribute, readMarkup } from '#app/core/text/markup.ts';

/** A piece of text as the platform keeps formatted text: a tree whose leaves are texts. */
type Leaf = { type: 'text'; value: string; bold?: true; italic?: true };
type Link = { type: 'link'; url: string; children: Leaf[] };
type Block =
  | { type: 'paragraph' | 'heading' | 'list-item'; level?: number; children: (Leaf | Link)[] }
  | { type: 'list'; listType: 'ordered' | 'unordered'; children: Block[] };
export type RichTextTree = { type: 'root'; children: Block[] };

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/**
 * Cleaned HTML as the platform's formatted text, which a theme draws by itself, so that no theme has to trust our markup.
 * Paragraphs, headings, lists, links, bold and italic stay; other marks leave their words.
 */
export function richTextTree(html: string): RichTextTree {
  const writer = new Writer();
  // What comes here was cleaned: its marks are whole and its signs are written out.
  for (const piece of readMarkup(html)) {
    if (piece.kind === 'text') writer.text(readText(piece.text));
    else if (piece.isEnd) writer.close(piece.name);
    else writer.open(piece.name, readAttribute(piece.attributes, 'href'));
  }
  return { type: 'root', children: writer.end() };
}

class Writer {
  private readonly blocks: Block[] = [];
  private readonly lists: Extract<Block, { type: 'list' }>[] = [];
  private block: Exclude<Block, { type: 'list' }> | undefined;
  private link: Link | undefined;
  private bold = 0;
  private italic = 0;

  open(name: string, href: string | undefined): void {
    if (name === 'strong' || name === 'b') this.bold++;
    else if (name === 'em' || name === 'i') this.italic++;
    else if (name === 'br') this.text('\n');
    else if (name === 'a' && href !== undefined) this.link = { type: 'link', url: readText(href), children: [] };
    else if (name === 'ul' || name === 'ol') {
      this.endBlock();
      this.lists.push({ type: 'list', listType: name === 'ol' ? 'ordered' : 'unordered', children: [] });
    } else if (name === 'li') this.begin({ type: 'list-item', children: [] });
    // A paragraph inside an item is the item's own words.
    else if (this.block?.type !== 'list-item' && /^(p|h[1-6]|blockquote|pre|hr)$/.test(name)) {
      const level = /^h([1-6])$/.exec(name)?.[1];
      this.begin(level ? { type: 'heading', level: Number(level), children: [] } : { type: 'paragraph', children: [] });
    }
  }

  close(name: string): void {
    if (name === 'strong' || name === 'b') this.bold = Math.max(0, this.bold - 1);
    else if (name === 'em' || name === 'i') this.italic = Math.max(0, this.italic - 1);
    else if (name === 'a') this.endLink();
    else if (name === 'ul' || name === 'ol') {
      this.endBlock();
      this.keepList(this.lists.pop());
    } else if (name === 'li' || (this.block?.type !== 'list-item' && /^(p|h[1-6]|pre)$/.test(name))) this.endBlock();
  }

  text(value: string): void {
    if (value.trim() === '' && !this.block && !this.link) return;
    this.block ??= { type: 'paragraph', children: [] };
    const leaf: Leaf = {
      type: 'text',
      value,
      ...(this.bold ? { bold: true } : {}),
      ...(this.italic ? { italic: true } : {}),
    };
    (this.link?.children ?? this.block.children).push(leaf);
  }

  end(): Block[] {
    this.endBlock();
    while (this.lists.length > 0) this.keepList(this.lists.pop());
    return this.blocks;
  }

  private begin(block: Exclude<Block, { type: 'list' }>): void {
    this.endBlock();
    this.block = block;
  }

  private endLink(): void {
    if (this.link && this.link.children.length > 0) {
      this.block ??= { type: 'paragraph', children: [] };
      this.block.children.push(this.link);
    }
    this.link = undefined;
  }

  private endBlock(): void {
    this.endLink();
    const { block } = this;
    this.block = undefined;
    if (!block || block.children.length === 0) return;
    (block.type === 'list-item' ? (this.lists.at(-1)?.children ?? this.blocks) : this.blocks).push(block);
  }

  /** The platform's lists hold items only: a list inside another one follows as items of it. */
  private keepList(list: Extract<Block, { type: 'list' }> | undefined): void {
    if (!list || list.children.length === 0) return;
    const outer = this.lists.at(-1);
    if (outer) outer.children.push(...list.children);
    else this.blocks.push(list);
  }
}

function readText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|(\w{2,6}));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (SIGNS[name ?? ''] ?? whole) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );
}
