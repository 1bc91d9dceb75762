import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import {
  buildGid,
  idOfGid,
  refuseUserErrors,
  requireAnswer,
  type PlatformClient,
  type PlatformUserError,
} from './client.server.ts';
import {
  type PlatformValue,
  type PlatformMinimum,
  type PlatformMethod,
  readDiscounts,
  PERCENT_OF_ONE,
  type DiscountWrite,
} from './discounts-read.server.ts';
import type {
  CountAutomaticDiscountsQuery,
  CreateAutomaticDiscountMutation,
  CreateCodeDiscountMutation,
  EndAutomaticDiscountMutation,
  EndCodeDiscountMutation,
  UpdateAutomaticDiscountMutation,
  UpdateCodeDiscountMutation,
} from './operations.generated.ts';

/** Discounts of vendors. All of it needs this optional access; whoever calls has seen that it was granted. */
export const DISCOUNT_SCOPE = 'write_discounts';

/** Automatic discounts that a store can have running or planned, over all apps and people. */
export const MAX_AUTOMATIC = 25;

const CREATE_CODE = `#graphql
  mutation CreateCodeDiscount($discount: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode { id } userErrors { code field message } }
  }`;
const CREATE_AUTOMATIC = `#graphql
  mutation CreateAutomaticDiscount($discount: DiscountAutomaticBasicInput!) {
    discountAutomaticBasicCreate(automaticBasicDiscount: $discount) { automaticDiscountNode { id } userErrors { code field message } }
  }`;
const UPDATE_CODE = `#graphql
  mutation UpdateCodeDiscount($id: ID!, $discount: DiscountCodeBasicInput!) {
    discountCodeBasicUpdate(id: $id, basicCodeDiscount: $discount) { userErrors { code field message } }
  }`;
const UPDATE_AUTOMATIC = `#graphql
  mutation UpdateAutomaticDiscount($id: ID!, $discount: DiscountAutomaticBasicInput!) {
    discountAutomaticBasicUpdate(id: $id, automaticBasicDiscount: $discount) { userErrors { code field message } }
  }`;
const END_CODE = `#graphql
  mutation EndCodeDiscount($id: ID!) { discountCodeDeactivate(id: $id) { userErrors { code field message } } }`;
const END_AUTOMATIC = `#graphql
  mutation EndAutomaticDiscount($id: ID!) { discountAutomaticDeactivate(id: $id) { userErrors { code field message } } }`;
const COUNT_AUTOMATIC = `#graphql
  query CountAutomaticDiscounts($query: String!) { discountNodesCount(query: $query) { count } }`;

/**
 * Makes a discount that stands beside no other. A repeat makes a second automatic one, so that whoever repeats looks with
 * `findDiscount` first. Throws invalid_input (422) for a
 * name that is taken, invalid_state (409) where the store takes no more automatic ones, platform_refused (422).
 */
export async function createDiscount(platform: PlatformClient, write: DiscountWrite): Promise<bigint> {
  const isCode = write.method === 'code';
  const shared = {
    title: write.name,
    startsAt: write.startsAt.toISOString(),
    endsAt: write.endsAt?.toISOString() ?? null,
    combinesWith: { orderDiscounts: false, productDiscounts: false, shippingDiscounts: false },
    context: { all: 'ALL' },
    customerGets: { value: toValueInput(write.value), items: toItemsInput(write.collectionIds) },
    ...(write.minimum.type === 'none' ? {} : { minimumRequirement: toMinimumInput(write.minimum) }),
    tags: write.tags,
  };
  const own = { code: write.name, usageLimit: write.usageLimit, appliesOncePerCustomer: write.onePerCustomer };
  const variables = { discount: isCode ? { ...shared, ...own } : shared };
  const { node, userErrors } = isCode
    ? await createCode(platform, variables)
    : await createAutomatic(platform, variables);
  refuseDiscountErrors(userErrors);
  if (!node) throw new AppError('platform_failed');
  return idOfGid(node.id);
}

async function createCode(platform: PlatformClient, variables: object) {
  const { discountCodeBasicCreate } = await platform.mutate<CreateCodeDiscountMutation>(CREATE_CODE, variables);
  const answer = requireAnswer(discountCodeBasicCreate);
  return { node: answer.codeDiscountNode, userErrors: answer.userErrors };
}

async function createAutomatic(platform: PlatformClient, variables: object) {
  const { discountAutomaticBasicCreate } = await platform.mutate<CreateAutomaticDiscountMutation>(
    CREATE_AUTOMATIC,
    variables,
  );
  const answer = requireAnswer(discountAutomaticBasicCreate);
  return { node: answer.automaticDiscountNode, userErrors: answer.userErrors };
}

/**
 * Changes what a discount takes off, when it runs and what it asks for; its code or title, goods and tags stay. A repeat changes
 * nothing more. Throws platform_refused (422).
 */
