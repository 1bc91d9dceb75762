import { buildCustomerOffer, buildCustomerThread, sellToCustomer } from '#tests/factories/buyers.ts';
import { switchConversations } from '#tests/factories/conversations.ts';
import { nextNumber } from '#tests/factories/numbers.ts';
import { switchOffers } from '#tests/factories/offers.ts';
import { customerOf } from '#tests/support/probe-customers.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

async function threadOf(side: Side): Promise<{ conversationId: string; messageId: string }> {
  await switchConversations(side.admin, true);
  const { id, messageId } = await buildCustomerThread(side.vendor, customerOf(side));
  return { conversationId: String(id), messageId: String(messageId) };
}

async function offerOf(side: Side): Promise<string> {
  await switchOffers(side.admin, true);
  return String(await buildCustomerOffer(side.vendor, customerOf(side)));
}

const orderOf = async (side: Side): Promise<string> => (await sellToCustomer([side.vendor], customerOf(side))).id;

export const probes = defineProbes([
  {
    endpoint: 'buyerAccount.order',
    request: async (side) => ({ params: { orderId: await orderOf(side) } }),
    ids: ['params.orderId'],
  },
  {
    endpoint: 'buyerAccount.ask',
    request: async (side) => {
      await switchConversations(side.admin, true);
      return {
        params: { orderId: await orderOf(side), vendorId: String(side.vendor.id) },
        body: { text: `When does it leave, ${nextNumber()}?` },
      };
    },
    ids: ['params.orderId', 'params.vendorId'],
  },
  {
    endpoint: 'buyerAccount.overview',
    request: async (side) => {
      await threadOf(side);
      await offerOf(side);
      return {};
    },
  },
  {
    endpoint: 'buyerAccount.conversation',
    request: async (side) => ({ params: { conversationId: (await threadOf(side)).conversationId } }),
    ids: ['params.conversationId'],
  },
  {
    endpoint: 'buyerAccount.write',
    request: async (side) => ({
      params: { conversationId: (await threadOf(side)).conversationId },
      body: { text: `And now, ${nextNumber()}?` },
    }),
    ids: ['params.conversationId'],
  },
  {
    endpoint: 'buyerAccount.markRead',
    request: async (side) => {
      const { conversationId, messageId } = await threadOf(side);
      return { params: { conversationId }, body: { messageId } };
    },
    ids: ['params.conversationId'],
  },
  {
    endpoint: 'buyerAccount.offer',
    request: async (side) => ({ params: { offerId: await offerOf(side) } }),
    ids: ['params.offerId'],
  },
  {
    endpoint: 'buyerAccount.answerOffer',
    request: async (side) => ({ params: { offerId: await offerOf(side) }, body: { action: 'reject', version: 1 } }),
    ids: ['params.offerId'],
    once: true,
  },
]);
