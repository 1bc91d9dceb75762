import type { PlatformClient } from '../client.server.ts';
import type { Page, VariantNode } from './products.operations.server.ts';
import type {
  ReadVariantFieldsQuery,
  ReadVariantLevelsQuery,
  ReadVariantsWholeQuery,
} from '../operations.generated.ts';

type Levels = VariantNode['inventoryItem']['inventoryLevels'];
type Fields = VariantNode['metafields'];
type Rest = { id: string; metafields: Fields; inventoryItem: { inventoryLevels: Levels } };

/** What one variant has of each in the first reading is enough for most; the others are read whole in groups of this size. */
const TOGETHER = 10;

const READ_REST = `#graphql
  query ReadVariantsWhole($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on ProductVariant {
        id
        metafields(first: 100) { nodes { namespace key type value } pageInfo { hasNextPage endCursor } }
        inventoryItem {
          inventoryLevels(first: 100) {
            nodes { updatedAt location { id } quantities(names: ["available"]) { quantity updatedAt } }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }`;

const READ_FIELDS = `#graphql
  query ReadVariantFields($id: ID!, $after: String) {
    productVariant(id: $id) {
      metafields(first: 250, after: $after) { nodes { namespace key type value } pageInfo { hasNextPage endCursor } }
    }
  }`;

const READ_LEVELS = `#graphql
  query ReadVariantLevels($id: ID!, $after: String) {
    productVariant(id: $id) {
      inventoryItem {
        inventoryLevels(first: 250, after: $after) {
          nodes { updatedAt location { id } quantities(names: ["available"]) { quantity updatedAt } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`;

const isCut = ({ metafields, inventoryItem }: Rest): boolean =>
  metafields.pageInfo.hasNextPage || inventoryItem.inventoryLevels.pageInfo.hasNextPage;

/** Variants with all of their metafields and with their stock at every location, however many there are. */
export async function completeVariants(
  platform: PlatformClient,
  variants: readonly VariantNode[],
): Promise<VariantNode[]> {
  const cut = variants.filter(isCut).map((variant) => variant.id);
  const whole = new Map<string, Rest>();
  for (let at = 0; at < cut.length; at += TOGETHER) {
    const ids = cut.slice(at, at + TOGETHER);
    const { nodes } = await platform.query<ReadVariantsWholeQuery>(READ_REST, { ids });
    for (const node of nodes) if (node?.id) whole.set(node.id, await goOn(platform, node));
  }
  return variants.map((variant) => {
    const rest = whole.get(variant.id);
    if (!rest) return variant;
    const { inventoryLevels } = rest.inventoryItem;
    return { ...variant, metafields: rest.metafields, inventoryItem: { ...variant.inventoryItem, inventoryLevels } };
  });
}

/** Goes on reading one variant for as long as there is more. */
async function goOn(platform: PlatformClient, node: Rest): Promise<Rest> {
  const { id } = node;
  const metafields = await readPages(node.metafields, async (after) => {
    const { productVariant } = await platform.query<ReadVariantFieldsQuery>(READ_FIELDS, { id, after });
    return productVariant?.metafields;
  });
  const inventoryLevels = await readPages(node.inventoryItem.inventoryLevels, async (after) => {
    const { productVariant } = await platform.query<ReadVariantLevelsQuery>(READ_LEVELS, { id, after });
    return productVariant?.inventoryItem.inventoryLevels;
  });
  return { id, metafields, inventoryItem: { inventoryLevels } };
}

type Pages<Node> = { nodes: Node[]; pageInfo: Page };

async function readPages<Node>(
  first: Pages<Node>,
  next: (after: string | null) => Promise<Pages<Node> | undefined>,
): Promise<Pages<Node>> {
  const nodes = [...first.nodes];
  let { pageInfo } = first;
  while (pageInfo.hasNextPage) {
    const page = await next(pageInfo.endCursor);
    if (!page) break;
    nodes.push(...page.nodes);
    ({ pageInfo } = page);
  }
  return { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
}
