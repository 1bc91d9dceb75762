import type { PageNode } from './orders/order-nodes.ts';

/** The nodes of a first page and of all pages after it. */
export async function readRest<Node>(
  first: PageNode<Node>,
  readPage: (after: string) => Promise<PageNode<Node> | undefined>,
): Promise<Node[]> {
  const nodes = [...first.nodes];
  let { pageInfo } = first;
  while (pageInfo.hasNextPage && pageInfo.endCursor) {
    const page = await readPage(pageInfo.endCursor);
    if (!page) break;
    nodes.push(...page.nodes);
    ({ pageInfo } = page);
  }
  return nodes;
}
