import { bad, good, type CheckedValue } from './checked-value.ts';

/** Formatted text as the platform keeps it: a tree whose leaves are texts. */
export type RichNode = {
  type: string;
  level?: number;
  listType?: 'ordered' | 'unordered';
  value?: string;
  bold?: boolean;
  italic?: boolean;
  url?: string;
  title?: string | null;
  target?: string | null;
  children?: RichNode[];
};

const MAX_DEPTH = 12;
const MAX_NODES = 4_000;
const HOLDERS = new Set(['root', 'paragraph', 'heading', 'list', 'list-item', 'link']);
const SAFE_ADDRESS = /^(https?:\/\/|mailto:|tel:|\/|#)/i;

/** The tree of a value; undefined for what is no formatted text. */
export function readRichText(raw: string): RichNode | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    const budget = { left: MAX_NODES };
    const root = isNode(value, 0, budget) ? value : undefined;
    return root?.type === 'root' ? root : undefined;
  } catch {
    return undefined;
  }
}

function isNode(value: unknown, depth: number, budget: { left: number }): value is RichNode {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || budget.left-- <= 0) return false;
  const { type, value: text, url, children, level } = value as Record<string, unknown>;
  if (type === 'text') return typeof text === 'string';
  if (typeof type !== 'string' || !HOLDERS.has(type) || !Array.isArray(children)) return false;
  if (type === 'link' && !(typeof url === 'string' && SAFE_ADDRESS.test(url.trim()))) return false;
  if (type === 'heading' && !(typeof level === 'number' && level >= 1 && level <= 6)) return false;
  return children.every((child) => isNode(child, depth + 1, budget));
}

/** The words of formatted text. */
export function plainRichText({ type, value, children = [] }: RichNode): string {
  if (type === 'text') return value ?? '';
  return children.map(plainRichText).join(type === 'root' || type === 'list' ? '\n' : '');
}

/** Formatted text that says nothing counts as none. */
export function checkRichText(raw: string): CheckedValue {
  const root = readRichText(raw);
  if (!root) return bad('rich_text', 'must be formatted text');
  return good(plainRichText(root).trim() === '' ? '' : JSON.stringify(root));
}
