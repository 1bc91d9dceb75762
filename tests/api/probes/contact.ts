import { randomUUID } from 'node:crypto';
import { subscriptionUrl, type LinkPurpose } from '#app/features/messages/contact/subscription-link.server.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { program } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

async function buildMessage({ store, vendor }: Side): Promise<string> {
  const row = await program().owner.contactMessage.create({
    data: {
      storeId: store.id,
      vendorId: vendor.id,
      kind: 'message',
      email: `visitor-${nextNumber()}@buyers.test`,
      body: 'Do you ship to Bergen?',
      searchText: 'do you ship to bergen?',
      digest: randomUUID(),
      receivedAt: program().clock.now(),
    },
  });
  return String(row.id);
}

async function buildSubscriber({ store }: Side): Promise<bigint> {
  const at = program().clock.now();
  const row = await program().owner.subscriber.create({
    data: {
      storeId: store.id,
      email: `reader-${nextNumber()}@buyers.test`,
      status: 'pending',
      locale: 'en',
      createdAt: at,
      requestedAt: at,
    },
  });
  return row.id;
}

/** The token of a mail to a subscriber who was just asked. */
async function buildToken(side: Side, purpose: LinkPurpose): Promise<string> {
  const link = { purpose, subscriber: await buildSubscriber(side), generation: 1, until: null };
  const { id, domain } = side.store;
  const url = subscriptionUrl(program().container.services, { id, domain, portalHost: null }, link);
  return new URL(url).searchParams.get('token') ?? '';
}

const ofMessage = async (side: Side) => ({ params: { id: await buildMessage(side) } });

export const probes = defineProbes([
  {
    endpoint: 'message.send',
    request: () => ({
      body: { email: `ada-${nextNumber()}@buyers.test`, body: 'Hello', name: 'Ada', store: 'demo.myshopify.com' },
    }),
  },
  {
    endpoint: 'message.contactForm',
    request: ({ vendor }) => ({
      body: { data: { Email: `ada-${nextNumber()}@buyers.test`, Question: 'Hello' }, vendor: vendor.handle },
    }),
  },
  { endpoint: 'message.subscribe', request: () => ({ body: { email: `ada-${nextNumber()}@buyers.test` } }) },
  { endpoint: 'message.confirm', request: async (side) => ({ body: { token: await buildToken(side, 'confirm') } }) },
  {
    endpoint: 'message.unsubscribe',
    request: async (side) => ({ body: { token: await buildToken(side, 'unsubscribe') } }),
  },
  { endpoint: 'messages.list', request: () => ({ query: { view: 'unread', q: 'Bergen' } }) },
  { endpoint: 'messages.read', request: ofMessage, ids: ['params.id'] },
  {
    endpoint: 'messages.change',
    request: async (side) => ({ ...(await ofMessage(side)), body: { read: true, archived: true } }),
    ids: ['params.id'],
  },
  { endpoint: 'messages.remove', request: ofMessage, ids: ['params.id'], once: true },
  { endpoint: 'subscribers.list', request: () => ({ query: { status: 'pending' } }) },
  {
    endpoint: 'subscribers.remove',
    request: async (side) => ({ params: { id: String(await buildSubscriber(side)) } }),
    ids: ['params.id'],
    once: true,
  },
]);
