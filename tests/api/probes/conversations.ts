import { buildConversation, switchConversations, threadToken } from '#tests/factories/conversations.ts';
import { buildProductOnSale } from '#tests/factories/products-on-sale.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { program } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

async function conversationOf({ vendor, admin }: Side): Promise<{ id: string; messageId: string }> {
  await switchConversations(admin, true);
  const { id, messageId } = await buildConversation(vendor);
  return { id: String(id), messageId: String(messageId) };
}

/** A button that was pressed and answered: pressing it again calls nobody. */
async function ctaOf(side: Side): Promise<string> {
  const { id } = await conversationOf(side);
  const at = program().clock.now();
  const { id: ctaId } = await program().owner.conversationCta.create({
    data: {
      storeId: side.store.id,
      vendorId: side.vendor.id,
      conversationId: BigInt(id),
      label: 'Refund',
      callbackUrl: 'https://desk.example/hook',
      variant: 'primary',
      secret: 'sealed',
      createdAt: at,
      pressId: `press-${nextNumber()}`,
      pressedAt: at,
      answeredAt: at,
    },
  });
  return String(ctaId);
}

/** A button that waits; its address is of a private network, so that a call of it goes nowhere. */
async function openCtaOf(side: Side): Promise<string> {
  const ctaId = await ctaOf(side);
  await program().owner.conversationCta.update({
    where: { id: BigInt(ctaId) },
    data: {
      callbackUrl: 'http://10.0.0.8/',
      pressId: null,
      pressedAt: null,
      answeredAt: null,
      secret: program().container.services.vault.sealText('secret'),
    },
  });
  return ctaId;
}

/** A customer of the store who ordered something of the side's vendor. */
async function customerOf({ store, vendor }: Side): Promise<string> {
  const sold = await sellOrder([{ vendor: vendor.name, title: 'Probed kettle', price: '20.00' }], {
    more: { shop: store.domain, email: `probed-${nextNumber()}@buyers.test` },
  });
  const where = { storeId_orderId: { storeId: store.id, orderId: BigInt(sold.id) } };
  return String((await program().owner.orderBuyer.findUniqueOrThrow({ where })).customerId);
}

export const probes = defineProbes([
  {
    endpoint: 'buyers.read',
    request: async (side) => ({ params: { customerId: await customerOf(side) } }),
    ids: ['params.customerId'],
  },
  {
    endpoint: 'conversations.create',
    request: async (side) => {
      await switchConversations(side.admin, true);
      const productId = String(await buildProductOnSale(side.vendor));
      const email = `ada-${nextNumber()}@buyers.test`;
      return { body: { email, name: 'Ada', text: 'Is it in stock?', productId, store: side.store.domain } };
    },
  },
  {
    endpoint: 'conversations.update',
    request: async (side) => {
      const { id, messageId } = await conversationOf(side);
      return { body: { token: threadToken(side.store, id), text: `And now ${nextNumber()}?`, readId: messageId } };
    },
  },
  {
    endpoint: 'conversations.list',
    request: async (side) => {
      const { id } = await conversationOf(side);
      return { query: { q: 'kettle', status: 'all', conversationId: id } };
    },
    ids: ['query.conversationId'],
  },
  {
    endpoint: 'conversations.send',
    request: async (side) => {
      const { id } = await conversationOf(side);
      return { body: { conversationId: id, text: `It is, ${nextNumber()} of them.` } };
    },
    ids: ['body.conversationId'],
  },
  {
    endpoint: 'conversations.read',
    request: async (side) => {
      const { id, messageId } = await conversationOf(side);
      return { body: { conversationId: id, messageId } };
    },
    ids: ['body.conversationId'],
  },
  {
    endpoint: 'conversations.chatWithSeller',
    request: async ({ vendor, admin }) => {
      await switchConversations(admin, true);
      return { body: { targetVendor: vendor.name, text: `Please call back ${nextNumber()}` } };
    },
    ids: ['body.targetVendor'],
    sharedInStore: ['body.targetVendor'],
  },
  {
    endpoint: 'conversations.chatWithBuyer',
    request: async (side) => {
      await switchConversations(side.admin, true);
      const line = { vendor: side.vendor.name, title: 'Probed kettle', price: '20.00' };
      const { id } = await sellOrder([line], { more: { shop: side.store.domain } });
      return { query: { orderId: id } };
    },
    ids: ['query.orderId'],
  },
  {
    endpoint: 'conversations.savedReplies',
    request: async ({ admin }) => {
      await switchConversations(admin, true);
      return {};
    },
  },
  {
    endpoint: 'conversations.saveReply',
    request: async ({ admin }) => {
      await switchConversations(admin, true);
      return { body: { title: 'Shipping', text: 'It ships within two days.' } };
    },
  },
  {
    endpoint: 'conversations.deleteReply',
    request: async ({ store, vendor, admin }) => {
      await switchConversations(admin, true);
      const data = { storeId: store.id, vendorId: vendor.id, title: `Reply ${nextNumber()}`, text: 'Thank you.' };
      return { params: { id: String((await program().owner.savedReply.create({ data })).id) } };
    },
    ids: ['params.id'],
    once: true,
  },
  {
    endpoint: 'conversations.moderate',
    request: async (side) => {
      const { id } = await conversationOf(side);
      return { body: { conversationId: id, action: 'report', note: 'Spam' } };
    },
    ids: ['body.conversationId'],
  },
  {
    endpoint: 'conversations.report',
    request: async (side) => {
      const { id } = await conversationOf(side);
      return { body: { token: threadToken(side.store, id), note: 'Wants to be paid outside' } };
    },
  },
  {
    endpoint: 'conversations.createCta',
    request: async (side) => {
      const { id } = await conversationOf(side);
      const prompt = { title: 'Refund the buyer?', confirmText: 'Refund' };
      const addresses = { callbackUrl: 'https://desk.example/hook', redirect: 'https://desk.example/done' };
      return { body: { conversationId: id, label: 'Refund', variant: 'danger', prompt, ...addresses } };
    },
    ids: ['body.conversationId'],
    sharedInStore: ['body.conversationId'],
  },
  {
    endpoint: 'conversations.listCtas',
    request: async (side) => {
      await ctaOf(side);
      return { query: {} };
    },
  },
  {
    endpoint: 'conversations.updateCta',
    request: async (side) => {
      const addresses = { callbackUrl: 'https://desk.example/hook', redirect: null };
      const body = { label: 'Refund all', variant: 'info', prompt: null, ...addresses };
      return { params: { ctaId: await openCtaOf(side) }, body };
    },
    ids: ['params.ctaId'],
    sharedInStore: ['params.ctaId'],
  },
  {
    endpoint: 'conversations.testCta',
    request: async (side) => ({ params: { ctaId: await openCtaOf(side) } }),
    ids: ['params.ctaId'],
    sharedInStore: ['params.ctaId'],
  },
  {
    endpoint: 'conversations.deleteCta',
    request: async (side) => ({ params: { ctaId: await ctaOf(side) } }),
    ids: ['params.ctaId'],
    sharedInStore: ['params.ctaId'],
    once: true,
  },
  {
    endpoint: 'conversations.pressCta',
    request: async (side) => ({ body: { ctaId: await ctaOf(side) } }),
    ids: ['body.ctaId'],
  },
]);
