import { type PlatformClient, idOfGid, buildGid } from './client.server.ts';
import type { DiscountByCodeQuery, DiscountByTagQuery, ReadDiscountsQuery } from './operations.generated.ts';

const SHARED_FIELDS = `title startsAt endsAt asyncUsageCount tags
  customerGets {
    value { __typename ... on DiscountPercentage { percentage } ... on DiscountAmount { amount { amount } } }
    items { __typename ... on DiscountCollections { collections(first: 60) { nodes { id } } } }
  }
  minimumRequirement {
    __typename
    ... on DiscountMinimumSubtotal { greaterThanOrEqualToSubtotal { amount } }
    ... on DiscountMinimumQuantity { greaterThanOrEqualToQuantity }
  }`;
export const FIELDS = `id discount {
  __typename
  ... on DiscountCodeBasic { ${SHARED_FIELDS} usageLimit appliesOncePerCustomer codes(first: 1) { nodes { code } } }
  ... on DiscountAutomaticBasic { ${SHARED_FIELDS} }
}`;
export const READ = `#graphql
  query ReadDiscounts($ids: [ID!]!) { nodes(ids: $ids) { ... on DiscountNode { ${FIELDS} } } }`;
export const BY_CODE = `#graphql
  query DiscountByCode($code: String!) { codeDiscountNodeByCode(code: $code) { id } }`;
export const BY_TAG = `#graphql
  query DiscountByTag($query: String!) { discountNodes(first: 5, query: $query) { nodes { ${FIELDS} } } }`;

/** The discount that was made after all although the answer was lost: of the code, or the search's of our tag. */
export async function findDiscount(
  platform: PlatformClient,
  { method, name, tag }: { method: PlatformMethod; name: string; tag: string },
): Promise<PlatformDiscount | undefined> {
  if (method === 'code') {
    const { codeDiscountNodeByCode: node } = await platform.query<DiscountByCodeQuery>(BY_CODE, { code: name });
    const [found] = node ? await readDiscounts(platform, [idOfGid(node.id)]) : [];
    return found?.tags.includes(tag) ? found : undefined;
  }
  const { discountNodes } = await platform.query<DiscountByTagQuery>(BY_TAG, { query: `tag:${tag}` });
  return discountNodes.nodes.flatMap((node) => toDiscount(node) ?? []).find(({ tags }) => tags.includes(tag));
}

/** Discounts as they stand, of at most 100 ids; those that were deleted are missing. */
export async function readDiscounts(platform: PlatformClient, ids: readonly bigint[]): Promise<PlatformDiscount[]> {
  const { nodes } = await platform.query<ReadDiscountsQuery>(READ, {
    ids: ids.map((id) => buildGid('DiscountNode', id)),
  });
  return nodes.flatMap((node) => (node?.id === undefined ? [] : (toDiscount(node) ?? [])));
}
type DiscountNode = DiscountByTagQuery['discountNodes']['nodes'][number];
/** What is said of a discount of a kind that is made here. */
type BasicNode = Extract<DiscountNode['discount'], { customerGets: object }>;

/** A discount of a kind that is made here; undefined for those of other kinds. */
export function toDiscount({ id, discount }: DiscountNode): PlatformDiscount | undefined {
  if (discount.__typename !== 'DiscountCodeBasic' && discount.__typename !== 'DiscountAutomaticBasic') return undefined;
  return {
    id: idOfGid(id),
    method: discount.__typename === 'DiscountCodeBasic' ? 'code' : 'automatic',
    name: discount.codes?.nodes[0]?.code ?? discount.title,
    value: toValue(discount.customerGets.value),
    startsAt: new Date(discount.startsAt),
    endsAt: discount.endsAt === null ? null : new Date(discount.endsAt),
    onePerCustomer: discount.appliesOncePerCustomer ?? false,
    usageLimit: discount.usageLimit ?? null,
    minimum: toMinimum(discount.minimumRequirement),
    collectionIds: toCollectionIds(discount.customerGets.items),
    tags: discount.tags,
    usedCount: discount.asyncUsageCount,
  };
}

function toValue(value: BasicNode['customerGets']['value']): PlatformValue | null {
  if (value.__typename === 'DiscountPercentage')
    return { type: 'percentage', percent: BigInt(Math.round(value.percentage * PERCENT_OF_ONE)) };
  return value.__typename === 'DiscountAmount' ? { type: 'fixed', amount: value.amount.amount } : null;
}

function toMinimum(requirement: BasicNode['minimumRequirement']): PlatformMinimum {
  const subtotal = requirement?.greaterThanOrEqualToSubtotal;
  if (subtotal) return { type: 'subtotal', amount: subtotal.amount };
  const quantity = requirement?.greaterThanOrEqualToQuantity;
  return quantity ? { type: 'quantity', quantity: Number(quantity) } : { type: 'none' };
}

function toCollectionIds({ __typename, collections }: BasicNode['customerGets']['items']): bigint[] | null {
  if (__typename === 'AllDiscountItems') return [];
  return collections ? collections.nodes.map(({ id }) => idOfGid(id)) : null;
}
export type PlatformMethod = 'code' | 'automatic';

/** Percentages in ten-thousandths of a percent, amounts as decimals in the store's currency. */
export type PlatformValue = { type: 'percentage'; percent: bigint } | { type: 'fixed'; amount: string };
export type PlatformMinimum =
  { type: 'none' } | { type: 'subtotal'; amount: string } | { type: 'quantity'; quantity: number };

export type DiscountWrite = {
  method: PlatformMethod;
  /** The code, or the title of an automatic one. */
  name: string;
  value: PlatformValue;
  startsAt: Date;
  endsAt: Date | null;
  onePerCustomer: boolean;
  usageLimit: number | null;
  minimum: PlatformMinimum;
  /** The collections whose products it is for; none for all products. */
  collectionIds: readonly bigint[];
  tags: readonly string[];
};

/** A discount as the platform states it. `collectionIds` is empty for all products, null for single products. */
export type PlatformDiscount = Omit<DiscountWrite, 'collectionIds' | 'value' | 'minimum'> & {
  id: bigint;
  /** Null where it is of a kind that is not made here. */
  value: PlatformValue | null;
  minimum: PlatformMinimum;
  collectionIds: bigint[] | null;
  usedCount: number;
};
export const PERCENT_OF_ONE = 1000000;
