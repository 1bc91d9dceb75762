import type { ReadProductsQuery } from '../operations.generated.ts';

/** The operations on products, each written out whole, so that a check can read it from the source. */

type ReadNode = Extract<NonNullable<ReadProductsQuery['nodes'][number]>, { id: string }>;
type ReadMedium = ReadNode['media']['nodes'][number];
/** What became of a medium is not asked where the platform gathers many products. */
export type MediaNode = Omit<ReadMedium, 'status' | 'mediaErrors'> &
  Partial<Pick<ReadMedium, 'status' | 'mediaErrors'>>;
export type Page = ReadNode['media']['pageInfo'];
export type VariantNode = ReadNode['variants']['nodes'][number];
export type ProductNode = Omit<ReadNode, 'media'> & { media: { nodes: MediaNode[]; pageInfo: Page } };

export const LIST_PRODUCT_IDS = `#graphql
  query ListProductIds($first: Int!, $after: String, $query: String) {
    products(first: $first, after: $after, query: $query, sortKey: ID) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }`;

export const COUNT_PRODUCTS = `#graphql
  query CountProducts($limit: Int) {
    productsCount(limit: $limit) { count }
  }`;

export const LIST_PRODUCT_VERSIONS = `#graphql
  query ListProductVersions($after: String, $query: String) {
    products(first: 100, after: $after, query: $query, sortKey: ID) {
      nodes { id updatedAt title vendor status totalInventory variantsCount { count } }
      pageInfo { hasNextPage endCursor }
    }
  }`;

export const READ_PRODUCTS = `#graphql
  query ReadProducts($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Product {
        id title handle status vendor productType tags descriptionHtml createdAt updatedAt
        seo { title description }
        metafields(first: 20) { nodes { namespace key type value } pageInfo { hasNextPage endCursor } }
        options(first: 3) { id name optionValues { id name } }
        media(first: 10) {
          nodes { id alt mediaContentType status mediaErrors { code } preview { image { url } } }
          pageInfo { hasNextPage endCursor }
        }
        variants(first: 10) {
          nodes {
          id position title sku barcode price compareAtPrice taxable inventoryQuantity
          selectedOptions { name value }
          media(first: 1) { nodes { id } }
          metafields(first: 5) { nodes { namespace key type value } pageInfo { hasNextPage endCursor } }
          inventoryItem {
            id tracked requiresShipping
            measurement { weight { value unit } }
            inventoryLevels(first: 3) { nodes { updatedAt location { id } quantities(names: ["available"]) { quantity updatedAt } } pageInfo { hasNextPage endCursor } }
          }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`;

export const READ_VARIANTS = `#graphql
  query ReadVariants($id: ID!, $after: String) {
    product(id: $id) {
      variants(first: 50, after: $after) {
        nodes {
          id position title sku barcode price compareAtPrice taxable inventoryQuantity
          selectedOptions { name value }
          media(first: 1) { nodes { id } }
          metafields(first: 5) { nodes { namespace key type value } pageInfo { hasNextPage endCursor } }
          inventoryItem {
            id tracked requiresShipping
            measurement { weight { value unit } }
            inventoryLevels(first: 3) { nodes { updatedAt location { id } quantities(names: ["available"]) { quantity updatedAt } } pageInfo { hasNextPage endCursor } }
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

export const READ_MEDIA = `#graphql
  query ReadMedia($id: ID!, $after: String) {
    product(id: $id) {
      media(first: 50, after: $after) {
        nodes { id alt mediaContentType status mediaErrors { code } preview { image { url } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

export const READ_METAFIELDS = `#graphql
  query ReadMetafields($id: ID!, $after: String) {
    product(id: $id) {
      metafields(first: 100, after: $after) {
        nodes { namespace key type value }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

export const PRODUCT_BY_HANDLE = `#graphql
  query ProductByHandle($handle: String!) {
    productByIdentifier(identifier: { handle: $handle }) { id title vendor status variantsCount { count } }
  }`;

export const CREATE_PRODUCT = `#graphql
  mutation CreateProduct($input: ProductSetInput!, $synchronous: Boolean!) {
    productSet(input: $input, synchronous: $synchronous) {
      product { id }
      productSetOperation { id }
      userErrors { field message code }
    }
  }`;

export const SET_PRODUCT = `#graphql
  mutation SetProduct($identifier: ProductSetIdentifiers!, $input: ProductSetInput!, $synchronous: Boolean!) {
    productSet(identifier: $identifier, input: $input, synchronous: $synchronous) {
      product { id }
      productSetOperation { id }
      userErrors { field message code }
    }
  }`;

export const READ_OPERATION = `#graphql
  query ReadProductOperation($id: ID!) {
    productOperation(id: $id) {
      status
      product { id }
      ... on ProductSetOperation { userErrors { field message code } }
    }
  }`;

export const SET_STATUS = `#graphql
  mutation SetProductStatus($product: ProductUpdateInput!) {
    productUpdate(product: $product) {
      product { updatedAt }
      userErrors { field message }
    }
  }`;

export const DELETE_PRODUCT = `#graphql
  mutation DeleteProduct($input: ProductDeleteInput!) {
    productDelete(input: $input) {
      deletedProductId
      userErrors { field message }
    }
  }`;

export const STOCK_LOCATIONS = `#graphql
  query StockLocations {
    locations(first: 20) { nodes { id isActive fulfillsOnlineOrders } }
  }`;

export const SET_STOCK = `#graphql
  mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) {
      userErrors { field message code }
    }
  }`;
