import { randomUUID } from 'node:crypto';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { DraftOrder, Order, Shop } from '../../core/state.ts';
import { draftPayload } from '../payloads/draft.ts';
import { findVariantById } from './lookup.ts';
import { placeOrder } from './orders.ts';
import type { OrderInput } from './orders.ts';

export type DraftInput = Pick<
  DraftOrder,
  'email' | 'tags' | 'attributes' | 'lines' | 'currency' | 'allowCodes' | 'automaticDiscounts'
>;

/** How often a new draft is read before its work in the background is done. */
const READS_UNTIL_READY = 1;
const MAX_LINES = 499;

export function draftsOf(shop: Shop): DraftOrder[] {
  return Object.values(shop.draftOrders ?? {});
}

/** A draft that exists; a deleted one does not. */
export function findDraft(shop: Shop, id: number): DraftOrder | undefined {
  const draft = shop.draftOrders?.[String(id)];
  return draft?.deletedAt === null ? draft : undefined;
}

/** Makes a draft and tells the app. Its invoice link exists once it is ready. */
export function createDraft(sandbox: Sandbox, shop: Shop, input: DraftInput): DraftOrder {
  if (input.lines.length === 0 || input.lines.length > MAX_LINES)
    throw new Refusal(`A draft has 1 to ${MAX_LINES} lines.`, ['input', 'lineItems']);
  for (const [index, line] of input.lines.entries()) {
    const field = ['input', 'lineItems', String(index)];
    if (!findVariantById(shop, line.variantId)) throw new Refusal('Product with ID is no longer available.', field);
    if (line.quantity < 1) throw new Refusal('Quantity must be greater than or equal to 1.', [...field, 'quantity']);
  }
  const at = sandbox.clock.iso();
  const id = nextId(sandbox);
  const draft: DraftOrder = {
    ...input,
    id,
    name: `#D${draftsOf(shop).length + 1}`,
    key: randomUUID().replaceAll('-', ''),
    status: 'OPEN',
    reads: 0,
    opened: false,
    orderId: null,
    completedAt: null,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  shop.draftOrders = { ...shop.draftOrders, [String(id)]: draft };
  sandbox.webhooks.emit(shop, 'draft_orders/create', draftPayload(shop, draft));
  sandbox.save();
  return draft;
}

/** Whether the platform has done its work on a draft; asking for it counts. */
export function readReady(sandbox: Sandbox, draft: DraftOrder): boolean {
  const ready = draft.reads >= READS_UNTIL_READY;
  draft.reads += 1;
  sandbox.save();
  return ready;
}

/** Deletes a draft: its invoice link dies. A checkout that was begun before can still be paid. */
export function deleteDraft(sandbox: Sandbox, shop: Shop, draft: DraftOrder): void {
  draft.deletedAt = sandbox.clock.iso();
  sandbox.webhooks.emit(shop, 'draft_orders/delete', { id: draft.id });
  sandbox.save();
}

/** The draft behind an invoice link: open ones, and deleted ones whose checkout was begun before. */
export function findInvoice(shop: Shop, key: string, o: { begun: boolean }): DraftOrder | undefined {
  return draftsOf(shop).find(
    (draft) =>
      draft.key === key && draft.status !== 'COMPLETED' && (draft.deletedAt === null || (o.begun && draft.opened)),
  );
}

/** What the order of a draft is made of: its prices hold, whatever the variants cost by now. */
export function draftOrderInput(draft: DraftOrder, checkout: Omit<OrderInput, 'lines'>): OrderInput {
  return {
    ...checkout,
    stock: 'obey',
    sourceName: 'shopify_draft_order',
    tags: draft.tags,
    noteAttributes: draft.attributes,
    automaticDiscounts: draft.automaticDiscounts,
    discountCodes: draft.allowCodes ? (checkout.discountCodes ?? []) : [],
    lines: draft.lines.map(({ variantId, quantity, priceMinor }) => ({
      variantId,
      quantity,
      ...(priceMinor === null ? {} : { priceMinor }),
    })),
  };
}

/** The buyer checks a draft out: its order is placed, and the draft is completed unless it was deleted meanwhile. */
export function completeDraft(sandbox: Sandbox, shop: Shop, draft: DraftOrder, input: OrderInput): Order {
  const order = placeOrder(sandbox, shop, input);
  draft.orderId = order.id;
  if (draft.deletedAt === null) {
    const at = sandbox.clock.iso();
    Object.assign(draft, { status: 'COMPLETED', completedAt: at, updatedAt: at });
    sandbox.webhooks.emit(shop, 'draft_orders/update', draftPayload(shop, draft));
  }
  sandbox.save();
  return order;
}
