import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type { ProductsOfVendorQuery, SetProductVendorMutation } from '../operations.generated.ts';

const SET_VENDOR = `#graphql
  mutation SetProductVendor($product: ProductUpdateInput!) {
    productUpdate(product: $product) { product { id } userErrors { field message } }
  }`;

const PRODUCTS_OF_VENDOR = `#graphql
  query ProductsOfVendor($first: Int!, $query: String!, $after: String) {
    products(first: $first, query: $query, sortKey: ID, after: $after) {
      nodes { id vendor }
      pageInfo { hasNextPage endCursor }
    }
  }`;

/** Writes the vendor's name on a product. False when the platform no longer has the product. May be repeated. */
export async function setProductVendor(platform: PlatformClient, id: bigint, vendor: string): Promise<boolean> {
  const { productUpdate } = await platform.mutate<SetProductVendorMutation>(
    SET_VENDOR,
    { product: { id: buildGid('Product', id), vendor } },
    { idempotent: true },
  );
  const { product, userErrors } = requireAnswer(productUpdate);
  if (product) return true;
  if (userErrors.some((error) => /not exist|not found/i.test(error.message))) return false;
  refuseUserErrors(userErrors);
  return false;
}

/** The first products that carry exactly this name; the platform's search also finds names that are only alike. */
export async function listProductIdsOfVendor(
  platform: PlatformClient,
  vendor: string,
  limit: number,
): Promise<bigint[]> {
  const found: bigint[] = [];
  const query = `vendor:"${vendor.replace(/["\\]/g, '\\$&')}"`;
  for (let after: string | null = null; found.length < limit;) {
    const { products }: ProductsOfVendorQuery = await platform.query<ProductsOfVendorQuery>(PRODUCTS_OF_VENDOR, {
      first: 50,
      query,
      after,
    });
    found.push(...products.nodes.filter((node) => node.vendor === vendor).map((node) => idOfGid(node.id)));
    if (!products.pageInfo.hasNextPage) break;
    after = products.pageInfo.endCursor;
  }
  return found.slice(0, limit);
}
