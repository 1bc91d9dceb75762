import { idOfGid, type PlatformClient } from '../client.server.ts';
import { COUNT_PRODUCTS, LIST_PRODUCT_VERSIONS, type ProductNode } from './products.operations.server.ts';
import type { CountProductsQuery, ListProductVersionsQuery } from '../operations.generated.ts';

/** As much of a product as tells whether ours is the same. */
export type ProductVersion = {
  id: bigint;
  updatedAt: Date;
  title: string;
  vendor: string;
  status: ProductNode['status'];
  totalInventory: number;
  variantCount: number;
};

/** Up to a hundred products in the order of ids, as short as they can be told apart; `changedSince` leaves out what did not change. */
export async function listProductVersions(
  platform: PlatformClient,
  o: { after: string | null; changedSince?: Date | undefined },
): Promise<{ versions: ProductVersion[]; next: string | null }> {
  const { products } = await platform.query<ListProductVersionsQuery>(LIST_PRODUCT_VERSIONS, {
    after: o.after,
    query: o.changedSince ? `updated_at:>='${o.changedSince.toISOString()}'` : null,
  });
  const { hasNextPage, endCursor } = products.pageInfo;
  return {
    versions: products.nodes.map((node) => ({
      id: idOfGid(node.id),
      updatedAt: new Date(node.updatedAt),
      title: node.title,
      vendor: node.vendor,
      status: node.status,
      totalInventory: node.totalInventory,
      variantCount: node.variantsCount?.count ?? 0,
    })),
    next: hasNextPage ? endCursor : null,
  };
}

/** How many products a store has, counted up to a limit. */
export async function countProducts(platform: PlatformClient, limit: number): Promise<number> {
  const { productsCount } = await platform.query<CountProductsQuery>(COUNT_PRODUCTS, { limit });
  return productsCount?.count ?? 0;
}
