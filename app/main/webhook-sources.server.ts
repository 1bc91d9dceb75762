import { readFinding } from '#app/features/finance/reconciliation/reconciliation.service.server.ts';
import { listConversations } from '#app/features/messages/conversations/conversations.service.server.ts';
import { conversationsQuery } from '#app/features/messages/conversations/conversations.contract.ts';
import { readMessage } from '#app/features/messages/contact/contact-messages.service.server.ts';
import { getOffer } from '#app/features/offers/offers.service.server.ts';
import { orderFilterSchema } from '#app/features/orders/orders.contract.ts';
import { getOrder } from '#app/features/orders/read-models/order-detail.service.server.ts';
import { readPayouts } from '#app/features/payouts/payouts.service.server.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import { readChange } from '#app/features/products/review/product-changes.service.server.ts';
import { readVendorDetail } from '#app/features/vendor-admin/vendor-detail.service.server.ts';
import { readApplication } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import type { WebhookSources } from '#app/features/webhook-endpoints/build-body.service.server.ts';

/** How each object is read as the API answers it, for what programs outside are told. */
export const webhookSources: WebhookSources = {
  order: (ctx, id) => getOrder(ctx, id, orderFilterSchema.parse({})),
  product: (ctx, id) => readProduct(ctx, id),
  change: (ctx, id) => readChange(ctx, id),
  payout: async (ctx, id) => (await readPayouts(ctx, [id]))[0],
  conversation: async (ctx, id) => {
    const query = conversationsQuery.parse({ conversationId: String(id) });
    return (await listConversations(ctx, query)).opened ?? undefined;
  },
  message: async (ctx, id) => ({ message: await readMessage(ctx, id) }),
  offer: async (ctx, id) => ({ offer: await getOffer(ctx, id) }),
  vendor: async (ctx, id) => ({ vendor: await readVendorDetail(ctx, { id }) }),
  application: async (ctx, id) => ({ application: await readApplication(ctx, id) }),
  finding: async (ctx, id) => ({ exception: await readFinding(ctx, id) }),
};
