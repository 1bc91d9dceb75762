import { idOfGid, toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import type { DraftOrder } from '../../core/state.ts';
import { createDraft, deleteDraft, draftsOf, findDraft, readReady } from '../store/drafts.ts';
import { connection } from './connection.ts';
import type { PageArgs } from './connection.ts';
import { answerErrors, readAmount } from './context.ts';
import type { Context, View } from './context.ts';
import { compileSearch } from './search.ts';
import type { SearchFields } from './search.ts';

type Attribute = { key: string; value: string };
type DraftArgs = {
  input: {
    email?: string | null;
    tags?: string[] | null;
    customAttributes?: Attribute[] | null;
    presentmentCurrencyCode?: string | null;
    acceptAutomaticDiscounts?: boolean | null;
    allowDiscountCodesInCheckout?: boolean | null;
    lineItems?:
      | {
          variantId?: string | null;
          quantity: number;
          priceOverride?: { amount: string; currencyCode: string } | null;
        }[]
      | null;
  };
};

const DRAFT_FIELDS: SearchFields<DraftOrder> = {
  id: { kind: 'number', read: (draft) => draft.id },
  tag: { kind: 'exact', read: (draft) => draft.tags },
  status: { kind: 'exact', read: (draft) => draft.status },
  created_at: { kind: 'time', read: (draft) => draft.createdAt },
};

export function draftMutations(context: Context): View {
  const { sandbox, shop } = context;
  return {
    draftOrderCreate: ({ input }: DraftArgs) =>
      answerErrors(() => {
        const draft = createDraft(sandbox, shop, {
          email: input.email ?? null,
          tags: [...(input.tags ?? [])],
          attributes: (input.customAttributes ?? []).map(({ key, value }) => ({ name: key, value })),
          currency: input.presentmentCurrencyCode ?? shop.currency,
          automaticDiscounts: input.acceptAutomaticDiscounts === true,
          allowCodes: input.allowDiscountCodesInCheckout === true,
          lines: (input.lineItems ?? []).map((line, index) => ({
            variantId: idOfGid(line.variantId ?? null, 'ProductVariant') ?? 0,
            quantity: line.quantity,
            priceMinor: line.priceOverride
              ? readAmount(line.priceOverride.amount, line.priceOverride.currencyCode, [
                  ...['input', 'lineItems', String(index), 'priceOverride'],
                ])
              : null,
          })),
        });
        return { draftOrder: draftView(context, draft, false) };
      }, 'UserError'),
    draftOrderDelete: ({ input }: { input: { id: string } }) =>
      answerErrors(() => {
        const draft = findDraft(shop, idOfGid(input.id, 'DraftOrder') ?? 0);
        if (!draft) throw new Refusal('Draft order does not exist', ['input', 'id'], 'NOT_FOUND');
        if (draft.status === 'COMPLETED')
          throw new Refusal('A completed draft order cannot be deleted', ['input', 'id']);
        deleteDraft(sandbox, shop, draft);
        return { deletedId: input.id };
      }, 'UserError'),
  };
}

export function draftQueries(context: Context): View {
  const { sandbox, shop } = context;
  const view = (draft: DraftOrder): View => draftView(context, draft, readReady(sandbox, draft));
  return {
    draftOrder: ({ id }: { id: string }) => {
      const draft = findDraft(shop, idOfGid(id, 'DraftOrder') ?? 0);
      return draft ? view(draft) : null;
    },
    draftOrders: (args: PageArgs & { query?: string | null }) => {
      const matches = compileSearch(args.query, DRAFT_FIELDS, (draft) => draft.name);
      return connection(
        draftsOf(shop)
          .filter((draft) => draft.deletedAt === null && matches(draft))
          .map((draft) => ({ key: draft.createdAt, id: draft.id, item: draft })),
        args,
        view,
      );
    },
  };
}

/** A draft as it stands. Without a link while the platform still works on it. */
function draftView(context: Context, draft: DraftOrder, ready: boolean): View {
  const { sandbox, shop, viewOrder } = context;
  const order = draft.orderId === null ? undefined : shop.orders[String(draft.orderId)];
  return {
    __typename: 'DraftOrder',
    id: toGid('DraftOrder', draft.id),
    legacyResourceId: draft.id,
    name: draft.name,
    email: shop.customerDataLevel === 2 ? draft.email : null,
    status: draft.status,
    ready,
    tags: draft.tags,
    customAttributes: draft.attributes.map(({ name, value }) => ({ key: name, value })),
    currencyCode: draft.currency,
    presentmentCurrencyCode: draft.currency,
    acceptAutomaticDiscounts: draft.automaticDiscounts,
    allowDiscountCodesInCheckout: draft.allowCodes,
    invoiceUrl: ready ? `${sandbox.config.publicUrl}/store/${shop.handle}/invoices/${draft.key}` : null,
    order: order ? viewOrder(order) : null,
    completedAt: draft.completedAt,
    createdAt: draft.createdAt,
    updatedAt: draft.updatedAt,
    warnings: [],
  };
}
