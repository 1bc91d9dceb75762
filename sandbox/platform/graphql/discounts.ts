import { idOfGid, toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import type { StoreDiscount } from '../../core/state.ts';
import {
  changeStoreDiscount,
  createStoreDiscount,
  deleteStoreDiscount,
  discountsOf,
  endStoreDiscount,
  findByCode,
  findStoreDiscount,
  statusOf,
  type StoreDiscountInput,
} from '../store/store-discounts.ts';
import { connection, listConnection } from './connection.ts';
import type { PageArgs } from './connection.ts';
import { answerErrors, moneyV2, readAmount } from './context.ts';
import type { Context, View } from './context.ts';
import { compileSearch } from './search.ts';
import type { SearchFields } from './search.ts';

type Input = {
  title?: string | null;
  code?: string | null;
  startsAt?: string | null;
  endsAt?: string | null;
  usageLimit?: number | null;
  appliesOncePerCustomer?: boolean | null;
  customerGets?: {
    value?: { percentage?: number | null; discountAmount?: { amount: string } | null } | null;
    items?: { all?: boolean | null; collections?: { add?: string[] | null; remove?: string[] | null } | null } | null;
  } | null;
  minimumRequirement?: {
    subtotal?: { greaterThanOrEqualToSubtotal?: string | null } | null;
    quantity?: { greaterThanOrEqualToQuantity?: string | null } | null;
  } | null;
  tags?: string[] | null;
};
type IdArgs = { id: string };
type Method = 'code' | 'automatic';

const NODES = ['DiscountCodeNode', 'DiscountAutomaticNode', 'DiscountNode'] as const;
const ERROR = 'DiscountUserError';

const FIELDS = (now: string): SearchFields<StoreDiscount> => ({
  method: { kind: 'exact', read: (one) => (one.code === null ? 'automatic' : 'code') },
  status: { kind: 'exact', read: (one) => statusOf(one, now) },
  tag: { kind: 'exact', read: (one) => one.tags },
  title: { kind: 'text', read: (one) => one.title },
});

export function discountMutations(context: Context): View {
  const { sandbox, shop } = context;
  const find = (id: string): StoreDiscount => {
    const discount = findStoreDiscount(shop, idOfGid(id, ...NODES));
    if (!discount) throw new Refusal('Discount does not exist', ['id'], 'INVALID');
    return discount;
  };
  const end = (id: string): StoreDiscount => {
    const discount = find(id);
    endStoreDiscount(sandbox, shop, discount);
    return find(id);
  };
  const node = (discount: StoreDiscount): View => discountNodeView(context, discount);
  return {
    discountCodeBasicCreate: ({ basicCodeDiscount }: { basicCodeDiscount: Input }) =>
      answerErrors(
        () => ({
          codeDiscountNode: node(createStoreDiscount(sandbox, shop, readInput(context, basicCodeDiscount, 'code'))),
        }),
        ERROR,
      ),
    discountAutomaticBasicCreate: ({ automaticBasicDiscount }: { automaticBasicDiscount: Input }) =>
      answerErrors(
        () => ({
          automaticDiscountNode: node(
            createStoreDiscount(sandbox, shop, readInput(context, automaticBasicDiscount, 'automatic')),
          ),
        }),
        ERROR,
      ),
    discountCodeBasicUpdate: ({ id, basicCodeDiscount }: IdArgs & { basicCodeDiscount: Input }) =>
      answerErrors(() => {
        changeStoreDiscount(sandbox, shop, find(id), readChange(context, find(id), basicCodeDiscount));
        return { codeDiscountNode: node(find(id)) };
      }, ERROR),
    discountAutomaticBasicUpdate: ({ id, automaticBasicDiscount }: IdArgs & { automaticBasicDiscount: Input }) =>
      answerErrors(() => {
        changeStoreDiscount(sandbox, shop, find(id), readChange(context, find(id), automaticBasicDiscount));
        return { automaticDiscountNode: node(find(id)) };
      }, ERROR),
    discountCodeDeactivate: ({ id }: IdArgs) => answerErrors(() => ({ codeDiscountNode: node(end(id)) }), ERROR),
    discountAutomaticDeactivate: ({ id }: IdArgs) =>
      answerErrors(() => ({ automaticDiscountNode: node(end(id)) }), ERROR),
    discountCodeDelete: ({ id }: IdArgs) =>
      answerErrors(() => {
        deleteStoreDiscount(sandbox, shop, find(id));
        return { deletedCodeDiscountId: id };
      }, ERROR),
    discountAutomaticDelete: ({ id }: IdArgs) =>
      answerErrors(() => {
        deleteStoreDiscount(sandbox, shop, find(id));
        return { deletedAutomaticDiscountId: id };
      }, ERROR),
  };
}

export function discountQueries(context: Context): View {
  const { sandbox, shop } = context;
  const search = (query: string | null | undefined): StoreDiscount[] =>
    discountsOf(shop).filter(compileSearch(query, FIELDS(sandbox.clock.iso()), (one) => one.title));
  return {
    discountNode: ({ id }: IdArgs) => findDiscountNode(context, idOfGid(id, ...NODES)),
    codeDiscountNodeByCode: ({ code }: { code: string }) => {
      const discount = findByCode(shop, code);
      return discount ? discountNodeView(context, discount) : null;
    },
    discountNodes: (args: PageArgs & { query?: string | null }) =>
      connection(
        search(args.query).map((discount) => ({ key: discount.createdAt, id: discount.id, item: discount })),
        args,
        (discount) => discountNodeView(context, discount),
      ),
    discountNodesCount: ({ query }: { query?: string | null }) => ({
      count: search(query).length,
      precision: 'EXACT',
    }),
  };
}

/** A discount by its id, as `node` and `nodes` find it. */
export function findDiscountNode(context: Context, id: number | null): View | null {
  const discount = findStoreDiscount(context.shop, id);
  return discount ? discountNodeView(context, discount) : null;
}

function readInput({ sandbox, shop }: Context, input: Input, method: Method): StoreDiscountInput {
  const { value, items } = input.customerGets ?? {};
  const { subtotal, quantity } = input.minimumRequirement ?? {};
  if (subtotal && quantity)
    throw new Refusal(
      'Minimum subtotal and minimum quantity cannot both be present.',
      ['minimumRequirement'],
      'MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT',
    );
  const share = value?.percentage;
  if (share != null && (share < 0 || share > 1))
    throw new Refusal('Value must be between 0.0 and 1.0', ['customerGets', 'value'], 'VALUE_OUTSIDE_RANGE');
  const fixed = value?.discountAmount?.amount ?? '0';
  if (method === 'code' && !input.code) throw new Refusal("Code can't be blank", ['code'], 'BLANK');
  return {
    title: input.title ?? input.code ?? '',
    code: method === 'code' ? (input.code ?? '') : null,
    value:
      share == null
        ? { kind: 'fixed', amountMinor: readAmount(fixed, shop.currency, ['customerGets', 'value']) }
        : { kind: 'percentage', share },
    collectionIds:
      items?.all === true ? null : (items?.collections?.add ?? []).map((gid) => idOfGid(gid, 'Collection') ?? 0),
    minimum: subtotal?.greaterThanOrEqualToSubtotal
      ? {
          kind: 'subtotal',
          subtotalMinor: readAmount(subtotal.greaterThanOrEqualToSubtotal, shop.currency, ['minimumRequirement']),
        }
      : quantity?.greaterThanOrEqualToQuantity
        ? { kind: 'quantity', quantity: Number(quantity.greaterThanOrEqualToQuantity) }
        : null,
    startsAt: input.startsAt ?? sandbox.clock.iso(),
    endsAt: input.endsAt ?? null,
    usageLimit: input.usageLimit ?? null,
    oncePerCustomer: input.appliesOncePerCustomer ?? false,
    tags: [...(input.tags ?? [])],
  };
}

/** A change of a discount: what the input leaves out stays. */
function readChange(context: Context, before: StoreDiscount, input: Input): Partial<StoreDiscountInput> {
  const { code, title } = before;
  const method = code === null ? 'automatic' : 'code';
  const read = readInput(context, { code, title, startsAt: before.startsAt, tags: before.tags, ...input }, method);
  return {
    ...read,
    ...(input.customerGets?.value ? {} : { value: before.value }),
    collectionIds: readCollections(before, input),
    ...(input.minimumRequirement === undefined ? { minimum: before.minimum } : {}),
    ...(input.endsAt === undefined ? { endsAt: before.endsAt } : {}),
    ...(input.usageLimit === undefined ? { usageLimit: before.usageLimit } : {}),
    ...(input.appliesOncePerCustomer === undefined ? { oncePerCustomer: before.oncePerCustomer } : {}),
  };
}

/** What a discount is for after a change: all products, or its collections with those that come and without those that go. */
function readCollections({ collectionIds }: StoreDiscount, input: Input): number[] | null {
  const items = input.customerGets?.items;
  if (!items) return collectionIds;
  if (items.all === true) return null;
  const read = (gids: readonly string[] | null | undefined) =>
    (gids ?? []).map((gid) => idOfGid(gid, 'Collection') ?? 0);
  const gone = read(items.collections?.remove);
  const kept = (collectionIds ?? []).filter((id) => !gone.includes(id));
  return [...new Set([...kept, ...read(items.collections?.add)])];
}

function discountNodeView(context: Context, discount: StoreDiscount): View {
  const view = discountView(context, discount);
  const type = discount.code === null ? 'DiscountAutomaticNode' : 'DiscountCodeNode';
  return {
    __typename: 'DiscountNode',
    id: toGid(type, discount.id),
    discount: view,
    codeDiscount: view,
    automaticDiscount: view,
  };
}

function discountView(context: Context, discount: StoreDiscount): View {
  const { sandbox, shop } = context;
  const { value, minimum, collectionIds, code } = discount;
  return {
    __typename: code === null ? 'DiscountAutomaticBasic' : 'DiscountCodeBasic',
    title: discount.title,
    status: statusOf(discount, sandbox.clock.iso()),
    startsAt: discount.startsAt,
    endsAt: discount.endsAt,
    createdAt: discount.createdAt,
    updatedAt: discount.updatedAt,
    tags: discount.tags,
    asyncUsageCount: discount.usedCount,
    usageLimit: discount.usageLimit,
    appliesOncePerCustomer: discount.oncePerCustomer,
    summary: discount.title,
    shortSummary: discount.title,
    discountClasses: ['PRODUCT'],
    combinesWith: { orderDiscounts: false, productDiscounts: false, shippingDiscounts: false },
    codes: (args: PageArgs) =>
      listConnection(code === null ? [] : [code], args, (one) => ({
        id: toGid('DiscountRedeemCode', discount.id),
        code: one,
      })),
    customerGets: {
      value:
        value.kind === 'percentage'
          ? { __typename: 'DiscountPercentage', percentage: value.share }
          : {
              __typename: 'DiscountAmount',
              amount: moneyV2(value.amountMinor, shop.currency),
              appliesOnEachItem: false,
            },
      items:
        collectionIds === null
          ? { __typename: 'AllDiscountItems', allItems: true }
          : {
              __typename: 'DiscountCollections',
              collections: (args: PageArgs) =>
                listConnection(collectionIds, args, (id) => ({
                  __typename: 'Collection',
                  id: toGid('Collection', id),
                })),
            },
    },
    minimumRequirement:
      minimum === null
        ? null
        : minimum.kind === 'subtotal'
          ? {
              __typename: 'DiscountMinimumSubtotal',
              greaterThanOrEqualToSubtotal: moneyV2(minimum.subtotalMinor, shop.currency),
            }
          : { __typename: 'DiscountMinimumQuantity', greaterThanOrEqualToQuantity: String(minimum.quantity) },
  };
}
