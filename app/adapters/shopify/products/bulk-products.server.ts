import { readable, readGroups, type Group, type Row } from '../bulk/bulk-groups.server.ts';
import { readBytes, ResultDisorder } from '../bulk/bulk-result.server.ts';
import type { MediaNode, VariantNode } from './products.operations.server.ts';
import { toProduct, type PlatformProduct } from './products.server.ts';
import type { BulkContentsQuery, BulkVariantsQuery } from '../operations.generated.ts';

/**
 * What the page by page reading asks of a product needs six connections, and one bulk operation has at most five: what
 * stands at the product itself is one operation, its variants with their stock another. Both go in the order of ids.
 */
export const BULK_CONTENTS = `#graphql
  query BulkContents {
    products(sortKey: ID) {
      edges {
        node {
          id title handle status vendor productType tags descriptionHtml createdAt updatedAt
          seo { title description }
          options(first: 3) { id name optionValues { id name } }
          media { edges { node { id alt mediaContentType preview { image { url } } } } }
          metafields { edges { node { id namespace key type value } } }
        }
      }
    }
  }`;

export const BULK_VARIANTS = `#graphql
  query BulkVariants {
    products(sortKey: ID) {
      edges {
        node {
          id updatedAt
          variants {
            edges {
              node {
                id position title sku barcode price compareAtPrice taxable inventoryQuantity
                selectedOptions { name value }
                media { edges { node { id } } }
                metafields { edges { node { id namespace key type value } } }
                inventoryItem {
                  id tracked requiresShipping
                  measurement { weight { value unit } }
                  inventoryLevels {
                    edges { node { id updatedAt location { id } quantities(names: ["available"]) { quantity updatedAt } } }
                  }
                }
              }
            }
          }
        }
      }
    }
  }`;

const PRODUCTS_A_STEP = 25;
const LINES_A_STEP = 2_000;

/** The places in both results up to which everything was read. */
export type BulkPlaces = { contents: number; variants: number };
/**
 * Some products of both results. `unsure` are ids that only one of them has, or that changed between them: they have to be
 * asked for by their id. `places` is where reading goes on after this step.
 */
export type BulkStep = { products: PlatformProduct[]; unsure: bigint[]; places: BulkPlaces };

/**
 * Joins the two results while it reads them; no more than one step of both is in memory. Null is a result without a row.
 * Throws ResultDisorder where they cannot be joined or read, and as readBytes.
 */
export async function* readBulkProducts(
  urls: { contents: string | null; variants: string | null },
  from: BulkPlaces,
): AsyncGenerator<BulkStep> {
  const contents = readGroups(readBytes(urls.contents, from.contents), from.contents);
  const variants = readGroups(readBytes(urls.variants, from.variants), from.variants);
  let step = emptyStep();
  let lines = 0;
  const places = { ...from };
  try {
    let [one, other] = [await next(contents), await next(variants)];
    while (one || other) {
      const id = one && other ? (one.id < other.id ? one.id : other.id) : (one ?? other)?.id;
      const [content, its] = [one?.id === id ? one : undefined, other?.id === id ? other : undefined];
      lines += (content?.rows.length ?? 0) + (its?.rows.length ?? 0);
      const product = content && its ? readable(() => join(content, its)) : undefined;
      if (product) step.products.push(product);
      else if (id !== undefined) step.unsure.push(id);
      if (content) {
        places.contents = content.end;
        one = await next(contents, content.id);
      }
      if (its) {
        places.variants = its.end;
        other = await next(variants, its.id);
      }
      if (step.products.length + step.unsure.length < PRODUCTS_A_STEP && lines < LINES_A_STEP) continue;
      yield { ...step, places: { ...places } };
      step = emptyStep();
      lines = 0;
    }
    if (step.products.length + step.unsure.length > 0) yield { ...step, places };
  } finally {
    await Promise.all([contents.return(undefined), variants.return(undefined)]);
  }
}

const emptyStep = (): { products: PlatformProduct[]; unsure: bigint[] } => ({ products: [], unsure: [] });

async function next(groups: AsyncGenerator<Group>, before?: bigint): Promise<Group | undefined> {
  const read = await groups.next();
  if (read.done === true) return undefined;
  const { value } = read;
  if (before !== undefined && value.id <= before) throw new ResultDisorder('the result is not in the order of ids');
  return value;
}

const WHOLE = { hasNextPage: false, endCursor: null };
const isField = (row: Row): boolean => row.id.startsWith('gid://shopify/Metafield/');

type ContentNode = BulkContentsQuery['products']['edges'][number]['node'];
/** A product as its own row tells it; media and metafields have rows of their own. */
type ContentRow = Omit<ContentNode, 'media' | 'metafields'>;
type FieldRow = ContentNode['metafields']['edges'][number]['node'];
type BulkVariantNode = BulkVariantsQuery['products']['edges'][number]['node']['variants']['edges'][number]['node'];

/** A product of both results; undefined where it changed between them. */
function join(content: Group, variants: Group): PlatformProduct | undefined {
  const [own, ...hanging] = content.rows;
  if (own.updatedAt !== variants.rows[0].updatedAt) return undefined;
  return toProduct({
    ...(own as unknown as ContentRow),
    media: { nodes: hanging.filter((row) => !isField(row)) as unknown as MediaNode[], pageInfo: WHOLE },
    metafields: { nodes: hanging.filter(isField) as unknown as FieldRow[], pageInfo: WHOLE },
    variants: { nodes: toVariants(variants), pageInfo: WHOLE },
  });
}

type Hanging = { media: Row[]; levels: Row[]; fields: Row[] };

function toKind(row: Row): keyof Hanging {
  if (row.id.startsWith('gid://shopify/InventoryLevel/')) return 'levels';
  return isField(row) ? 'fields' : 'media';
}

/** Variants with what hangs on them; levels name the variant or its inventory item. */
function toVariants({ rows }: Group): VariantNode[] {
  const nodes: VariantNode[] = [];
  const hangingOf = new Map<string, Hanging>();
  for (const row of rows.slice(1)) {
    if (row.id.startsWith('gid://shopify/ProductVariant/')) {
      const hanging: Hanging = { media: [], levels: [], fields: [] };
      const { inventoryItem } = row as unknown as BulkVariantNode;
      hangingOf.set(row.id, hanging);
      hangingOf.set(inventoryItem.id, hanging);
      const item = { ...inventoryItem, inventoryLevels: { nodes: hanging.levels, pageInfo: WHOLE } };
      const metafields = { nodes: hanging.fields, pageInfo: WHOLE };
      nodes.push({
        ...row,
        media: { nodes: hanging.media },
        metafields,
        inventoryItem: item,
      } as unknown as VariantNode);
      continue;
    }
    const hanging = hangingOf.get(row.__parentId ?? '');
    if (!hanging) throw new ResultDisorder('a line of the result hangs on none that came before');
    hanging[toKind(row)].push(row);
  }
  return nodes;
}
