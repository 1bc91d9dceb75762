import type { FlowPayload } from '#app/adapters/shopify/flow.server.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { readFinding } from '#app/features/finance/reconciliation/reconciliation.service.server.ts';
import { getOffer } from '#app/features/offers/offers.service.server.ts';
import { readPayout } from '#app/features/payouts/payouts.service.server.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import { readChange } from '#app/features/products/review/product-changes.service.server.ts';
import { readApplication } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import type { FlowTrigger } from '#app/platform/flow-triggers/flow-trigger.ts';
import { buildAppUrl } from '#app/platform/stores/app-url.server.ts';
import { findVendorNames } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';

/** What an event is about: a record, and whose part of it where the record does not say. */
export type FlowSubject = { subjectId: bigint; vendorId: bigint | null };
type Described = { fields: FlowPayload; path: string };

/**
 * What a workflow is told of an event: the fields of the trigger's extension by their keys, as everything is now. Of
 * people it names vendors, and an applicant by their address. Throws not_found (404) for what is gone.
 */
export async function buildFlowPayload(
  ctx: Ctx,
  trigger: FlowTrigger,
  { eventId, ...subject }: FlowSubject & { eventId: string },
): Promise<FlowPayload> {
  const { fields, path } = await READERS[trigger](ctx, subject);
  return { ...fields, Link: buildAppUrl(ctx, path), 'Event ID': eventId };
}

const READERS: Readonly<Record<FlowTrigger, (ctx: Ctx, subject: FlowSubject) => Promise<Described>>> = {
  'souk-vendor-applied': async (ctx, { subjectId }) => {
    const { vendorName, email } = await readApplication(ctx, subjectId);
    return { fields: { Vendor: vendorName, Email: email }, path: `/applications?open=${String(subjectId)}` };
  },
  'souk-vendor-approved': async (ctx, { subjectId }) => ({
    fields: { Vendor: await readVendorName(ctx, subjectId) },
    path: `/vendors/${String(subjectId)}`,
  }),
  'souk-product-submitted': async (ctx, { subjectId }) => {
    const { product } = await readProduct(ctx, subjectId);
    return describeProduct(subjectId, product.vendor, `/products/${String(subjectId)}`);
  },
  'souk-product-changed': async (ctx, { subjectId }) => {
    const { change } = await readChange(ctx, subjectId);
    return describeProduct(change.productId, change.vendor, `/changes/${change.id}`);
  },
  'souk-order-late': describeOrder,
  'souk-order-shipped': describeOrder,
  'souk-return-requested': describeOrder,
  'souk-payout-sent': async (ctx, { subjectId }) => describePayout(await readPayout(ctx, subjectId)),
  'souk-payout-failed': async (ctx, { subjectId }) => {
    const payout = await readPayout(ctx, subjectId);
    const { fields, path } = describePayout(payout);
    return { fields: { ...fields, State: payout.state }, path };
  },
  'souk-offer-received': async (ctx, { subjectId }) => {
    const { product, vendor, price, quantity } = await getOffer(ctx, subjectId);
    const { fields } = describeProduct(product.id, vendor, '');
    return {
      fields: { ...fields, Price: toNumber(price), Currency: price.currency, Quantity: quantity },
      path: `/offers/${String(subjectId)}`,
    };
  },
  'souk-message-reported': async (ctx, { subjectId, vendorId }) => ({
    fields: { Vendor: await readVendorName(ctx, vendorId) },
    path: `/conversations/${String(subjectId)}`,
  }),
  'souk-difference-found': async (ctx, { subjectId }) => {
    const { kind, vendor } = await readFinding(ctx, subjectId);
    return { fields: { Kind: kind, Vendor: vendor?.name ?? '' }, path: '/money/reconciliation' };
  },
};

const describeProduct = (id: string | bigint, vendor: string, path: string): Described => ({
  fields: { product_id: Number(id), Vendor: vendor },
  path,
});

async function describeOrder(ctx: Ctx, { subjectId, vendorId }: FlowSubject): Promise<Described> {
  return {
    fields: { order_id: Number(subjectId), Vendor: await readVendorName(ctx, vendorId) },
    path: `/orders/${String(subjectId)}`,
  };
}

function describePayout(payout: { id: string; vendor: string; amount: MoneyDto }): Described {
  const { id, vendor, amount } = payout;
  return {
    fields: { Vendor: vendor, Amount: toNumber(amount), Currency: amount.currency },
    path: `/money/payouts/${id}`,
  };
}

/** An amount as Flow compares it: its numbers are decimals of JSON, and nothing is computed with them here. */
const toNumber = ({ amount }: MoneyDto): number => Number(amount);

async function readVendorName(ctx: Ctx, id: bigint | null): Promise<string> {
  if (id === null) return '';
  const names = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => findVendorNames(tx, [id]));
  return names.get(id) ?? '';
}
