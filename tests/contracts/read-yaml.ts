import { parsers } from 'prettier/plugins/yaml';

/** A node of the tree that prettier reads YAML into, as far as contracts use it. */
type Node = { type: string; value?: string; children?: (Node | null)[] };

/** Reads a YAML document of mappings, lists and scalars: neither anchors nor tags. */
export async function readYaml(text: string): Promise<unknown> {
  const root = (await parsers.yaml.parse(text, {} as never)) as Node;
  const body = childrenOf(root)
    .flatMap(childrenOf)
    .find(({ type }) => type === 'documentBody');
  return toValue(body && childrenOf(body)[0]);
}

const childrenOf = (node: Node): Node[] => (node.children ?? []).flatMap((child) => child ?? []);

function toValue(node: Node | undefined): unknown {
  if (!node) return null;
  switch (node.type) {
    case 'mapping':
    case 'flowMapping':
      return Object.fromEntries(
        childrenOf(node).map((item) => {
          const [key, value] = (item.children ?? []).map((part) => part && toValue(childrenOf(part)[0]));
          return [String(key), value ?? null];
        }),
      );
    case 'sequence':
    case 'flowSequence':
      return childrenOf(node).map((item) =>
        item.type.endsWith('Item') ? toValue(childrenOf(item)[0]) : toValue(item),
      );
    case 'plain':
      return toScalar(node.value ?? '');
    default:
      return node.value ?? '';
  }
}

const WORDS = new Map<string, unknown>([
  ['null', null],
  ['~', null],
  ['', null],
  ['true', true],
  ['false', false],
]);

function toScalar(text: string): unknown {
  if (WORDS.has(text)) return WORDS.get(text);
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
