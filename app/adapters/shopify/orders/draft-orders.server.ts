import { AppError } from '#app/core/errors.ts';
import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  CreateDraftMutation,
  DeleteDraftMutation,
  FindDraftQuery,
  FindDraftsOrderQuery,
  ReadDraftQuery,
} from '../operations.generated.ts';

/** Draft orders of accepted offers. All of it needs this optional access; whoever calls has seen that it was granted. */
export const DRAFT_ORDER_SCOPE = 'write_draft_orders';

/** A draft as the platform states it. It has no link until it is `ready`, and an order once its buyer checked out. */
export type PlatformDraft = {
  id: bigint;
  ready: boolean;
  invoiceUrl: string | null;
  completed: boolean;
  order: { id: bigint; name: string; isPaid: boolean } | null;
};

export type DraftInput = {
  variantId: bigint;
  quantity: number;
  /** The agreed price of one unit, as a decimal in the store's currency: it holds whatever the variant costs later. */
  price: string;
  currency: string;
  email: string;
  tag: string;
  attribute: { key: string; value: string };
};

const DRAFTS_ORDER = 'order { id name displayFinancialStatus }';
const DRAFT_FIELDS = `id ready status invoiceUrl ${DRAFTS_ORDER}`;

const CREATE = `#graphql
  mutation CreateDraft($input: DraftOrderInput!) {
    draftOrderCreate(input: $input) { draftOrder { id ready status invoiceUrl } userErrors { field message } }
  }`;
const READ = `#graphql
  query ReadDraft($id: ID!) { draftOrder(id: $id) { ${DRAFT_FIELDS} } }`;
const FIND = `#graphql
  query FindDraft($query: String!) { draftOrders(first: 5, query: $query) { nodes { ${DRAFT_FIELDS} } } }`;
const FIND_ORDER = `#graphql
  query FindDraftsOrder($query: String!) { orders(first: 5, query: $query) { nodes { id name displayFinancialStatus } } }`;
const DELETE = `#graphql
  mutation DeleteDraft($input: DraftOrderDeleteInput!) {
    draftOrderDelete(input: $input) { deletedId userErrors { field message } }
  }`;

type OrderNode = FindDraftsOrderQuery['orders']['nodes'][number];
/** A draft that was just made is not asked for its order. */
type DraftNode = NonNullable<NonNullable<CreateDraftMutation['draftOrderCreate']>['draftOrder']> & {
  order?: OrderNode | null;
};

/**
 * Makes a draft order without other discounts, whose invoice the platform mails to nobody. It is rarely ready at once. A repeat
 * makes a second one, so that whoever repeats looks with `findDraft` first. Throws platform_refused (422).
 */
export async function createDraft(platform: PlatformClient, input: DraftInput): Promise<PlatformDraft> {
  const { draftOrderCreate } = await platform.mutate<CreateDraftMutation>(CREATE, {
    input: {
      email: input.email,
      tags: ['souk-offer', input.tag],
      customAttributes: [input.attribute],
      presentmentCurrencyCode: input.currency,
      acceptAutomaticDiscounts: false,
      allowDiscountCodesInCheckout: false,
      lineItems: [
        {
          variantId: buildGid('ProductVariant', input.variantId),
          quantity: input.quantity,
          priceOverride: { amount: input.price, currencyCode: input.currency },
        },
      ],
    },
  });
  const answer = requireAnswer(draftOrderCreate);
  refuseUserErrors(answer.userErrors);
  if (!answer.draftOrder) throw new AppError('platform_failed');
  return toDraft(answer.draftOrder);
}

/** A draft as it stands; undefined where it was deleted. */
export async function readDraft(platform: PlatformClient, id: bigint): Promise<PlatformDraft | undefined> {
  const { draftOrder } = await platform.query<ReadDraftQuery>(READ, { id: buildGid('DraftOrder', id) });
  return draftOrder ? toDraft(draftOrder) : undefined;
}

/** The draft that carries a tag; undefined where there is none, or none that the search knows yet. */
export async function findDraft(platform: PlatformClient, tag: string): Promise<PlatformDraft | undefined> {
  const { draftOrders } = await platform.query<FindDraftQuery>(FIND, { query: `tag:${tag}` });
  const [first] = draftOrders.nodes;
  return first && toDraft(first);
}

/** The order that carries the tag of a draft: its draft may be deleted by now. */
export async function findDraftsOrder(platform: PlatformClient, tag: string): Promise<PlatformDraft['order']> {
  const { orders } = await platform.query<FindDraftsOrderQuery>(FIND_ORDER, { query: `tag:${tag}` });
  const [first] = orders.nodes;
  return first ? toOrder(first) : null;
}

/** Deletes a draft: its link dies. One that is gone already stays so. Throws platform_refused (422) where it was completed. */
export async function deleteDraft(platform: PlatformClient, id: bigint): Promise<void> {
  const { draftOrderDelete } = await platform.mutate<DeleteDraftMutation>(
    DELETE,
    { input: { id: buildGid('DraftOrder', id) } },
    { idempotent: true },
  );
  const answer = requireAnswer(draftOrderDelete);
  if (answer.userErrors.length > 0 && !(await readDraft(platform, id))) return;
  refuseUserErrors(answer.userErrors);
}

const PAID: readonly (string | null)[] = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'];

const toOrder = ({ id, name, displayFinancialStatus }: OrderNode) => ({
  id: idOfGid(id),
  name,
  isPaid: PAID.includes(displayFinancialStatus),
});

const toDraft = ({ id, ready, status, invoiceUrl, order }: DraftNode): PlatformDraft => ({
  id: idOfGid(id),
  ready,
  invoiceUrl: ready ? invoiceUrl : null,
  completed: status === 'COMPLETED',
  order: order ? toOrder(order) : null,
});