export async function updateDiscount(platform: PlatformClient, id: bigint, write: DiscountWrite): Promise<void> {
  const shared = {
    startsAt: write.startsAt.toISOString(),
    endsAt: write.endsAt?.toISOString() ?? null,
    customerGets: { value: toValueInput(write.value) },
    minimumRequirement: write.minimum.type === 'none' ? null : toMinimumInput(write.minimum),
  };
  const own = { usageLimit: write.usageLimit, appliesOncePerCustomer: write.onePerCustomer };
  const answer =
    write.method === 'code'
      ? (
          await platform.mutate<UpdateCodeDiscountMutation>(
            UPDATE_CODE,
            { id: buildGid('DiscountCodeNode', id), discount: { ...shared, ...own } },
            { idempotent: true },
          )
        ).discountCodeBasicUpdate
      : (
          await platform.mutate<UpdateAutomaticDiscountMutation>(
            UPDATE_AUTOMATIC,
            { id: buildGid('DiscountAutomaticNode', id), discount: shared },
            { idempotent: true },
          )
        ).discountAutomaticBasicUpdate;
  refuseDiscountErrors(requireAnswer(answer).userErrors);
}

/**
 * Takes collections out of what a discount is for; others stay. One that it is not for changes nothing. Throws platform_refused (422).
 */
export async function removeCollections(
  platform: PlatformClient,
  { method, id, collectionIds }: { method: PlatformMethod; id: bigint; collectionIds: readonly bigint[] },
): Promise<void> {
  const collections = { remove: collectionIds.map((one) => buildGid('Collection', one)) };
  const discount = { customerGets: { items: { collections } } };
  const answer =
    method === 'code'
      ? (
          await platform.mutate<UpdateCodeDiscountMutation>(
            UPDATE_CODE,
            { id: buildGid('DiscountCodeNode', id), discount },
            { idempotent: true },
          )
        ).discountCodeBasicUpdate
      : (
          await platform.mutate<UpdateAutomaticDiscountMutation>(
            UPDATE_AUTOMATIC,
            { id: buildGid('DiscountAutomaticNode', id), discount },
            { idempotent: true },
          )
        ).discountAutomaticBasicUpdate;
  refuseDiscountErrors(requireAnswer(answer).userErrors);
}

/** The platform says of the 26th automatic discount that its period overlaps. */
const FULL: readonly string[] = ['ACTIVE_PERIOD_OVERLAP', 'MAX_APP_DISCOUNTS', 'EXCEEDED_MAX'];

function refuseDiscountErrors(errors: readonly PlatformUserError[]): void {
  const codes = errors.map(({ code }) => code ?? '');
  if (codes.includes('TAKEN'))
    throw invalidInput([{ path: 'name', rule: 'taken', message: rule('discount_name_taken') }]);
  if (codes.some((code) => FULL.includes(code))) throw stateRefuses('store_discounts_full', { limit: MAX_AUTOMATIC });
  refuseUserErrors(errors);
}

/** Ends a discount now. Answers false where it was deleted. Ending twice changes nothing. Throws platform_refused (422). */
export async function endDiscount(platform: PlatformClient, method: PlatformMethod, id: bigint): Promise<boolean> {
  const answer =
    method === 'code'
      ? (
          await platform.mutate<EndCodeDiscountMutation>(
            END_CODE,
            { id: buildGid('DiscountCodeNode', id) },
            { idempotent: true },
          )
        ).discountCodeDeactivate
      : (
          await platform.mutate<EndAutomaticDiscountMutation>(
            END_AUTOMATIC,
            { id: buildGid('DiscountAutomaticNode', id) },
            { idempotent: true },
          )
        ).discountAutomaticDeactivate;
  const { userErrors } = requireAnswer(answer);
  if (userErrors.length > 0 && (await readDiscounts(platform, [id])).length === 0) return false;
  refuseUserErrors(userErrors);
  return true;
}

/** How many automatic discounts of the store run or are planned, whoever made them. */
export async function countAutomaticDiscounts(platform: PlatformClient): Promise<number> {
  const counts = await Promise.all(
    ['active', 'scheduled'].map((status) =>
      platform.query<CountAutomaticDiscountsQuery>(COUNT_AUTOMATIC, {
        query: `method:automatic status:${status}`,
      }),
    ),
  );
  return counts.reduce((sum, { discountNodesCount }) => sum + (discountNodesCount?.count ?? 0), 0);
}

const toValueInput = (value: PlatformValue): object =>
  value.type === 'percentage'
    ? { percentage: Number(value.percent) / PERCENT_OF_ONE }
    : { discountAmount: { amount: value.amount, appliesOnEachItem: false } };

const toItemsInput = (ids: readonly bigint[]): object =>
  ids.length === 0 ? { all: true } : { collections: { add: ids.map((id) => buildGid('Collection', id)) } };

const toMinimumInput = (minimum: Exclude<PlatformMinimum, { type: 'none' }>): object =>
  minimum.type === 'subtotal'
    ? { subtotal: { greaterThanOrEqualToSubtotal: minimum.amount } }
    : { quantity: { greaterThanOrEqualToQuantity: String(minimum.quantity) } };
