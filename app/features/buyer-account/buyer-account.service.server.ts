import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { listCustomerThreads } from '#app/features/messages/conversations/customer-threads.service.server.ts';
import { listCustomerOffers } from '#app/features/offers/buyer-offer.service.server.ts';
import { readCustomerOrder } from '#app/features/orders/read-models/customer-order.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { MAX_NAMED, type BuyerOrderDto, type BuyerOverviewDto } from './buyer-account.contract.ts';

/** The customer who calls. Throws not_signed_in (401) for whoever else got here. */
export function requireCustomer({ viewer }: Pick<Ctx, 'viewer'>): bigint {
  if (viewer.customerId === undefined) throw new AppError('not_signed_in');
  return viewer.customerId;
}

/** An order of the customer by vendor. Another customer's is not_found (404). */
export function readOrder(ctx: Ctx, orderId: bigint): Promise<BuyerOrderDto> {
  const customerId = requireCustomer(ctx);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { name, parts } = await readCustomerOrder(tx, { customerId, orderId });
    const threads = await listCustomerThreads(tx, { customerId, orderId, limit: MAX_NAMED });
    return {
      id: String(orderId),
      name,
      canAsk: threads !== null,
      vendors: parts.map(({ vendorId, vendor, progress, items, shipments }) => {
        const thread = threads?.find((one) => one.vendorId === vendorId);
        return {
          vendor: { id: String(vendorId), name: vendor },
          progress,
          items,
          shipments: shipments.map(({ id, sentAt, ...one }) => ({
            ...one,
            id: String(id),
            sentAt: sentAt.toISOString(),
          })),
          conversationId: thread ? String(thread.id) : null,
          isUnread: thread?.isUnread ?? false,
        };
      }),
    };
  });
}

/** The conversations and offers of the customer, each null while its feature is off. */
export function readOverview(ctx: Ctx): Promise<BuyerOverviewDto> {
  const by = { customerId: requireCustomer(ctx), limit: MAX_NAMED };
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const threads = await listCustomerThreads(tx, by);
    const offers = await listCustomerOffers(tx, by);
    return {
      conversations:
        threads &&
        threads.map(({ id, vendor, about, text, at, isUnread }) => ({
          id: String(id),
          vendor,
          about,
          text,
          at: at.toISOString(),
          isUnread,
        })),
      offers:
        offers &&
        offers.map(({ id, vendor, product, quantity, price, status, updatedAt }) => ({
          id,
          vendor,
          product: product.variant === '' ? product.title : `${product.title} (${product.variant})`,
          quantity,
          price,
          status,
          at: updatedAt,
        })),
    };
  });
}
